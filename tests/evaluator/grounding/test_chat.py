import re
from pathlib import Path

import numpy as np
import pytest
import yaml

from tapworld_eval.grounding.errors import BudgetExceeded, ModelError
from tapworld_eval.grounding.models import ChatModel, Ledger, Price, Query, price_of
from tapworld_eval.grounding.models import ledger as ledger_file
from tapworld_eval.grounding.models.http import RateLimit, Retries
from tapworld_eval.grounding.models.pictures import Encoding, Picture

from .chat_server import ChatServer

PRICE = Price(1.0, 10.0)  # 1000 tokens in and 10 out: $0.0011
PATIENT = Retries(tries=4, sleep=lambda _: None, timeout_s=2.0)


def query(**changes):
    picture = Picture(np.zeros((28, 28, 3), np.uint8))
    given = {"system": "s", "parts": ("<image>", "where?"), "picture": picture, "tag": "a/0"}
    return Query(**{**given, **changes})


def model(server, ledger=None, **options):
    options.setdefault("retries", PATIENT)
    return ChatModel("m", server.url, PRICE, ledger or Ledger(), **options)


def test_what_is_sent(monkeypatch):
    monkeypatch.setenv("MY_KEY", "secret")
    with ChatServer(lambda body, _: "(1, 2)") as server:
        reply = model(server, key_variable="MY_KEY", extra={"top_p": 0.5}).ask(
            query(temperature=0.9, logprobs=True, max_tokens=7)
        )
    sent = server.requests[0]
    assert sent["messages"][0] == {"role": "system", "content": "s"}
    image, words = sent["messages"][1]["content"]
    assert image["image_url"]["url"].startswith("data:image/png;base64,")
    assert words == {"type": "text", "text": "where?"}
    assert (sent["temperature"], sent["max_tokens"], sent["top_p"]) == (0.9, 7, 0.5)
    assert server.headers[0]["Authorization"] == "Bearer secret"
    assert reply.completions[0].text == "(1, 2)"
    assert reply.completions[0].logprobs == (-0.25,)
    assert reply.dollars == pytest.approx(0.0011)


def test_a_provider_that_gives_one_choice_is_asked_again():
    with ChatServer(lambda body, number: f"({number}, 0)") as server:
        reply = model(server).ask(query(n=3, temperature=0.9))
    assert [c.text for c in reply.completions] == ["(1, 0)", "(2, 0)", "(3, 0)"]
    assert [body.get("n", 1) for body in server.requests] == [3, 2, 1]


@pytest.mark.parametrize(
    "fault",
    [
        (429, {"Retry-After": "1"}),
        (500, {}),
        (503, {}),
        b"<html>gateway</html>",
        {"choices": []},
        {"choices": [{"message": {"content": "(1, 2)"}}]},
        {"error": {"message": "overloaded"}},
        0.0,
    ],
    ids=["429", "500", "503", "no-json", "no-choices", "no-usage", "error", "hang-up"],
)
def test_faults_that_pass_are_tried_again(fault):
    with ChatServer(lambda body, number: fault if number < 3 else "(1, 2)") as server:
        assert model(server).ask(query()).completions[0].text == "(1, 2)"
    assert len(server.requests) == 3


def test_a_slow_server_times_out():
    hasty = Retries(tries=2, sleep=lambda _: None, timeout_s=0.1)
    with (
        ChatServer(lambda body, _: 0.3) as server,
        pytest.raises(ModelError, match="after 2 tries"),
    ):
        model(server, retries=hasty).ask(query())


def test_a_refusal_is_not_tried_again():
    with (
        ChatServer(lambda body, _: (401, {})) as server,
        pytest.raises(ModelError, match=r"HTTP 401.*not now"),
    ):
        model(server).ask(query())
    assert len(server.requests) == 1


def test_retry_after_is_obeyed_up_to_a_limit():
    waits = []
    retries = Retries(tries=3, most_s=30, sleep=waits.append)
    with ChatServer(lambda body, n: (429, {"Retry-After": "20"}) if n < 3 else "(1, 2)") as server:
        model(server, retries=retries).ask(query())
    assert waits == [20.0, 20.0]


def test_rate_limit_spaces_requests():
    now, waits = [100.0], []
    limit = RateLimit(30, clock=lambda: now[0], sleep=waits.append)
    for _ in range(3):
        limit.wait()
    assert waits == [2.0, 4.0]


def test_the_cap_stops_before_the_call_that_could_break_it():
    ledger = Ledger(cap=0.008)
    with ChatServer(lambda body, _: "(1, 2)") as server:
        paid = model(server, ledger)
        for _ in range(5):
            paid.ask(query(max_tokens=100))
        with pytest.raises(BudgetExceeded, match="higher --budget"):
            [paid.ask(query(max_tokens=100)) for _ in range(50)]
    assert ledger.paid <= ledger.cap
    assert ledger.paid == pytest.approx(0.0011 * len(server.requests))


def test_the_ledger_counts_earlier_runs(tmp_path):
    file = tmp_path / "ledger.jsonl"
    with ChatServer(lambda body, _: "(1, 2)") as server:
        model(server, Ledger(path=file)).ask(query())
        file.write_bytes(file.read_bytes() + b'{"tag": "torn')
        again = Ledger(path=file)
        model(server, again).ask(query())
    assert again.totals()["calls"] == 2
    assert again.paid == pytest.approx(0.0022)
    assert len(Ledger(path=file).totals()) == 6


def test_the_cache_is_keyed_by_the_whole_request(tmp_path):
    other = Picture(np.full((28, 28, 3), 9, np.uint8))
    jpeg = Picture(np.zeros((28, 28, 3), np.uint8), Encoding("jpeg"))
    ledger = Ledger()
    with ChatServer(lambda body, number: f"({number}, 0)") as server:
        cached = model(server, ledger, cache=tmp_path)
        first = cached.ask(query())
        assert cached.ask(query(tag="other")) == first
        for change in (
            {"temperature": 0.1},
            {"max_tokens": 9},
            {"system": "t"},
            {"logprobs": True},
            {"parts": ("<image>", "why?")},
            {"picture": other},
            {"picture": jpeg},
        ):
            assert cached.ask(query(**change)).completions != first.completions
    assert len(server.requests) == 8
    assert ledger.totals()["cached"] == 1
    assert ledger.paid == pytest.approx(8 * 0.0011)


def test_every_price_says_where_it_is_from_and_when():
    data = yaml.safe_load((Path(ledger_file.__file__).parent / "prices.yaml").read_text("utf-8"))
    assert {source for *_, source in data["prices"].values()} == set(data["sources"])
    assert all(re.fullmatch(r"2\d{3}-\d\d", s["as_of"]) for s in data["sources"].values())
    assert all(0 < into <= out for into, out, _ in data["prices"].values())


def test_a_model_without_a_price_is_refused():
    assert price_of("gpt-4o").input == 2.5
    with pytest.raises(ModelError, match="--price"):
        price_of("somebody/new-model")
