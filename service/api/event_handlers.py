"""GET /v1/events: the events, for systems that cannot receive webhooks (contract §9)."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import UNSET, Raw

from service.api.answers import Answer, make_error
from service.api.api_request import ApiRequest, Caller, QueryParams
from service.api.checks.rights import choose_kinds
from service.api.connection import watch_disconnect
from service.domain import wire
from service.domain.errors import Unavailable
from service.domain.times import Clock
from service.domain.webhooks.events import ITEM_CHANGED, EventKind
from service.domain.webhooks.feed_cursors import FeedCursor, find_position, format_cursor, make_cursor, parse_cursor
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.webhooks import event_feed

log = logging.getLogger(__name__)

MAX_PER_KEY = 8

KindsReader = Callable[[int, int], Awaitable[list[event_feed.FeedEvent]]]
"""Each of a shop's events after a position. Raises Unavailable."""
DEFAULT_EVENTS = 100
MAX_EVENTS = 500
MAX_WAIT_S = 25
LATEST = "latest"
FEED_KINDS = (*(kind.value for kind in EventKind), ITEM_CHANGED)
_SMALL_STRETCH = 100
"""How many events are read in the event loop; more are read in a reader's thread."""


@dataclass(slots=True, eq=False)
class HeldCall:
    """One call that waits for events of these kinds after `position` (of any, if empty)."""

    key_id: int
    position: int
    kinds: frozenset[str]
    until: float
    ended: asyncio.Future[None]

    def end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def wants(self, event: event_feed.FeedEvent) -> bool:
        if event.seq <= self.position or event.key_id == self.key_id:
            return False
        return event.kind in self.kinds if self.kinds else event.kind != ITEM_CHANGED


class HeldCalls:
    def __init__(self, read_kinds: KindsReader) -> None:
        self._read_kinds = read_kinds
        self._held: dict[int, set[HeldCall]] = {}
        self._open = True
        self._waking: asyncio.Task[None] | None = None
        self._posted_news = self._all_news = 0

    def count_news(self, kinds: Collection[str]) -> int:
        """How often events were committed that a call for these kinds may be waiting for."""
        return self._all_news if ITEM_CHANGED in kinds else self._posted_news

    def may_wait(self, until: float) -> bool:
        """Whether a call may wait, until this moment of the event loop."""
        return self._open and asyncio.get_running_loop().time() < until

    def count(self, key_id: int) -> int:
        return sum(call.key_id == key_id for calls in self._held.values() for call in calls)

    def find_retry_after(self, key_id: int) -> int:
        """Whole seconds until the first of a key's waiting calls ends."""
        now = asyncio.get_running_loop().time()
        ends = [call.until for calls in self._held.values() for call in calls if call.key_id == key_id]
        return max(1, math.ceil(min(ends, default=now) - now))

    async def wait(
        self,
        key_id: int,
        shop_id: int,
        position: int,
        kinds: frozenset[str],
        until: float,
        on_held: Callable[[Callable[[], None]], None],
        news: int,
    ) -> None:
        """Returns with an event, at the moment `until` of the event loop, when the service stops,
        or when `on_held`'s argument is called. `news` is `count_news` from before the read that
        found nothing after `position`: where it has changed, this returns at once.
        """
        if not self._open or news != self.count_news(kinds):
            return
        loop = asyncio.get_running_loop()
        call = HeldCall(key_id, position, kinds, until, loop.create_future())
        calls = self._held.setdefault(shop_id, set())
        calls.add(call)
        timer = loop.call_at(until, call.end)
        on_held(call.end)
        try:
            await call.ended
        finally:
            timer.cancel()
            calls.discard(call)
            if not calls:
                del self._held[shop_id]

    def on_events(self, *, only_items: bool = False) -> None:
        """Wakes the calls that wait for what was committed: events, or changed items alone."""
        self._all_news += 1
        if only_items and not any(ITEM_CHANGED in call.kinds for calls in self._held.values() for call in calls):
            return
        self._posted_news += not only_items
        if self._held and (self._waking is None or self._waking.done()):
            self._waking = asyncio.ensure_future(self._wake())

    async def settle(self) -> None:
        """Returns when no call is being woken."""
        if self._waking is not None:
            await self._waking

    async def _wake(self) -> None:
        seen = None
        while seen != self._all_news:
            seen = self._all_news
            await self._wake_once()

    async def _wake_once(self) -> None:
        for shop_id, calls in list(self._held.items()):
            if not calls:
                continue
            try:
                new = await self._read_kinds(shop_id, min(call.position for call in calls))
            except Unavailable as error:
                # The calls read the feed themselves, and get 503 if the fault is still there.
                log.warning("Held calls are ended, as the database did not answer: %s", error.message)
                self._end_all(calls)
                continue
            except Exception:
                log.exception("Held calls are ended, as the feed was not read")
                self._end_all(calls)
                continue
            for call in list(calls):
                if any(call.wants(event) for event in new):
                    call.end()

    def open(self) -> None:
        """Allows calls to wait again."""
        self._open = True

    def close(self) -> None:
        """Ends every wait at once, and allows no new one."""
        self._open = False
        for calls in self._held.values():
            self._end_all(calls)

    def _end_all(self, calls: set[HeldCall]) -> None:
        for call in calls:
            call.end()


class _Question(NamedTuple):
    """What a call asks. Without a cursor it starts at the oldest event, with `latest` at none."""

    shop_id: int
    key_id: int
    cursor: FeedCursor | None
    latest: bool
    kinds: frozenset[str]
    limit: int


class _Found(NamedTuple):
    """A page, the cursor after it, and whether unseen events before it are gone."""

    page: event_feed.FeedPage
    next: FeedCursor
    gap: bool


class EventHandlers:
    """The feed's endpoint."""

    def __init__(self, store: Store, clock: Clock, held: HeldCalls) -> None:
        self._store = store
        self._clock = clock
        self._held = held

    async def read(self, request: ApiRequest) -> Answer:
        """Events after a cursor. Without any it waits as long as the call asks."""
        question = _parse_question(request.params, request.caller)
        wait = request.params.read_integer("wait", 0, 0, MAX_WAIT_S)
        until = asyncio.get_running_loop().time() + wait
        while True:
            news = self._held.count_news(question.kinds)
            batch = await self._find(question)
            if batch.page.bodies or batch.gap or not self._held.may_wait(until):
                return _make_answer(batch)
            if news == self._held.count_news(question.kinds):
                break
        key_id = request.caller.key.id
        if self._held.count(key_id) >= MAX_PER_KEY:
            return _make_too_many(self._held.find_retry_after(key_id))
        began = self._clock.monotonic()
        await self._held.wait(
            key_id,
            question.shop_id,
            batch.page.position,
            question.kinds,
            until,
            lambda end: watch_disconnect(request.connection, end),
            news,
        )
        waited = self._clock.monotonic() - began
        batch = await self._find(question._replace(cursor=batch.next, latest=False))
        answer = _make_answer(batch, (f"waited {waited:.1f} s for an event",))
        answer.held_s = waited
        return answer

    async def _find(self, question: _Question) -> _Found:
        batch = await self._store.read_briefly(lambda db: _read_small(db, question))
        if batch is not None:
            return batch
        far = await self._store.read(lambda db: _read(db, question))
        if far.page.bodies or far.gap:
            return far
        return await self._find(question._replace(cursor=far.next, latest=False))


def _parse_question(params: QueryParams, caller: Caller) -> _Question:
    """The question of a call. Raises BadRequest, NotAllowed."""
    after = params.read_text("after")
    asked = frozenset(params.read_words("event", FEED_KINDS))
    kinds = choose_kinds(caller.key.rights, asked)
    limit = params.read_integer("limit", DEFAULT_EVENTS, 1, MAX_EVENTS)
    latest = after == LATEST
    cursor = None if after is None or latest else parse_cursor(after)
    return _Question(caller.shop.id, caller.key.id, cursor, latest, kinds, limit)


def _read_small(db: ReadTx, question: _Question) -> _Found | None:
    """A page, or None if many events would have to be read."""
    epochs, ends = event_feed.read_epochs(db), event_feed.read_ends(db, question.shop_id)
    cursor = question.cursor
    position = 0 if cursor is None else find_position(cursor, question.shop_id, epochs)
    if not question.latest and ends.last - position > _SMALL_STRETCH:
        return None
    if not question.latest and ITEM_CHANGED in question.kinds and event_feed.has_items(db, question.shop_id, position):
        return None
    return _read(db, question)


def _read(db: ReadTx, question: _Question) -> _Found:
    epochs, ends = event_feed.read_epochs(db), event_feed.read_ends(db, question.shop_id)
    if question.latest:
        page = event_feed.FeedPage([], ends.last, more=False)
        return _Found(page, make_cursor(question.shop_id, ends.last, epochs), gap=False)
    position, part, gap = 0, 0, False
    if question.cursor is not None:
        position = find_position(question.cursor, question.shop_id, epochs)
        part = question.cursor.part if position == question.cursor.position else 0
        # A position after the end belongs to data that is gone without a restore: somebody
        # replaced the file with an older one.
        gap = position < ends.gone or position > ends.last
        position = 0 if position > ends.last else position
    page = event_feed.read_page(
        db,
        question.shop_id,
        position,
        ends.last,
        question.kinds,
        question.limit,
        part=part,
        key_id=question.key_id,
    )
    return _Found(page, make_cursor(question.shop_id, page.position, epochs, page.part), gap)


def _make_answer(batch: _Found, notes: tuple[str, ...] = ()) -> Answer:
    body = wire.EventPage(
        [Raw(body) for body in batch.page.bodies],
        format_cursor(batch.next),
        batch.page.more,
        gap=True if batch.gap else UNSET,
    )
    return Answer(200, wire.encode(body), notes=notes, facts={"events": len(batch.page.bodies)})


def _make_too_many(retry_after: int) -> Answer:
    answer = make_error(
        429,
        "rate_limited",
        f"This key has {MAX_PER_KEY} calls waiting for events already. Read the answer of one of them first; "
        f"one will be there in {retry_after} seconds.",
    )
    answer.headers["Retry-After"] = str(retry_after)
    return answer
