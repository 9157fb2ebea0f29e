"""What the history page asks for, and a line of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.history.item_history import HistoryEntry, ItemWrite
from service.domain.history.write_causes import CauseKind
from service.domain.sentences import Sentence
from service.domain.times import Millis


class SubjectKind(StrEnum):
    """What a history can be about."""

    PART = "part"
    ORDER = "order"
    CALL = "call"
    RUN = "run"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class HistorySubject:
    """One thing, by its SKU, its order reference, or its number."""

    kind: SubjectKind
    name: str

    @property
    def target(self) -> str:
        """How a link names it: `order:ORD-2026-000123`."""
        return f"{self.kind.value}:{self.name}"


_NUMBERED = (SubjectKind.CALL, SubjectKind.RUN, SubjectKind.WRITE)


def parse_target(target: str) -> HistorySubject | None:
    """The subject of a link; None for other texts."""
    word, _, name = target.partition(":")
    kind = next((one for one in SubjectKind if one.value == word), None)
    if kind is None or not name or (kind in _NUMBERED and not name.isdecimal()):
        return None
    return HistorySubject(kind, name)


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """The writes of one subject or of the shop that the kinds and the span leave; None does not
    narrow. A single write is not narrowed.
    """

    subject: HistorySubject | None = None
    kinds: tuple[CauseKind, ...] = ()
    since: Millis | None = None
    until: Millis | None = None


Cursor = tuple[int, int]
"""Where a page begins: after the line or entry with this one."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One write, with one of its parts and how many parts it changed.

    In the history of one part `entry` is what the write did to it. `note` says why an order of the
    marketplace was set aside.
    """

    write: ItemWrite
    sku: str
    name: str
    parts: int
    entry: HistoryEntry | None = None
    note: Sentence | None = None
    name_ar: str | None = None

    @property
    def cursor(self) -> Cursor:
        """Where the next page begins: after this line."""
        return (self.write.at, self.write.id) if self.entry is None else (self.write.id, self.entry.number)


@dataclass(frozen=True, slots=True)
class LinePage:
    """Lines, newest first, and where the next page begins; None at the end. `start` is the first
    line that was read, None if there was none.

    A narrowed history of one part is read in steps, so that a page may have few lines or none.
    """

    lines: tuple[HistoryLine, ...]
    resume: Cursor | None
    start: Cursor | None
