"""What made-up screens say: names, sentences, amounts, dates, and what their rows are called."""

from __future__ import annotations

import random

from tapworld_eval.grounding.nano.words import LABELS, like, word

__all__ = ["ORDINALS", "amount", "noun", "sentence", "stamp", "title"]

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NOUNS = (
    "account", "address", "bill", "contact", "draft", "event", "file", "folder", "friend", "group",
    "label", "mail", "message", "note", "order", "payment", "person", "photo", "rule", "song",
    "task", "ticket", "transfer",
)  # fmt: skip


def title(draw: random.Random) -> str:
    """What stands first on a row or on a button.

    Examples:
        >>> title(random.Random(2)) == title(random.Random(2))
        True
    """
    kind = draw.random()
    if kind < 0.5:
        return word(draw)
    if kind < 0.7:
        return " ".join(_made_up(draw).capitalize() for _ in range(draw.choice((1, 2, 2, 3))))
    if kind < 0.85:
        return sentence(draw, draw.randint(2, 4))
    if kind < 0.9:
        return f"{_made_up(draw)}.{_made_up(draw)}@{_made_up(draw)}.example"
    if kind < 0.94:
        return f"@{_made_up(draw)}{draw.choice(('', str(draw.randrange(100))))}"
    return draw.choice((amount(draw), stamp(draw), draw.choice(LABELS)))


def sentence(draw: random.Random, words: int) -> str:
    """Made-up words in a row, the first with a capital letter."""
    return " ".join(_made_up(draw) for _ in range(words)).capitalize()


def amount(draw: random.Random) -> str:
    """An amount of money."""
    whole = draw.choice((draw.randrange(1, 100), draw.randrange(100, 10000)))
    sign, money = draw.choice(("", "", "+", "-")), draw.choice(("$", "€", "£", "¥", ""))
    return f"{sign}{money}{whole:,}.{draw.randrange(100):02}"


def stamp(draw: random.Random) -> str:
    """A time, a day or a date."""
    day, minute = draw.randint(1, 28), draw.randrange(60)
    month = _made_up(draw)[:3].capitalize()
    return draw.choice(
        (
            f"{draw.randrange(24)}:{minute:02}",
            f"{month} {day}",
            f"{day}. {month}",
            f"{month} {day}, {draw.randint(2019, 2030)}",
            f"{draw.randint(1, 12)}:{minute:02} {draw.choice(('am', 'PM'))}",
        )
    )


def noun(draw: random.Random) -> str:
    """What the rows of a list are called, in the singular; half of them mean nothing.

    Examples:
        >>> noun(random.Random(0)).islower()
        True
    """
    if draw.random() < 0.5:
        return draw.choice(_NOUNS)
    made = _made_up(draw)
    return f"{made} {draw.choice(_NOUNS)}" if draw.random() < 0.2 else made


def _made_up(draw: random.Random) -> str:
    return like("x" * draw.choice((2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 11)), draw).lower()
