"""The secrets of webhook targets are made, changed and removed with their targets (contract §6)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from service.domain.audit import OwnerAction
from service.domain.errors import Refused
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind, Target
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.target_addresses import parse_target_address
from service.domain.webhooks.webhook_secrets import Secret, SecretStore, new_secret_name
from service.store.engine.transaction import Tx
from service.store.webhooks import outbox, targets
from service.usecases.edit_target import check_events, record_target
from service.usecases.write_secrets import Writer, forget_secrets, write_with_secret


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A target and its new secret, whose whole text only this result has."""

    target: Target
    secret: Secret = field(repr=False)


@dataclass(frozen=True, slots=True)
class SecretRemoval:
    """A target after the removal of a secret; `remaining_reason` says why it is still stored."""

    target: Target
    remaining_reason: str | None


async def add_target(
    db: Writer,
    secrets: SecretStore,
    shop: Shop,
    url: str,
    events: Collection[EventKind],
    *,
    now: Millis,
    name: str = "",
) -> NewSecret:
    """Adds a target with its secret, or nothing. Raises Refused and Unavailable."""
    address, chosen = parse_target_address(url), check_events(events)

    def insert(tx: Tx, secret_name: str) -> Target:
        target = targets.insert_target(tx, shop.id, address.url, chosen, secret_name, now, name.strip())
        record_target(tx, OwnerAction.TARGET_ADDED, shop, target)
        return target

    return await _store_new_secret(db, secrets, insert)


async def rotate_secret(
    db: Writer, secrets: SecretStore, shop: Shop, target_id: int, *, again: bool = False
) -> NewSecret:
    """Makes the next secret; the current one stays. `again` replaces a next one that was lost
    before the switch. Raises NotFound, Refused if a rotation is in progress, SecretsUnavailable,
    Unavailable.
    """
    replaced: list[str] = []

    def rotatable(tx: Tx) -> Target:
        before = targets.get_target(tx, shop.id, target_id)
        if before.next_secret_name is not None and not again:
            raise Refused.saying(
                "rotation_under_way",
                "Target {target_id} has a next secret already. Put it into the receiver and switch; "
                "if it is lost, rotate again with --again.",
                target_id=target_id,
            )
        return before

    def begin(tx: Tx, name: str) -> Target:
        before = rotatable(tx)
        replaced[:] = [] if before.next_secret_name is None else [before.next_secret_name]
        after = replace(before, next_secret_name=name)
        targets.update_target(tx, before, after)
        record_target(tx, OwnerAction.ROTATION_BEGUN, shop, after)
        return after

    # Checked before the keyring is used, so that a refused rotation never writes to it.
    await db.write(rotatable)
    made = await _store_new_secret(db, secrets, begin)
    await forget_secrets(secrets, *replaced)
    return made


async def switch_secret(db: Writer, secrets: SecretStore, shop: Shop, target_id: int) -> SecretRemoval:
    """Signs with the next secret alone, and removes the earlier. Raises NotFound, Refused."""
    was: list[str] = []

    def switch(tx: Tx) -> Target:
        was.clear()
        before = targets.get_target(tx, shop.id, target_id)
        if before.next_secret_name is None:
            raise Refused.saying(
                "no_rotation",
                "Target {target_id} has no next secret to switch to; rotate it first.",
                target_id=target_id,
            )
        was.append(before.secret_name)
        after = replace(before, secret_name=before.next_secret_name, next_secret_name=None, note=None)
        targets.update_target(tx, before, after)
        record_target(tx, OwnerAction.ROTATION_ENDED, shop, after)
        return after

    target = await db.write(switch)
    return SecretRemoval(target, await forget_secrets(secrets, *was))


async def remove_target(db: Writer, secrets: SecretStore, shop: Shop, target_id: int, *, now: Millis) -> SecretRemoval:
    """Removes a target and its secrets; what waits ends. Raises NotFound, Unavailable."""

    def remove(tx: Tx) -> Target:
        target = targets.get_target(tx, shop.id, target_id)
        targets.mark_removed(tx, target, now)
        record_target(tx, OwnerAction.TARGET_REMOVED, shop, target)
        outbox.skip_waiting(tx, target_id, now, outbox.TARGET_REMOVED)
        return target

    target = await db.write(remove)
    names = [target.secret_name, *([target.next_secret_name] if target.next_secret_name else [])]
    return SecretRemoval(target, await forget_secrets(secrets, *names))


async def _store_new_secret(db: Writer, secrets: SecretStore, use: Callable[[Tx, str], Target]) -> NewSecret:
    name, secret = new_secret_name(), make_secret()
    return NewSecret(await write_with_secret(db, secrets, name, secret, lambda tx: use(tx, name)), secret)
