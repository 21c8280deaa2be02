"""What can be made to go wrong with a served phone, for tests of what drives it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Faults"]


@dataclass
class Faults:
    """Switches and counters; a counter is used up by one each time it strikes.

    Attributes:
        offline: New connections are accepted and never answered: adb shows ``offline``.
        unauthorized: Every key is refused: adb shows ``unauthorized``.
        slow_shell_s: Seconds every shell command takes longer.
        drop_shells: So many shell commands end with the whole connection instead of an answer.
        drop_rpcs: The same for calls to uiautomator's server.
        torn_reads: So many reads of files give only the first half.
        lost_text: So many pastes lose their last character.
    """

    offline: bool = False
    unauthorized: bool = False
    slow_shell_s: float = 0.0
    drop_shells: int = 0
    drop_rpcs: int = 0
    torn_reads: int = 0
    lost_text: int = 0

    def strikes(self, counter: str) -> bool:
        """Whether the counter is above zero; takes one off it.

        >>> faults = Faults(torn_reads=1)
        >>> faults.strikes("torn_reads"), faults.strikes("torn_reads")
        (True, False)
        """
        left = getattr(self, counter)
        if left > 0:
            setattr(self, counter, left - 1)
        return left > 0
