"""Words for generated screens: labels that apps use, and made-up ones that nobody can know."""

from __future__ import annotations

import random

__all__ = ["LABELS", "like", "word"]

#: Labels of buttons, tabs, settings; enough to be met often, not those of one app.
LABELS = (  # noqa: SIM905
    "Accept Account Add Albums Alarm Answer Apply Archive Back Battery Block Bluetooth Calendar "
    "Call Camera Cancel Cards Cart Chat Check Clear Clock Close Compose Confirm Contacts Continue "
    "Copy Create Cut Date Decline Delete Details Dismiss Display Done Download Drafts Edit Email "
    "Events Exit Favourites Fees Files Filter Finish Folders Forward Friends Games Group Help "
    "History Home Import Inbox Install Invite Join Keys Labels Language Later Library Limits Link "
    "List Location Login Mail Maps Menu Message More Move Music Mute Name New News Next Notes OK "
    "Open Options Orders Paste Pause Pay People Phone Photos Pin Play Podcasts Privacy Profile "
    "Receipt Recent Record Refresh Remove Rename Reply Report Request Reset Restore Retry Save "
    "Scan Search Security Select Send Sent Settings Share Shop Show Sign Skip Snooze Sort Sound "
    "Spam Start Status Stop Storage Store Style Submit Sync Tasks Theme Time Today Tools Transfer "
    "Trash Travel Trips Undo Unread Update Upload Verify Video Voice Wallet Weather Wi-Fi Work"
).split()

_STARTS = "b br c ch cl d dr f fl g gr h j k kl l m n p pl qu r s sh sl st t tr v w y z".split()  # noqa: SIM905
_MIDDLES = "a ai e ea ee i o oa oo ou u".split()  # noqa: SIM905
_ENDS = ["", "", "b", "ck", "d", "g", "l", "ll", "m", "n", "nd", "ng", "p", "r", "rt", "s", "t"]


def word(draw: random.Random) -> str:
    """A label, a made-up word, two of them, a name, or an amount.

    Examples:
        >>> word(random.Random(1)) == word(random.Random(1))
        True
    """
    kind = draw.random()
    if kind < 0.35:
        return draw.choice(LABELS)
    if kind < 0.65:
        return _made_up(draw)
    if kind < 0.85:
        return f"{_made_up(draw)} {draw.choice((_made_up(draw), _made_up(draw).lower()))}"
    if kind < 0.93:
        return f"{draw.choice(LABELS)} {_made_up(draw).lower()}"
    return f"{draw.choice('$$-')}{draw.randrange(1, 400)}.{draw.randrange(100):02}"


def like(true: str, draw: random.Random) -> str:
    """Another word, or number, as long as the true one and written like it.

    Examples:
        >>> like("Inbox", random.Random(1)), like("1280", random.Random(1)).isdigit()
        ('Floub', True)
    """
    if true.isdigit():
        return "".join(draw.choice("0123456789") for _ in true)
    made = ""
    while len(made) < len(true):
        made += draw.choice(_STARTS) + draw.choice(_MIDDLES) + draw.choice(_ENDS)
    made = made[: len(true)]
    if true.isupper():
        return made.upper()
    return made.capitalize() if true[0].isupper() else made


def _made_up(draw: random.Random) -> str:
    parts = (
        draw.choice(_STARTS) + draw.choice(_MIDDLES) + draw.choice(_ENDS)
        for _ in range(draw.choice((1, 2, 2, 3)))
    )
    return "".join(parts)[:12].capitalize()
