"""Searches the call log in steps, each a read of its own: no view is held for long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from service.domain.call_log.calls import Call, CallFilter, Cursor
from service.domain.catalogue.sku import fold, tidy
from service.store.call_log.call_search import list_part_calls, read_part_calls, search_bodies
from service.store.engine.transaction import ReadTx

RunRead = Callable[[Callable[[ReadTx], Any]], Any]
"""Runs a short read and returns its result."""

_TEXT_STEP, _PART_STEP = 500, 50


class SearchStep(NamedTuple):
    """What a step found, how many of all entries are read, and where the next begins."""

    found: tuple[Call, ...]
    done: int
    total: int
    resume: Cursor | None


def search_text(
    read: RunRead,
    shop_id: int,
    narrow: CallFilter,
    text: str,
    total: int,
    *,
    sees_unknown: bool,
    before: Cursor | None = None,
) -> Iterator[SearchStep]:
    """The calls with a text in a body, newest first. `total` is what the filter leaves."""
    done = 0
    while True:
        step = read(
            partial(
                search_bodies,
                shop_id=shop_id,
                narrow=narrow,
                text=text,
                sees_unknown=sees_unknown,
                before=before,
                step=_TEXT_STEP,
            )
        )
        done += step.scanned
        before = step.next_before
        yield SearchStep(step.found, done, max(total, done), before)
        if before is None:
            return


def search_part(
    read: RunRead,
    shop_id: int,
    narrow: CallFilter,
    sku: str,
    *,
    sees_unknown: bool,
    text: str = "",
    before: Cursor | None = None,
) -> Iterator[SearchStep]:
    """The calls about a part, newest first; `text` has to be in a body. At least one step."""
    folded = fold(tidy(sku))
    listed = read(lambda db: list_part_calls(db, shop_id, folded, sees_unknown=sees_unknown))
    check = partial(
        read_part_calls, shop_id=shop_id, folded=folded, narrow=narrow, sees_unknown=sees_unknown, text=text
    )
    left = [call for call in listed if before is None or (call.at, call.id) < before]
    for start in range(0, max(len(left), 1), _PART_STEP):
        part = left[start : start + _PART_STEP]
        found = read(partial(check, listed=part))
        done = start + len(part)
        resume = (part[-1].at, part[-1].id) if done < len(left) else None
        yield SearchStep(found, done, len(left), resume)
