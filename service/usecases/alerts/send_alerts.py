"""What goes to a channel now, and what is noted after the try."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.domain.alerts.alert_channels import AlertChannel, AlertKind, retry_delay
from service.domain.alerts.alert_news import Mark
from service.domain.alerts.alert_results import PostResult, describe_result
from service.domain.alerts.alert_texts import (
    MOST_IN_ONE,
    AlertText,
    combine,
    compose_link,
    compose_night,
    compose_order,
    compose_target,
)
from service.domain.errors import NotFound
from service.domain.link.link_state import state_of
from service.domain.pull.pulls import RunState
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.store import orders, pulls, shops
from service.store.alerts import alert_queue, channels
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import links
from service.store.webhooks import targets


@dataclass(frozen=True, slots=True)
class Batch:
    """Alerts of one channel that go out as one message. `outdated` need not be sent any more, and
    `expired` are too late. `text` is None if nothing is left to send.
    """

    channel: AlertChannel
    ids: tuple[int, ...]
    outdated: tuple[int, ...]
    expired: tuple[int, ...]
    text: AlertText | None


def list_due_batches(db: ReadTx, now: Millis) -> list[Batch]:
    """A batch for each channel for which something waits and whose pause is over."""
    return [_compose_batch(db, one, now) for one in channels.list_channels(db) if one.waiting and is_due(one, now)]


def is_due(channel: AlertChannel, now: Millis) -> bool:
    """Whether the pause after a failure is over. A clock that was set back ends it too."""
    return not 0 < channel.next_try_at - now <= retry_delay(channel.failures)


def find_next_try(db: ReadTx, now: Millis) -> Millis | None:
    """When a channel for which something waits is next tried."""
    waiting = [channel for channel in channels.list_channels(db) if channel.waiting]
    return min((max(now, channel.next_try_at) for channel in waiting), default=None)


def drop_unsendable(tx: Tx, batches: Iterable[Batch]) -> None:
    """Deletes what need not be sent and what is too late; the latter is counted."""
    for batch in batches:
        alert_queue.drop_alerts(tx, batch.channel.id, batch.outdated, counted=False)
        alert_queue.drop_alerts(tx, batch.channel.id, batch.expired, counted=True)


def finish_batch(tx: Tx, batch: Batch, result: PostResult, now: Millis) -> None:
    """Notes how the try ended; a channel that was removed meanwhile is left alone."""
    if result.is_sent:
        alert_queue.drop_alerts(tx, batch.channel.id, batch.ids, counted=False)
        channels.mark_sent(tx, batch.channel.id, now)
    else:
        postpone(tx, batch.channel, describe_result(result), now)


def postpone(tx: Tx, channel: AlertChannel, fault: Sentence, now: Millis) -> None:
    """Tries a channel again after a pause that grows with each failure."""
    failures = channel.failures + 1
    channels.mark_failed(tx, channel.id, fault, failures, now + retry_delay(failures))


def _compose_batch(db: ReadTx, channel: AlertChannel, now: Millis) -> Batch:
    expired = tuple(alert_queue.list_expired(db, channel.id, now))
    waiting = [alert for alert in alert_queue.list_alerts(db, channel.id, MOST_IN_ONE) if alert.id not in expired]
    texts = {alert.id: _compose(db, channel, alert.mark, now) for alert in waiting}
    useful = {alert_id: text for alert_id, text in texts.items() if text is not None}
    outdated = tuple(alert_id for alert_id, text in texts.items() if text is None)
    return Batch(channel, tuple(useful), outdated, expired, combine(list(useful.values())) if useful else None)


def _compose(db: ReadTx, channel: AlertChannel, mark: Mark, now: Millis) -> AlertText | None:
    """The words of an alert; None if what it is about is over or gone."""
    try:
        return _compose_existing(db, channel, mark, now)
    except NotFound:
        return None


def _compose_existing(db: ReadTx, channel: AlertChannel, mark: Mark, now: Millis) -> AlertText | None:
    shop = shops.get_shop(db, mark.shop_id)
    if mark.kind is AlertKind.FAILED_NIGHT:
        run = pulls.get_run(db, shop.id, int(mark.subject))
        return compose_night(shop.name, run.fault, needs_approval=run.state is RunState.NEEDS_APPROVAL)
    if mark.kind is AlertKind.TARGET_TROUBLE:
        target = targets.get_target(db, shop.id, int(mark.subject))
        host = targets.read_names(db, shop.id).get(target.id) or urlsplit(target.url).netloc
        return compose_target(shop.name, host) if target.trouble_since is not None else None
    if mark.kind is AlertKind.LINK_TROUBLE:
        return compose_link(shop.name, state_of(links.get_link(db, shop.id), now)[1])
    order = orders.get_order(db, shop.id, mark.subject)
    return compose_order(mark.kind, order, shop.name, now, with_buyer=channel.with_buyer)
