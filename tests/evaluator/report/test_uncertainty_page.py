import dataclasses
import re

import numpy as np
import pytest

from tapworld_eval.errors import ReportError
from tapworld_eval.report.uncertainty import write_uncertainty_report
from tapworld_eval.uncertainty import save
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cells")
    first = simulate_cell(
        CellProcess(records=120, interface="api", model="a<b", dataset="p"), seed=1
    )
    episodes = np.arange(120) // 6
    items = first.items.assign(
        episode=[f"e{number}" for number in episodes],
        step=np.arange(120) % 6,
        success=(episodes % 2).astype(int),
    )
    save(dataclasses.replace(first, items=items), folder / "a")
    second = simulate_cell(
        CellProcess(records=120, interface="api", model="c", dataset="p"), seed=2
    )
    save(second, folder / "c")
    return folder


def test_the_page_stands_alone_and_shows_every_section(cells, tmp_path):
    told = []
    page = write_uncertainty_report(
        [cells], tmp_path / "page.html", seeds=2, bootstrap=4, alpha=0.3, progress=told.append
    ).read_text()
    assert told == ["a<b x p", "c x p"]
    assert not re.search(r"(?:src|href)=[\"'](?!#)", page)
    assert "a<b" not in page
    for section in ("families", "advice", "cells", "transfer", "regions", "made"):
        assert f'id="{section}"' in page
    for text in ("ccp", "Selective execution", "Coverage of the fixed disk by app", "evidence"):
        assert text in page
    # Eight methods a cell, each with a row.
    assert len(re.findall(r'<td class="share"', page)) == 16
    assert "nan" not in re.sub(r"<script.*", "", page, flags=re.DOTALL).split("</style>")[1]


def test_one_cell_has_no_transfer_and_a_cell_twice_is_refused(cells, tmp_path):
    page = write_uncertainty_report([cells / "c"], tmp_path / "p.html", seeds=2, bootstrap=0)
    assert 'id="transfer"' not in page.read_text()
    with pytest.raises(ReportError, match="named c x p"):
        write_uncertainty_report([cells / "c", cells], tmp_path / "q.html")


def test_clicks_that_are_all_right_have_no_recommendation(cells, tmp_path):
    cell = simulate_cell(CellProcess(records=60, interface="api"), seed=5)
    items = cell.items.assign(correct=1)
    save(dataclasses.replace(cell, items=items), tmp_path / "right")
    page = write_uncertainty_report([tmp_path / "right"], tmp_path / "r.html", seeds=2, bootstrap=0)
    assert "no recommendation" in page.read_text()
