"""Makes ``gymnasium.make("TapWorld-v0")`` work once this package is imported.

Gymnasium before 1.0 found environments by the entry point ``gymnasium.envs``, which the package
still declares; from 1.0 on it must be imported, or named: ``tapworld_env:TapWorld-v0``.
"""

from __future__ import annotations

import gymnasium

__all__ = ["ENV_ID", "register"]

ENV_ID = "TapWorld-v0"


def register() -> None:
    """Register the environment; safe to call twice."""
    if ENV_ID in gymnasium.registry:
        return
    gymnasium.register(
        id=ENV_ID,
        entry_point="tapworld_env.phone_env:PhoneEnv",
        vector_entry_point="tapworld_env.vector:PhoneVectorEnv",
        # Its checks look at every pixel of every step; tests run check_env instead.
        disable_env_checker=True,
    )
