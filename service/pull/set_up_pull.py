"""The pull's set-up: stores how a file is read, or removes it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import tzinfo

from service.domain.audit import OwnerAction
from service.domain.catalogue.sku import fold
from service.domain.errors import BadRequest
from service.domain.pull.hold_back import ConfirmedState
from service.domain.pull.place_address import is_remote
from service.domain.pull.pulls import PullSetup, PullSource
from service.domain.sentences import message
from service.domain.shops import Mode, Shop
from service.domain.times import MINUTES_A_DAY, Millis, latest_due, next_due
from service.store import pulls, shops
from service.store.audit_log import record_action
from service.store.engine.transaction import ReadTx, Tx


def set_up_pull(
    tx: Tx,
    shop: Shop,
    setup: PullSetup,
    minute: int,
    *,
    now: Millis,
    zone: tzinfo | None = None,
    watch: bool = False,
    computer: str = "",
) -> PullSource:
    """Stores the set-up and switches the scheduled pull on; the first night is the next one. With
    `watch` the file is also read after each change. `computer` is this one, where the path is.
    Raises BadRequest.
    """
    if not 0 <= minute < MINUTES_A_DAY:
        raise BadRequest(message("The time of day is between 00:00 and 23:59."))
    of_computer = "" if is_remote(setup.path) else computer
    source = PullSource(shop.id, setup, minute, latest_due(now, minute, zone), watch=watch, computer=of_computer)
    pulls.keep_source(tx, source)
    record_action(tx, OwnerAction.PULL_SET_UP, setup.path, shop=shop, time=f"{minute // 60:02d}:{minute % 60:02d}")
    shops.set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=True)
    return source


def confirm_pull(tx: Tx, shop: Shop, setup: PullSetup, branches: Collection[str]) -> None:
    """Records that the owner confirmed what the set-up understood of its file, whose rows name
    `branches`. Until a run saved it, that is what its file is compared with.
    """
    pulls.confirm(tx, shop.id, setup)
    known = pulls.find_confirmed(tx, shop.id, setup)
    if known is None or not known.rows:
        state = ConfirmedState(branch_names={fold(branch): branch for branch in branches})
        pulls.keep_state(tx, shop.id, setup, state)
    record_action(tx, OwnerAction.PULL_APPROVED, setup.path, shop=shop)


def forget_pull(tx: Tx, shop: Shop) -> None:
    """Deletes the set-up and switches the scheduled pull off; the runs stay."""
    if pulls.find_source(tx, shop.id) is not None:
        record_action(tx, OwnerAction.PULL_FORGOTTEN, shop=shop)
    pulls.drop_source(tx, shop.id)
    shops.set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=False)


def next_night(db: ReadTx, shop: Shop, zone: tzinfo | None = None) -> Millis | None:
    """When the file is read next (now, if that moment is over), None if it is not scheduled."""
    source = pulls.find_source(db, shop.id)
    if source is None or not shop.has(Mode.SCHEDULED_PULL):
        return None
    return source.next_try_at or next_due(source.dealt_with, source.minute, zone)
