"""Answers are compared by meaning: every usual notation counts, no part of one does."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapworld_scenarios.answers import wrong_answers
from tapworld_scenarios.answers.expected import Expected, Place
from tapworld_scenarios.answers.moments import MomentContext, read_date, read_datetime, read_time
from tapworld_scenarios.answers.numbers import read_amount, read_count, read_number
from tapworld_scenarios.formatting import at_local, format_money, locale_table
from tapworld_scenarios.model import AnswerClause

US = Place("en-US", "USD", "America/Chicago", False, 1_773_151_920_000)
DE = Place("de-DE", "EUR", "Europe/Berlin", True, 1_779_297_840_000)
CURRENCIES = ["AUD", "BRL", "EUR", "GBP", "INR", "KES", "MXN", "USD"]


def _expected(kind: str, value: object, place: Place = US, **extra: object) -> Expected:
    return Expected(AnswerClause(type=kind, value="x", **extra), value, place)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["$1,234.50", "1234.5", "1,234.50", "1.234,50", "1 234,50", "US$1,234.50", "1234.50 USD",
     "1'234.50", "$1,234.50.", "1234.50 dollars"],
)  # fmt: skip
def test_money_in_many_notations(text):
    assert _expected("money", 123450).accepts(text)


@pytest.mark.parametrize(
    "text", ["€1,234.50", "1234", "1234.05", "11234.50", "$1,234.50 or so", ""]
)
def test_money_refuses(text):
    assert not _expected("money", 123450).accepts(text)


@given(st.integers(1, 10**9), st.sampled_from(sorted(locale_table())), st.sampled_from(CURRENCIES))
def test_money_as_any_locale_shows_it_is_read_back(cents, locale, currency):
    assert read_amount(format_money(cents, currency, locale), currency) == cents


@given(st.integers(-(10**12), 10**12), st.sampled_from([",", ".", " ", "'"]))
def test_counts_with_thousands_separators(number, mark):
    assert read_count(f"{number:,}".replace(",", mark)) == number


@given(st.integers(0, 10**9), st.integers(0, 99))
def test_decimals_with_either_mark(whole, cents):
    wanted = Decimal(f"{whole}.{cents:02d}")
    assert read_number(f"{whole:,}.{cents:02d}") == {wanted}
    assert read_number(f"{whole:,}".replace(",", ".") + f",{cents:02d}") == {wanted}


@pytest.mark.parametrize("text", ["9", "nine", "Nine.", " 9 ", "+9"])
def test_count(text):
    assert _expected("count", 9).accepts(text)


@pytest.mark.parametrize("text", ["19", "90", "9 mails", "9.5", "nineteen", "8", "", "nine or ten"])
def test_count_refuses(text):
    assert not _expected("count", 9).accepts(text)


@pytest.mark.parametrize(
    ("text", "locale"),
    [("2026-03-05", "en-US"), ("3/5/2026", "en-US"), ("5/3/2026", "en-GB"), ("05.03.2026", "de-DE"),
     ("March 5, 2026", "en-US"), ("5 March 2026", "de-DE"), ("5. März 2026", "de-DE"),
     ("Thursday, March 5th", "en-US"), ("5 de março de 2026", "pt-BR"), ("2026年3月5日", "ja-JP"),
     ("5 mars 2026", "fr-FR"), ("5 मार्च 2026", "hi-IN"), ("tomorrow", "en-US")],
)  # fmt: skip
def test_dates(text, locale):
    clock = at_local(__import__("datetime").datetime(2026, 3, 4, 9), "UTC")
    assert read_date(text, MomentContext(locale, "UTC", clock)) == date(2026, 3, 5)


@pytest.mark.parametrize("text", ["5", "March", "2026-02-30", "5 March 2026 or later", "34 May"])
def test_dates_refuse(text):
    assert read_date(text, MomentContext("en-US", "UTC", 0)) is None


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("14:30", 870), ("2:30 PM", 870), ("2:30pm", 870), ("14.30", 870), ("14h30", 870),
     ("12 AM", 0), ("12:15 p.m.", 735), ("noon", 720), ("2 pm", 840), ("2:30", 150),
     ("14:30 Uhr", 870)],
)  # fmt: skip
def test_times(text, minutes):
    assert read_time(text, MomentContext("en-US", "UTC", 0)) == minutes


@given(
    st.datetimes(min_value=__import__("datetime").datetime(2000, 1, 1),
                 max_value=__import__("datetime").datetime(2099, 1, 1)),
    st.sampled_from(sorted(locale_table())),
    st.booleans(),
)  # fmt: skip
def test_moments_as_any_locale_shows_them_are_read_back(moment, locale, hour24):
    place = Place(locale, "USD", "UTC", hour24, 0)
    ms = at_local(moment.replace(second=0, microsecond=0), "UTC")
    for kind in ("date", "time", "datetime"):
        expected = _expected(kind, ms, place)
        assert expected.accepts(expected.text), expected.text


def test_datetime_needs_both_parts():
    where = MomentContext("en-US", "UTC", 0)
    assert read_datetime("2026-03-05 14:30", where) == (date(2026, 3, 5), 870)
    assert read_datetime("2:30 PM on March 5, 2026", where) is None
    assert read_datetime("2:30 PM, March 5, 2026", where) == (date(2026, 3, 5), 870)
    assert read_datetime("2026-03-05", where) is None


@pytest.mark.parametrize(
    ("given", "right"),
    [("Re: Lunch on Friday", True), ("re lunch on friday!", True), ("Lunch on Friday", False),
     ("Re: Lunch on Friday 1", False), ("Ｒｅ: Lunch on Friday", True)],
)  # fmt: skip
def test_text(given, right):
    assert _expected("text", "Re: Lunch on Friday").accepts(given) is right


def test_lists_ignore_order_unless_told():
    loose = _expected("list", ("Ana", "Bo", "Cy"))
    strict = _expected("list", ("Ana", "Bo", "Cy"), ordered=True)
    for text in ("bo, cy, ana", "Cy\nAna\nBo", '["Cy", "Bo", "Ana"]', "- Bo\n- Ana\n- Cy"):
        assert loose.accepts(text)
        assert not strict.accepts(text)
    assert strict.accepts("Ana, Bo and Cy")
    for text in ("Ana, Bo", "Ana, Bo, Cy, Di", "Ana, Bo, Bo", ""):
        assert not loose.accepts(text)


def test_a_list_of_amounts():
    expected = _expected("list", (1250, 900), DE, items="money")
    assert expected.accepts("9,00 €; 12,50 €")
    assert not expected.accepts("9,00 €; 12,51 €")


def test_yes_no():
    assert _expected("yes_no", True).accepts("Yes.")
    assert _expected("yes_no", False).accepts("nein")
    assert not _expected("yes_no", True).accepts("yes and no")


MOMENT = at_local(__import__("datetime").datetime(2026, 3, 5, 14, 30), "America/Chicago")


@pytest.mark.parametrize(
    ("expected", "named"),
    [(_expected("count", 9), "digit_in_front"), (_expected("money", 1250), "other_currency"),
     (_expected("date", MOMENT), "day_and_month_swapped"),
     (_expected("time", MOMENT), "half_a_day_off"),
     (_expected("datetime", MOMENT), "day_alone"), (_expected("text", "Red fox"), "first_word"),
     (_expected("list", ("a", "b")), "one_item_more"), (_expected("yes_no", True), "opposite"),
     (_expected("number", Decimal("2.5")), "tenfold"),
     (_expected("choice", "food", options=("food", "rent")), "other_choice")],
)  # fmt: skip
def test_wrong_answers_are_wrong_and_the_right_one_right(expected, named):
    made = dict(wrong_answers(expected, {"who": "Sam"}))
    assert named in made
    assert "parameter_who" in made
    assert expected.accepts(expected.text)
    assert not [text for text in made.values() if expected.accepts(text)]


@given(st.integers(0, 10_000))
def test_wrong_counts_are_never_accepted(number):
    expected = _expected("count", number)
    assert all(not expected.accepts(text) for _, text in wrong_answers(expected, {}))
