"""The passphrase of backups and the webhook secrets that go with them, in a store of any state."""

from __future__ import annotations

import logging

import pytest

from bridge.backups.backup_secrets import BackupSecrets
from service.domain.errors import Unavailable
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretsUnavailable
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore

PHRASE = "three quiet harbours"


@pytest.fixture
def store() -> FakeSecretStore:
    return FakeSecretStore()


@pytest.fixture
def secrets(store: FakeSecretStore) -> BackupSecrets:
    return BackupSecrets(store)


def test_each_passphrase_has_a_new_name_of_its_own_kind(store: FakeSecretStore, secrets: BackupSecrets) -> None:
    first, second = secrets.store_passphrase(PHRASE), secrets.store_passphrase("another")
    assert first != second
    assert first.startswith("backup-")
    assert (secrets.read_passphrase(first), secrets.read_passphrase(second)) == (PHRASE, "another")
    secrets.remove_passphrase(first)
    assert list(store.secrets) == [second]


def test_a_passphrase_that_is_not_there_says_where_to_set_it(secrets: BackupSecrets) -> None:
    with pytest.raises(Unavailable) as caught:
        secrets.read_passphrase("backup-1")
    assert caught.value.message == (
        "The passphrase for backups is not kept on this computer. Set it again in Settings, under Backups."
    )


def test_a_locked_store_says_why(
    store: FakeSecretStore, secrets: BackupSecrets, caplog: pytest.LogCaptureFixture
) -> None:
    store.state = SecretStoreState.LOCKED
    with pytest.raises(Unavailable) as unread:
        secrets.read_passphrase("backup-1")
    assert unread.value.message == "The passphrase for backups cannot be read: locked."
    with pytest.raises(Unavailable) as unstored:
        secrets.store({"webhook-1": "whsec_a"})
    assert unstored.value.message == (
        "The webhook secrets in the backup cannot be kept here: locked. Nothing was replaced."
    )
    for work in (lambda: secrets.store_passphrase(PHRASE), lambda: secrets.read(["webhook-1"])):
        with pytest.raises(SecretsUnavailable):
            work()
    with caplog.at_level(logging.INFO):
        secrets.remove_passphrase("backup-1")
    assert caplog.messages == ["A passphrase that is no longer used stays in the secret store: locked"]


def test_secrets_are_read_by_name_and_a_missing_one_is_logged(
    store: FakeSecretStore, secrets: BackupSecrets, caplog: pytest.LogCaptureFixture
) -> None:
    secrets.store({"webhook-1": "whsec_a", "webhook-2": "whsec_b"})
    assert store.secrets == {"webhook-1": Secret("whsec_a"), "webhook-2": Secret("whsec_b")}
    assert secrets.read(["webhook-2"]) == {"webhook-2": "whsec_b"}
    assert caplog.messages == []
    assert secrets.read(["webhook-3", "webhook-1"]) == {"webhook-1": "whsec_a"}
    assert caplog.messages == ["The secret of a target is not in the secret store, and so not in the backup"]
    assert "whsec" not in caplog.text
