"""Finding the phone under a stack of wrappers."""

from __future__ import annotations

from typing import Any

import gymnasium

from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.phone_env import PhoneEnv

__all__ = ["phone_of", "require_elements"]


def phone_of(env: gymnasium.Env[Any, Any]) -> PhoneEnv:
    """Return the phone environment inside.

    Raises:
        EnvironmentSetupError: There is another environment inside.
    """
    phone = env.unwrapped
    if not isinstance(phone, PhoneEnv):
        raise EnvironmentSetupError(
            f"this wrapper works on a phone environment, not on {type(phone).__name__}"
        )
    return phone


def require_elements(env: gymnasium.Env[Any, Any], wrapper: str) -> PhoneEnv:
    """Return the phone environment if it shows elements.

    Raises:
        EnvironmentSetupError: It hides them.
    """
    phone = phone_of(env)
    if phone.observe == "pixels":
        raise EnvironmentSetupError(
            f"{wrapper} needs elements: make the environment with observe='elements' or 'both'"
        )
    return phone
