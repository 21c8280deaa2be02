"""What can be read off a goal by rules: quotes, names, amounts, addresses, the question asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tapworld_eval.agents.selectors import normalise

__all__ = ["Goal", "amounts_in", "decimal", "read_goal", "words_of"]

_QUOTED = re.compile(r"[\"“”„«]([^\"“”„«»]+)[\"“”»]|(?<!\w)'([^']+)'(?!\w)")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_HANDLE = re.compile(r"(?<![\w.])@[\w.]+")
_MONEY = re.compile(
    r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|INR)\b)\s?(\d[\d.,\s']*\d|\d)"
    r"|(\d[\d.,']*)\s?(?:[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|INR|dollars|euros|pounds)\b)"
)
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w.,]*\d)")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[^\W\d_a-z][\w'’-]+(?:\s+[^\W\d_a-z][\w'’-]*)*")
# Scripts without capitals: a run of their letters inside an English sentence is a name.
_FOREIGN = re.compile(r"[\u0370-\uffff]+(?:[\s・][\u0370-\uffff]+)*")
_SHOW = re.compile(r"\b(open|show|go to|find|display|list|bring up|look at)\b", re.IGNORECASE)
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

# What one does on a phone: such a word names the control that does it.
_VERBS = frozenset(
    {
        "accept", "add", "archive", "block", "cancel", "change", "choose", "compose", "create",
        "decline", "delete", "edit", "empty", "favourite", "forward", "freeze", "hide", "label",
        "mark", "mute", "pay", "pin", "remind", "rename", "reply", "report", "request", "restore",
        "save", "send", "share", "snooze", "split", "star", "switch", "unarchive", "unblock",
        "unfreeze", "unhide", "unlabel", "unmute", "unsnooze", "unstar",
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
    "favorite": "favourite",
    "email": "mail",
    "e-mail": "mail",
    "message": "mail",
    "look": "search",
    "find": "search",
    "activity": "history",
    "ask": "request",
    "preferences": "settings",
    "answer": "reply",
    "telephone": "phone",
    "picture": "image",
    "person": "contact",
    "people": "contact",
    "keep": "save",
    "nudge": "remind",
    "refuse": "decline",
}


@dataclass(frozen=True)
class Goal:
    """A goal, taken apart.

    Attributes:
        text: The goal as given.
        words: Content words in lower case, stems.
        verbs: Those of them that say what to do, in order.
        quoted: Texts in quotation marks, in order.
        names: Capitalised names inside sentences.
        emails: Mail addresses.
        handles: ``@handles``.
        amounts: Amounts of money as plain decimals, ``"12.50"``.
        numbers: Other numbers.
        asks: What kind of answer is wanted, or ``None`` if nothing is asked.
        shows: Whether it wants something shown.
    """

    text: str
    words: frozenset[str]
    verbs: tuple[str, ...]
    quoted: tuple[str, ...]
    names: tuple[str, ...]
    emails: tuple[str, ...]
    handles: tuple[str, ...]
    amounts: tuple[str, ...]
    numbers: tuple[str, ...]
    asks: str | None
    shows: bool

    def without(self, apps: Iterable[str]) -> Goal:
        """The goal less the names of apps: "Pay" in "in Pay" is where, not what."""
        left_out = frozenset(words_of(" ".join(apps)))
        return replace(
            self,
            words=self.words - left_out,
            verbs=tuple(verb for verb in self.verbs if verb not in left_out),
            names=tuple(name for name in self.names if not set(words_of(name)) & left_out),
        )

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
        verbs=tuple(dict.fromkeys(word for word in words_of(rest) if word in _VERBS)),
        quoted=quoted,
        names=tuple(dict.fromkeys(_names(bare))),
        emails=emails,
        handles=tuple(_HANDLE.findall(rest)),
        amounts=amounts,
        numbers=tuple(_NUMBER.findall(bare)),
        asks=_asks(plain),
        shows=_SHOW.search(bare) is not None,
    )


def words_of(text: str) -> list[str]:
    """Content words of a text, in lower case, as stems with synonyms joined.

    >>> words_of("Archive the e-mails")
    ['archive', 'mail']
    """
    found = re.findall(r"[\w-]+", text.lower())
    return [_SYNONYMS.get(stem, stem) for word in found if (stem := _stem(word)) not in _STOP]


def amounts_in(text: str) -> set[str]:
    """Every amount of money in a text, as plain decimals with two places."""
    found = (decimal(a or b) for a, b in _MONEY.findall(normalise(text)))
    return {f"{float(number):.2f}" for number in found if number.count(".") <= 1}


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
    latin = [match.strip() for match in _NAME.findall(text) if len(match.strip()) > 2]
    return [*latin, *(match.strip() for match in _FOREIGN.findall(text) if match.strip("–— …’“”"))]


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
