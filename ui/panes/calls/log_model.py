"""The rows of the call log, and their model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from service.domain.call_log.calls import Call, Cursor
from service.domain.times import Millis
from ui.i18n import Formats
from ui.i18n.bidi import strip_marks
from ui.panes.calls.call_words import CallWords, outcome_tone
from ui.theme import Tone
from ui.widgets import Column, RowsModel

NO_KEY = "\u2014"
MAX_ROWS = 3000
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class LogRow:
    """The texts of a call's line; `day` is "" for one of today."""

    call: Call
    time: str
    day: str
    status: str
    tone: Tone
    outcome: str
    key: str

    @property
    def cursor(self) -> Cursor:
        return self.call.at, self.call.id

    @property
    def accessible_text(self) -> str:
        """The line for a screen reader."""
        parts = (self.day, self.time, self.status, self.call.method, self.call.path, self.outcome, self.key)
        return strip_marks(", ".join(part for part in parts if part))


class LogRowFactory:
    def __init__(self, formats: Formats, words: CallWords) -> None:
        self._formats, self._words = formats, words

    def make_rows(self, calls: tuple[Call, ...], now: Millis) -> list[LogRow]:
        """In the same order."""
        today = self._formats.to_local(now).date()
        return [self._row(call, today=self._formats.to_local(call.at).date() == today) for call in calls]

    def _row(self, call: Call, *, today: bool) -> LogRow:
        return LogRow(
            call=call,
            time=self._formats.time(call.at, seconds=True),
            day="" if today else self._formats.date(call.at).rpartition(" ")[0],
            status=str(call.status),
            tone=outcome_tone(call),
            outcome=self._words.describe(call),
            key=call.key or NO_KEY,
        )


@lru_cache(maxsize=4096)
def fit_path(path: str, characters: int) -> str:
    """Shortens a path to so many characters; an order's keeps its reference's end and action."""
    if len(path) <= characters:
        return path
    head, slash, action = path.rpartition("/")
    start, _, reference = head.rpartition("/")
    if slash and start.endswith("/orders") and "?" not in path:
        for begin, digits in ((f"{start}/", 6), (f"{start}/", 3), ("", 6), ("", 3), ("", 0)):
            short = f"{begin}…{reference[len(reference) - digits :]}/{action}"
            if len(short) <= characters:
                return short
    return f"{path[: max(1, characters - 1)]}…"


class LogModel(RowsModel[LogRow]):
    """Newest first. `older`, `newer`: the log continues there; `older_requested` asks for more."""

    older_requested = Signal()

    def __init__(self, max_rows: int = MAX_ROWS, parent: QObject | None = None) -> None:
        columns: tuple[Column[LogRow], ...] = (Column("", lambda row: row.outcome),)
        super().__init__(columns, lambda row: row.call.id, parent)
        self._max_rows = max_rows
        self.older = False
        self.newer = False

    def begin(self, rows: list[LogRow], *, older: bool) -> None:
        """Begins at the newest end of another log."""
        self.older, self.newer = older, False
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def add_older(self, rows: list[LogRow], *, older: bool) -> None:
        """A page at the end; rows above the bound are removed at the top."""
        self.older = older
        self.append(rows)
        spare = len(self._rows) - self._max_rows
        if spare > 0:
            self.newer = True
            self._drop(0, spare)

    def add_newer(self, rows: list[LogRow], *, newer: bool) -> None:
        """A page at the top; rows above the bound are removed at the end."""
        self.newer = newer
        self.prepend(rows)
        self._trim_end()

    def merge(self, rows: list[LogRow]) -> int:
        """Adds new calls at their positions, and answers how many.

        A call is logged when it ends, so one that took longer is added below others that are
        displayed already.
        """
        known = {row.call.id for row in self._rows}
        self._replace_changed({row.call.id: row for row in rows if row.call.id in known})
        fresh = [row for row in rows if row.call.id not in known]
        at = 0
        while fresh:
            while at < len(self._rows) and self._rows[at].cursor > fresh[0].cursor:
                at += 1
            floor = self._rows[at].cursor if at < len(self._rows) else None
            run = [row for row in fresh if floor is None or row.cursor > floor]
            fresh = fresh[len(run) :]
            self.beginInsertRows(_ROOT, at, at + len(run) - 1)
            self._rows[at:at] = run
            self.endInsertRows()
        added = len(self._rows) - len(known)
        self._trim_end()
        return added

    def _replace_changed(self, rows: dict[int, LogRow]) -> None:
        """Replaces entries whose number of counted calls changed."""
        for at, current in enumerate(self._rows):
            row = rows.get(current.call.id)
            if row is not None and row.call.facts != current.call.facts:
                self._rows[at] = row
                self.dataChanged.emit(self.index(at, 0), self.index(at, 0))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """A screen reader gets the whole line; Qt's signature leaves the type open."""
        if role == Qt.ItemDataRole.AccessibleTextRole and index.isValid():
            return self._rows[index.row()].accessible_text
        return super().data(index, role)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self.older

    def fetchMore(self, parent: Index) -> None:
        if not parent.isValid() and self.older:
            self.older_requested.emit()

    def _trim_end(self) -> None:
        spare = len(self._rows) - self._max_rows
        if spare > 0:
            self.older = True
            self._drop(self._max_rows, spare)

    def _drop(self, first: int, count: int) -> None:
        self.beginRemoveRows(_ROOT, first, first + count - 1)
        del self._rows[first : first + count]
        self.endRemoveRows()
