"""Keyring first, encrypted file where there is none, both ways named where there is neither; and the cache."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.secrets.choice import ChosenStore, open_secret_store
from service.delivery.secret_cache import SecretCache
from service.domain.secrets import SecretMissing, SecretsUnavailable, StoreState
from service.domain.signing import make_secret
from tests.bridge.secrets.fakes import FakeStore

SECRET = make_secret()
WORKS, LOCKED, ABSENT, FILE = StoreState.WORKS, StoreState.LOCKED, StoreState.ABSENT, StoreState.ENCRYPTED_FILE


async def test_the_keyring_comes_first() -> None:
    keyring, vault = FakeStore(WORKS), FakeStore(FILE)
    chosen = ChosenStore(keyring, vault)
    await chosen.store("webhook-1", SECRET)
    assert (list(keyring.kept), list(vault.kept)) == (["webhook-1"], [])
    assert (await chosen.status()).state is WORKS


@pytest.mark.parametrize("state", [ABSENT, LOCKED])
async def test_the_file_stands_in_for_a_keyring_that_cannot_be_used(state: StoreState) -> None:
    keyring, vault = FakeStore(state), FakeStore(FILE)
    chosen = ChosenStore(keyring, vault)
    await chosen.store("webhook-1", SECRET)
    assert await chosen.read("webhook-1") == SECRET
    assert (await chosen.status()).state is FILE


async def test_what_lies_in_the_file_stays_readable_when_a_keyring_comes_up() -> None:
    keyring, vault = FakeStore(WORKS), FakeStore(FILE)
    vault.kept["webhook-1"] = SECRET
    assert await ChosenStore(keyring, vault).read("webhook-1") == SECRET


async def test_with_neither_both_ways_are_named() -> None:
    chosen = ChosenStore(FakeStore(ABSENT), None)
    with pytest.raises(SecretsUnavailable) as stored:
        await chosen.store("webhook-1", SECRET)
    with pytest.raises(SecretsUnavailable) as read:
        await chosen.read("webhook-1")
    for message in (stored.value.message, read.value.message, (await chosen.status()).sentence):
        assert "keyring" in str(message)
        assert "COUNTERPART_VAULT_PASSPHRASE" in str(message)


async def test_a_locked_keyring_is_not_a_missing_secret() -> None:
    for vault in (None, FakeStore(FILE)):
        with pytest.raises(SecretsUnavailable) as caught:
            await ChosenStore(FakeStore(LOCKED), vault).read("webhook-1")
        assert caught.value.state is LOCKED
        assert not isinstance(caught.value, SecretMissing)


async def test_removing_reaches_both() -> None:
    keyring, vault = FakeStore(WORKS), FakeStore(FILE)
    keyring.kept["webhook-1"] = vault.kept["webhook-1"] = SECRET
    await ChosenStore(keyring, vault).remove("webhook-1")
    assert keyring.kept == vault.kept == {}
    await ChosenStore(FakeStore(ABSENT), vault).remove("webhook-1")
    with pytest.raises(SecretsUnavailable):
        await ChosenStore(FakeStore(LOCKED), vault).remove("webhook-1")


async def test_the_passphrase_of_the_environment_opens_a_file_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    store = open_secret_store(tmp_path, {"COUNTERPART_VAULT_PASSPHRASE": "p"})
    assert os.listdir(tmp_path) == []  # noqa: PTH208
    await store.store("webhook-1", SECRET)
    assert await store.read("webhook-1") == SECRET


async def test_the_cache_asks_once_and_drops_what_is_removed() -> None:
    inner = FakeStore()
    cache = SecretCache(inner)
    await cache.store("webhook-1", SECRET)
    for _ in range(100):
        assert await cache.read("webhook-1") == SECRET
    assert inner.reads == 1
    await cache.remove("webhook-1")
    with pytest.raises(SecretMissing):
        await cache.read("webhook-1")
    inner.kept["webhook-1"] = SECRET
    assert await cache.read("webhook-1") == SECRET
    cache.keep_only(["webhook-1"])
    await cache.read("webhook-1")
    assert inner.reads == 3
    cache.keep_only([])
    await cache.read("webhook-1")
    assert inner.reads == 4
    assert SECRET.text not in repr(cache.__dict__)


async def test_the_cache_keeps_no_refusal() -> None:
    inner = FakeStore(LOCKED)
    cache = SecretCache(inner)
    with pytest.raises(SecretsUnavailable):
        await cache.read("webhook-1")
    inner.state = WORKS
    inner.kept["webhook-1"] = SECRET
    assert await cache.read("webhook-1") == SECRET
