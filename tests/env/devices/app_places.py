"""Places in the apps: a way to every route and dialog, with rows of the data they need."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tapworld_scenarios import Snapshot, load_catalog
from tapworld_scenarios.arranging import ui_of

from .screen_crawl import Found

__all__ = ["places"]


@dataclass(frozen=True)
class Ask:
    """A query for a parameter: its only value, or the list of its values."""

    sql: str
    many: bool = False

    def answer(self, database: sqlite3.Connection) -> Any:
        rows = [row[0] for row in database.execute(self.sql)]
        if not rows:
            raise AssertionError(f"the profile has no row for: {self.sql}")
        return rows if self.many else rows[0]


@dataclass(frozen=True)
class Place:
    """A stack of routes, and what lies over it.

    Attributes:
        stack: Routes, each with its parameters and state.
        dialog: Name and parameters of a dialog.
    """

    stack: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...]
    dialog: tuple[str, dict[str, Any]] | None = field(default=None)

    def over(self, dialog: str, **params: Any) -> Place:
        return Place(self.stack, (dialog, params))

    def then(self, route: str, state: dict[str, Any] | None = None, **params: Any) -> Place:
        return Place((*self.stack, (route, params, state or {})))


def at(tab: str, **state: Any) -> Place:
    return Place(((tab, {}, state),))


def first(table: str, where: str = "1", column: str = "id") -> Ask:
    return Ask(f"SELECT {column} FROM {table} WHERE {where} ORDER BY rowid LIMIT 1")


LONGEST = Ask(
    "SELECT thread_id FROM messages JOIN threads t ON t.id = thread_id WHERE t.folder = 'inbox'"
    " GROUP BY thread_id ORDER BY COUNT(*) DESC, thread_id LIMIT 1"
)
THREE = Ask(
    "SELECT id FROM threads WHERE folder = 'inbox' ORDER BY last_at DESC LIMIT 3", many=True
)
INCOMING = first("messages", "is_outgoing = 0")
SENDER = first("messages", "is_outgoing = 0", "from_email")
MAIL = {
    "accountId": first("accounts"),
    "to": SENDER,
    "cc": "",
    "bcc": "",
    "subject": "",
    "body": "All the best",
    "attachments": [],
}
BOXES = ("archive", "sent", "spam", "trash", "starred", "important", "snoozed", "all")
THREAD = at("inbox").then("thread", threadId=LONGEST)
COMPOSE = at("inbox").then("compose")
CONTACT = at("contacts").then("contact", contactId=first("contacts"))

MAIL_PLACES = [
    at("inbox"),
    at("inbox", options=True),
    at("inbox", selection=THREE),
    at("search"),
    at("search", panel=True),
    at("folders"),
    at("contacts"),
    at("settings"),
    *(
        at("folders").then("folder", mailbox=mailbox)
        for mailbox in BOXES
    ),
    at("folders").then("folder", mailbox="trash").over("confirm-empty", folder="trash"),
    at("folders").then("label", labelId=first("labels")),
    at("folders").then("drafts"),
    at("folders").then("drafts").over("confirm-delete-draft", draftId=first("drafts")),
    at("folders").then("labels"),
    at("folders").then("labels").over("confirm-delete-label", labelId=first("labels")),
    at("folders").then("labels").then("label-form"),
    at("folders").then("labels").then("label-form", labelId=first("labels")),
    at("folders").then("labels").then("label-form").over("confirm-leave"),
    THREAD,
    at("folders").then("folder", mailbox="trash")
    .then("thread", threadId=first("threads", "folder = 'trash'")),
    THREAD.over("move", ids=THREE, leave=True),
    THREAD.over("snooze", ids=THREE, leave=True),
    THREAD.over("confirm-delete", ids=THREE, leave=True),
    THREAD.over("confirm-delete-forever", ids=THREE, leave=True),
    THREAD.over("message-menu", messageId=INCOMING),
    THREAD.over("confirm-block", email=SENDER),
    THREAD.then("message", messageId=INCOMING),
    THREAD.then("attachment", attachmentId=first("attachments", "message_id IS NOT NULL")),
    THREAD.then("apply-labels", threadIds=THREE),
    COMPOSE,
    at("inbox").then("compose", {"copies": True}, mode="reply_all", messageId=INCOMING),
    at("inbox").then("compose", mode="forward", messageId=INCOMING),
    at("folders").then("drafts").then("compose", draftId=first("drafts")),
    at("inbox").then("compose", {"picking": True}),
    COMPOSE.over("confirm-discard", draftId=None),
    COMPOSE.over(
        "confirm-send",
        mail=MAIL,
        origin={"mode": "new", "draftId": None, "messageId": None},
        reason="It has no subject.",
    ),
    at("search").over("confirm-clear-history"),
    CONTACT,
    CONTACT.over("confirm-delete-contact", contactId=first("contacts")),
    CONTACT.then("contact-form", contactId=first("contacts")),
    at("contacts").then("contact-form"),
    at("settings").then("account", accountId=first("accounts")),
    at("settings").then("signature"),
    at("settings").then("vacation"),
    at("settings").then("blocked"),
]  # fmt: skip

PERSON = at("people").then("person", contactId=first("contacts"))
CARD = at("settings").then("cards").then("card", cardId=first("cards"))


def request(where: str) -> Place:
    return at("requests").then("request", requestId=first("requests", where))


def split(status: str) -> Place:
    return (
        at("requests").then("splits").then("split", splitId=first("splits", f"status = '{status}'"))
    )


OPEN_INCOMING = "direction = 'incoming' AND status = 'pending'"
OPEN_OUTGOING = "direction = 'outgoing' AND status = 'pending'"
PAY_PLACES = [
    at("home"),
    at("home", revealed=True),
    at("activity"),
    at("activity", filtersOpen=True),
    at("requests"),
    at("requests", direction="outgoing", scope="all"),
    at("people"),
    at("people", scope="favourites"),
    at("settings"),
    at("home").then("search"),
    at("home").then("search", {"query": "a"}),
    at("home").then("send"),
    at("home").then("send", contactId=first("contacts"), amount="12", note="Lunch"),
    at("requests").then("send", requestId=first("requests", OPEN_INCOMING)),
    at("home").then("send").then(
        "send-review", contactId=first("contacts"), amountCents=1250, note="Lunch",
        category="food", privacy="friends",
    ),
    *(
        at("activity").then("transaction", transactionId=first("transactions", f"kind = '{kind}'"))
        for kind in ("send", "receive", "add_money", "cash_out")
    ),
    at("home").then("transaction", transactionId=first("transactions", "kind = 'send'"), done=True),
    request(OPEN_INCOMING),
    request(OPEN_INCOMING).over("decline-request", requestId=first("requests", OPEN_INCOMING)),
    request(OPEN_OUTGOING),
    request(OPEN_OUTGOING).over("cancel-request", requestId=first("requests", OPEN_OUTGOING)),
    request("status = 'paid'"),
    request("status = 'declined'"),
    at("requests").then("request-new"),
    at("requests").then("request-new", contactId=first("contacts"), amount="20", note="Tickets"),
    at("requests").then("splits"),
    split("open"),
    split("settled"),
    split("open").over("settle-split", splitId=first("splits", "status = 'open'")),
    split("open").over("cancel-split", splitId=first("splits", "status = 'open'")),
    at("home").then("split-new"),
    at("home").then("add-money"),
    at("home").then("cash-out"),
    at("settings").then("cards"),
    CARD,
    CARD.over("remove-card", cardId=first("cards")),
    at("settings").then("cards").then("card-new"),
    at("settings").then("cards").then("card-new", {"kind": "bank"}),
    PERSON,
    PERSON.over("delete-person", contactId=first("contacts")),
    PERSON.over("block-person", contactId=first("contacts")),
    PERSON.then("person-edit", contactId=first("contacts")),
    at("people").then("person-edit"),
    at("settings").then("profile"),
    at("settings").then("profile").then("profile-edit"),
    at("settings").then("limits"),
    at("settings").then("pin"),
    at("settings").then("pin").then("pin-remove"),
    at("settings").then("privacy"),
    at("settings").then("privacy").then("blocked"),
    at("settings").then("notifications"),
    at("settings").then("cash-out-settings"),
    at("settings").then("fees"),
    at("settings").over("clear-history"),
]  # fmt: skip

PLACES = {"mail": MAIL_PLACES, "pay": PAY_PLACES}


def places(app: str, state: Snapshot, profile: str = "ada") -> Iterator[Found]:
    """Every place above, and the UI states that the catalogue starts tasks from."""
    database = sqlite3.connect(":memory:")
    database.deserialize(state.apps[app].database)
    for place in PLACES[app]:
        ui: dict[str, Any] = {
            "stack": [
                {
                    "route": route,
                    "params": filled(params, database),
                    "state": filled(kept, database),
                }
                for route, params, kept in place.stack
            ],
            "dialog": None,
        }
        name = place.stack[-1][0]
        if place.dialog is not None:
            ui["dialog"] = {
                "name": place.dialog[0],
                "params": filled(place.dialog[1], database),
                "state": {},
            }
            name += f" {place.dialog[0]}"
        yield Found(name, ui)
    database.close()
    yield from start_places(app, profile)


def filled(value: Any, database: sqlite3.Connection) -> Any:
    """The value with the answers to its queries."""
    if isinstance(value, Ask):
        return value.answer(database)
    if isinstance(value, dict):
        return {key: filled(item, database) for key, item in value.items()}
    return value


def start_places(app: str, profile: str) -> Iterator[Found]:
    catalog = load_catalog()
    for position, state in enumerate(catalog.looks.ui_states(app)):
        ui = ui_of(catalog, app, position, profile)
        if ui is not None:
            yield Found(f"start {state['id']}", {"dialog": None, **ui})
