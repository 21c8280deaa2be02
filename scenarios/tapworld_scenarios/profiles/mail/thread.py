"""A mail thread before it is written: who wrote what, and when."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from tapworld_scenarios.profiles.personas import Business, Person

__all__ = ["Letter", "Mailbox", "Thread"]


@dataclass(frozen=True)
class Mailbox:
    """Somebody who writes or receives: a name and an address."""

    name: str
    email: str

    @classmethod
    def of(cls, who: Person | Business) -> Mailbox:
        """Return the mailbox of a person or business."""
        return cls(who.name, who.email)


@dataclass(frozen=True)
class Letter:
    """One message.

    Attributes:
        sender: Who wrote it, ``None`` for the phone's owner.
        to: Main recipients; ``None`` stands for the owner.
        body: What was written, without a signature of the owner.
        at: When it was sent.
        cc: Further recipients.
        files: Names of the attachments.
        forward: The message that was sent on, for a forward.
    """

    sender: Mailbox | None
    to: tuple[Mailbox | None, ...]
    body: str
    at: dt.datetime
    cc: tuple[Mailbox | None, ...] = ()
    files: tuple[str, ...] = ()
    forward: Letter | None = None


@dataclass
class Thread:
    """A subject and its messages, oldest first.

    Attributes:
        subject: Without any prefix.
        topic: What it is about; decides labels.
        letters: The messages.
        work: Whether it lies in the work account.
        spam: Whether it is spam.
        droppable: Whether it may be left out when the mailbox becomes too large.
    """

    subject: str
    topic: str
    letters: list[Letter] = field(default_factory=list)
    work: bool = False
    spam: bool = False
    droppable: bool = False

    @property
    def starts(self) -> dt.datetime:
        """When the first message was sent."""
        return self.letters[0].at

    @property
    def ends(self) -> dt.datetime:
        """When the last message was sent."""
        return self.letters[-1].at
