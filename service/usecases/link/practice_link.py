"""A staging shop's link to the practice marketplace: begun and ended in one write (link §7)."""

from __future__ import annotations

from service.domain.errors import Refused
from service.domain.link.far_address import CODE
from service.domain.link.link_state import PRACTICE_URL, Link
from service.domain.marketplace.orders import CLOSED, cancel
from service.domain.sentences import message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store.engine.transaction import Tx
from service.store.link import action_queue, links, mirror, pushed_items
from service.usecases.change_order import change_order

PRACTICE_ENDED = "The practice ended."
"""The reason of practice orders that were still open."""


def begin_practice(tx: Tx, shop: Shop, *, now: Millis) -> Link:
    """Links a staging shop to the practice marketplace. Raises Refused."""
    if not shop.staging:
        raise Refused(CODE, message("Practice is for staging only. Switch to Staging at the top first."))
    before = links.find_link(tx, shop.id)
    if before is not None and before.practice:
        links.change_link(tx, shop.id, is_on=True, off_reason=None)
        return links.get_link(tx, shop.id)
    if before is not None:
        raise Refused(CODE, message("This shop is linked to a marketplace. Remove that link before you practise."))
    pushed_items.forget_all(tx, shop.id)
    links.put_link(tx, Link(shop.id, PRACTICE_URL, "", True, False, False, True, now))
    return links.get_link(tx, shop.id)


def end_practice(tx: Tx, shop: Shop, *, by: str, now: Millis) -> int:
    """Removes the practice link and cancels its open orders; gives how many. Raises NotFound and
    Refused.
    """
    if not links.get_link(tx, shop.id).practice:
        raise Refused(CODE, message("This shop is linked to a marketplace, not to the practice marketplace."))
    known = [mirror.find_mirrored(tx, shop.id, reference) for reference in mirror.open_mirrored(tx, shop.id)]
    ended = [mirrored[0] for mirrored in known if mirrored is not None and mirrored[0].status not in CLOSED]
    for order in ended:
        action_queue.withdraw_of(tx, order.id, now)
        change_order(tx, shop, order, cancel(order, PRACTICE_ENDED, now, restock=False), by=by, now=now)
    links.mark_removed(tx, shop.id, now)
    pushed_items.forget_all(tx, shop.id)
    return len(ended)
