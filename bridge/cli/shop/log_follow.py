"""`counterpart log list --follow`: calls as they are logged, until Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.output import escape_controls, escape_json
from service.domain import wire
from service.domain.call_log.calls import Call, CallFilter
from service.domain.shops import Shop
from service.store.call_log.calls import find_last_id, list_calls, list_calls_after
from service.store.engine.transaction import ReadTx
from service.usecases.export_calls import CallFileFormat, convert_call, format_lines

_POLL_S = 0.3
_PAGE = 500


def follow_log(
    session: Session, shop: Shop, chosen: CallFilter, limit: int, describe: Callable[[Call], tuple[str, ...]]
) -> None:
    """Prints the last `limit` calls, oldest first, then new ones; JSON is one object a line."""
    for line in _lines(session, shop, _iterate(session, shop, chosen, limit), describe):
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()


def _lines(
    session: Session, shop: Shop, calls: Iterator[Call], describe: Callable[[Call], tuple[str, ...]]
) -> Iterator[str]:
    if session.options.as_csv:
        return format_lines(calls, shop, CallFileFormat.CSV)
    if session.as_json:
        return (f"{escape_json(wire.encode(convert_call(call, shop)).decode())}\n" for call in calls)
    return (f"{'  '.join(escape_controls(cell) for cell in describe(call))}\n" for call in calls)


def _iterate(session: Session, shop: Shop, chosen: CallFilter, limit: int) -> Iterator[Call]:
    """By the entries' ids, which are in the order of their commits; a call that took long has an
    older time than the entry before it.
    """
    sees_unknown = not shop.staging

    def begin(db: ReadTx) -> tuple[list[Call], int]:
        return list_calls(db, shop.id, chosen, sees_unknown=sees_unknown, limit=limit), find_last_id(db)

    def read_on(db: ReadTx) -> tuple[list[Call], int]:
        page = list_calls_after(db, shop.id, chosen, last, sees_unknown=sees_unknown, limit=_PAGE)
        # Past calls that do not match, too: the next read does not look at them again.
        return page, page[-1].id if len(page) == _PAGE else find_last_id(db)

    calls, last = session.read(begin)
    yield from reversed(calls)
    while True:
        page, last = session.read(read_on)
        yield from page
        if len(page) < _PAGE:
            session.pause(_POLL_S)
