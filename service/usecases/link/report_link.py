"""The state of a link in the JSON of contract §10."""

from __future__ import annotations

from msgspec import Struct

from service.domain.link.link_state import Link, LinkState, state_of
from service.domain.sentences import Sentence, message
from service.domain.times import Millis, format_optional_rfc3339, format_rfc3339
from service.store.engine.transaction import ReadTx
from service.store.link import action_queue, links, mirror, pushed_items
from service.store.revisions import list_changed_items
from service.store.trusted_clock import read_believed_time
from service.usecases.link.ask_marketplace import can_withdraw


class LinkReport(Struct, frozen=True):
    """`link status --json`."""

    url: str
    state: LinkState
    message: str
    last_answer_at: str | None
    to_push: int
    oldest_waiting_at: str | None
    actions_waiting: int
    parked: int
    mirrored_open: int
    event_feed: bool
    compared_at: str | None


class ParkedRow(Struct, frozen=True, omit_defaults=True):
    """One element of `link parked --json`: a refused item, or an order that could not be read."""

    message: str
    since: str
    sku: str | None = None
    order: str | None = None


class WaitingRow(Struct, frozen=True):
    """One element of `link waiting --json`: an action that the marketplace has not answered."""

    id: int
    order: str
    action: str
    reason: str | None
    since: str
    can_withdraw: bool
    message: str | None


def read_state(db: ReadTx, link: Link, now: Millis) -> tuple[LinkState, Sentence]:
    """The state of a link for a reader that has not watched the clock, which shows `now`."""
    return state_of(link, read_believed_time(db, now))


def report_link(db: ReadTx, shop_id: int, now: Millis) -> LinkReport:
    """The link's state. Raises NotFound if the shop has no link."""
    link = links.get_link(db, shop_id)
    state, message = read_state(db, link, now)
    items, items_since = pushed_items.count_waiting(db, shop_id)
    actions, actions_since = action_queue.count_waiting(db, shop_id)
    unseen = len(list_changed_items(db, shop_id, link.scanned_revision, 1_000)) if not items else 0
    oldest = min((since for since in (items_since, actions_since) if since is not None), default=None)
    return LinkReport(
        url=link.url,
        state=state,
        message=str(message).strip(),
        last_answer_at=format_optional_rfc3339(link.last_answer_at),
        to_push=items or unseen,
        oldest_waiting_at=format_optional_rfc3339(oldest),
        actions_waiting=actions,
        parked=pushed_items.count_parked(db, shop_id),
        mirrored_open=mirror.count_open(db, shop_id),
        event_feed=link.event_feed,
        compared_at=format_optional_rfc3339(link.compared_at),
    )


def list_parked(db: ReadTx, shop_id: int) -> list[ParkedRow]:
    """What the owner has to look at, oldest first."""
    links.get_link(db, shop_id)
    refused = [
        ParkedRow(str(parked.message), format_rfc3339(parked.since), sku=parked.sku)
        for parked in pushed_items.list_parked(db, shop_id)
    ]
    aside = [
        ParkedRow(str(order.message), format_rfc3339(order.since), order=order.name)
        for order in mirror.list_set_aside(db, shop_id)
    ]
    return sorted([*refused, *aside], key=lambda row: row.since)


def list_waiting(db: ReadTx, shop_id: int) -> list[WaitingRow]:
    """The actions that wait for the marketplace, oldest first. Raises NotFound without a link."""
    links.get_link(db, shop_id)
    return [
        WaitingRow(
            queued.id,
            queued.reference,
            queued.action.value,
            queued.reason,
            format_rfc3339(queued.at),
            can_withdraw(queued),
            None if queued.message is None else str(queued.message),
        )
        for queued in action_queue.list_waiting(db, shop_id)
    ]


def list_notices(db: ReadTx, shop_id: int) -> list[tuple[str, Sentence]]:
    """Orders on which the two sides disagree, and what the owner has to do."""
    return [(order.reference, order.message) for order in mirror.list_shown(db, shop_id)]


def nothing_to_retry(sku: str | None) -> Sentence:
    """The error when `link retry` finds nothing."""
    if sku is None:
        return message("Nothing is parked.")
    return message("{sku} is not parked.", sku=sku)
