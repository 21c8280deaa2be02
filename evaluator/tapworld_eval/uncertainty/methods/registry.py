"""Every method by name. A module of this package with a ``METHODS`` tuple is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import MappingProxyType

from tapworld_eval.uncertainty import methods as package
from tapworld_eval.uncertainty.errors import UncertaintyError, UnknownMethodError
from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["api_panel", "benchmark_methods", "get_method", "methods", "register", "supported"]

_ADDED: dict[str, Method] = {}


@cache
def _built_in() -> MappingProxyType[str, Method]:
    found: list[Method] = []
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        loaded = importlib.import_module(f"{package.__name__}.{module.name}")
        found.extend(getattr(loaded, "METHODS", ()))
    found.sort(key=lambda method: (method.number is None, method.number or 0, method.name))
    names = [method.name for method in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise UncertaintyError(f"two methods have the same name: {', '.join(sorted(twice))}")
    return MappingProxyType({method.name: method for method in found})


def methods() -> dict[str, Method]:
    """All methods: the 27 in the order of the table, then the extras, then added ones."""
    return {**_built_in(), **_ADDED}


def register(method: Method) -> Method:
    """Add a method of one's own for this process.

    Raises:
        UncertaintyError: The name is taken.
    """
    if method.name in methods():
        raise UncertaintyError(f"a method named {method.name!r} exists already")
    _ADDED[method.name] = method
    return method


def get_method(name: str) -> Method:
    """The method of this name.

    Raises:
        UnknownMethodError: There is none.
    """
    known = methods()
    if name not in known:
        raise UnknownMethodError(f"no method {name!r}; there are: {', '.join(known)}")
    return known[name]


def benchmark_methods() -> list[Method]:
    """The 27 methods of the source paper, in its order."""
    return [method for method in methods().values() if method.number is not None]


def api_panel() -> list[Method]:
    """Those of the 27 that need nothing but replies."""
    return [method for method in benchmark_methods() if method.api]


def supported(cell: Cell, *, extras: bool = False) -> list[Method]:
    """Methods that run on this cell."""
    return [
        method
        for method in methods().values()
        if (extras or method.number is not None) and method.supports(cell)
    ]
