"""Just enough HTTP/1.1 for uiautomator2's server: ``GET /ping`` and ``POST /jsonrpc/0``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tapworld_env.devices.adbd.transport import Stream, StreamEnded

__all__ = ["serve_http"]

_LARGEST_HEAD, _LARGEST_BODY = 16 * 1024, 8 << 20


async def serve_http(stream: Stream, answer: Callable[[bytes], Awaitable[bytes]]) -> None:
    """Answer requests until the host closes.

    Args:
        stream: The connection.
        answer: Gives the reply to the body of a JSON-RPC request.
    """
    held = b""
    while True:
        while b"\r\n\r\n" not in held:
            more = await stream.read(65536)
            if not more or len(held) > _LARGEST_HEAD:
                return
            held += more
        head, _, held = held.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(":", 1) for line in lines[1:] if ":" in line)
        try:
            length = int(headers.get("content-length", "0"))
            method, path, _ = lines[0].split(" ")
        except ValueError:
            await stream.write(_response(400, "Bad Request", b"not understood"))
            return
        if length > _LARGEST_BODY:
            await stream.write(_response(413, "Payload Too Large", b"too long"))
            return
        if len(held) < length:
            held += await _rest(stream, length - len(held))
        body, held = held[:length], held[length:]
        if (method, path) == ("GET", "/ping"):
            reply = _response(200, "OK", b"pong")
        elif (method, path) == ("POST", "/jsonrpc/0"):
            reply = _response(200, "OK", await answer(body), "application/json")
        else:
            reply = _response(404, "Not Found", f"{method} {path}".encode())
        await stream.write(reply)


async def _rest(stream: Stream, count: int) -> bytes:
    parts: list[bytes] = []
    while count > 0:
        more = await stream.read(count)
        if not more:
            raise StreamEnded
        parts.append(more)
        count -= len(more)
    return b"".join(parts)


def _response(code: int, reason: str, body: bytes, kind: str = "text/plain") -> bytes:
    head = (
        f"HTTP/1.1 {code} {reason}\r\nContent-Type: {kind}; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
