"""Formats equal what Intl gives in the apps (samples written by make_locales.mjs)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapworld_scenarios.errors import TapworldScenariosError
from tapworld_scenarios.formatting import (
    format_date,
    format_date_time,
    format_money,
    format_time,
    locale_data,
)

SAMPLES = json.loads((Path(__file__).parent / "fixtures" / "intl_samples.json").read_text())
ZONE = "Asia/Kolkata"


def test_every_sample():
    for s in SAMPLES:
        if "money" in s:
            assert format_money(s["cents"], s["currency"], s["locale"]) == s["money"], s
        else:
            found = (
                format_date(s["ms"], s["locale"], ZONE),
                format_time(s["ms"], s["locale"], ZONE, s["hour24"]),
                format_date_time(s["ms"], s["locale"], ZONE, s["hour24"]),
            )
            assert found == (s["date"], s["time"], s["date_time"]), s


def test_an_unknown_locale_says_what_to_do():
    with pytest.raises(TapworldScenariosError, match=r"make_locales\.mjs"):
        locale_data("xx-XX")
