"""Making a phone still: no animations, no rotation, no notifications, no network, a fixed clock."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tapworld_env.devices.emulator.link import Link
from tapworld_env.errors import DeviceError, EnvironmentSetupError
from tapworld_scenarios.snapshot import PhoneSettings

__all__ = ["clock_line", "sanitise"]

_LINES = (
    "settings put global window_animation_scale 0",
    "settings put global transition_animation_scale 0",
    "settings put global animator_duration_scale 0",
    "settings put system accelerometer_rotation 0",
    "settings put system user_rotation 0",
    "settings put global heads_up_notifications_enabled 0",
    # "isn't responding" windows would lie over the apps after a boot.
    "settings put global hide_error_dialogs 1",
    "settings put global stay_on_while_plugged_in 7",
    "settings put system screen_off_timeout 2147483647",
    "settings put global auto_time 0",
    "settings put global auto_time_zone 0",
    "settings put system time_12_24 24",
    "settings put secure show_ime_with_hard_keyboard 0",
    "settings put global sysui_demo_allowed 1",
    "cmd connectivity airplane-mode enable",
    "am broadcast -a com.android.systemui.demo -e command enter",
    "am broadcast -a com.android.systemui.demo -e command notifications -e visible false",
    "input keyevent KEYCODE_WAKEUP",
    "input keyevent KEYCODE_MENU",
)


def sanitise(link: Link) -> None:
    """Bring the phone into a state in which nothing moves by itself.

    Raises:
        EnvironmentSetupError: A setting is refused; the message names it.
    """
    # One round trip; only when something is refused, one a line, to find out which it is.
    if link.shell(" && ".join(_LINES), check=False)[1] == 0:
        return
    for line in _LINES:
        try:
            link.shell(line)
        except DeviceError as error:
            raise EnvironmentSetupError(f"the phone cannot be made still: {error}") from error


def clock_line(settings: PhoneSettings) -> str:
    """The command that shows a moment in the status bar.

    >>> clock_line(PhoneSettings(clock_ms=34_200_000, time_zone="Europe/Berlin"))
    'am broadcast -a com.android.systemui.demo -e command clock -e hhmm 1030'
    """
    moment = datetime.fromtimestamp(settings.clock_ms / 1000, UTC)
    shown = moment.astimezone(ZoneInfo(settings.time_zone))
    return f"am broadcast -a com.android.systemui.demo -e command clock -e hhmm {shown:%H%M}"
