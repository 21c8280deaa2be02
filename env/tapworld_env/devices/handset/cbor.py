"""The subset of CBOR that Chromium's ``--remote-debugging-pipe=cbor`` speaks.

Chosen over JSON because binary fields (screenshots, response bodies) travel as bytes: no base64,
no JSON scan over a megabyte of text. Every map and array is wrapped in an envelope (tag 24 around
a byte string with a 32-bit length), so a reader knows a message's size from its first seven bytes.
Strings come as UTF-8 when they are ASCII and as UTF-16 in a byte string when they are not.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Any

__all__ = ["HEADER_BYTES", "decode", "encode", "message_size"]

HEADER_BYTES = 7
_ENVELOPE = b"\xd8\x18\x5a"
_BINARY_TAG = 0xD6
_MAP_START, _ARRAY_START, _STOP = 0xBF, 0x9F, 0xFF
_UNSIGNED, _NEGATIVE, _BYTES, _TEXT = 0, 1, 2, 3
# Longer texts are data, seldom sent twice; shorter ones are keys, methods and scripts.
_LONGEST_KEPT = 4096


def encode(value: Any) -> bytes:
    """Encode a JSON-like value; ``bytes`` become the protocol's binary type.

    >>> decode(encode({"id": 1, "params": {"x": 1.5, "body": b"ab", "names": ["é", None, True]}}))
    {'id': 1, 'params': {'x': 1.5, 'body': b'ab', 'names': ['é', None, True]}}
    """
    parts: list[bytes] = []
    _write(value, parts)
    return b"".join(parts)


def message_size(buffer: bytes | bytearray) -> int:
    """Size in bytes of the message at the buffer's start, of which seven bytes must be there.

    Raises:
        ValueError: The bytes are not the start of an envelope.
    """
    if bytes(buffer[:3]) != _ENVELOPE:
        raise ValueError(f"not a CBOR envelope: {bytes(buffer[:HEADER_BYTES]).hex()}")
    return int(struct.unpack_from(">I", buffer, 3)[0]) + HEADER_BYTES


def decode(data: bytes | bytearray) -> Any:
    """Decode one message.

    Raises:
        ValueError: The bytes are not of the subset.
    """
    value, _ = _read(bytes(data), 0)
    return value


def _head(major: int, count: int) -> bytes:
    if count < 24:
        return bytes([major << 5 | count])
    if count < 1 << 8:
        return bytes([major << 5 | 24, count])
    if count < 1 << 16:
        return struct.pack(">BH", major << 5 | 25, count)
    if count < 1 << 32:
        return struct.pack(">BI", major << 5 | 26, count)
    return struct.pack(">BQ", major << 5 | 27, count)


def _write(value: Any, parts: list[bytes]) -> None:
    if value is None:
        parts.append(b"\xf6")
    elif value is True:
        parts.append(b"\xf5")
    elif value is False:
        parts.append(b"\xf4")
    elif isinstance(value, int):
        parts.append(_head(_UNSIGNED, value) if value >= 0 else _head(_NEGATIVE, -1 - value))
    elif isinstance(value, float):
        parts.append(struct.pack(">Bd", 0xFB, value))
    elif isinstance(value, str):
        parts.append(_kept_text(value) if len(value) <= _LONGEST_KEPT else _text(value))
    elif isinstance(value, bytes):
        parts.append(bytes([_BINARY_TAG]) + _head(_BYTES, len(value)))
        parts.append(value)
    elif isinstance(value, dict):
        inner: list[bytes] = []
        for key, item in value.items():
            inner.append(_kept_text(key))
            _write(item, inner)
        _write_envelope(_MAP_START, inner, parts)
    elif isinstance(value, list | tuple):
        inner = []
        for item in value:
            _write(item, inner)
        _write_envelope(_ARRAY_START, inner, parts)
    else:
        raise TypeError(f"cannot send a {type(value).__name__} over the protocol")


def _text(value: str) -> bytes:
    if value.isascii():
        raw = value.encode("ascii")
        return _head(_TEXT, len(raw)) + raw
    # UTF-16 also carries lone surrogates, which UTF-8 cannot.
    raw = value.encode("utf-16-le", "surrogatepass")
    return _head(_BYTES, len(raw)) + raw


_kept_text = lru_cache(maxsize=512)(_text)


def _write_envelope(start: int, inner: list[bytes], parts: list[bytes]) -> None:
    body = b"".join(inner)
    parts.append(_ENVELOPE + struct.pack(">IB", len(body) + 2, start))
    parts.append(body)
    parts.append(bytes([_STOP]))


def _read(data: bytes, at: int) -> tuple[Any, int]:
    first = data[at]
    major = first >> 5
    if major <= _TEXT:
        return _read_scalar(data, at, major)
    if first == 0xD8:  # tag 24: an envelope; its content follows the byte string's head
        if data[at + 1] != 0x18 or data[at + 2] != 0x5A:
            raise ValueError(f"unknown tag at byte {at}")
        return _read(data, at + 7)
    if first == _MAP_START:
        return _read_map(data, at + 1)
    if first == _ARRAY_START:
        items = []
        at += 1
        while data[at] != _STOP:
            item, at = _read(data, at)
            items.append(item)
        return items, at + 1
    if first == _BINARY_TAG:
        count, at = _count(data, at + 1)
        return data[at : at + count], at + count
    if first == 0xFB:
        return struct.unpack_from(">d", data, at + 1)[0], at + 9
    if first in _CONSTANTS:
        return _CONSTANTS[first], at + 1
    raise ValueError(f"unknown CBOR byte {first:#x} at {at}")


_CONSTANTS: dict[int, Any] = {0xF4: False, 0xF5: True, 0xF6: None}


def _read_map(data: bytes, at: int) -> tuple[dict[str, Any], int]:
    result: dict[str, Any] = {}
    while data[at] != _STOP:
        key, at = _read(data, at)
        result[key], at = _read(data, at)
    return result, at + 1


def _read_scalar(data: bytes, at: int, major: int) -> tuple[Any, int]:
    count, at = _count(data, at)
    if major == _UNSIGNED:
        return count, at
    if major == _NEGATIVE:
        return -1 - count, at
    raw = data[at : at + count]
    if major == _TEXT:
        return raw.decode("utf-8", "replace"), at + count
    return raw.decode("utf-16-le", "surrogatepass"), at + count


def _count(data: bytes, at: int) -> tuple[int, int]:
    short = data[at] & 31
    if short < 24:
        return short, at + 1
    if short == 24:
        return data[at + 1], at + 2
    if short == 25:
        return struct.unpack_from(">H", data, at + 1)[0], at + 3
    if short == 26:
        return struct.unpack_from(">I", data, at + 1)[0], at + 5
    if short == 27:
        return struct.unpack_from(">Q", data, at + 1)[0], at + 9
    raise ValueError(f"indefinite length at byte {at}")
