"""Alerts: finding what is news, and sending it in batches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.domain import alerts
from service.domain.errors import NotFound
from service.domain.link.link_state import Link, LinkState, state_of
from service.domain.pull.pulls import RunState
from service.domain.sentences import Sentence
from service.domain.shops import Shop
from service.domain.times import MINUTE, Millis
from service.store import alert_channels, orders, pulls, shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import links
from service.store.webhooks import targets
from service.usecases.edit_settings import read_settings

SILENT_AFTER: Millis = 10 * MINUTE
"""A link that does not answer is in trouble after this time."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Alerts of one channel that go out as one message. `outdated` need not be sent any more, and
    `expired` are too late. `text` is None if nothing is left to send.
    """

    channel: alerts.AlertChannel
    ids: tuple[int, ...]
    outdated: tuple[int, ...]
    expired: tuple[int, ...]
    text: alerts.AlertText | None


def list_due_batches(db: ReadTx, now: Millis) -> list[Batch]:
    """A batch for each channel for which something waits and whose pause is over."""
    return [
        _compose_batch(db, one, now) for one in alert_channels.list_channels(db) if one.waiting and is_due(one, now)
    ]


def is_due(channel: alerts.AlertChannel, now: Millis) -> bool:
    """Whether the pause after a failure is over. A clock that was set back ends it too."""
    return not 0 < channel.next_try_at - now <= alerts.retry_delay(channel.failures)


def find_next_try(db: ReadTx, now: Millis) -> Millis | None:
    """When a channel for which something waits is next tried."""
    waiting = [channel for channel in alert_channels.list_channels(db) if channel.waiting]
    return min((max(now, channel.next_try_at) for channel in waiting), default=None)


def drop_unsendable(tx: Tx, batches: Iterable[Batch]) -> None:
    """Deletes what need not be sent and what is too late; the latter is counted."""
    for batch in batches:
        alert_channels.drop_alerts(tx, batch.channel.id, batch.outdated, counted=False)
        alert_channels.drop_alerts(tx, batch.channel.id, batch.expired, counted=True)


def finish_batch(tx: Tx, batch: Batch, result: alerts.PostResult, now: Millis) -> None:
    """Notes how the try ended; a channel that was removed meanwhile is left alone."""
    if result.is_sent:
        alert_channels.drop_alerts(tx, batch.channel.id, batch.ids, counted=False)
        alert_channels.mark_sent(tx, batch.channel.id, now)
    else:
        postpone(tx, batch.channel, alerts.describe_result(result), now)


def postpone(tx: Tx, channel: alerts.AlertChannel, fault: Sentence, now: Millis) -> None:
    """Tries a channel again after a pause that grows with each failure."""
    failures = channel.failures + 1
    alert_channels.mark_failed(tx, channel.id, fault, failures, now + alerts.retry_delay(failures))


def _compose_batch(db: ReadTx, channel: alerts.AlertChannel, now: Millis) -> Batch:
    expired = tuple(alert_channels.list_expired(db, channel.id, now))
    waiting = [
        alert for alert in alert_channels.list_alerts(db, channel.id, alerts.MOST_IN_ONE) if alert.id not in expired
    ]
    texts = {alert.id: _compose(db, channel, alert.mark, now) for alert in waiting}
    useful = {alert_id: text for alert_id, text in texts.items() if text is not None}
    outdated = tuple(alert_id for alert_id, text in texts.items() if text is None)
    return Batch(channel, tuple(useful), outdated, expired, alerts.combine(list(useful.values())) if useful else None)


def _compose(db: ReadTx, channel: alerts.AlertChannel, mark: alerts.Mark, now: Millis) -> alerts.AlertText | None:
    """The words of an alert; None if what it is about is over or gone."""
    try:
        return _compose_existing(db, channel, mark, now)
    except NotFound:
        return None


def _compose_existing(
    db: ReadTx, channel: alerts.AlertChannel, mark: alerts.Mark, now: Millis
) -> alerts.AlertText | None:
    shop = shops.get_shop(db, mark.shop_id)
    if mark.kind is alerts.AlertKind.FAILED_NIGHT:
        run = pulls.get_run(db, shop.id, int(mark.subject))
        if run.state is RunState.UNCHANGED:
            return alerts.compose_same_file(shop.name, pulls.count_same_nights(db, shop.id, run.id))
        return alerts.compose_night(shop.name, run.fault, needs_approval=run.state is RunState.NEEDS_APPROVAL)
    if mark.kind is alerts.AlertKind.TARGET_TROUBLE:
        target = targets.get_target(db, shop.id, int(mark.subject))
        host = target.name or urlsplit(target.url).netloc
        return alerts.compose_target(shop.name, host) if target.trouble_since is not None else None
    if mark.kind is alerts.AlertKind.LINK_TROUBLE:
        return alerts.compose_link(shop.name, state_of(links.get_link(db, shop.id), now)[1])
    order = orders.get_order(db, shop.id, mark.subject)
    return alerts.compose_order(mark.kind, order, shop, now, with_buyer=channel.with_buyer)


@dataclass(frozen=True, slots=True)
class Findings:
    """What is new. `moved` is how far was read of each shop of which something was, None without a
    channel; `next_at` is when an order next has little time left.
    """

    news: tuple[alerts.News, ...] = ()
    added: frozenset[alerts.Mark] = frozenset()
    gone: frozenset[alerts.Mark] = frozenset()
    moved: Mapping[int, alerts.Position] | None = None
    next_at: Millis | None = None

    @property
    def has_changes(self) -> bool:
        return bool(self.moved or self.added or self.gone)


def find_news(db: ReadTx, now: Millis, awake_since: Millis) -> Findings:
    """Reads what happened since the last time; nothing while there is no channel. A link that does
    not answer counts from `awake_since` at the earliest: after a start or a sleep it needs time to
    connect.
    """
    if not alert_channels.has_channels(db):
        return Findings()
    before, moved = alert_channels.read_positions(db), dict[int, alerts.Position]()
    marks, present = alert_channels.list_marks(db), _find_states(db, now, awake_since)
    order_news, night_news = list[alerts.News](), list[alerts.News]()
    for shop in _list_live_shops(db):
        position = before.get(shop.id, alerts.Position(0, 0))
        placed = alert_channels.list_order_news(db, shop.id, position.history)
        nights = alert_channels.list_night_news(db, shop.id, position.run)
        if placed or nights:
            moved[shop.id] = alerts.Position(
                placed[-1].position if placed else position.history, nights[-1].position if nights else position.run
            )
        order_news += placed
        night_news += nights
    return Findings(
        news=(
            *sorted(order_news, key=lambda news: news.position),
            *(news for news in night_news if _is_reported(db, news.mark)),
        ),
        added=present - marks,
        gone=marks - present,
        moved=moved,
        next_at=_find_next_moment(db, now),
    )


def _is_reported(db: ReadTx, mark: alerts.Mark) -> bool:
    """Whether a night is reported: of nights with the same file the one that the setting says."""
    if pulls.get_run(db, mark.shop_id, int(mark.subject)).state is not RunState.UNCHANGED:
        return True
    nights = read_settings(db).same_file_nights
    return nights > 0 and pulls.count_same_nights(db, mark.shop_id, int(mark.subject)) == nights


def queue_news(tx: Tx, now: Millis, awake_since: Millis) -> None:
    """Queues what is new for each channel that wants it, and remembers that it was reported."""
    raised = find_news(tx, now, awake_since)
    if raised.moved is None:
        return
    accept_by = {news.mark: news.accept_by for news in raised.news}
    waiting = {(shop, order.reference): order.accept_by for shop, order in orders.list_waiting_orders(tx)}
    for mark in (*accept_by, *sorted(raised.added, key=lambda one: (one.kind, one.shop_id, one.subject))):
        limit = accept_by.get(mark) or waiting.get((mark.shop_id, mark.subject))
        for channel in alert_channels.list_channels(tx):
            if mark.kind in channel.kinds:
                alert_channels.queue_alert(tx, channel.id, mark, now, alerts.compute_expiry(mark.kind, limit, now))
    alert_channels.change_marks(tx, raised.added, raised.gone)
    alert_channels.keep_positions(tx, raised.moved)


def begin_here(tx: Tx, now: Millis) -> None:
    """The first channel gets what happens from now on, not what was before."""
    present, marks = _find_states(tx, now, now), alert_channels.list_marks(tx)
    alert_channels.change_marks(tx, present - marks, marks - present)
    alert_channels.keep_positions(tx, alert_channels.read_ends(tx))


def _find_states(db: ReadTx, now: Millis, awake_since: Millis) -> frozenset[alerts.Mark]:
    """What holds at this moment: orders with little time, targets and links in trouble."""
    live = _list_live_shops(db)
    live_ids = {shop.id for shop in live}
    short = {
        alerts.Mark(alerts.AlertKind.TIME_SHORT, shop_id, order.reference)
        for shop_id, order in orders.list_waiting_orders(db)
        if shop_id in live_ids and order.accept_by is not None and now < order.accept_by <= now + alerts.SHORT_BEFORE
    }
    troubled = {
        alerts.Mark(alerts.AlertKind.TARGET_TROUBLE, shop.id, str(target.id))
        for shop in live
        if shop.webhooks
        for target in targets.list_targets(db, shop.id)
        if target.on and target.trouble_since is not None
    }
    unlinked = {
        alerts.Mark(alerts.AlertKind.LINK_TROUBLE, link.shop_id, str(link.created_at))
        for link in links.list_links(db)
        if link.shop_id in live_ids and _is_troubled(link, now, awake_since)
    }
    return frozenset(short | troubled | unlinked)


def _list_live_shops(db: ReadTx) -> list[Shop]:
    return [shop for shop in shops.list_shops(db) if not shop.staging]


def _is_troubled(link: Link, now: Millis, awake_since: Millis) -> bool:
    """Whether the owner has to do something, or nothing answered for a while."""
    state = state_of(link, now)[0]
    if state is LinkState.WAITING:
        return now - max(link.last_answer_at or link.created_at, awake_since) >= SILENT_AFTER
    return state in (LinkState.REFUSED, LinkState.HELD)


def _find_next_moment(db: ReadTx, now: Millis) -> Millis | None:
    moments = [
        order.accept_by - alerts.SHORT_BEFORE
        for _shop, order in orders.list_waiting_orders(db)
        if order.accept_by is not None
    ]
    return min((moment for moment in moments if moment > now), default=None)
