from __future__ import annotations

import pytest

from tapworld_eval.agents import agent_names, make_agent
from tapworld_eval.agents.noop import NoopAgent
from tapworld_eval.errors import AgentError, UnknownAgent


def test_agents_that_come_with_the_package() -> None:
    assert {"noop", "random", "text", "oracle", "replay"} <= set(agent_names())


def test_options_come_as_text_and_are_converted() -> None:
    assert make_agent("oracle", epsilon="0.25")._epsilon == 0.25  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"epsilom": "1"}, "no option 'epsilom'"),
        ({"epsilon": "often"}, "option 'epsilon'.*'often'"),
        ({"epsilon": "1.5"}, "probability"),
    ],
)
def test_wrong_options(options: dict[str, str], message: str) -> None:
    with pytest.raises(AgentError, match=message):
        make_agent("oracle", **options)


def test_a_class_by_its_path() -> None:
    assert isinstance(make_agent("tapworld_eval.agents.noop:NoopAgent"), NoopAgent)


@pytest.mark.parametrize("name", ["nop", "no.such.module:Agent", "json:Agent"])
def test_unknown_agents(name: str) -> None:
    with pytest.raises(UnknownAgent, match=name):
        make_agent(name)
