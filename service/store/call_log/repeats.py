"""Calls without a key: the first of an address have rows, later ones are counted in one."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from service.domain.call_log.calls import Call, count_repeats, facts_with_repeats
from service.domain.times import MINUTE, Millis
from service.store.call_log.call_pages import NO_SHOP
from service.store.engine.dialect import with_index
from service.store.engine.transaction import Tx

WINDOW: Millis = 10 * MINUTE
OWN_ROWS = 20
"""How many rows of its own an address has within the window."""
_LOOKED_AT = 200


@dataclass(slots=True)
class CountedRow:
    """A row of a caller without a key: in the log, or not yet written."""

    remote: str
    status: int
    repeats: int
    row_id: int | None = None
    changed: bool = False

    def call_to_write(self, call: Call) -> Call:
        """The first call, whose row has the count of the others."""
        return replace(call, facts=facts_with_repeats(self.repeats)) if self.repeats else call


def sum_up_repeats(tx: Tx, calls: list[Call]) -> list[CountedRow]:
    """For each call the row that counts it: its own, not yet written, or an earlier one."""
    if not calls:
        return []
    recent = _read_recent(tx, min(call.at for call in calls) - WINDOW)
    standing: list[CountedRow] = []
    for call in calls:
        like = _find_like(recent, call)
        if like is None:
            like = CountedRow(call.remote, call.status, 0)
            recent.insert(0, like)
        else:
            like.repeats += 1
            like.changed = True
        standing.append(like)
    tx.many(
        "UPDATE calls SET facts = ? WHERE id = ?",
        [(facts_with_repeats(one.repeats), one.row_id) for one in recent if one.changed and one.row_id is not None],
    )
    return standing


def _read_recent(tx: Tx, since: Millis) -> list[CountedRow]:
    """The latest rows, newest first."""
    rows = tx.all(
        f"SELECT remote, status, facts, id FROM {with_index('calls', 'calls_by_time')} WHERE shop_id = ? AND at >= ? "
        "ORDER BY at DESC, id DESC LIMIT ?",
        (NO_SHOP, since, _LOOKED_AT),
    )
    return [CountedRow(remote, status, count_repeats(facts), row_id) for remote, status, facts, row_id in rows]


def _find_like(recent: list[CountedRow], call: Call) -> CountedRow | None:
    """The newest row of the same status, if the call's address has all its own rows."""
    same = [one for one in recent if one.remote == call.remote]
    if len(same) < OWN_ROWS:
        return None
    return next((one for one in same if one.status == call.status), None)
