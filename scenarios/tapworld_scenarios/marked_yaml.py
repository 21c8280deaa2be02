"""YAML with the line of every value, read by the YAML 1.2 core rules.

PyYAML's own constructors follow YAML 1.1, in which ``yes`` is a boolean, ``12:30`` the number
750 and ``2026-03-14`` a date object. Scenario authors mean text by all three.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from .errors import CatalogError

__all__ = ["Marked", "load_marked", "parse_marked"]

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Marked:
    """A YAML document and where each of its values stands.

    Attributes:
        data: Plain dicts, lists and scalars.
        lines: Path of keys and indices -> line, counted from 1.
        file: Where it was read from.
    """

    data: Any
    lines: dict[Path_, int]
    file: Path

    def line(self, path: tuple[str | int, ...]) -> int | None:
        """Line of the value at ``path``, or of its nearest enclosing value."""
        for end in range(len(path), -1, -1):
            found = self.lines.get(path[:end])
            if found is not None:
                return found
        return None

    def error(self, message: str, path: tuple[str | int, ...] = ()) -> CatalogError:
        """An error that names file, line and field of ``path``."""
        field = ".".join(str(part) for part in path)
        return CatalogError(message, file=self.file, line=self.line(path), field=field or None)


def load_marked(path: Path) -> Marked:
    """Read a YAML file.

    Raises:
        CatalogError: It cannot be read, is not YAML, or repeats a key.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogError(f"cannot be read: {error}", file=path) from error
    return parse_marked(text, path)


def parse_marked(text: str, path: Path) -> Marked:
    """Read YAML from ``text``; ``path`` is only named in errors."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = None if mark is None else mark.line + 1
        raise CatalogError(f"not YAML: {error.problem}", file=path, line=line) from error
    except yaml.YAMLError as error:
        raise CatalogError(f"not YAML: {error}", file=path) from error
    finally:
        loader.dispose()
    lines: dict[Path_, int] = {}
    data = None if node is None else _build(node, (), lines, path)
    return Marked(data, lines, path)


def _build(node: Any, at: Path_, lines: dict[Path_, int], file: Path) -> Any:
    lines[at] = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return [_build(item, (*at, i), lines, file) for i, item in enumerate(node.value)]
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = key_node.value
        if not isinstance(key_node, yaml.ScalarNode):
            raise CatalogError("a key must be plain text", file=file, line=lines[at])
        if key in result:
            line = key_node.start_mark.line + 1
            raise CatalogError(f"the key {key!r} stands twice", file=file, line=line, field=key)
        result[key] = _build(value_node, (*at, key), lines, file)
    return result


def _scalar(node: Any) -> Any:
    text: str = node.value
    if node.style:  # quoted or a block: always text (a plain scalar has None or "")
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    return text
