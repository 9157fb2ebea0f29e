"""Orders of a marketplace that could not be taken, as lines of the history."""

from __future__ import annotations

from zlib import crc32

from service.domain.actors import MARKETPLACE
from service.domain.history.history_query import Cursor, HistoryLine
from service.domain.history.item_history import ItemWrite
from service.domain.history.write_causes import CauseKind, WriteCause
from service.store.engine.transaction import ReadTx
from service.store.history.write_lists import WriteFilter
from service.store.link.mirror import SetAside, list_set_aside


def list_set_aside_lines(
    db: ReadTx, shop_id: int, narrow: WriteFilter, *, before: Cursor | None = None, order: str | None = None
) -> list[HistoryLine]:
    """Those that are set aside now, newest first; with `order` only that one."""
    lines = [_make_line(shop_id, one) for one in list_set_aside(db, shop_id) if order is None or one.name == order]
    chosen = (line for line in lines if narrow.has(line.write) and (before is None or line.cursor < before))
    return sorted(chosen, key=lambda line: line.cursor, reverse=True)


def _make_line(shop_id: int, aside: SetAside) -> HistoryLine:
    """It is no stored write, so its id is made of its name, and less than that of each write."""
    write_id = -1 - crc32(aside.name.encode())
    write = ItemWrite(write_id, shop_id, aside.since, WriteCause(CauseKind.SET_ASIDE), MARKETPLACE, order=aside.name)
    return HistoryLine(write, "", "", 0, note=aside.message)
