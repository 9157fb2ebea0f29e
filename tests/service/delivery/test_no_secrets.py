"""A service that was given no secret store posts nothing, and says why."""

from __future__ import annotations

import pytest

from service.delivery.no_secrets import NoSecrets
from service.domain.secrets import Secret, SecretsUnavailable, StoreState


async def test_everything_asked_of_it_is_refused_with_the_same_sentence() -> None:
    store = NoSecrets()
    for asked in (store.read("x"), store.store("x", Secret("y")), store.remove("x")):
        with pytest.raises(SecretsUnavailable, match="without a secret store") as told:
            await asked
        assert told.value.state is StoreState.ABSENT
    status = await store.status()
    assert (status.usable, "without a secret store" in str(status.sentence)) == (False, True)
