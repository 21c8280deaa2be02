"""Shape of a theme and of a UI state."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

__all__ = ["Entry", "Theme", "UIState", "View"]

Color = Annotated[str, StringConstraints(pattern=r"^#([0-9a-f]{6}|[0-9a-f]{8})$")]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Layout(_Strict):
    """Where things stand and how they are drawn."""

    tabBar: Literal["bottom", "top"]  # noqa: N815
    header: Literal["left", "center", "large"]
    list: Literal["plain", "cards", "divided"]
    icons: Literal["filled", "outline"]
    fab: Literal["right", "left", "center", "inline"]
    buttons: Literal["filled", "tonal", "outlined"]
    field: Literal["outlined", "underlined", "filled"]
    navigation: Literal["buttons", "gesture"]
    rowActions: Literal["leading", "trailing"]  # noqa: N815


class Roles(_Strict):
    """A colour for every role."""

    background: Color
    surface: Color
    surfaceAlt: Color  # noqa: N815
    text: Color
    textMuted: Color  # noqa: N815
    textOnAccent: Color  # noqa: N815
    accent: Color
    accentMuted: Color  # noqa: N815
    border: Color
    danger: Color
    success: Color
    warning: Color
    scrim: Color


class Palette(_Strict):
    """Named colours, for labels and pictures of people."""

    red: Color
    orange: Color
    yellow: Color
    green: Color
    teal: Color
    blue: Color
    purple: Color
    grey: Color


class Wallpaper(_Strict):
    """What lies behind the launcher."""

    from_: Color = Field(alias="from")
    to: Color
    shape: Color
    pattern: str


class Theme(_Strict):
    """One theme.

    Attributes:
        title: As shown in the phone's settings.
        dark: Whether the background is dark.
        contrast: ``high`` for themes that keep 7:1.
        density: Factor on all spacing.
        typeScale: Factor on all type sizes.
        radius: Factor on corner radii; 0 gives square corners.
        layout: Where things stand.
        color: Colours by role.
        palette: Named colours.
        wallpaper: Behind the launcher.
    """

    title: str = Field(min_length=1)
    dark: bool
    contrast: Literal["normal", "high"]
    density: float = Field(gt=0.5, lt=2)
    typeScale: float = Field(gt=0.5, lt=2)  # noqa: N815
    radius: float = Field(ge=0, le=4)
    layout: Layout
    color: Roles
    palette: Palette
    wallpaper: Wallpaper


class Entry(_Strict):
    """A screen on an app's stack."""

    route: str = Field(min_length=1)
    params: dict[str, JsonValue] = Field(default_factory=dict)
    state: dict[str, JsonValue] = Field(default_factory=dict)


class Overlay(_Strict):
    """The dialog, sheet or menu over the top screen."""

    name: str = Field(min_length=1)
    params: dict[str, JsonValue] = Field(default_factory=dict)


class View(_Strict):
    """What an app shows."""

    stack: list[Entry] = Field(min_length=1)
    dialog: Overlay | None = None


class UIState(_Strict):
    """One starting state of an app.

    Attributes:
        id: Part of a configuration's id.
        foreground: Whether the app is in front; else the launcher is.
        ui: What the app shows; ``None`` for its home screen.
        description: For people.
    """

    id: Id
    foreground: bool = True
    ui: View | None = None
    description: str = ""
