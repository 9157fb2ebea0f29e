"""Finds what the owner may want to hear about, and queues it for the channels that want it."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.alerts.alert_channels import AlertKind
from service.domain.alerts.alert_news import SHORT_BEFORE, Mark, News, Position, compute_expiry
from service.domain.link.link_state import Link, LinkState, state_of
from service.domain.times import MINUTE, Millis
from service.store import order_lists, shops
from service.store.alerts import alert_queue, channels
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import links
from service.store.webhooks import targets

SILENT_AFTER: Millis = 10 * MINUTE
"""A link that does not answer is in trouble after this time."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What is new. `next_at` is when an order next has little time left."""

    news: tuple[News, ...] = ()
    added: frozenset[Mark] = frozenset()
    gone: frozenset[Mark] = frozenset()
    position: Position | None = None
    next_at: Millis | None = None

    @property
    def has_changes(self) -> bool:
        return bool(self.news or self.added or self.gone)


def find_news(db: ReadTx, now: Millis, awake_since: Millis) -> Findings:
    """Reads what happened since the last time; nothing while there is no channel.

    A link that does not answer counts from `awake_since` at the earliest: after a start or a sleep
    it needs time to connect.
    """
    if not channels.has_channels(db):
        return Findings()
    before = alert_queue.read_position(db)
    order_news = alert_queue.list_order_news(db, before.history)
    night_news = alert_queue.list_night_news(db, before.run)
    marks, present = alert_queue.list_marks(db), _find_states(db, now, awake_since)
    return Findings(
        news=(*order_news, *night_news),
        added=present - marks,
        gone=marks - present,
        position=Position(
            order_news[-1].position if order_news else before.history,
            night_news[-1].position if night_news else before.run,
        ),
        next_at=_find_next_moment(db, now),
    )


def queue_news(tx: Tx, now: Millis, awake_since: Millis) -> None:
    """Queues what is new for each channel that wants it, and remembers that it was reported."""
    raised = find_news(tx, now, awake_since)
    if raised.position is None:
        return
    accept_by = {news.mark: news.accept_by for news in raised.news}
    waiting = {(shop, order.reference): order.accept_by for shop, order in order_lists.list_waiting_orders(tx)}
    for mark in (*accept_by, *sorted(raised.added, key=lambda one: (one.kind, one.shop_id, one.subject))):
        limit = accept_by.get(mark) or waiting.get((mark.shop_id, mark.subject))
        for channel in channels.list_channels(tx):
            if mark.kind in channel.kinds:
                alert_queue.queue_alert(tx, channel.id, mark, now, compute_expiry(mark.kind, limit, now))
    alert_queue.change_marks(tx, raised.added, raised.gone)
    alert_queue.keep_position(tx, raised.position)


def begin_here(tx: Tx, now: Millis) -> None:
    """The first channel gets what happens from now on, not what was before."""
    present, marks = _find_states(tx, now, now), alert_queue.list_marks(tx)
    alert_queue.change_marks(tx, present - marks, marks - present)
    alert_queue.keep_position(tx, alert_queue.read_ends(tx))


def _find_states(db: ReadTx, now: Millis, awake_since: Millis) -> frozenset[Mark]:
    """What holds at this moment: orders with little time, targets and links in trouble."""
    live = [shop for shop in shops.list_shops(db) if not shop.staging]
    live_ids = {shop.id for shop in live}
    short = {
        Mark(AlertKind.TIME_SHORT, shop_id, order.reference)
        for shop_id, order in order_lists.list_waiting_orders(db)
        if shop_id in live_ids and order.accept_by is not None and now < order.accept_by <= now + SHORT_BEFORE
    }
    troubled = {
        Mark(AlertKind.TARGET_TROUBLE, shop.id, str(target.id))
        for shop in live
        if shop.webhooks
        for target in targets.list_targets(db, shop.id)
        if target.on and target.trouble_since is not None
    }
    unlinked = {
        Mark(AlertKind.LINK_TROUBLE, link.shop_id, str(link.created_at))
        for link in links.list_links(db)
        if link.shop_id in live_ids and _is_troubled(link, now, awake_since)
    }
    return frozenset(short | troubled | unlinked)


def _is_troubled(link: Link, now: Millis, awake_since: Millis) -> bool:
    """Whether the owner has to do something, or nothing answered for a while."""
    state = state_of(link, now)[0]
    if state is LinkState.WAITING:
        return now - max(link.last_answer_at or link.created_at, awake_since) >= SILENT_AFTER
    return state in (LinkState.REFUSED, LinkState.HELD)


def _find_next_moment(db: ReadTx, now: Millis) -> Millis | None:
    moments = [
        order.accept_by - SHORT_BEFORE
        for _shop, order in order_lists.list_waiting_orders(db)
        if order.accept_by is not None
    ]
    return min((moment for moment in moments if moment > now), default=None)
