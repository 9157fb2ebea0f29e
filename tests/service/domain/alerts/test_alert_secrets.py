"""An alert address that is lost, or in a store that is locked."""

from __future__ import annotations

import pytest

from service.domain.alerts.alert_secrets import read_address
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStoreState,
    SecretsUnavailable,
)


class OneAddress:
    """A store with one address; other names are missing."""

    async def read(self, name: str) -> Secret:
        if name == "alert-1":
            return Secret("ntfy://topic")
        raise SecretMissing(SecretStoreState.WORKS)


class LockedStore:
    """A store that cannot be asked."""

    async def read(self, name: str) -> Secret:
        raise SecretsUnavailable(SecretStoreState.LOCKED, message("The keyring is locked: unlock it."))


async def test_an_address_is_read_by_its_name() -> None:
    assert await read_address(OneAddress(), "alert-1") == Secret("ntfy://topic")


async def test_a_lost_address_is_to_be_added_again() -> None:
    with pytest.raises(SecretsUnavailable, match="Remove it and add it again") as raised:
        await read_address(OneAddress(), "alert-2")
    assert raised.value.state is SecretStoreState.WORKS


async def test_a_locked_store_says_so_itself() -> None:
    with pytest.raises(SecretsUnavailable, match="The keyring is locked: unlock it"):
        await read_address(LockedStore(), "alert-1")
