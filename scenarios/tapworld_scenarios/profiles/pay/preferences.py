"""Settings and search history of the wallet."""

from __future__ import annotations

import datetime as dt
import sqlite3

from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["write_preferences"]


def write_preferences(persona: Persona, connection: sqlite3.Connection) -> None:
    """Write every key of the settings and a few past searches."""
    rng = rng_for(persona.id, "pay", "settings")
    habits = persona.pay
    settings = {
        "pin": habits.pin,
        "pin_required": habits.pin_required if habits.pin else "never",
        "pin_threshold_cents": str(round(habits.limit_payment_cents / 20)),
        "limit_payment_cents": str(habits.limit_payment_cents),
        "limit_week_cents": str(habits.limit_week_cents),
        "default_privacy": habits.privacy,
        "notify_received": rng.choice("110"),
        "notify_requests": "1",
        "notify_marketing": rng.choice("001"),
        "auto_cash_out": rng.choice("0001"),
        "hide_balance": rng.choice("0001"),
        "cash_out_speed": rng.choice(("standard", "standard", "instant")),
        "discoverable": rng.choice("110"),
    }
    for key, value in sorted(settings.items()):
        connection.execute("INSERT INTO settings (key, value) VALUES (?, ?)", (key, value))
    searched = rng.sample([*persona.people, *persona.eateries], 4)
    at = persona.now - dt.timedelta(days=19)
    for row_id, entry in enumerate(searched, start=1):
        at += dt.timedelta(days=rng.randint(1, 4), minutes=rng.randint(1, 500))
        connection.execute(
            "INSERT INTO search_history (id, query, searched_at) VALUES (?, ?, ?)",
            (row_id, entry.name.lower(), int(at.timestamp()) * 1000),
        )
