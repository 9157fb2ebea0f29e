"""Sends deliveries again for the owner, with the same body and identifier (contract §6)."""

from __future__ import annotations

from service.domain.errors import NotFound, Refused
from service.domain.sentences import message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.events import Delivery, Target
from service.store.engine.transaction import Tx
from service.store.webhooks import deliveries, targets

RESEND_BATCH = 500


def send_again(tx: Tx, shop: Shop, delivery_id: str, *, now: Millis) -> Delivery:
    """Sends one delivery again; one that waits for its next attempt is sent now. Raises NotFound
    and Refused.
    """
    delivery = deliveries.get_delivery(tx, shop.id, delivery_id)
    try:
        _check_is_on(targets.get_target(tx, shop.id, delivery.target_id))
    except NotFound as error:
        raise Refused(
            "target_removed", message("The target of this delivery was removed; nothing is sent to it.")
        ) from error
    deliveries.requeue_delivery(tx, delivery, now)
    return deliveries.get_delivery(tx, shop.id, delivery_id)


def send_failed_again(
    tx: Tx, shop: Shop, target_id: int, since: Millis, *, now: Millis, limit: int = RESEND_BATCH
) -> int:
    """Sends up to `limit` failed deliveries of events since a moment again; returns how many, 0 at
    the end.

    Raises NotFound and Refused.
    """
    _check_is_on(targets.get_target(tx, shop.id, target_id))
    return deliveries.requeue_failed(tx, target_id, since, now, limit=limit)


def send_waiting_now(tx: Tx, shop: Shop, target_id: int, *, now: Millis) -> int:
    """Tries everything that waits for its next attempt now; returns how many. Raises NotFound and
    Refused.
    """
    _check_is_on(targets.get_target(tx, shop.id, target_id))
    return deliveries.make_waiting_due(tx, target_id, now)


def _check_is_on(target: Target) -> None:
    if not target.on:
        raise Refused(
            "target_off", message("Target {id} is off; switch it on, and choose then what is sent.", id=target.id)
        )
