"""Records of clicks: the schema, cells in memory and on disk, other tools' formats."""

from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.files import load, load_cells, save
from tapworld_eval.uncertainty.records.foreign import from_rows, normalize
from tapworld_eval.uncertainty.records.ragged import Ragged
from tapworld_eval.uncertainty.records.schema import SCHEMA_VERSION, SIGNALS, Interface
from tapworld_eval.uncertainty.records.torch_files import read_torch_file
from tapworld_eval.uncertainty.records.validation import validate

__all__ = [
    "SCHEMA_VERSION",
    "SIGNALS",
    "Cell",
    "Interface",
    "Ragged",
    "from_rows",
    "load",
    "load_cells",
    "normalize",
    "read_torch_file",
    "save",
    "validate",
]
