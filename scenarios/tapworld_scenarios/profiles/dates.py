"""Days, months and times as people write them, in the personas' languages."""

from __future__ import annotations

import datetime as dt

from tapworld_scenarios.profiles.personas import Persona

__all__ = ["written_date", "written_day", "written_month", "written_time"]

_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "hi": "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "ja": "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre"
    " diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro"
    " dezembro",
    "sw": "Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba",
}
_DAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "hi": "सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार",
    "ja": "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    "sw": "Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi Jumapili",
}


def written_day(language: str, day: dt.date) -> str:
    """Return the day of the week."""
    return _DAYS[language].split()[day.weekday()]


def written_month(language: str, day: dt.date, *, year: bool = True) -> str:
    """Return month and year, e.g. ``März 2026``, or the month alone."""
    month = _MONTHS[language].split()[day.month - 1]
    if not year:
        return month
    if language == "ja":
        return f"{day.year}年{month}"
    joint = " de " if language in ("es", "pt") else " "
    return f"{month}{joint}{day.year}"


def written_date(persona: Persona, language: str, day: dt.date) -> str:
    """Return day and month, mostly with the weekday, in the order of the language.

    Example:
        >>> from tapworld_scenarios.profiles.personas import persona
        >>> written_date(persona("bruno"), "de", dt.date(2026, 5, 7))
        'Donnerstag, 7. Mai'
    """
    month = _MONTHS[language].split()[day.month - 1]
    week = written_day(language, day)
    match language:
        case "en" if persona.locale == "en-US":
            return f"{week}, {month} {day.day}"
        case "de":
            return f"{week}, {day.day}. {month}"
        case "ja":
            return f"{month}{day.day}日({week[0]})"
        case "es":
            return f"{week} {day.day} de {month}"
        case "pt":
            # Without the weekday: "em" would have to become "na" or "no" before it.
            return f"{day.day} de {month}"
        case "hi":
            return f"{week}, {day.day} {month}"
        case "fr" if day.day == 1:
            return f"{week} 1er {month}"
        case _:
            return f"{week} {day.day} {month}"


def written_time(persona: Persona, language: str, hour: int, minute: int) -> str:
    """Return a time of day, e.g. ``7:30 pm``, ``19 h 30``, ``19h30`` or ``19:30``."""
    match language:
        case "fr":
            return f"{hour} h {minute:02d}" if minute else f"{hour} h"
        case "pt":
            return f"{hour}h{minute:02d}" if minute else f"{hour}h"
        case "en" if not persona.hour24:
            return f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}"
        case _:
            return f"{hour}:{minute:02d}"
