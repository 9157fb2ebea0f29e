"""What changed and why: writes, causes, an item's history, an upload's rows and undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from service.domain.call_log.body_layout import RejectedRow
from service.domain.catalogue.sku import fold, tidy
from service.domain.sentences import Sentence
from service.domain.times import Millis

QUANTITY = "quantity"
"""The field of a change of stock."""

PICTURE = "picture"
"""The field of a change of the picture; its values are sizes in bytes."""

Value = str | int | None


class CauseKind(StrEnum):
    """The kinds of causes. What `WriteCause.id` names is given for each."""

    CALL = "call"
    """An upload: the id of its entry in the call log."""
    RUN = "run"
    """A part of a file's run: the run."""
    HAND = "hand"
    """An edit or a movement by the owner."""
    ORDER = "order"
    """An action of an order: the order."""
    LINK = "link"
    """Items that only the marketplace had."""
    UPLOAD_UNDO = "upload_undo"
    """An upload was undone: the upload's write."""
    RUN_UNDO = "run_undo"
    """A run was undone: the run."""
    SAMPLE = "sample"
    """The sample data."""
    SET_ASIDE = "set_aside"
    """An order of the marketplace could not be taken; no item changed, and no write is stored."""


ItemCause = Literal["upload", "file", "hand", "link", "undo"]
ITEM_CAUSES: dict[CauseKind, ItemCause] = {
    CauseKind.CALL: "upload",
    CauseKind.RUN: "file",
    CauseKind.HAND: "hand",
    CauseKind.SAMPLE: "hand",
    CauseKind.LINK: "link",
    CauseKind.UPLOAD_UNDO: "undo",
    CauseKind.RUN_UNDO: "undo",
}
"""What the event feed calls the causes (contract §9.2). Orders have their own events."""


@dataclass(frozen=True, slots=True)
class WriteCause:
    """A kind, and the id of what it names, if it names something."""

    kind: CauseKind
    id: int | None = None


WRITTEN_BY_CALL = WriteCause(CauseKind.CALL)
"""A call whose entry in the log is not written yet."""

WRITTEN_BY_HAND = WriteCause(CauseKind.HAND)


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A field, a picture, or with a branch the quantity. Units are thousandths."""

    field: str
    old: Value
    new: Value
    branch: str | None = None


@dataclass(frozen=True, slots=True)
class ItemWrite:
    """One write. `changed` and `created` count items. `undone_by` is the write that undid it.

    `order` is the reference of the order that caused it, as it is stored now, or of the one that
    was set aside. `is_logged` is whether the call that caused it is in the call log.
    """

    id: int
    shop_id: int
    at: Millis
    cause: WriteCause
    by: str
    changed: int = 0
    created: int = 0
    undone_by: int | None = None
    order: str | None = None
    is_logged: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """What one write did to one item. `number` is that of the change, or for a low limit or a
    picture alone that of the item's change before it (0 for none).

    A write that removed the item has every value that it had, with None as the new one.
    """

    write: ItemWrite
    number: int
    sku: str
    created: bool
    changes: tuple[ValueChange, ...]
    removed: bool = False


class RowOutcome(StrEnum):
    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    """Saved, and every value was stored already."""
    REPLACED = "replaced"
    """Saved, and a later row of the same call has the same part."""
    REJECTED = "rejected"
    SAVED = "saved"
    """Saved, but the history of that time is deleted."""


@dataclass(frozen=True, slots=True)
class UploadRow:
    """A row by its index from 0; `error` is why it was rejected, as the answer says it."""

    index: int
    sku: str
    outcome: RowOutcome
    changes: tuple[ValueChange, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class UploadRows:
    """The rows of one upload in their order, and whether it was undone since."""

    rows: tuple[UploadRow, ...]
    undone: bool = False


def join_rows(
    skus: Sequence[str], rejected: Sequence[RejectedRow], entries: Sequence[HistoryEntry], *, has_history: bool
) -> tuple[UploadRow, ...]:
    """One result for each sent row. The history has one entry for each part, so of several saved
    rows of a part the last one has the changes. Without history no row says what it changed.

    Example: rows A, B, A with B rejected give A replaced, B rejected, A changed.
    """
    errors = {row.index: row.error for row in rejected}
    folded = [fold(tidy(sku)) for sku in skus]
    last = {part: index for index, part in enumerate(folded) if index not in errors}
    found = {fold(entry.sku): entry for entry in entries}

    def join(index: int, sku: str) -> UploadRow:
        if index in errors:
            return UploadRow(index, sku, RowOutcome.REJECTED, error=errors[index])
        if last[folded[index]] != index:
            return UploadRow(index, sku, RowOutcome.REPLACED)
        entry = found.get(folded[index])
        if entry is not None:
            outcome = RowOutcome.CREATED if entry.created else RowOutcome.CHANGED
            return UploadRow(index, sku, outcome, entry.changes)
        return UploadRow(index, sku, RowOutcome.UNCHANGED if has_history else RowOutcome.SAVED)

    return tuple(join(index, sku) for index, sku in enumerate(skus))


@dataclass(frozen=True, slots=True)
class LeftItem:
    """An item that stays as it is, or in part, and why."""

    sku: str
    why: Sentence


@dataclass(frozen=True, slots=True)
class UploadUndo:
    """What an undo does or did: values that go back by SKU, new items that go, what stays."""

    call_id: int
    changes: tuple[tuple[str, tuple[ValueChange, ...]], ...]
    removed: tuple[str, ...]
    left: tuple[LeftItem, ...]

    @property
    def does_something(self) -> bool:
        return bool(self.changes or self.removed)


class SubjectKind(StrEnum):
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
    """The writes that subject, kinds and span leave; None does not narrow."""

    subject: HistorySubject | None = None
    kinds: tuple[CauseKind, ...] = ()
    since: Millis | None = None
    until: Millis | None = None


Cursor = tuple[int, int]
"""Where a page begins: after the line or entry with this one."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One write, with one of its parts and how many parts it changed. In the history of one part
    `entry` is what the write did to it. `note` says why an order of the marketplace was set aside.
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
    line that was read, None if there was none. A narrowed history of one part is read in steps, so
    that a page may have few lines or none.
    """

    lines: tuple[HistoryLine, ...]
    resume: Cursor | None
    start: Cursor | None
