"""Checks that a stored secret can be read back whole and removed (desktop §3.9)."""

from __future__ import annotations

from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStore,
    SecretStoreStatus,
    new_secret_name,
)

_PROBE = "probe-"


async def check_secret_round_trip(store: SecretStore) -> SecretStoreStatus:
    """Stores, reads and removes a probe. Raises SecretsUnavailable, with the state of a store that
    is not usable.
    """
    status = await store.status()
    if not status.is_usable:
        return status
    name, probe = _PROBE + new_secret_name(), Secret(new_secret_name())
    try:
        await store.store(name, probe)
        same = await store.read(name) == probe
    finally:
        await store.remove(name)
    if not same:
        return SecretStoreStatus(
            status.state.DAMAGED, message("The secret store returned something else than was stored in it")
        )
    try:
        await store.read(name)
    except SecretMissing:
        return status
    return SecretStoreStatus(
        status.state.DAMAGED, message("The secret store still holds a secret that was removed from it")
    )
