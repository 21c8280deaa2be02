"""What a device shows: pixels and elements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Element", "Observation", "Screen"]


@dataclass(frozen=True)
class Screen:
    """Size of the screen in observation pixels and its density (pixels per dp)."""

    width: int = 1080
    height: int = 2400
    density: float = 2.625


@dataclass(frozen=True)
class Element:
    """One element of the app tree, as drawn.

    Attributes:
        index: Position in the observation's list, in drawing order.
        id: The ``testID``, or ``""``.
        text: The text drawn inside (own text and that of children without an id).
        description: The accessibility label, or ``""``.
        role: ``button``, ``textfield``, ``switch``, ``checkbox``, ``radio``, ``tab``, ``image``,
            ``header``, ``text``, ``list``, ``dialog`` or ``""``.
        bounds: ``(left, top, right, bottom)`` in observation pixels, clipped to the screen.
        clickable: Whether a tap at :attr:`center` hits it and does something.
        checked: State of a switch, checkbox, radio or selected tab; ``None`` for others.
        focused: Whether typing goes here.
        enabled: ``False`` for a greyed-out control.
        visible: ``False`` when covered by something else or clipped away.
        value: A text field's content; ``None`` for others.
        scrollable: Whether its content scrolls.
        package: ``mail``, ``pay``, ... or ``shell``.
        parent: Index of the enclosing element, or ``None``.
    """

    index: int
    id: str
    text: str
    description: str
    role: str
    bounds: tuple[int, int, int, int]
    clickable: bool = False
    checked: bool | None = None
    focused: bool = False
    enabled: bool = True
    visible: bool = True
    value: str | None = None
    scrollable: bool = False
    package: str = ""
    parent: int | None = None

    @property
    def center(self) -> tuple[int, int]:
        """Middle of the bounds, in observation pixels."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


@dataclass(frozen=True)
class Observation:
    """One look at the screen.

    Attributes:
        pixels: ``(height, width, 3)`` uint8 RGB, or ``None`` when not asked for.
        elements: The app tree in drawing order; empty when not asked for.
        foreground: App id in front, ``"launcher"`` or ``"recents"``.
        settled: ``False`` if the screen was still changing at the cap.
        errors: Script errors of the apps since the last observation.
        timings: Milliseconds by phase.
    """

    pixels: NDArray[np.uint8] | None
    elements: tuple[Element, ...] = ()
    foreground: str = "launcher"
    settled: bool = True
    errors: tuple[str, ...] = ()
    timings: dict[str, float] = field(default_factory=dict[str, Any])
