import pytest

from tapworld_eval.grounding.errors import PromptError
from tapworld_eval.grounding.formats import model_formats
from tapworld_eval.grounding.prompts import (
    IMAGE,
    ablation_pairs,
    check_pair,
    load_prompt,
    prompts,
    read_prompt,
)


def test_every_format_has_its_native_prompt_in_its_syntax_and_space():
    for name, format_ in model_formats().items():
        prompt = load_prompt(format_.prompt)
        assert prompt.syntax == format_.syntax, name
        assert prompt.space in (None, format_.space), name


def test_pairs_differ_line_by_line_in_the_answer_only():
    pairs = [pair for pair in ablation_pairs() if pair.variable == "format"]
    assert len(pairs) >= 3
    for pair in pairs:
        first, second = (load_prompt(name) for name in (pair.first, pair.second))
        lines = [
            "\n".join([p.render("the star", (640, 480))[0], *p.render("the star", (640, 480))[1]])
            .replace(p.answer.replace("{width}", "640").replace("{height}", "480"), "ANSWER")
            .splitlines()
            for p in (first, second)
        ]
        assert lines[0] == lines[1]


def test_tidied_wording_breaks_a_pair():
    first = load_prompt("qwen3-vl-rawpair")
    second = load_prompt("qwen3-vl-toolcall")
    tidied = second.model_copy(update={"user": (IMAGE, second.user[1].replace("Locate", "Find"))})
    with pytest.raises(PromptError, match="differ in user"):
        check_pair(first, tidied, ("answer", "syntax"))
    with pytest.raises(PromptError, match="same prompt"):
        check_pair(first, first, ("answer",))


def test_braces_of_an_instruction_are_no_slots():
    _, user = load_prompt("locator-pair").render("the {width} button", (640, 480))
    assert user[2] == "the {width} button"
    assert "height 480 and width 640" in user[0]
    assert "exactly: (x,y)" in user[0]


def test_json_of_a_prompt_survives():
    system, _ = load_prompt("qwen2.5-vl-computer-use").render("it", (640, 480))
    assert '{"name": <function-name>, "arguments": <args-json-object>}' in system
    assert "640x480" in system


def test_every_prompt_names_its_source():
    assert all(prompt.source and prompt.model for prompt in prompts().values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("model: m\nsyntax: pair_round\nsource: s\nuser: ['{instruction}']\n", "exactly once"),
        ("model: m\nsyntax: nope\nsource: s\nuser: [<image>, '{instruction}']\n", "syntax"),
        ("model: m\nsyntax: pair_round\nuser: [<image>, '{instruction}']\n", "source"),
        ("- a\n", "cannot be read"),
    ],
)
def test_malformed_prompts_are_refused(tmp_path, text, message):
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(PromptError, match=message):
        read_prompt(file)
