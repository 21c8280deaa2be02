"""No more pages work at once than the machine can carry."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tapworld_env.devices.handset import turns
from tapworld_env.devices.handset.turns import pause, turn


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_free", threading.Semaphore(2))


def free() -> int:
    """How many turns another thread could take now."""

    def take() -> int:
        taken = 0
        while turns._free.acquire(blocking=False):
            taken += 1
        for _ in range(taken):
            turns._free.release()
        return taken

    with ThreadPoolExecutor(1) as other:
        return other.submit(take).result()


def test_no_more_than_there_are_turns_work_at_once() -> None:
    working, most, lock = 0, 0, threading.Lock()
    both = threading.Barrier(2)

    def work(number: int) -> None:
        nonlocal working, most
        with turn():
            with lock:
                working += 1
                most = max(most, working)
            if number < 2:
                both.wait(10)  # two do work at the same time
            with lock:
                working -= 1

    with ThreadPoolExecutor(8) as pool:
        first = [pool.submit(work, number) for number in range(2)]
        for future in first:
            future.result()
        for future in [pool.submit(work, number) for number in range(2, 40)]:
            future.result()
    assert most == 2
    assert free() == 2


def test_a_turn_within_a_turn_is_free_and_an_error_gives_it_back() -> None:
    def fail() -> None:
        with turn():
            with turn():
                assert free() == 1
            assert free() == 1
            raise ValueError("in the middle")

    with pytest.raises(ValueError, match="in the middle"):
        fail()
    assert free() == 2


def test_whoever_only_waits_gives_the_turn_back_meanwhile() -> None:
    with turn():
        with pause():
            assert free() == 2
            with turn():
                assert free() == 1
        assert free() == 1
    with pause():
        assert free() == 2


def test_a_forked_child_has_turns_of_its_own() -> None:
    with turn():
        child = os.fork()
        if child == 0:
            available = turns._free.acquire(timeout=1) and turns._free.acquire(timeout=1)
            os._exit(0 if available else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert free() == 1
