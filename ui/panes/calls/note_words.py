"""Notes of the log, and why a row was rejected, in the window's language (contract §3)."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from service.domain.sentences import Sentence
from ui.i18n import Formats
from ui.i18n.service_sentences import translate_sentence

_ROW = re.compile(r"row (\d+)(?: \((.*?)\))?: (.*)", re.DOTALL)
_MORE = re.compile(r"(\d+) more rows were rejected")
_FIELD = re.compile(r"([\w.\[\]]+)(?:: )(.*)", re.DOTALL)
_LONG = re.compile(r"must be at most (\d+) characters, this has (\d+)")
_MOST = re.compile(r"must be at most (\d+)")
_TEMPLATES = (
    "is required when the item is new",
    "cannot go below the {held} that open orders hold at {branch}",
    "must have at most {most} cars, this has {count}",
    "must not be after year_to ({first} > {last})",
    "has {more} more faults",
    "makes the item larger than {most} KB",
    "is a new one, and the shop has {most} branches already",
)
"""The service's sentences about a row: an answer has their text only, so their form finds them."""


def _make_pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(template)), re.DOTALL)


_PATTERNS = {template: _make_pattern(template) for template in _TEMPLATES}


class NoteWords:
    """One line for each important note."""

    def __init__(self, formats: Formats) -> None:
        self._formats = formats

    def describe_note(self, note: str) -> str:
        """`Row 412: price_fils: must be a whole number`, `Unknown field ignored: price_fil`.

        Rows count from 1, as a person counts; the note has the interface's index, from 0.
        """
        ltr = self._formats.ltr
        if match := _ROW.fullmatch(note):
            row, _sku, error = match.groups()
            return self.tr("Row %1: %2").replace("%1", str(int(row) + 1)).replace("%2", self.describe_row_fault(error))
        if match := _MORE.match(note):
            return self.tr("%n more row(s) were rejected", "", int(match.group(1)))
        if note.startswith("fields ignored: "):
            names = note.removeprefix("fields ignored: ")
            return self.tr("Unknown field ignored: %1", "", names.count(",") + 1).replace("%1", ltr(names))
        if note.startswith("parameters ignored: "):
            names = note.removeprefix("parameters ignored: ")
            return self.tr("Unknown parameter ignored: %1", "", names.count(",") + 1).replace("%1", ltr(names))
        if note.startswith("answered again"):
            return self.tr("Sent a second time with the same Idempotency-Key: got the first answer, nothing done twice")
        return note

    def describe_row_fault(self, error: str) -> str:
        return self._join([self._describe_part(part) for part in error.split("; ")])

    def describe_reason(self, reason: str) -> str:
        """Why a value was rejected; the value's line says which value."""
        return self._join([self._describe_reason(part) for part in reason.split("; ")])

    def tr(self, source: str, comment: str = "", n: int = -1) -> str:
        """Qt's translation in the context of this class; `n` chooses the plural."""
        return QCoreApplication.translate("NoteWords", source, comment, n)

    def _join(self, parts: list[str]) -> str:
        return ("؛ " if self._formats.arabic else "; ").join(parts)

    def _describe_part(self, part: str) -> str:
        match = _FIELD.fullmatch(part)
        if match is None:
            return self._describe_reason(part)
        field, reason = match.groups()
        return (
            self.tr("%1 %2", "field, then what is wrong")
            .replace("%1", self._formats.ltr(field))
            .replace("%2", self._describe_reason(reason))
        )

    def _describe_reason(self, reason: str) -> str:
        field = _FIELD.fullmatch(reason)
        if field is not None:
            return self._describe_part(reason)
        if match := _LONG.match(reason):
            text = self.tr("has %1 characters, at most %2 are possible").replace("%1", match.group(2))
            return text.replace("%2", match.group(1))
        if match := _MOST.match(reason):
            return self.tr("must be at most %1").replace("%1", f"{int(match.group(1)):,}")
        return self._known_reasons().get(reason) or _translate_text(reason) or self._describe_syntax(reason)

    def _describe_syntax(self, reason: str) -> str:
        """What the JSON parser could not read."""
        if reason.startswith("expected "):
            first, _, second = reason.removeprefix("expected ").partition(" or ")
            text = self.tr("%1 or %2 is expected here") if second else self.tr("%1 is expected here")
            return text.replace("%1", self._formats.ltr(first)).replace("%2", self._formats.ltr(second))
        if reason.startswith("trailing comma"):
            return self.tr("the comma before this is one too many")
        if reason.startswith("object keys"):
            return self.tr("a name in quotes is expected here")
        return self.tr("not JSON from here on") if reason.startswith("invalid ") else reason

    def _known_reasons(self) -> dict[str, str]:
        return {
            "must be an integer of 0 or more": self.tr("must be a whole number, 0 or more"),
            "must be an integer from 0 to 9999": self.tr("must be a year, a whole number"),
            "must be a number of 0 or more": self.tr("must be a number, 0 or more"),
            "must be a number from 0 to 1000000000 with at most 3 decimals": self.tr("must be a number, 0 or more"),
            "must have at most 3 decimals": self.tr("must have at most 3 decimals"),
            "must be a text": self.tr("must be a text"),
            "must be a text or null": self.tr("must be a text"),
            "must be true or false": self.tr("must be true or false"),
            "must not be blank": self.tr("must not be empty"),
            "is required": self.tr("is missing"),
            "must not hold control characters": self.tr("holds characters that cannot be seen"),
            "must be an array of cars": self.tr("must be a list of cars"),
            "must be an object with make and model": self.tr("must have a make and a model"),
            "must be an object with at least a sku": self.tr("must have at least a SKU"),
            "must be one of new_oem, new_aftermarket, used, refurbished": self.tr("has an unknown value"),
            "trailing characters": self.tr("nothing may follow here"),
            "Input data was truncated": self.tr("it breaks off here"),
            "not UTF-8": self.tr("these characters are not UTF-8"),
            "nested too deeply": self.tr("nested too deeply"),
        }


def _translate_text(reason: str) -> str:
    """A sentence of the service in the window's language; empty if it has another form."""
    for template, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(reason):
            return translate_sentence(Sentence(template, match.groupdict()))
    return ""
