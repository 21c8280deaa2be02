"""Read tensors and plain values of a ``.pt`` file, without torch and without running anything.

A ``.pt`` file is a zip archive with a pickle and one raw file per storage. The pickle may name only
the few functions below; any other name is refused, not called.
"""

from __future__ import annotations

import collections
import pickle
import zipfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import CellFormatError

__all__ = ["read_torch_file"]

_STORAGES: Final = {
    "DoubleStorage": "<f8",
    "FloatStorage": "<f4",
    "HalfStorage": "<f2",
    "BFloat16Storage": "<u2",
    "LongStorage": "<i8",
    "IntStorage": "<i4",
    "ShortStorage": "<i2",
    "CharStorage": "<i1",
    "ByteStorage": "<u1",
    "BoolStorage": "|b1",
}


class _StorageType:
    def __init__(self, name: str) -> None:
        self.name = name


def _rebuild_tensor(
    storage: NDArray[Any], offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: Any
) -> NDArray[Any]:
    last = offset + sum((n - 1) * step for n, step in zip(size, stride, strict=True))
    if offset < 0 or any(step < 0 for step in stride) or (0 not in size and last >= len(storage)):
        raise CellFormatError("a tensor reaches beyond its storage")
    steps = tuple(step * storage.itemsize for step in stride)
    return np.lib.stride_tricks.as_strided(storage[offset:], size, steps).copy()


def _rebuild_parameter(data: NDArray[Any], *_: Any) -> NDArray[Any]:
    return data


_ALLOWED: Final[dict[tuple[str, str], Any]] = {
    ("torch._utils", "_rebuild_tensor_v2"): _rebuild_tensor,
    ("torch._utils", "_rebuild_parameter"): _rebuild_parameter,
    ("collections", "OrderedDict"): collections.OrderedDict,
    ("torch", "Size"): tuple,
    # The second protocol, which torch.save uses, spells builtins the old way.
    ("__builtin__", "set"): set,
    ("__builtin__", "frozenset"): frozenset,
    ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset,
}


class _TensorUnpickler(pickle.Unpickler):
    def __init__(self, archive: zipfile.ZipFile, prefix: str) -> None:
        super().__init__(archive.open(f"{prefix}data.pkl"))
        self._archive, self._prefix = archive, prefix
        self._loaded: dict[str, NDArray[Any]] = {}

    def find_class(self, module: str, name: str) -> Any:
        if module == "torch" and name in _STORAGES:
            return _StorageType(name)
        if (module, name) in _ALLOWED:
            return _ALLOWED[module, name]
        raise CellFormatError(
            f"the file wants to call {module}.{name}, which is not plain data; save tensors, "
            "numbers, texts, lists and dicts only"
        )

    def persistent_load(self, pid: Any) -> NDArray[Any]:
        _, storage, key, *_ = pid
        if key not in self._loaded:
            raw = self._archive.read(f"{self._prefix}data/{key}")
            values = np.frombuffer(raw, dtype=_STORAGES[storage.name])
            if storage.name == "BFloat16Storage":
                # bfloat16 is the upper half of a float32.
                values = (values.astype("<u4") << 16).view("<f4")
            self._loaded[key] = values
        return self._loaded[key]


def read_torch_file(path: str | Path) -> Any:
    """Load a ``.pt`` file; tensors become NumPy arrays.

    Raises:
        CellFormatError: The file is no archive of ``torch.save``, is damaged, or names anything
            but tensors and plain containers.
    """
    source = Path(path)
    if not zipfile.is_zipfile(source):
        raise CellFormatError(
            f"{source}: not a zip archive; files of torch before 1.6 must be saved again"
        )
    try:
        with zipfile.ZipFile(source) as archive:
            found = [name for name in archive.namelist() if name.endswith("data.pkl")]
            if not found:
                raise CellFormatError("the archive holds no data.pkl")
            return _TensorUnpickler(archive, found[0][: -len("data.pkl")]).load()
    except CellFormatError as error:
        raise CellFormatError(f"{source}: {error}") from error
    except (
        pickle.UnpicklingError,
        zipfile.BadZipFile,
        EOFError,
        KeyError,
        IndexError,
        TypeError,
        ValueError,
        AttributeError,
    ) as error:
        raise CellFormatError(f"{source}: damaged ({error})") from error
