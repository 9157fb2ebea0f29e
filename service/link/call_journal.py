"""Calls to the marketplace in the call log, and what they say of the link (link §5)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from service.domain.call_log.calls import MAX_STORED_ANSWER, Call
from service.domain.errors import Unavailable
from service.domain.link.upstream_orders import steady_offset
from service.domain.redaction import redact
from service.domain.times import SECOND, Millis
from service.link.link_errors import KeyRefused, LinkFault, NoAnswer
from service.link.upstream_client import Exchange, describe
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.link.links import change_link, find_link

KEY_NAME = "marketplace link"
OUTGOING = "outgoing call to the marketplace"
_NOTED_EVERY: Millis = 5 * SECOND
NO_STATUS = 503
"""The logged body if there was no answer."""


class CallJournal:
    """Records each call of one link. `answered_again` is called when an answer ends an outage."""

    def __init__(self, store: Store, shop_id: int, url: str, answered_again: Callable[[], None]) -> None:
        self._store = store
        self._shop_id = shop_id
        self._remote = urlsplit(url).netloc
        self._answered_again = answered_again

    async def keep(self, exchange: Exchange) -> None:
        """Writes the entry and the link's state in one transaction."""
        if await self._store.write(lambda tx: self._write(tx, exchange)):
            self._answered_again()

    def note_silence(self) -> None:
        """A call waits for its answer for too long; call it in the event loop."""
        fault = NoAnswer(describe(TimeoutError()))
        # Where it cannot be noted now, the end of the call notes it.
        with suppress(Unavailable):
            self._store.submit(lambda tx: self._note_fault(tx, fault))

    def _write(self, tx: Tx, exchange: Exchange) -> bool:
        add_call(tx, self._call(exchange), _packed(exchange))
        return self._note(tx, exchange)

    def _note(self, tx: Tx, exchange: Exchange) -> bool:
        """Updates the link's state. Whether an outage is over."""
        link = find_link(tx, self._shop_id)
        if link is None:
            return False
        if exchange.fault is not None:
            self._note_fault(tx, exchange.fault)
            return False
        now = exchange.at + int(exchange.duration_s * 1000)
        again = link.refused is not None or link.fault is not None
        there = exchange.reply.clock_offset
        # An answer without a `Date` says nothing of the clocks.
        offset = link.clock_offset if there is None else steady_offset(link.clock_offset, there)
        last = link.last_answer_at
        if again or last is None or abs(now - last) >= _NOTED_EVERY or offset != link.clock_offset:
            change_link(tx, self._shop_id, last_answer_at=now, refused=None, fault=None, clock_offset=offset)
        return again

    def _note_fault(self, tx: Tx, fault: LinkFault) -> None:
        """A failed call counts at once; the next one that succeeds ends it."""
        if isinstance(fault, KeyRefused):
            change_link(tx, self._shop_id, refused=fault.sentence)
        else:
            change_link(tx, self._shop_id, fault=fault.sentence)

    def _call(self, exchange: Exchange) -> Call:
        fault = exchange.fault
        return Call(
            id=0,
            at=exchange.at,
            shop_id=self._shop_id,
            key_id=None,
            key=KEY_NAME,
            remote=self._remote,
            method=exchange.method,
            path=exchange.path,
            status=exchange.reply.status or NO_STATUS,
            duration_us=int(exchange.duration_s * 1_000_000),
            request_bytes=len(exchange.request),
            response_bytes=len(exchange.reply.body),
            error=None if fault is None else "no_answer",
            message=None if fault is None else fault.message,
            notes=(OUTGOING,),
        )


def _packed(exchange: Exchange) -> PackedBodies:
    answer = exchange.reply.body
    return PackedBodies(
        pack_body(redact(exchange.request)),
        pack_body(redact(answer[:MAX_STORED_ANSWER])),
        len(answer) > MAX_STORED_ANSWER,
    )
