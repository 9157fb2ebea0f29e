"""The mark of data that was moved to another engine: what is left is kept, and nothing uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from service.domain.errors import Unavailable
from service.domain.sentences import Sentence, message

if TYPE_CHECKING:
    from collections.abc import Callable

MARK = "moved_to"
"""The setting that is the mark; it is never copied."""
ARRIVED = "moved_by"
"""The setting in the copy that has the number of the move."""


class MovedTo(msgspec.Struct, frozen=True):
    """Where the data went: an address or a folder, and the number of the move."""

    place: str
    number: str

    @property
    def sentence(self) -> Sentence:
        return message(
            "This data was moved to {place}, and nothing uses what is left here. If the move was interrupted, run "
            "`counterpart move` again.",
            place=self.place,
        )


def read_setting(execute: Callable[[str], Any], name: str) -> str | None:
    """A setting of an open database of either engine. Raises the engine's error."""
    row = execute(f"SELECT value FROM settings WHERE name = '{name}'").fetchone()
    return None if row is None else str(row[0])


def read_mark(execute: Callable[[str], Any]) -> MovedTo | None:
    """Where the data of an open database was moved to. Raises the engine's error."""
    value = read_setting(execute, MARK)
    return None if value is None else msgspec.json.decode(value, type=MovedTo)


def write_setting(execute: Callable[[str], Any], name: str, value: str) -> None:
    """Writes a setting without parameters, whose signs differ. Raises the engine's error."""
    quoted = value.replace("'", "''")
    execute(
        f"INSERT INTO settings (name, value) VALUES ('{name}', '{quoted}') "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    )


def write_mark(execute: Callable[[str], Any], mark: MovedTo) -> None:
    """Marks an open database as moved. Raises the engine's error."""
    write_setting(execute, MARK, msgspec.json.encode(mark).decode())


def check_not_moved(execute: Callable[[str], Any]) -> None:
    """Raises Unavailable for data that was moved, and the engine's error."""
    if (moved := read_mark(execute)) is not None:
        raise Unavailable(moved.sentence)
