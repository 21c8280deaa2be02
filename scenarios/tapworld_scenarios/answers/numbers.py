"""Numbers and amounts as people of several places write them."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

from tapworld_scenarios.formatting import locale_table

__all__ = ["WORDS", "currencies_of", "read_amount", "read_count", "read_number"]

_NAMES = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)
WORDS = {word: value for value, word in enumerate(_NAMES)}

# A sign may stand for several currencies; a code or a word only for one.
_SIGNS: dict[str, frozenset[str]] = {
    "R$": frozenset({"BRL"}),
    "A$": frozenset({"AUD"}),
    "AU$": frozenset({"AUD"}),
    "MX$": frozenset({"MXN"}),
    "US$": frozenset({"USD"}),
    "$": frozenset({"USD", "AUD", "MXN", "CAD", "NZD", "ARS"}),
    "€": frozenset({"EUR"}),
    "£": frozenset({"GBP"}),
    "¥": frozenset({"JPY", "CNY"}),
    "円": frozenset({"JPY"}),
    "₹": frozenset({"INR"}),
    "KSH": frozenset({"KES"}),
    "RS": frozenset({"INR"}),
    "EURO": frozenset({"EUR"}),
    "EUROS": frozenset({"EUR"}),
    "DOLLAR": frozenset({"USD", "AUD", "CAD", "NZD"}),
    "DOLLARS": frozenset({"USD", "AUD", "CAD", "NZD"}),
    "POUND": frozenset({"GBP"}),
    "POUNDS": frozenset({"GBP"}),
    "YEN": frozenset({"JPY"}),
    "RUPEE": frozenset({"INR"}),
    "RUPEES": frozenset({"INR"}),
    "PESO": frozenset({"MXN", "ARS"}),
    "PESOS": frozenset({"MXN", "ARS"}),
    "REAL": frozenset({"BRL"}),
    "REAIS": frozenset({"BRL"}),
    "SHILLING": frozenset({"KES"}),
    "SHILLINGS": frozenset({"KES"}),
}
_CODE = re.compile(r"[A-Z]{3}\Z")
_PLAIN = re.compile(r"\d+\Z")
_GROUPED = re.compile(r"\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*\Z")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})*,\d{3}\Z")
_DECIMAL = re.compile(r"(.*?)([.,])(\d+)\Z")


def tidy(text: str) -> str:
    """NFKC, one kind of space, minus and apostrophe, no space around."""
    plain = unicodedata.normalize("NFKC", text)
    plain = plain.replace("−", "-").replace("–", "-").replace("’", "'")
    return " ".join(plain.split())


def _whole(text: str) -> int | None:
    if _PLAIN.match(text) or _GROUPED.match(text) or _INDIAN.match(text):
        return int(re.sub(r"\D", "", text))
    return None


def read_number(text: str) -> set[Decimal]:
    """Every number the text may mean; empty when it is none.

    One mark before exactly three digits is ambiguous: a German reads 1.234 as a thousand.

    >>> sorted(read_number("1.234"))
    [Decimal('1.234'), Decimal('1234')]
    >>> read_number("1.234,5"), read_number("nine"), read_number("9 or so")
    ({Decimal('1234.5')}, {Decimal('9')}, set())
    """
    plain = tidy(text)
    if plain.casefold() in WORDS:
        return {Decimal(WORDS[plain.casefold()])}
    sign = 1
    if plain[:1] in "+-" and plain[:1]:
        sign = -1 if plain[0] == "-" else 1
        plain = plain[1:].lstrip()
    found: set[Decimal] = set()
    whole = _whole(plain)
    if whole is not None:
        found.add(Decimal(sign * whole))
    match = _DECIMAL.match(plain)
    if match is not None:
        head, mark, fraction = match.groups()
        left = 0 if head == "" else _whole(head)
        if left is not None and mark not in head:
            found.add(sign * Decimal(f"{left}.{fraction}"))
    return found


def read_count(text: str) -> int | None:
    """A whole number, in digits or as a word from zero to twenty.

    >>> read_count("1,234"), read_count("Nineteen"), read_count("9.5"), read_count("9 mails")
    (1234, 19, None, None)
    """
    plain = tidy(text)
    if plain.casefold() in WORDS:
        return WORDS[plain.casefold()]
    sign = -1 if plain.startswith("-") else 1
    whole = _whole(plain.lstrip("+-").lstrip())
    return None if whole is None else sign * whole


def currencies_of(mark: str) -> frozenset[str] | None:
    """Currencies a sign, code or word stands for; ``None`` when it is nothing of the kind.

    >>> currencies_of("€"), currencies_of("usd")
    (frozenset({'EUR'}), frozenset({'USD'}))
    """
    upper = mark.upper().rstrip(".")
    shown = _signs_in_use().get(upper, frozenset())
    if upper in _SIGNS or shown:
        return _SIGNS.get(upper, frozenset()) | shown
    return frozenset({upper}) if _CODE.match(upper) else None


@lru_cache(maxsize=1)
def _signs_in_use() -> dict[str, frozenset[str]]:
    """Signs with which some locale shows some currency."""
    found: dict[str, frozenset[str]] = {}
    for data in locale_table().values():
        for currency, shape in data["money"].items():
            sign = tidy(shape["positive"].replace("{number}", "")).upper().rstrip(".")
            found[sign] = found.get(sign, frozenset()) | {currency}
    return found


def read_amount(text: str, currency: str) -> int | None:
    """Cents, or ``None`` when the text is no amount or names another currency.

    >>> read_amount("1.234,50 €", "EUR"), read_amount("$12.5", "USD"), read_amount("$12", "EUR")
    (123450, 1250, None)
    """
    plain = tidy(text)
    negative = False
    match = re.fullmatch(r"([-+]?)\s*([^\d\s.,'+-]*)\s*([-+]?)\s*([\d.,' ]*\d)\s*(.*)", plain)
    if match is None:
        return None
    first, before, second, digits, after = match.groups()
    negative = "-" in (first, second)
    for mark in (before, after):
        if mark:
            meant = currencies_of(mark.strip())
            if meant is None or currency not in meant:
                return None
    readings = {n for n in read_number(digits) if n == n.quantize(Decimal("0.01"))}
    whole = _whole(digits)
    if whole is not None:  # 1.234 is a thousand and more: amounts have at most two decimals
        readings = {Decimal(whole)}
    if len(readings) != 1:
        return None
    cents = int(readings.pop() * 100)
    return -cents if negative else cents
