"""Limits the call log to its age and size. Callers without a key have a small share, which is
pruned first. The size of an entry is the bytes of the file that it uses, with its indexes and
half-filled pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from service.domain.call_log.calls import Call
from service.domain.changes import ChangeKind
from service.domain.clock_trust import Cutoff
from service.domain.settings import parse_settings
from service.domain.times import HOUR, Millis
from service.store.call_log.call_pages import NO_SHOP
from service.store.engine.dialect import with_index
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import read_settings

STRANGERS_PERCENT = 5
"""The share of the log's size for callers without a key; the rest is for entries with one."""
_SPARE_ROWS = 10

_PAGE = 4096
_USABLE = 4084
_MAX_CELL = 4061
_MIN_LOCAL, _OVERFLOW = 489, 4092
"""Of a larger payload one part is in the row; the rest fills pages of its own."""
_CELL_OVERHEAD = 12
_ROW_FIXED = 70
"""Bytes for the numbers of a row, its facts and its count of repeats."""
_INDEX_FIXED = 120
"""Bytes for an entry in each of four indexes, whose pages are two thirds full."""


class LeafFill:
    """The fill of a table's last page. An entry that does not fit opens the next page and is
    charged for it. Rows of very different sizes can leave half of each page empty, which the sum of
    their lengths does not show.
    """

    def __init__(self) -> None:
        self._fill = _USABLE

    def charge(self, payload: int) -> int:
        """Bytes of the pages that a row opens."""
        pages = 0
        if payload > _MAX_CELL:
            pages, rest = divmod(payload - _MIN_LOCAL, _OVERFLOW)
            payload = _MIN_LOCAL + rest
            if payload > _MAX_CELL:
                pages, payload = pages + 1, _MIN_LOCAL
        cell = payload + _CELL_OVERHEAD
        if self._fill + cell > _USABLE:
            self._fill = cell
            return (pages + 1) * _PAGE
        self._fill += cell
        return pages * _PAGE


class EntryScale:
    """Measures entries in the order in which they are written."""

    def __init__(self) -> None:
        self._rows, self._bodies, self._marks = LeafFill(), LeafFill(), LeafFill()

    def measure(self, call: Call, notes: str | None, bodies: int, marks: int = 0) -> int:
        """Of an entry: `bodies` are the packed bytes of both, `marks` those of its parts."""
        path = _length(call.path)
        others = _length(
            f"{call.remote}{call.key or ''}{call.method}{call.error or ''}{call.message or ''}{notes or ''}"
        )
        size = self._rows.charge(_ROW_FIXED + path + others) + _INDEX_FIXED + path * 8 // 5
        if marks:
            size += self._marks.charge(marks)
        return size + self._bodies.charge(bodies) if bodies else size


def _length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


@dataclass(slots=True)
class LogSize:
    """The size of the log in bytes: entries of shops, and entries of callers without a key."""

    own: int
    strangers: int
    own_since: int = 0
    """No shop's entry has a lower id. Entries without a key below it need not be read each time."""

    @property
    def total(self) -> int:
        return self.own + self.strangers

    def add(self, shop_id: int, size: int) -> None:
        """Adds bytes; below 0 for deleted ones."""
        if shop_id == NO_SHOP:
            self.strangers = max(self.strangers + size, 0)
        else:
            self.own = max(self.own + size, 0)


def count_stored_bytes(db: ReadTx) -> int:
    """Bytes that the log uses, over all shops."""
    return _sum_hours(db).total


def make_room(tx: Tx, size: LogSize, entries: int, added: Iterable[tuple[int, int]]) -> None:
    """Deletes the oldest entries where what was `added` (shop, bytes) is too much: some for each
    new entry, so it is bounded. `size` is that of the log before.
    """
    for shop_id, count in added:
        size.add(shop_id, count)
    if rows := _find_excess(tx, size, _read_max_bytes(tx), 2 * entries + _SPARE_ROWS):
        _drop(tx, size, rows)


def prune_step(tx: Tx, cutoff: Cutoff | None, *, max_bytes: int, step: int = 100) -> int:
    """Deletes up to `step` entries, too old or, oldest first, too many; returns how many."""
    size = get_size(tx)
    too_old = [] if cutoff is None else _find_too_old(tx, cutoff, step)
    rows = too_old or _find_excess(tx, size, max_bytes, step)
    if rows:
        _drop(tx, size, rows)
        tx.mark_changed(ChangeKind.CALLS)
    elif cutoff is not None:
        tx.update("DELETE FROM call_hours WHERE hour < ?", (cutoff.at // HOUR,))
    return len(rows)


def _drop(tx: Tx, size: LogSize, rows: list[_SizedRow]) -> None:
    hours: dict[tuple[int, int], int] = {}
    for row in rows:
        hour = (row.shop_id, row.at // HOUR)
        hours[hour] = hours.get(hour, 0) + row.size
        size.add(row.shop_id, -row.size)
    dropped = [(row.id,) for row in rows]
    tx.many("DELETE FROM call_bodies WHERE call_id = ?", dropped)
    tx.many("DELETE FROM call_parts WHERE call_id = ?", dropped)
    tx.many("DELETE FROM calls WHERE id = ?", dropped)
    tx.many(
        "UPDATE call_hours SET bytes = max(bytes - ?, 0) WHERE shop_id = ? AND hour = ?",
        [(count, *key) for key, count in hours.items()],
    )


def _sum_hours(db: ReadTx) -> LogSize:
    sums = dict(db.all("SELECT shop_id = ?, sum(bytes) FROM call_hours GROUP BY 1", (NO_SHOP,)))
    return LogSize(sums.get(0, 0), sums.get(1, 0))


def get_size(tx: Tx) -> LogSize:
    """The size of the log. Each write of entries updates it, so that none has to sum the hours of
    months; what other services write does not.
    """
    return (
        _sum_hours(tx)
        if tx.is_shared
        else tx.read_cached(ChangeKind.SETTINGS, "the call log's size", lambda: _sum_hours(tx))
    )


def get_scale(tx: Tx) -> EntryScale:
    """The scale that measures entries as they are written; it knows how full the last pages are."""
    return tx.read_cached(ChangeKind.SETTINGS, "the call log's scale", EntryScale)


def _read_max_bytes(tx: Tx) -> int:
    return tx.read_cached(
        ChangeKind.SETTINGS, "the call log's bound", lambda: parse_settings(read_settings(tx)).log_bytes
    )


class _SizedRow(NamedTuple):
    id: int
    at: Millis
    shop_id: int
    size: int


_SIZED = "SELECT calls.id, calls.at, calls.shop_id, calls.size FROM"


def _find_too_old(tx: Tx, cutoff: Cutoff, step: int) -> list[_SizedRow]:
    """Old entries of each shop: a clock that once ran ahead must not protect later ones."""
    return tx.all_as(
        _SizedRow,
        f"{_SIZED} (SELECT {NO_SHOP} AS id UNION ALL SELECT id FROM shops) AS shop "
        f"CROSS JOIN calls ON calls.shop_id = shop.id AND calls.at < ? LIMIT ?",
        (cutoff.at, step),
    )


def _find_excess(tx: Tx, size: LogSize, max_bytes: int, step: int) -> list[_SizedRow]:
    """Entries above the share of callers without a key, else above the shops' own; oldest first."""
    spare = size.strangers - max_bytes * STRANGERS_PERCENT // 100
    if spare > 0:
        rows = tx.execute(
            f"{_SIZED} {with_index('calls', 'calls_by_time')} WHERE calls.shop_id = {NO_SHOP} "
            "ORDER BY calls.at LIMIT ?",
            (step,),
        )
        return _take(rows, spare)
    spare = size.own - (max_bytes - max_bytes * STRANGERS_PERCENT // 100)
    if spare <= 0:
        return []
    rows = tx.execute(
        f"{_SIZED} calls WHERE calls.id >= ? AND calls.shop_id <> {NO_SHOP} ORDER BY calls.id LIMIT ?",
        (size.own_since, step),
    )
    taken = _take(rows, spare)
    if taken:
        size.own_since = taken[-1].id
    return taken


def _take(rows: Iterable[tuple[int, Millis, int, int]], spare: int) -> list[_SizedRow]:
    taken: list[_SizedRow] = []
    for row in map(_SizedRow._make, rows):
        if spare <= 0:
            break
        taken.append(row)
        spare -= row.size
    return taken
