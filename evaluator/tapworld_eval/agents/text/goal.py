"""What can be read off a goal by rules: quotes, names, amounts, addresses, the question asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tapworld_eval.agents.selectors import normalise

__all__ = ["Goal", "read_goal", "words_of"]

_QUOTED = re.compile(r"[\"“”„«]([^\"“”„«»]+)[\"“”»]|(?<!\w)'([^']+)'(?!\w)")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_HANDLE = re.compile(r"(?<![\w.])@[\w.]+")
_MONEY = re.compile(
    r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|INR)\b)\s?(\d[\d.,\s']*\d|\d)"
    r"|(\d[\d.,']*)\s?(?:[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|INR|dollars|euros|pounds)\b)"
)
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w.,]*\d)")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[^\W\d_a-z][\w'’-]+(?:\s+[^\W\d_a-z][\w'’-]*)*")
_QUESTION = re.compile(
    r"\?|^\s*(how|what|which|when|who|where|is|are|does|did)\b"
    r"|\b(tell me|answer|report|find out)\b",
    re.IGNORECASE,
)

# Words that say nothing about which element is meant.
_STOP = frozenset(
    {
        "a", "an", "and", "any", "are", "as", "at", "be", "by", "do", "for", "from", "has",
        "have", "i", "in", "into", "is", "it", "its", "me", "my", "of", "on", "or", "please",
        "so", "that", "the", "their", "them", "then", "there", "this", "to", "under", "use",
        "using", "want", "was", "with", "you", "your", "app",
    }
)  # fmt: skip

# What users call things, and what buttons say.
_SYNONYMS = {
    "transfer": "send",
    "pay": "send",
    "write": "compose",
    "remove": "delete",
    "erase": "delete",
    "bin": "trash",
    "favourite": "star",
    "favorite": "star",
    "email": "mail",
    "e-mail": "mail",
    "message": "mail",
    "look": "search",
    "find": "search",
    "activity": "history",
    "ask": "request",
    "preferences": "settings",
    "answer": "reply",
}


@dataclass(frozen=True)
class Goal:
    """A goal, taken apart.

    Attributes:
        text: The goal as given.
        words: Content words in lower case, stems.
        quoted: Texts in quotation marks, in order.
        names: Capitalised names inside sentences.
        emails: Mail addresses.
        handles: ``@handles``.
        amounts: Amounts of money as plain decimals, ``"12.50"``.
        numbers: Other numbers.
        asks: What kind of answer is wanted, or ``None`` if nothing is asked.
    """

    text: str
    words: frozenset[str]
    quoted: tuple[str, ...]
    names: tuple[str, ...]
    emails: tuple[str, ...]
    handles: tuple[str, ...]
    amounts: tuple[str, ...]
    numbers: tuple[str, ...]
    asks: str | None

    @property
    def entities(self) -> tuple[str, ...]:
        """Everything that names a particular thing, most telling first."""
        return tuple(dict.fromkeys((*self.quoted, *self.emails, *self.handles, *self.names)))


def read_goal(text: str) -> Goal:
    """Take a goal apart.

    >>> goal = read_goal('Send $12.50 to Noor Haddad with the note "Lunch".')
    >>> goal.amounts, goal.names, goal.quoted, goal.asks
    (('12.50',), ('Noor Haddad',), ('Lunch',), None)
    >>> read_goal("How much did I pay Noor in March?").asks
    'money'
    """
    plain = normalise(text)
    quoted = tuple((a or b).strip() for a, b in _QUOTED.findall(plain))
    rest = _QUOTED.sub(" ", plain)
    emails = tuple(_EMAIL.findall(rest))
    rest = _EMAIL.sub(" ", rest)
    amounts = tuple(decimal(a or b) for a, b in _MONEY.findall(rest))
    bare = _MONEY.sub(" ", rest)
    return Goal(
        text=plain,
        words=frozenset(words_of(rest)),
        quoted=quoted,
        names=tuple(dict.fromkeys(_names(bare))),
        emails=emails,
        handles=tuple(_HANDLE.findall(rest)),
        amounts=amounts,
        numbers=tuple(_NUMBER.findall(bare)),
        asks=_asks(plain),
    )


def words_of(text: str) -> list[str]:
    """Content words of a text, in lower case, as stems with synonyms joined.

    >>> words_of("Archive the e-mails")
    ['archive', 'mail']
    """
    found = re.findall(r"[\w-]+", text.lower())
    return [_SYNONYMS.get(stem, stem) for word in found if (stem := _stem(word)) not in _STOP]


def decimal(number: str) -> str:
    """A number as written by people as a plain decimal: the last separator of two digits counts.

    >>> decimal("1.234,50"), decimal("1,200"), decimal("12.5")
    ('1234.50', '1200', '12.5')
    """
    number = re.sub(r"[\s']", "", number)
    whole, separator, part = max(
        (number.rpartition(mark) for mark in ".,"), key=lambda split: len(split[0])
    )
    if separator and len(part) <= 2:
        return f"{re.sub('[.,]', '', whole)}.{part}"
    return re.sub("[.,]", "", number)


def _stem(word: str) -> str:
    for ending in ("ies", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 3 and not word.endswith("ss"):
            return word[: -len(ending)] + {"ies": "y", "es": "e", "s": ""}[ending]
    return word


def _names(text: str) -> list[str]:
    return [match.strip() for match in _NAME.findall(text) if len(match.strip()) > 2]


def _asks(text: str) -> str | None:
    if not _QUESTION.search(text):
        return None
    lower = text.lower()
    for kind, pattern in (
        ("money", r"how much|what.*(amount|total|balance|price|cost|fee)"),
        ("count", r"how many|number of|count"),
        ("date", r"when|what (date|day|time)|which day"),
        ("yes_no", r"^\s*(is|are|does|did|do|has|have|was)\b|yes or no"),
        ("text", r"\?|what|which|who|where|tell me|answer"),
    ):
        if re.search(pattern, lower):
            return kind
    return None
