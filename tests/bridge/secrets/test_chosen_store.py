"""The keyring first, an encrypted file without one, both ways named if there is neither."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.secrets.chosen_store import ChosenStore, open_secret_store
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import SecretMissing, SecretStoreState, SecretsUnavailable
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore

SECRET = make_secret()
WORKS, LOCKED, ABSENT, FILE = (
    SecretStoreState.WORKS,
    SecretStoreState.LOCKED,
    SecretStoreState.ABSENT,
    SecretStoreState.ENCRYPTED_FILE,
)


async def test_the_keyring_comes_first() -> None:
    keyring, vault = FakeSecretStore(WORKS), FakeSecretStore(FILE)
    chosen = ChosenStore(keyring, vault)
    await chosen.store("webhook-1", SECRET)
    assert (list(keyring.secrets), list(vault.secrets)) == (["webhook-1"], [])
    assert (await chosen.status()).state is WORKS
    vault.secrets["webhook-1"] = make_secret()
    assert await chosen.read("webhook-1") == SECRET


@pytest.mark.parametrize("state", [ABSENT, LOCKED])
async def test_the_file_stands_in_for_a_keyring_that_cannot_be_used(state: SecretStoreState) -> None:
    keyring, vault = FakeSecretStore(state), FakeSecretStore(FILE)
    chosen = ChosenStore(keyring, vault)
    await chosen.store("webhook-1", SECRET)
    assert await chosen.read("webhook-1") == SECRET
    assert (await chosen.status()).state is FILE


async def test_what_lies_in_the_file_stays_readable_when_a_keyring_comes_up() -> None:
    keyring, vault = FakeSecretStore(WORKS), FakeSecretStore(FILE)
    vault.secrets["webhook-1"] = SECRET
    assert await ChosenStore(keyring, vault).read("webhook-1") == SECRET


async def test_with_neither_both_ways_are_named() -> None:
    chosen = ChosenStore(FakeSecretStore(ABSENT), None)
    with pytest.raises(SecretsUnavailable) as stored:
        await chosen.store("webhook-1", SECRET)
    with pytest.raises(SecretsUnavailable) as read:
        await chosen.read("webhook-1")
    for message in (stored.value.message, read.value.message, (await chosen.status()).sentence):
        assert "keyring" in str(message)
        assert "COUNTERPART_VAULT_PASSPHRASE" in str(message)
    assert (await chosen.status()).state is ABSENT


async def test_a_locked_keyring_is_not_a_missing_secret() -> None:
    for vault in (None, FakeSecretStore(FILE)):
        with pytest.raises(SecretsUnavailable) as caught:
            await ChosenStore(FakeSecretStore(LOCKED), vault).read("webhook-1")
        assert caught.value.state is LOCKED
        assert not isinstance(caught.value, SecretMissing)


async def test_removing_reaches_both() -> None:
    keyring, vault = FakeSecretStore(WORKS), FakeSecretStore(FILE)
    keyring.secrets["webhook-1"] = vault.secrets["webhook-1"] = SECRET
    await ChosenStore(keyring, vault).remove("webhook-1")
    assert keyring.secrets == vault.secrets == {}
    await ChosenStore(FakeSecretStore(ABSENT), vault).remove("webhook-1")
    with pytest.raises(SecretsUnavailable):
        await ChosenStore(FakeSecretStore(LOCKED), vault).remove("webhook-1")


async def test_the_passphrase_of_the_environment_opens_a_file_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    store = open_secret_store(tmp_path, {"COUNTERPART_VAULT_PASSPHRASE": "p"})
    assert os.listdir(tmp_path) == []  # noqa: PTH208
    await store.store("webhook-1", SECRET)
    assert await store.read("webhook-1") == SECRET


@pytest.mark.parametrize("environment", [{}, {"COUNTERPART_VAULT_PASSPHRASE": ""}])
async def test_without_a_passphrase_no_encrypted_file_is_made(tmp_path: Path, environment: dict[str, str]) -> None:
    with pytest.raises(SecretsUnavailable):
        await open_secret_store(tmp_path, environment).store("webhook-1", SECRET)
    with pytest.raises(SecretsUnavailable, match="COUNTERPART_VAULT_PASSPHRASE"):
        await open_secret_store(tmp_path, environment).read("webhook-1")


async def test_a_file_that_is_opened_later_is_used_from_then_on() -> None:
    vault = FakeSecretStore(FILE)
    chosen = ChosenStore(FakeSecretStore(ABSENT), None)
    chosen.use_vault(vault)
    await chosen.store("webhook-1", SECRET)
    assert vault.secrets == {"webhook-1": SECRET}


async def test_an_absent_store_says_so_by_its_state() -> None:
    with pytest.raises(SecretsUnavailable) as refused:
        await ChosenStore(FakeSecretStore(ABSENT), None).store("webhook-1", SECRET)
    assert refused.value.state is ABSENT


async def test_a_locked_keyring_without_a_file_says_what_it_says_of_itself() -> None:
    keyring = FakeSecretStore(LOCKED)
    with pytest.raises(SecretsUnavailable) as refused:
        await ChosenStore(keyring, None).store("webhook-1", SECRET)
    assert refused.value.sentence == (await keyring.status()).sentence
