"""The cache of secrets: it asks once, follows each change, and remembers no refusal."""

from __future__ import annotations

import pytest

from service.delivery.secret_stores import NoSecretStore, SecretCache
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretStoreState, SecretsUnavailable
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore

SECRET, OTHER = make_secret(), make_secret(bytes)


async def test_everything_asked_of_it_is_refused_with_the_same_sentence() -> None:
    store = NoSecretStore()
    for asked in (store.read("x"), store.store("x", Secret("y")), store.remove("x")):
        with pytest.raises(SecretsUnavailable, match="without a secret store") as raised:
            await asked
        assert raised.value.state is SecretStoreState.ABSENT
    status = await store.status()
    assert (status.state, "without a secret store" in str(status.sentence)) == (SecretStoreState.ABSENT, True)


async def test_it_asks_once() -> None:
    inner = FakeSecretStore()
    cache = SecretCache(inner)
    await cache.store("webhook-1", SECRET)
    assert inner.secrets == {"webhook-1": SECRET}
    for _ in range(100):
        assert await cache.read("webhook-1") == SECRET
    assert inner.reads == 1
    assert SECRET.text not in repr(cache.__dict__)
    assert (await cache.status()).state is SecretStoreState.WORKS


async def test_what_is_removed_is_asked_for_again() -> None:
    inner = FakeSecretStore()
    cache = SecretCache(inner)
    await cache.remove("webhook-1")
    await cache.store("webhook-1", SECRET)
    await cache.read("webhook-1")
    await cache.remove("webhook-1")
    assert inner.secrets == {}
    with pytest.raises(SecretMissing):
        await cache.read("webhook-1")


async def test_a_secret_that_is_stored_again_replaces_the_one_it_knows() -> None:
    cache = SecretCache(FakeSecretStore())
    await cache.store("webhook-1", SECRET)
    await cache.read("webhook-1")
    await cache.store("webhook-1", OTHER)
    assert await cache.read("webhook-1") == OTHER


async def test_only_names_that_are_retained_stay() -> None:
    inner = FakeSecretStore()
    cache = SecretCache(inner)
    for name in ("webhook-1", "webhook-2"):
        await cache.store(name, SECRET)
        await cache.read(name)
    cache.retain(["webhook-2", "webhook-3"])
    await cache.read("webhook-2")
    assert inner.reads == 2
    await cache.read("webhook-1")
    assert inner.reads == 3
    cache.retain([])
    await cache.read("webhook-2")
    assert inner.reads == 4


async def test_it_remembers_no_refusal() -> None:
    inner = FakeSecretStore(SecretStoreState.LOCKED)
    cache = SecretCache(inner)
    with pytest.raises(SecretsUnavailable):
        await cache.read("webhook-1")
    inner.state = SecretStoreState.WORKS
    inner.secrets["webhook-1"] = SECRET
    assert await cache.read("webhook-1") == SECRET
