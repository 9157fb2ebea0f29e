"""The columns of the table of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication

from service.domain.times import DAY, Millis
from ui.backend.keys_port import KeyRow
from ui.i18n import Formats, isolate_name, ltr
from ui.panes.system.counted_words import CountedWords
from ui.theme import Tone
from ui.widgets import Column, Ink

translate = QCoreApplication.translate

_UNUSED_AFTER = 30 * DAY
_EDGE = 12
_NO_END: Millis = 1 << 62
_OWN_ADDRESSES = ("127.0.0.1", "::1")


def key_state(row: KeyRow, formats: Formats, now: Millis) -> tuple[str, Tone]:
    """The state of a key: in use, not used for so long, near its end, expired or revoked."""
    key = row.key
    if key.revoked_at is not None:
        return translate("KeyRows", "Revoked"), Tone.NEUTRAL
    if row.expired:
        return translate("KeyRows", "Expired"), Tone.BAD
    if row.expires_soon and key.expires_at is not None:
        return translate("KeyRows", "Until %1").replace("%1", formats.date(key.expires_at)), Tone.WARN
    if key.last_used_at is None:
        return translate("KeyRows", "Not used yet"), Tone.NEUTRAL
    quiet = now - key.last_used_at
    if quiet < _UNUSED_AFTER:
        return translate("KeyRows", "In use"), Tone.GOOD
    return CountedWords().unused_for(quiet // DAY), Tone.NEUTRAL


def last_used(row: KeyRow, formats: Formats, now: Millis) -> str:
    """`12 seconds ago`, a time, a date, or a dash."""
    return formats.ago(row.key.last_used_at, now) if row.key.last_used_at is not None else "\u2014"


def last_address(row: KeyRow) -> str:
    """The address that used the key last: `This PC`, an IP address, or a dash."""
    address = row.key.last_used_from
    if not address:
        return "\u2014"
    return translate("KeyRows", "This PC") if address in _OWN_ADDRESSES else ltr(address)


def key_columns(formats: Formats, now: Callable[[], Millis]) -> tuple[Column[KeyRow], ...]:
    """Name, the key's first characters, its end, its last use, and space for its state and
    buttons.
    """
    name, prefix = translate("KeyRows", "Name"), translate("KeyRows", "Key")
    end, used = translate("KeyRows", "Works until"), translate("KeyRows", "Last used")
    address, calls = translate("KeyRows", "From"), translate("KeyRows", "Calls today")

    def ink(row: KeyRow) -> Ink:
        return Ink.TEXT if row.key.revoked_at is None else Ink.TEXT3

    def format_last_used(row: KeyRow) -> str:
        return last_used(row, formats, now())

    def format_end(row: KeyRow) -> str:
        return "\u2014" if row.key.expires_at is None else formats.date(row.key.expires_at)

    quiet = Ink.TEXT2
    return (
        Column(name, lambda row: isolate_name(row.key.name), strong=True, ink_of=ink, sort="name", inset=_EDGE),
        Column(prefix, lambda row: f"{row.key.prefix}…", width=132, code=True, ink=quiet),
        Column(end, format_end, width=104, ink=quiet, sort="end"),
        Column(used, format_last_used, width=124, ink=quiet, sort="used"),
        Column(address, last_address, width=108, ink=quiet, sort="address"),
        Column(calls, lambda row: formats.count(row.calls_today), width=84, end=True, ink_of=ink, sort="calls"),
        Column("", lambda _row: "", width=204),
    )


_SORT_KEYS: dict[str, Callable[[KeyRow], tuple[int, str]]] = {
    "name": lambda row: (0, row.key.name.casefold()),
    "end": lambda row: (row.key.expires_at or _NO_END, ""),
    "address": lambda row: (0, row.key.last_used_from or ""),
    "used": lambda row: (row.key.last_used_at or 0, ""),
    "calls": lambda row: (row.calls_today, ""),
}


def sorted_keys(rows: Iterable[KeyRow], order: str, *, down: bool) -> list[KeyRow]:
    """Sorts the keys; revoked ones always come last."""
    chosen = sorted(rows, key=_SORT_KEYS[order], reverse=down) if order else list(rows)
    return sorted(chosen, key=lambda row: row.key.revoked_at is not None)
