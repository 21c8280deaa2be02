from pathlib import Path

import pytest
import yaml

from tapworld_eval.grounding.errors import FormatError
from tapworld_eval.grounding.syntaxes import SYNTAXES, parse

CORPUS = yaml.safe_load((Path(__file__).parent / "fixtures" / "replies.yaml").read_text())


@pytest.mark.parametrize("entry", CORPUS, ids=lambda entry: entry["reply"][:30] or "empty")
def test_corpus(entry):
    found = parse(entry["reply"], entry["syntax"])
    assert found.numbers == tuple(entry.get("numbers", ()))
    if entry.get("refusal"):
        assert found.kind == "refusal"
    elif "numbers" in entry:
        assert found.kind == {2: "point", 4: "box"}[len(entry["numbers"])]
        assert found.native is not entry.get("fallback", False)
    else:
        assert found.kind == "failure"
        assert found.reason


def test_corpus_covers_every_syntax():
    assert {entry["syntax"] for entry in CORPUS} == set(SYNTAXES)


def test_unknown_syntax():
    with pytest.raises(FormatError, match="pair_round"):
        parse("(1, 2)", "pair")
