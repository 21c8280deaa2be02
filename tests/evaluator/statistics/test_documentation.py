import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "statistics.md"


def test_every_example_of_the_page_runs_as_printed():
    # Fences would read as expected output; blank lines keep the line numbers of failures right.
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=report.append)
    assert not report, "".join(report)
    assert runner.tries > 40
