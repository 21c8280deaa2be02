"""Read the plain values of a pickle without running anything it names.

AndroidWorld keeps results as pickles, which can execute code when loaded. This loader knows
numbers, text, containers and NumPy scalars; any other class becomes an inert placeholder.
"""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path
from typing import Any

from tapworld_eval.statistics.errors import RecordsError

__all__ = ["Placeholder", "load_plain"]

_ALLOWED = {
    ("numpy", "dtype"),
    ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "scalar"),
    ("datetime", "datetime"),
    ("datetime", "timedelta"),
    ("collections", "OrderedDict"),
    ("builtins", "set"),
    ("builtins", "frozenset"),
    ("builtins", "bytearray"),
    ("builtins", "complex"),
}


class Placeholder:
    """Stands for an object of a class that was not loaded; it accepts and forgets everything."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None: ...

    def __setstate__(self, _state: Any) -> None: ...

    def __setitem__(self, _key: Any, _value: Any) -> None: ...

    def append(self, _value: Any) -> None:
        """Ignore an element."""

    def extend(self, _values: Any) -> None:
        """Ignore elements."""

    def __call__(self, *_args: Any, **_kwargs: Any) -> Placeholder:
        """Return another placeholder, for objects made by a function."""
        return Placeholder()


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _ALLOWED:
            return super().find_class(module.replace("numpy.core", "numpy._core"), name)
        # A fresh class each time: some pickles call __new__ on what they name.
        return type(name, (Placeholder,), {"__module__": __name__})

    def persistent_load(self, pid: Any) -> Any:
        return Placeholder()


def load_plain(path: Path) -> Any:
    """Load a pickle, gzipped or not, as plain values and placeholders.

    Raises:
        RecordsError: The file is no pickle, or is damaged.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rb") as stream:
            return _PlainUnpickler(stream).load()
    except (pickle.UnpicklingError, EOFError, OSError, AttributeError, ValueError) as error:
        raise RecordsError(f"{path}: not a readable pickle ({error})") from error
