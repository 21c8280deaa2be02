"""A real HTTP server on loopback that speaks the chat protocol, faults included."""

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatServer:
    """Answers each request by ``rule(body, number)``.

    A rule gives a text, a list of texts (choices), a whole reply (dict), bytes (sent as they are),
    an (HTTP status, headers) pair, or a number of seconds to hang before it closes the connection.
    """

    def __init__(self, rule: Callable[[dict[str, Any], int], Any]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._rule = rule
        lock = threading.Lock()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    owner.requests.append(body)
                    owner.headers.append(dict(self.headers))
                    number = len(owner.requests)
                said = owner._rule(body, number)
                if isinstance(said, float):
                    time.sleep(said)
                    self.close_connection = True
                    return
                if isinstance(said, tuple):
                    status, headers = said
                    self.send_response(status)
                    for key, value in headers.items():
                        self.send_header(key, value)
                    self.end_headers()
                    self.wfile.write(b'{"error": {"message": "not now"}}')
                    return
                data = said if isinstance(said, bytes) else json.dumps(reply(said)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self) -> "ChatServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def reply(said: Any) -> Any:
    if isinstance(said, dict):
        return said
    texts = [said] if isinstance(said, str) else said
    return {
        "choices": [
            {
                "message": {"role": "assistant", "content": text},
                "logprobs": {"content": [{"token": "x", "logprob": -0.25}]},
            }
            for text in texts
        ],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 10 * len(texts)},
    }
