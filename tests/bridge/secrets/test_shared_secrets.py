"""Secrets in the database: who reads them, and what a computer that is alone does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bridge.secrets.shared_secrets import NotJoined, SharedCertificate, SharedStore
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)
from service.store.engine.store import Store
from service.store.postgres.database import PostgresDatabase
from service.store.sealed_secrets import find_key_row, put_sealed
from service.store.settings import write_setting
from tests.fakes.new_database import new_database
from tests.fakes.postgres_server import OwnDatabase, make_address

WAIT_S = 20.0
HUSH = Secret("hush")


class OwnSecrets:
    """The secret store of one computer; `fault` is raised in its place."""

    def __init__(self) -> None:
        self.texts = dict[str, Secret]()
        self.fault: SecretsUnavailable | None = None

    async def read(self, name: str) -> Secret:
        if self.fault is not None:
            raise self.fault
        if name not in self.texts:
            raise SecretMissing(SecretStoreState.WORKS)
        return self.texts[name]

    async def store(self, name: str, secret: Secret) -> None:
        self.texts[name] = secret

    async def remove(self, name: str) -> None:
        self.texts.pop(name, None)

    async def status(self) -> SecretStoreStatus:
        return SecretStoreStatus(SecretStoreState.WORKS, message("It works"))


@dataclass
class Host:
    """A computer with a service."""

    own: OwnSecrets
    store: Store
    shared: SharedStore


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[tuple[Host, Host]]:
    own = OwnDatabase()
    stores = [
        Store(tmp_path / "one" / "counterpart.db", own),
        Store(tmp_path / "two" / "counterpart.db", PostgresDatabase(make_address(own.name))),
    ]
    owns = [OwnSecrets(), OwnSecrets()]
    first, second = (Host(own, store, SharedStore(own, store)) for own, store in zip(owns, stores, strict=True))
    yield first, second
    stores[1].close()
    stores[0].close()


async def join(first: Host, second: Host) -> None:
    row = await first.shared.find_or_make_key()
    await second.shared.take_key(row, await first.shared.read_key(row))


async def test_both_computers_read_what_either_stored_and_removed(hosts: tuple[Host, Host]) -> None:
    first, second = hosts
    await first.shared.store("webhook-1", HUSH)
    assert list(first.own.texts) == [(await first.shared.find_or_make_key()).name], "the secret is not its own"
    await join(first, second)
    assert await second.shared.read("webhook-1") == HUSH
    await second.shared.store("webhook-2", Secret("hushed"))
    assert await first.shared.read("webhook-2") == Secret("hushed")
    await second.shared.remove("webhook-1")
    with pytest.raises(SecretMissing):
        await first.shared.read("webhook-1")


async def test_a_computer_that_has_not_joined_says_so_and_stores_nothing(hosts: tuple[Host, Host]) -> None:
    first, second = hosts
    await first.shared.store("webhook-1", HUSH)
    for asked in (second.shared.read("webhook-1"), second.shared.store("webhook-2", HUSH), second.shared.share_own()):
        with pytest.raises(NotJoined, match="counterpart join CODE"):
            await asked
    assert "counterpart join CODE" in str((await second.shared.status()).sentence)
    assert (await first.shared.status()).is_usable
    row = await first.shared.find_or_make_key()
    with pytest.raises(NotJoined):
        await second.shared.take_key(row, Secret("bm90IHRoZSBrZXk="))
    assert second.own.texts == {}


async def test_what_one_computer_had_before_is_shared_once(hosts: tuple[Host, Host]) -> None:
    first, second = hosts
    first.own.texts = {"backup-1": HUSH, "webhook-unused": HUSH}
    await first.store.write(lambda tx: write_setting(tx, "backup_secret", "backup-1"))
    assert [await first.shared.share_own() for _ in range(2)] == [1, 0]
    await join(first, second)
    assert await second.shared.read("backup-1") == HUSH
    with pytest.raises(SecretMissing):
        await second.shared.read("webhook-unused")


async def test_a_row_that_was_changed_or_put_under_another_name_is_damaged(hosts: tuple[Host, Host]) -> None:
    shared, store = hosts[0].shared, hosts[0].store
    await shared.store("webhook-1", HUSH)
    sealed = await store.read(lambda db: db.scalar("SELECT sealed FROM secrets WHERE name = 'webhook-1'"))
    await store.write(lambda tx: put_sealed(tx, "webhook-2", sealed))
    await store.write(lambda tx: put_sealed(tx, "webhook-1", sealed[:-1] + b"x"))
    for name in ("webhook-1", "webhook-2"):
        with pytest.raises(SecretsUnavailable, match="damaged"):
            await shared.read(name)


async def test_of_two_first_keys_one_is_used(hosts: tuple[Host, Host], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = hosts

    async def look_too_early(*_: object) -> None:
        return None

    row = await first.shared.find_or_make_key()
    monkeypatch.setattr(SharedStore, "_read", look_too_early)
    assert await second.shared.find_or_make_key() == row
    monkeypatch.undo()
    assert await first.store.read(find_key_row) == row
    with pytest.raises(NotJoined):
        await second.shared.store("webhook-1", HUSH)


async def test_on_a_file_the_secrets_are_the_computers_own_and_what_was_moved_back_is_found(tmp_path: Path) -> None:
    store, own = Store(new_database(tmp_path)), OwnSecrets()
    alone = SharedStore(own, store)
    await alone.store("webhook-1", HUSH)
    assert (own.texts, await alone.share_own()) == ({"webhook-1": HUSH}, 0)
    assert await store.read(find_key_row) is None
    row = await alone.find_or_make_key()
    sealed = SharedStore(own, AsShared(store))
    await sealed.store("webhook-2", Secret("moved"))
    assert await alone.read("webhook-2") == Secret("moved")
    with pytest.raises(SecretMissing):
        await alone.read("webhook-3")
    assert row.name in own.texts
    store.close()
    with pytest.raises(SecretMissing):
        await alone.read("webhook-2")


class AsShared:
    """A store on a file, as if other services wrote it."""

    is_shared = True

    def __init__(self, store: Store) -> None:
        self.submit, self.submit_read = store.submit, store.submit_read


async def test_a_database_that_is_away_is_not_a_missing_secret(tmp_path: Path) -> None:
    away = Store(tmp_path / "counterpart.db", PostgresDatabase(f"postgresql://counterpart@/none?host={tmp_path}"))
    with pytest.raises(SecretsUnavailable, match="does not answer") as unavailable:
        await SharedStore(OwnSecrets(), away).read("webhook-1")
    assert not isinstance(unavailable.value, SecretMissing)
    away.close()


def test_the_keys_of_the_certificate_are_shared_and_a_locked_keyring_leaves_the_files(
    hosts: tuple[Host, Host],
) -> None:
    first, second = hosts
    certificate, other = SharedCertificate(first.shared), SharedCertificate(second.shared)
    assert certificate.read() == b""
    certificate.write(b"keys")
    assert certificate.read() == b"keys"
    with pytest.raises(NotJoined):
        other.read()
    locked = SharedStore(first.own, first.store)
    first.own.fault = SecretsUnavailable(SecretStoreState.LOCKED, message("It is locked"))
    assert SharedCertificate(locked).read() is None
    alone = SharedCertificate(SharedStore(first.own))
    alone.write(b"keys")
    assert alone.read() is None
