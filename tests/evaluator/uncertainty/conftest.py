import pytest

from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell


@pytest.fixture(scope="session")
def cell():
    """An open cell with every signal, small enough for every method."""
    return simulate_cell(CellProcess(records=150, dimension=40), seed=3)


@pytest.fixture(scope="session")
def api_cell():
    return simulate_cell(CellProcess(records=150, interface="api"), seed=4)
