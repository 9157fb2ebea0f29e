"""Money, quantities, times and counts as both languages write and read them, in digits 0-9."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from PySide6.QtCore import QCoreApplication, QLocale

from service.domain.money import MAX_FILS, format_bhd
from service.domain.quantity import MAX_MILLI, format_quantity
from service.domain.times import DAY, HOUR, MINUTE, SECOND, Millis
from ui.i18n.bidi import ltr, rtl
from ui.i18n.language import Language

_NUMBER = re.compile(r"(\d{1,16})(?:[.\u066b](\d{1,3}))?")
_MINUS = "\u2212"
_NBSP = "\u00a0"
_KILO = 1024


def parse_milli(text: str) -> int | None:
    """The thousandths of `2` or `0.5`; None if it is no quantity. A comma is never guessed."""
    return _parse_thousandths(text, MAX_MILLI)


def parse_fils(text: str) -> int | None:
    """The fils of `28.500`; None if it is no amount."""
    return _parse_thousandths(text, MAX_FILS)


def _parse_thousandths(text: str, most: int) -> int | None:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    value = int(match[1]) * 1000 + int((match[2] or "0").ljust(3, "0"))
    return value if value <= most else None


@dataclass(frozen=True, slots=True)
class Formats:
    """How one language writes numbers and times. `zone` None is the computer's own time zone."""

    language: Language
    zone: tzinfo | None = None

    @property
    def arabic(self) -> bool:
        return self.language is Language.ARABIC

    def money(self, fils: int) -> str:
        """`BHD 12.500`, in Arabic `12.500 د.ب`; a minus sign before it where it is negative."""
        number = format_bhd(abs(fils))
        sign = _MINUS if fils < 0 else ""
        if self.arabic:
            return rtl(f"{ltr(sign + number)}{_NBSP}د.ب")
        return f"{sign}BHD{_NBSP}{number}"

    def amount(self, fils: int | None) -> str:
        """`12.500` for columns whose header names the currency; a dash where there is none."""
        if fils is None:
            return "\u2014"
        return self.ltr((_MINUS if fils < 0 else "") + format_bhd(abs(fils)))

    def quantity(self, milli: int) -> str:
        """`12`, `0.5`, `1,200`: thousandths in the shortest exact form."""
        text = format_quantity(abs(milli))
        whole, dot, rest = text.partition(".")
        return self.ltr((_MINUS if milli < 0 else "") + f"{int(whole):,}{dot}{rest}")

    def change(self, milli: int) -> str:
        """A quantity with its sign: `+3`, `−2`."""
        return self.ltr(("+" if milli > 0 else "") + self.quantity(milli).strip("\u2066\u2069"))

    def count(self, number: int) -> str:
        """`1,243`."""
        return f"{number:,}"

    def ltr(self, text: str) -> str:
        """Isolates a Latin text in Arabic; English text needs no marks."""
        return ltr(text) if self.arabic else text

    def to_local(self, moment: Millis) -> datetime:
        return datetime.fromtimestamp(moment / 1000, UTC).astimezone(self.zone)

    def time(self, moment: Millis, *, seconds: bool = False) -> str:
        """`14:05`, or `14:05:09`."""
        return self.ltr(f"{self.to_local(moment):%H:%M:%S}" if seconds else f"{self.to_local(moment):%H:%M}")

    def date(self, moment: Millis) -> str:
        """`2 Nov 2026`, in Arabic `2 نوفمبر 2026`."""
        day = self.to_local(moment)
        kind = QLocale.FormatType.LongFormat if self.arabic else QLocale.FormatType.ShortFormat
        return f"{day.day} {self._locale().monthName(day.month, kind)} {day.year}"

    def month(self, moment: Millis) -> str:
        """`November 2026`, in Arabic `نوفمبر 2026`."""
        day = self.to_local(moment)
        return f"{self._locale().standaloneMonthName(day.month)} {day.year}"

    def day_time(self, moment: Millis, now: Millis, *, seconds: bool = False) -> str:
        """`Today 14:05`, `Yesterday 14:05`, `Tomorrow 02:00`, else `2 Nov 2026 14:05`."""
        days = (self.to_local(moment).date() - self.to_local(now).date()).days
        clock = self.time(moment, seconds=seconds)
        if days == 0:
            return self.tr("Today %1").replace("%1", clock)
        if days == -1:
            return self.tr("Yesterday %1").replace("%1", clock)
        if days == 1:
            return self.tr("Tomorrow %1").replace("%1", clock)
        return f"{self.date(moment)} {clock}"

    def ago(self, moment: Millis, now: Millis) -> str:
        """`12 seconds ago`, `5 minutes ago`, then a time today, then a date."""
        passed = max(0, now - moment)
        if passed < 2 * SECOND:
            return self.tr("just now")
        seconds, minutes = passed // SECOND, passed // MINUTE
        if passed < MINUTE:
            return self.tr("%n second(s) ago", "", seconds)
        if passed < HOUR:
            return self.tr("%n minute(s) ago", "", minutes)
        if passed < 2 * DAY:
            return self.day_time(moment, now)
        return self.date(moment)

    def countdown(self, left: Millis) -> str:
        """`22:41`: minutes and seconds left, never below `0:00`."""
        minutes, seconds = divmod(max(0, left) // SECOND, 60)
        return self.ltr(f"{minutes}:{seconds:02d}")

    def duration(self, span: Millis) -> str:
        """`38 ms`, `1.4 s`, `3 min`."""
        if span < SECOND:
            return self.ltr(f"{span} ms")
        if span < MINUTE:
            return self.ltr(f"{span // SECOND}.{span % SECOND // 100} s")
        return self.ltr(f"{span // MINUTE} min")

    def bytes(self, size: int) -> str:
        """`218 KB`, `3.1 MB`: binary units, like file browsers."""
        if size < _KILO:
            return self.ltr(f"{size}{_NBSP}B")
        if size < _KILO**2:
            return self.ltr(f"{round(size / _KILO)}{_NBSP}KB")
        power, unit = (2, "MB") if size < _KILO**3 else (3, "GB")
        return self.ltr(f"{size / _KILO**power:.1f}{_NBSP}{unit}")

    def parts(self, number: int) -> str:
        """`3 parts` of an order."""
        return self.tr("%n part(s)", "", number)

    def items(self, number: int) -> str:
        """`1,243 parts` of the catalogue."""
        return self.tr("%1 part(s)", "", number).replace("%1", self.count(number))

    @staticmethod
    def minutes(number: int) -> str:
        """`3 minutes`."""
        return Formats.tr("%n minute(s)", "", number)

    def join_names(self, names: tuple[str, ...]) -> str:
        """`Till 1, Till 2 and Stock board`."""
        if len(names) < 2:
            return "".join(names)
        pattern = self.tr("%1 and %2")
        comma = "، " if self.arabic else ", "
        return pattern.replace("%1", comma.join(names[:-1])).replace("%2", names[-1])

    @staticmethod
    def tr(source: str, comment: str = "", n: int = -1) -> str:
        """Qt's translation in the context of this class; `n` chooses the plural."""
        return QCoreApplication.translate("Formats", source, comment, n)

    def _locale(self) -> QLocale:
        if self.arabic:
            return QLocale(QLocale.Language.Arabic, QLocale.Country.Bahrain)
        return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
