"""Reads the marketplace's orders regularly, and applies what they say (link §2)."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import replace

from service.domain.link.link_state import Link
from service.domain.link.upstream_orders import ReadOrder, in_our_time, steady_offset
from service.domain.marketplace.orders import CLOSED, OPEN, Status
from service.domain.sentences import message
from service.domain.times import MINUTE, SECOND, Millis
from service.link.link_errors import LinkFault
from service.link.link_session import LinkSession
from service.link.upstream import OrdersRead
from service.store.engine.transaction import Tx
from service.store.link import links, mirror
from service.store.shops import get_shop
from service.usecases.link.take_orders import Taken, note_missing, placed_until, take_orders

log = logging.getLogger(__name__)

PLACED_EVERY: Millis = 10 * SECOND
OPEN_EVERY: Millis = 60 * SECOND
CLOSED_EVERY: Millis = 5 * MINUTE
AFTER_FAULT: Millis = 10 * SECOND
AFTER_REFUSAL: Millis = MINUTE
_ROWS_PER_WRITE = 50
"""However many orders an answer has, other writes of this computer wait for these at most."""


class OrderPoller:
    """Knows which status is to be read when. Everything is read after a gap."""

    def __init__(self, session: LinkSession) -> None:
        self._session = session
        self._due: dict[Status, Millis] = {}
        self._unread = set(Status)
        """The statuses that nothing was read of since the last gap."""
        self._cut: set[Status] = set()
        self._whole = True
        self._rest_until: Millis = 0

    def read_all(self) -> None:
        """Reads every status before the link counts as connected, after a gap (start, sleep, no
        network). A reading under way goes on: of it, what was read before is read again.
        """
        self._whole, self._unread = True, set(Status)
        self._rest_until = 0

    def read_soon(self, statuses: Iterable[Status] = OPEN) -> None:
        """Reads these statuses with the next step."""
        for status in statuses:
            self._due[status] = 0

    async def step(self) -> Millis | None:
        """Reads what is due; returns the moment of the next reading."""
        link = await self._session.read_link()
        if link is None:
            return None
        now = self._session.clock.now()
        if now < self._rest_until <= now + AFTER_REFUSAL:
            return self._rest_until
        try:
            await self._read(link, now)
        except LinkFault as error:
            log.info("The marketplace's orders were not read: %s", error.message)
            self._rest_until = now + (AFTER_REFUSAL if link.refused else AFTER_FAULT)
            return self._rest_until
        return await self._next(now)

    async def read_now(self, statuses: Iterable[Status]) -> None:
        """Reads these statuses; returns when their orders are stored. Raises LinkFault."""
        link = await self._session.read_link()
        if link is not None:
            self.read_soon(statuses)
            await self._read(link, self._session.clock.now())

    async def _next(self, now: Millis) -> Millis:
        expires: Millis | None = await self._session.store.read(lambda db: placed_until(db, self._session.shop_id, now))
        moments: list[Millis] = [*self._due.values(), *([expires] if expires else [])]
        return min(moments)

    def _statuses(self, now: Millis) -> list[Status]:
        """The due statuses. A time far ahead comes from a clock that was set back since."""
        return [
            status
            for status in Status
            if status in self._unread or not now < self._due.get(status, 0) <= now + CLOSED_EVERY
        ]

    async def _read(self, link: Link, now: Millis) -> None:
        try:
            await self._read_statuses(link, now, self._statuses(now))
        except BaseException:
            # Nobody knows which orders are missing now.
            self._whole, self._unread = True, set(Status)
            raise

    async def _read_statuses(self, link: Link, now: Millis, statuses: list[Status]) -> None:
        seen: set[str] = set()
        for status in statuses:
            # Before the call: what is asked for while it is under way counts for the next step.
            self._due[status] = now + _every(status, feed=link.event_feed)
            self._unread.discard(status)
            seen_here, was_cut = await self._read_status(link, status)
            seen |= seen_here
            self._cut = self._cut | {status} if was_cut else self._cut - {status}
        if self._whole and not self._unread:
            self._whole, cut = False, bool(self._cut)
            await self._session.store.write(lambda tx: self._note_whole(tx, link, cut))
        if not self._cut & set(statuses) and set(OPEN) <= set(statuses):
            await self._look_for_missing(link, seen, statuses)

    def _note_whole(self, tx: Tx, link: Link, cut: bool) -> None:
        """A reading that was cut did not note the whole history."""
        if not self._is_present(tx, link):
            return
        notice = message("The marketplace shows only 500 orders of a status; older ones are not read.") if cut else None
        links.change_link(
            tx,
            self._session.shop_id,
            full_read_at=self._session.clock.now(),
            notice=notice,
            history_read=link.history_read or not cut,
        )

    async def _read_status(self, link: Link, status: Status) -> tuple[set[str], bool]:
        with self._session.settled.during() as settled:
            read = await self._session.far.read_orders(status)
            await self._take(link, read, settled)
        return {row.name for row in read.rows}, read.cut

    async def _take(self, link: Link, read: OrdersRead, settled: Collection[str]) -> None:
        offset = link.clock_offset if read.offset is None else steady_offset(link.clock_offset, read.offset)
        for start in range(0, len(read.rows), _ROWS_PER_WRITE):
            # An action may have been settled during the write before.
            some = [row for row in read.rows[start : start + _ROWS_PER_WRITE] if row.name not in settled]
            if not some:
                continue
            part = [_in_our_time(row, offset) for row in some]
            taken = await self._session.store.write(lambda tx: self._write(tx, link, part))  # noqa: B023
            if taken.went_back:
                self._session.went_back()

    def _write(self, tx: Tx, link: Link, rows: list[ReadOrder]) -> Taken:
        if not self._is_present(tx, link):
            return Taken()
        since = None if link.history_read else link.created_at
        shop = get_shop(tx, self._session.shop_id)
        return take_orders(tx, shop, rows, since=since, now=self._session.clock.now())

    def _is_present(self, tx: Tx, link: Link) -> bool:
        """Whether the shop was not linked to another marketplace during the reading."""
        present = links.find_link(tx, self._session.shop_id)
        return present is not None and present.created_at == link.created_at

    async def _look_for_missing(self, link: Link, seen: set[str], read: list[Status]) -> None:
        """Looks for orders that are open here and in no open list: closed or lost there."""
        known = await self._session.store.read(lambda db: mirror.open_mirrored(db, self._session.shop_id))
        missing = known.keys() - seen
        for status in CLOSED if missing else ():
            if status not in read:
                names, _ = await self._read_status(link, status)
                missing -= names
        lost = [known[name] for name in missing]
        await self._session.store.write(
            lambda tx: note_missing(tx, self._session.shop_id, lost, self._session.clock.now())
        )


def _every(status: Status, *, feed: bool) -> Millis:
    if status in CLOSED:
        return CLOSED_EVERY
    return PLACED_EVERY if status is Status.PLACED and not feed else OPEN_EVERY


def _in_our_time(row: ReadOrder, offset: Millis) -> ReadOrder:
    if row.order is not None:
        return replace(row, order=in_our_time(row.order, offset))
    return row if row.closed_from is None else replace(row, closed_from=row.closed_from + offset)
