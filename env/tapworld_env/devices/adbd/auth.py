"""Who may connect: adb's own RSA authentication against a list of public keys.

A host signs a random token with its private key (``~/.android/adbkey``); the phone checks the
signature with the public keys it was given (``~/.android/adbkey.pub``).
"""

from __future__ import annotations

import base64
import binascii
import struct
from dataclasses import dataclass
from pathlib import Path

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["PublicKey", "read_keys", "verifies"]

_WORDS = 64  # of 32 bits: 2048-bit keys, the only ones adb uses
_KEY_BYTES = _WORDS * 4
# DER of "a SHA-1 digest follows"; adb signs the 20-byte token as if it were a digest.
_SHA1_PREFIX = bytes.fromhex("3021300906052b0e03021a05000414")


@dataclass(frozen=True)
class PublicKey:
    """An RSA key."""

    modulus: int
    exponent: int


def read_keys(path: Path) -> list[PublicKey]:
    """Read a file of adb public keys, one a line.

    Raises:
        EnvironmentSetupError: The file is missing, empty or no such file.
    """
    try:
        lines = path.read_text().split("\n")
    except OSError as error:
        raise EnvironmentSetupError(f"cannot read the authorized keys: {error}") from error
    keys = [_parse(line.split()[0], path) for line in lines if line.strip()]
    if not keys:
        raise EnvironmentSetupError(f"{path} holds no key; copy ~/.android/adbkey.pub into it")
    return keys


def verifies(key: PublicKey, token: bytes, signature: bytes) -> bool:
    """Whether the signature of the token was made with the key's private half."""
    if len(signature) != _KEY_BYTES:
        return False
    opened = pow(int.from_bytes(signature, "big"), key.exponent, key.modulus)
    padding = b"\xff" * (_KEY_BYTES - 3 - len(_SHA1_PREFIX) - len(token))
    return opened.to_bytes(_KEY_BYTES, "big") == b"\0\1" + padding + b"\0" + _SHA1_PREFIX + token


def _parse(text: str, path: Path) -> PublicKey:
    try:
        blob = base64.b64decode(text, validate=True)
        words, _ = struct.unpack_from("<II", blob)
        (exponent,) = struct.unpack_from("<I", blob, 8 + 2 * _KEY_BYTES)
    except (binascii.Error, struct.error) as error:
        raise EnvironmentSetupError(f"{path} is no adb public key: {error}") from error
    if words != _WORDS:
        raise EnvironmentSetupError(f"{path} is no adb public key: {words} words, not {_WORDS}")
    return PublicKey(int.from_bytes(blob[8 : 8 + _KEY_BYTES], "little"), exponent)
