"""Models behind an OpenAI-compatible chat interface, at any base URL."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.models.base import Completion, Query, Reply, Usage
from tapworld_eval.grounding.models.cache import AnswerCache, request_key
from tapworld_eval.grounding.models.http import RateLimit, Retries, post_json
from tapworld_eval.grounding.models.ledger import Entry, Ledger, Price, most_tokens
from tapworld_eval.grounding.prompts import IMAGE

__all__ = ["ChatModel"]


class ChatModel:
    """A chat model.

    Args:
        name: The provider's name of the model.
        base_url: Up to and without ``/chat/completions``.
        price: Dollars per million tokens.
        ledger: Where costs are counted and capped.
        key_variable: Environment variable with the API key; no key is sent if it is unset.
        cache: Folder of answers already paid for, or ``None``.
        retries: How patient.
        per_minute: Most requests a minute.
        extra: More fields of the request, for example a provider's routing.
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        price: Price,
        ledger: Ledger,
        *,
        key_variable: str = "OPENAI_API_KEY",
        cache: Path | None = None,
        retries: Retries | None = None,
        per_minute: float | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ModelError(f"a base URL begins with http:// or https://, not {base_url!r}")
        self._name = name
        self._url = base_url.rstrip("/")
        self._price = price
        self.ledger = ledger
        self._key_variable = key_variable
        self._cache = AnswerCache(cache)
        self._retries = retries or Retries()
        self._limit = RateLimit(per_minute, sleep=self._retries.sleep)
        self._extra = extra or {}

    @property
    def name(self) -> str:
        """Name for tables."""
        return self._name

    def identity(self) -> dict[str, Any]:
        """What decides its answers; the price stands in the sidecar beside it."""
        return {"kind": "chat", "name": self._name, "url": self._url, "extra": self._extra}

    @property
    def price(self) -> Price:
        """Dollars per million tokens."""
        return self._price

    def ask(self, query: Query) -> Reply:
        """Answer a query; some providers give fewer answers than asked for and are asked again."""
        found: list[Completion] = []
        usage, dollars = Usage(), 0.0
        while len(found) < query.n:
            some, used = self._call(query, len(found))
            found += some
            usage += used
            dollars += self._price.of(used)
        return Reply(tuple(found[: query.n]), usage, dollars)

    def _call(self, query: Query, number: int) -> tuple[list[Completion], Usage]:
        key = request_key(self.identity(), query, number)
        kept = self._cache.get(key)
        if kept is not None:
            self.ledger.add(
                Entry(query.tag, kept[1].input_tokens, kept[1].output_tokens, 0.0, True)
            )
            return kept
        with self.ledger.aside(self._price.of(most_tokens(query)), query.tag):
            reply, tries = post_json(
                f"{self._url}/chat/completions",
                self._body(query, query.n - number),
                self._headers(),
                self._retries,
                self._limit,
                _fault,
            )
            completions, usage = _read(reply)
            entry = Entry(
                query.tag,
                usage.input_tokens,
                usage.output_tokens,
                self._price.of(usage),
                tries=tries,
            )
            # Kept before it is counted: a crash between the two costs a line, never an answer.
            self._cache.put(key, completions, usage)
            self.ledger.add(entry)
        return completions, usage

    def _body(self, query: Query, n: int) -> dict[str, Any]:
        content: list[dict[str, Any]] = []
        for part in query.parts:
            if part == IMAGE:
                content.append({"type": "image_url", "image_url": {"url": query.picture.url}})
            else:
                content.append({"type": "text", "text": part})
        messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
        if query.system:
            messages.insert(0, {"role": "system", "content": query.system})
        body: dict[str, Any] = {
            "model": self._name,
            "messages": messages,
            "temperature": query.temperature,
            "max_tokens": query.max_tokens,
            **self._extra,
        }
        if n > 1:
            body["n"] = n
        if query.logprobs:
            body["logprobs"] = True
        return body

    def _headers(self) -> dict[str, str]:
        key = os.environ.get(self._key_variable, "")
        return {"Authorization": f"Bearer {key}"} if key else {}


def _fault(reply: Any) -> str | None:
    """What is wrong with a decoded reply, or ``None``."""
    try:
        if "error" in reply:
            return f"the server reports {reply['error']}"
        for choice in reply["choices"]:
            text = choice["message"]["content"]
            if text is not None and not isinstance(text, str):
                return f"a message of type {type(text).__name__}"
        int(reply["usage"]["prompt_tokens"])
        int(reply["usage"]["completion_tokens"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        return f"the reply lacks {error}: {str(reply)[:200]}"
    return None if reply["choices"] else "the reply holds no choices"


def _read(reply: Any) -> tuple[list[Completion], Usage]:
    usage = reply["usage"]
    found = []
    for choice in reply["choices"]:
        tokens = ((choice.get("logprobs") or {}).get("content")) or []
        logprobs = tuple(float(token["logprob"]) for token in tokens if "logprob" in token)
        found.append(Completion(choice["message"]["content"] or "", logprobs))
    return found, Usage(int(usage["prompt_tokens"]), int(usage["completion_tokens"]))
