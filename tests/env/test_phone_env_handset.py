"""The environment as users get it: real apps, real catalogue, a handset."""

from __future__ import annotations

import pytest

from tapworld_env import PhoneEnv
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_env.errors import EnvironmentSetupError
from tapworld_scenarios import Configuration, load_catalog, personas, themes

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]
SMALL = (412, 915, 1.0)


def test_equal_seeds_give_equal_goals_and_equal_pictures() -> None:
    seen = []
    for _ in range(2):
        env = PhoneEnv(screen=SMALL, render_mode="rgb_array")
        try:
            for seed in (3, None):
                observation, info = env.reset(seed=seed)
                assert info["settled"]
                assert info["script_errors"] == []
                seen.append((info["task_id"], observation["goal"], env.render_png()))
        finally:
            env.close()
    assert seen[:2] == seen[2:]


def test_a_configuration_by_id_ends_with_a_verdict() -> None:
    catalog = load_catalog()
    name = next(iter(catalog.scenarios))
    configuration = Configuration(name, 0, min(personas()), min(themes()), "launcher")
    env = PhoneEnv(screen=SMALL)
    try:
        _, info = env.reset(options={"configuration": configuration.id})
        assert info["task_id"] == configuration.id
        assert info["foreground"] == "launcher"
        _, reward, terminated, _, info = env.step({"action": "done"})
        assert (reward, terminated) == (0.0, True)
        assert info["verdict"]["success"] is False
        with pytest.raises(EnvironmentSetupError, match="unknown scenario"):
            env.reset(options={"scenario": "pay.nosuch"})
    finally:
        env.close()
