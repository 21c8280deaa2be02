"""Docker's health check: do the phones that this container serves answer adb?

The first process's command line says what runs. For ``device serve`` every phone must answer
an adb ``CNXN`` with a message of its own. Any other command is healthy while it runs.
"""

import itertools
import socket
import struct
import sys
from pathlib import Path

_FIRST_PORT = 5655
_TIMEOUT_S = 3.0
_CNXN = 0x4E584E43
_AUTH = 0x48545541
_BANNER = b"host::features=shell_v2"


def served_ports(arguments: list[str]) -> list[int]:
    """Return the ports of ``tapworld device serve``, none for another command."""
    if not any(pair == ("device", "serve") for pair in itertools.pairwise(arguments)):
        return []
    first = int(_option(arguments, "--port", str(_FIRST_PORT)))
    count = int(_option(arguments, "--count", "1"))
    return [first + 2 * number for number in range(count)]


def answers(host: str, port: int) -> bool:
    """Tell whether an adb daemon answers a connection: with its banner, or by asking for a key."""
    header = struct.pack(
        "<6I", _CNXN, 0x01000001, 1 << 20, len(_BANNER), sum(_BANNER), _CNXN ^ 0xFFFFFFFF
    )
    try:
        with socket.create_connection((host, port), _TIMEOUT_S) as connection:
            connection.settimeout(_TIMEOUT_S)
            connection.sendall(header + _BANNER)
            reply = connection.recv(4, socket.MSG_WAITALL)
    except OSError:
        return False
    return len(reply) == 4 and struct.unpack("<I", reply)[0] in (_CNXN, _AUTH)


def _option(arguments: list[str], name: str, default: str) -> str:
    for position, argument in enumerate(arguments):
        if argument == name and position + 1 < len(arguments):
            return arguments[position + 1]
        if argument.startswith(name + "="):
            return argument.partition("=")[2]
    return default


def main() -> int:
    """Return 0 when healthy, 1 when a phone does not answer."""
    command = Path("/proc/1/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    silent = [port for port in served_ports(command) if not answers("127.0.0.1", port)]
    for port in silent:
        sys.stdout.write(f"no phone answers adb on port {port}\n")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
