import doctest
import re
from pathlib import Path

from tapworld_eval.uncertainty.methods.registry import all_methods

PAGE = Path(__file__).parents[3] / "docs" / "uncertainty.md"


def test_every_example_of_the_page_runs_as_printed():
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test, out=report.append)
    assert not report, "".join(report)
    assert runner.tries > 10


def test_the_page_names_the_extras():
    text = PAGE.read_text(encoding="utf-8")
    assert [m.name for m in all_methods().values() if m.number is None and m.name not in text] in (
        [],
        ["mine_for_test"],
    )
