"""A link is set, switched and removed; practice begins and ends."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Raw

from service.domain.audit import OwnerAction, name_host
from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.row_types import RowFault
from service.domain.catalogue.stock import Cause
from service.domain.changes import ChangeKind
from service.domain.errors import Refused
from service.domain.history import CauseKind, WriteCause
from service.domain.link.link_state import CODE, PRACTICE_URL, Link, UpstreamAddress
from service.domain.link.rehearsal import OnlyThere
from service.domain.marketplace.orders import CLOSED, cancel
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretStore, new_secret_name
from service.store import shops
from service.store.audit_log import record_action
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_write
from service.store.keys import match_key
from service.store.link import action_queue, links, mirror, pushed_items
from service.store.revisions import read_revision
from service.usecases.change_order import change_order
from service.usecases.upload_items import Upload
from service.usecases.write_secrets import Writer, forget_secrets, write_with_secret

_AT_ONCE = 1_000
PRACTICE_ENDED = "The practice ended."
"""The reason of practice orders that were still open."""


def bring_items(tx: Tx, shop: Shop, *, by: str, now: Millis) -> int:
    """Saves the items like an upload, without stock, which the shop has to count; returns how many
    were saved.
    """
    brought = 0
    while rows := pushed_items.read_only_there(tx, shop.id, _AT_ONCE):
        parsed = parse_rows([Raw(row) for _, row in rows]).rows
        good = [row for row in parsed if not isinstance(row, RowFault)]
        upload = Upload(tx, shop, good, lambda name: shops.add_branch(tx, shop.id, name))
        brought += len(good) - len(upload.apply_all())
        with record_write(tx, shop.id, WriteCause(CauseKind.LINK), by=by, now=now):
            upload.save(tx, by, now, Cause.UPLOAD)
        pushed_items.drop_only_there(tx, shop.id, [folded for folded, _ in rows])
    return brought


def begin_practice(tx: Tx, shop: Shop, *, now: Millis) -> Link:
    """Links a staging shop to the practice marketplace. Raises Refused."""
    if not shop.staging:
        raise Refused.saying(CODE, "Practice is for staging only. Switch to Staging at the top first.")
    before = links.find_link(tx, shop.id)
    if before is not None and before.practice:
        links.change_link(tx, shop.id, is_on=True, off_reason=None)
        return links.get_link(tx, shop.id)
    if before is not None:
        raise Refused.saying(CODE, "This shop is linked to a marketplace. Remove that link before you practise.")
    pushed_items.forget_all(tx, shop.id)
    links.put_link(tx, Link(shop.id, PRACTICE_URL, "", True, False, False, True, now))
    return links.get_link(tx, shop.id)


def end_practice(tx: Tx, shop: Shop, *, by: str, now: Millis) -> int:
    """Removes the practice link, cancels its open orders; returns how many. Raises Refused."""
    if not links.get_link(tx, shop.id).practice:
        raise Refused.saying(CODE, "This shop is linked to a marketplace, not to the practice marketplace.")
    known = [mirror.find_mirrored(tx, shop.id, reference) for reference in mirror.open_mirrored(tx, shop.id)]
    ended = [mirrored[0] for mirrored in known if mirrored is not None and mirrored[0].status not in CLOSED]
    for order in ended:
        action_queue.withdraw_of(tx, order.id, now)
        change_order(tx, shop, order, cancel(order, PRACTICE_ENDED, now, restock=False), by=by, now=now)
    links.mark_removed(tx, shop.id, now)
    pushed_items.forget_all(tx, shop.id)
    return len(ended)


def check_foreign_key(db: ReadTx, key: str) -> None:
    """Raises Refused if the key is one of this installation: a link to itself."""
    if match_key(db, key) is not None:
        raise Refused.saying(CODE, "That key belongs to this Counterpart. Give a key of the marketplace.")


async def set_link(
    db: Writer, secrets: SecretStore, shop: Shop, far: UpstreamAddress, key: Secret, *, now: Millis
) -> Link:
    """Makes the shop's link, or changes its key or address. Raises SecretsUnavailable, Unavailable.
    A new key for the same address changes nothing else, but switches a link on that was off; a new
    address begins with a rehearsal.
    """
    name, replaced = new_secret_name(), list[str]()

    def put(tx: Tx) -> Link:
        before = links.find_link(tx, shop.id)
        if before is not None and before.practice:
            raise Refused.saying(CODE, "The practice marketplace is on. End the practice first, then link the shop.")
        replaced[:] = [] if before is None else [before.secret_name]
        if before is not None and before.url == far.url:
            links.change_link(tx, shop.id, secret_name=name, refused=None, fault=None)
            record_action(tx, OwnerAction.LINK_SET, name_host(far.url), shop=shop, key="new")
            return switch_link(tx, shop, on=True)
        pushed_items.forget_all(tx, shop.id)
        link = Link(shop.id, far.url, name, True, False, False, False, now)
        links.put_link(tx, link)
        record_action(tx, OwnerAction.LINK_SET, name_host(far.url), shop=shop)
        return link

    link = await write_with_secret(db, secrets, name, key, put)
    await forget_secrets(secrets, *replaced)
    return link


def switch_link(tx: Tx, shop: Shop, *, on: bool) -> Link:
    """Switches a link. Off deletes nothing; on compares everything first. Raises NotFound."""
    link = links.get_link(tx, shop.id)
    if on and not link.is_on:
        links.change_link(tx, shop.id, is_on=True, off_reason=None, full_read_at=None, event_cursor=None)
        links.change_link(tx, shop.id, compare_due=True, fault=None, refused=None)
        record_action(tx, OwnerAction.LINK_SWITCHED, name_host(link.url), shop=shop, state="on")
    elif not on:
        links.change_link(tx, shop.id, is_on=False)
        if link.is_on:
            record_action(tx, OwnerAction.LINK_SWITCHED, name_host(link.url), shop=shop, state="off")
    return links.get_link(tx, shop.id)


async def remove_link(db: Writer, secrets: SecretStore, shop: Shop, *, anyway: bool, now: Millis) -> None:
    """Removes a link and its key. Raises NotFound, and Refused for open orders unless `anyway`."""

    def remove(tx: Tx) -> str:
        link = links.get_link(tx, shop.id)
        if link.practice:
            raise Refused.saying(CODE, "This is the practice marketplace. End the practice instead.")
        count = mirror.count_open(tx, shop.id)
        if count and not anyway:
            raise Refused.saying(
                CODE,
                "{n:,} orders of the marketplace are open; it gets no news of them without the link. "
                "Finish them first, or remove the link anyway.",
                n=count,
            )
        links.mark_removed(tx, shop.id, now)
        pushed_items.forget_all(tx, shop.id)
        record_action(tx, OwnerAction.LINK_REMOVED, name_host(link.url), shop=shop)
        return link.secret_name

    await forget_secrets(secrets, await db.write(remove))


def approve(tx: Tx, shop: Shop, only_there: OnlyThere, *, by: str, now: Millis) -> Link:
    """The owner approves the rehearsal, or changes that waited. Raises NotFound and Refused."""
    link = links.get_link(tx, shop.id)
    revision = read_revision(tx, shop.id)
    record_action(tx, OwnerAction.LINK_APPROVED, name_host(link.url), shop=shop)
    if link.approved:
        links.change_link(tx, shop.id, held=None, allowed_revision=revision)
        return links.get_link(tx, shop.id)
    if link.rehearsed_at is None:
        raise Refused.saying(
            "not_rehearsed", "The marketplace's catalogue has not been read yet, so nothing can be approved."
        )
    if only_there is OnlyThere.BRING:
        bring_items(tx, shop, by=by, now=now)
    links.change_link(
        tx,
        shop.id,
        approved=True,
        only_there=only_there.value,
        scanned_revision=0,
        allowed_revision=revision,
        compared_at=now,
    )
    return links.get_link(tx, shop.id)


def push_again(tx: Tx, shop: Shop) -> None:
    """Ends all waiting times, so that queued work is sent as soon as possible. Raises NotFound."""
    links.get_link(tx, shop.id)
    action_queue.try_now(tx, shop.id)
    tx.mark_changed(ChangeKind.LINKS)


def choose_scope(tx: Tx, shop: Shop, *, only_listed: bool) -> Link:
    """Chooses whether all items go up, or only those listed on the marketplace. Raises NotFound."""
    if links.change_link(tx, shop.id, only_listed=only_listed):
        links.change_link(tx, shop.id, scanned_revision=0)
    return replace(links.get_link(tx, shop.id), only_listed=only_listed)
