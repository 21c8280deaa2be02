"""JSON over HTTP with time limits, a rate limit, and retries for what may pass.

Tried again: no connection, a time-out, 408, 409, 429 (after ``Retry-After`` if given), 5xx, and a
reply that is no JSON. Not tried again: any other refusal, whose text is shown.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tapworld_eval.grounding.errors import ModelError

__all__ = ["RateLimit", "Retries", "post_json"]

_PASSING = frozenset({408, 409, 425, 429})


@dataclass(frozen=True)
class Retries:
    """How patient a client is.

    Attributes:
        tries: Requests in all.
        first_s: Wait before the second one; doubled each time, with up to a quarter more by chance
            so that many clients do not come back at once.
        most_s: Longest wait, also where the server asks for more.
        timeout_s: Time limit of one request.
        sleep: Does the waiting.
    """

    tries: int = 6
    first_s: float = 1.0
    most_s: float = 60.0
    timeout_s: float = 120.0
    sleep: Callable[[float], None] = time.sleep

    def wait_s(self, attempt: int, asked_s: float | None) -> float:
        """Seconds to wait after a failed attempt (from 0)."""
        backoff = self.first_s * 2**attempt * (1 + random.random() / 4)
        return min(max(backoff, asked_s or 0.0), self.most_s)


class RateLimit:
    """At most so many requests a minute, evenly spaced, over all threads.

    Args:
        per_minute: Requests a minute; ``None`` for no limit.
        clock: Seconds, never going back.
        sleep: Does the waiting.
    """

    def __init__(
        self,
        per_minute: float | None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if per_minute is not None and per_minute <= 0:
            raise ModelError(f"a rate limit must be positive, got {per_minute}")
        self._gap = 0.0 if per_minute is None else 60.0 / per_minute
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Return when the next request may be sent."""
        if self._gap == 0:
            return
        with self._lock:
            now = self._clock()
            start = max(now, self._next)
            self._next = start + self._gap
        if start > now:
            self._sleep(start - now)


class _Passing(Exception):
    def __init__(self, what: str, after_s: float | None = None) -> None:
        super().__init__(what)
        self.after_s = after_s


def post_json(
    url: str,
    body: Mapping[str, Any],
    headers: Mapping[str, str],
    retries: Retries,
    limit: RateLimit,
    check: Callable[[Any], str | None] = lambda _: None,
) -> tuple[Any, int]:
    """Post JSON, get JSON.

    Args:
        url: Where to.
        body: What.
        headers: More headers.
        retries: How patient.
        limit: How often.
        check: Says what is wrong with a decoded reply, or ``None``; a wrong one is tried again.

    Returns:
        The decoded reply, and how many requests it took.

    Raises:
        ModelError: Refused, or still failing after the last try.
    """
    data = json.dumps(body).encode()
    last = ""
    for attempt in range(retries.tries):
        limit.wait()
        try:
            reply = _once(url, data, headers, retries.timeout_s)
            fault = check(reply)
            if fault is None:
                return reply, attempt + 1
            raise _Passing(fault)
        except _Passing as failure:
            last = str(failure)
            if attempt + 1 < retries.tries:
                retries.sleep(retries.wait_s(attempt, failure.after_s))
    raise ModelError(f"{url}: no answer after {retries.tries} tries; the last: {last}")


def _once(url: str, data: bytes, headers: Mapping[str, str], timeout_s: float) -> Any:
    request = urllib.request.Request(
        url, data=data, headers={"Content-Type": "application/json", **headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as response:
            text = response.read()
    except urllib.error.HTTPError as error:
        said = error.read(2000).decode("utf-8", "replace").strip()
        what = f"HTTP {error.code}: {said or error.reason}"
        if error.code in _PASSING or error.code >= 500:
            raise _Passing(what, _after(error.headers.get("Retry-After"))) from error
        raise ModelError(f"{url}: {what}") from error
    except (OSError, http.client.HTTPException) as error:
        raise _Passing(f"{type(error).__name__}: {error}") from error
    try:
        return json.loads(text)
    except ValueError as error:
        raise _Passing(f"the reply is no JSON: {text[:200]!r}") from error


def _after(header: str | None) -> float | None:
    try:
        return None if header is None else max(0.0, float(header))
    except ValueError:
        return None
