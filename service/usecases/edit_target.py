"""Changes to webhook targets for which no secret is made or removed (contract §6.1)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from service.domain.audit import OwnerAction, name_host
from service.domain.errors import Refused
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind, SwitchOnChoice, Target
from service.domain.webhooks.retries import select_to_send
from service.domain.webhooks.target_addresses import parse_target_address
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from service.store.webhooks import deliveries, targets


@dataclass(frozen=True, slots=True)
class TargetEdit:
    """What to change of a target; a None changes nothing."""

    url: str | None = None
    events: frozenset[EventKind] | None = None
    catch_up: bool | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class SwitchOnResult:
    """A target that is on, and what happens to the deliveries that waited for it."""

    target: Target
    to_send: int
    skipped: int


def check_events(events: Collection[EventKind]) -> frozenset[EventKind]:
    """The event kinds of a target. Raises Refused for an unknown one."""
    if not events:
        words = ", ".join(kind.value for kind in EventKind)
        raise Refused.saying("no_events", "A target needs at least one event; choose from {words}.", words=words)
    return frozenset(events)


def edit_target(tx: Tx, shop: Shop, target_id: int, edit: TargetEdit) -> Target:
    """Changes a target. A new address has no record of failures. Raises NotFound and Refused."""
    before = targets.get_target(tx, shop.id, target_id)
    after = before
    if edit.url is not None and (url := parse_target_address(edit.url).url) != before.url:
        after = replace(after, url=url, failures=0, trouble_since=None, note=None)
    if edit.events is not None:
        after = replace(after, events=check_events(edit.events))
    if edit.catch_up is not None:
        after = replace(after, catch_up=edit.catch_up)
    if edit.name is not None:
        after = replace(after, name=edit.name.strip())
    targets.update_target(tx, before, after)
    if after != before:
        record_target(tx, OwnerAction.TARGET_CHANGED, shop, after, catch_up=str(after.catch_up).lower())
    return after


def switch_off(tx: Tx, shop: Shop, target_id: int) -> Target:
    """Switches a target off. Events are still recorded for it, but not posted. Raises NotFound."""
    before = targets.get_target(tx, shop.id, target_id)
    after = replace(before, on=False)
    targets.update_target(tx, before, after)
    if before.on:
        record_target(tx, OwnerAction.TARGET_SWITCHED, shop, after, state="off")
    return after


def switch_on(tx: Tx, shop: Shop, target_id: int, choice: SwitchOnChoice, *, now: Millis) -> SwitchOnResult:
    """Switches a target on. Of what waits, `to_send` chooses all, nothing or the newest. Raises
    NotFound. A target that is on already is not changed, nor are its waiting deliveries.
    """
    before = targets.get_target(tx, shop.id, target_id)
    if before.on:
        return SwitchOnResult(before, deliveries.read_target_stats(tx, target_id).waiting, 0)
    waiting = deliveries.read_target_stats(tx, target_id).waiting
    skipped = 0
    if choice is not SwitchOnChoice.ALL:
        recorded = deliveries.list_recorded(tx, target_id) if choice is SwitchOnChoice.NEWEST else ()
        skipped = deliveries.skip_all_but(tx, target_id, select_to_send(choice, recorded), now)
    after = replace(before, on=True)
    targets.update_target(tx, before, after)
    record_target(tx, OwnerAction.TARGET_SWITCHED, shop, after, state="on", skipped=str(skipped))
    return SwitchOnResult(after, waiting - skipped, skipped)


def record_target(tx: Tx, action: OwnerAction, shop: Shop, target: Target, **details: str) -> None:
    """Adds an entry about a target to the audit, with its host: the rest may be a secret."""
    events = " ".join(sorted(kind.value for kind in target.events))
    record_action(tx, action, name_host(target.url), shop=shop, number=str(target.id), events=events, **details)
