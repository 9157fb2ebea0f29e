"""A service without a secret store posts nothing, and says why."""

from __future__ import annotations

import pytest

from service.delivery.no_secret_store import NoSecretStore
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretsUnavailable


async def test_everything_asked_of_it_is_refused_with_the_same_sentence() -> None:
    store = NoSecretStore()
    for asked in (store.read("x"), store.store("x", Secret("y")), store.remove("x")):
        with pytest.raises(SecretsUnavailable, match="without a secret store") as raised:
            await asked
        assert raised.value.state is SecretStoreState.ABSENT
    status = await store.status()
    assert (status.state, "without a secret store" in str(status.sentence)) == (SecretStoreState.ABSENT, True)
