"""The secret store as the window displays it: a keyring, none, or an encrypted file that the owner
opens while the program runs.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from keyring.errors import KeyringLocked

from bridge.secrets.secret_service import SecretService
from bridge.secrets.vault_file import VaultStore, WrongPassphrase
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretsUnavailable
from tests.bridge.secrets.fake_secret_stores import FakeKeyringBackend

SECRET = Secret("whsec_" + "A" * 43 + "=")
PASSPHRASE = "camel harbour ninety"


class WindowsKeyring(FakeKeyringBackend):
    """A keyring of a system that has a name."""

    __module__ = "keyring.backends.Windows"


@pytest.fixture
def opened() -> Iterator[list[SecretService]]:
    """The services of a test, closed at its end."""
    services: list[SecretService] = []
    yield services
    for service in services:
        service.close()


def open_service(
    opened: list[SecretService], folder: Path, backend: FakeKeyringBackend | None, environment: Mapping[str, str]
) -> SecretService:
    opened.append(SecretService(folder, environment, lambda: backend))
    return opened[-1]


def write_vault(folder: Path) -> None:
    """Makes an encrypted file with a secret, as an earlier start did."""
    vault = VaultStore(folder / "secrets.vault", Secret(PASSPHRASE))
    asyncio.run(vault.store("webhook-1", SECRET))
    vault.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with an encrypted file; no test changes it."""
    folder = tmp_path_factory.mktemp("data")
    write_vault(folder)
    return folder


async def test_a_keyring_is_named_and_used(tmp_path: Path, opened: list[SecretService]) -> None:
    backend = WindowsKeyring()
    service = open_service(opened, tmp_path, backend, {})
    assert (service.name, service.has_unopened_file) == ("", False)
    status = await service.status()
    assert (status.state, service.name) == (SecretStoreState.WORKS, "Windows Credential Manager")
    assert not service.has_unopened_file
    await service.cache.store("webhook-1", SECRET)
    assert list(backend.entries.values()) == [SECRET.text]
    assert os.listdir(tmp_path) == []  # noqa: PTH208


async def test_without_a_keyring_there_is_nothing_until_a_file_is_opened(
    folder: Path, opened: list[SecretService]
) -> None:
    service = open_service(opened, folder, None, {})
    status = await service.status()
    assert (status.state, service.has_unopened_file) == (SecretStoreState.ABSENT, True)
    status = await service.open_vault(PASSPHRASE)
    assert (status.state, service.name, service.has_unopened_file) == (
        SecretStoreState.ENCRYPTED_FILE,
        "secrets.vault",
        False,
    )
    assert await service.cache.read("webhook-1") == SECRET


async def test_in_place_of_a_locked_keyring_the_file_is_used(folder: Path, opened: list[SecretService]) -> None:
    backend = WindowsKeyring()
    backend.error = KeyringLocked("no")
    service = open_service(opened, folder, backend, {})
    assert (await service.status()).state is SecretStoreState.LOCKED
    assert (await service.open_vault(PASSPHRASE)).state is SecretStoreState.ENCRYPTED_FILE


async def test_a_wrong_passphrase_changes_nothing_and_leaves_no_thread(
    folder: Path, opened: list[SecretService]
) -> None:
    service = open_service(opened, folder, None, {})
    before = set(threading.enumerate())
    with pytest.raises(WrongPassphrase):
        await service.open_vault("a guess")
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()
    assert (await service.status()).state is SecretStoreState.ABSENT
    assert service.has_unopened_file


async def test_the_passphrase_of_the_environment_opens_the_file_at_once(
    folder: Path, opened: list[SecretService]
) -> None:
    service = open_service(opened, folder, None, {"COUNTERPART_VAULT_PASSPHRASE": PASSPHRASE})
    assert await service.cache.read("webhook-1") == SECRET
    assert (await service.status()).state is SecretStoreState.ENCRYPTED_FILE
    assert (service.name, service.has_unopened_file) == ("secrets.vault", False)


async def test_a_wrong_passphrase_of_the_environment_is_said(folder: Path, opened: list[SecretService]) -> None:
    service = open_service(opened, folder, None, {"COUNTERPART_VAULT_PASSPHRASE": "a guess"})
    status = await service.status()
    assert status.state is SecretStoreState.LOCKED
    assert "COUNTERPART_VAULT_PASSPHRASE" in str(status.sentence)


async def test_where_another_computer_protects_the_secrets_the_keyring_is_not_asked(
    tmp_path: Path, opened: list[SecretService]
) -> None:
    (tmp_path / "secrets.key").write_bytes(b"of another computer")
    backend = WindowsKeyring()
    service = open_service(opened, tmp_path, backend, {})
    status = await service.status()
    assert not status.is_usable
    assert str(status.sentence).startswith("secrets.key cannot be read on this computer")
    with pytest.raises(SecretsUnavailable, match=r"^secrets\.key cannot be read"):
        await service.cache.store("webhook-1", SECRET)
    assert backend.calls == 0


async def test_the_keyring_s_thread_ends_with_the_service(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    service = SecretService(tmp_path, {}, WindowsKeyring)
    await service.status()
    started = {one for one in threading.enumerate() if one.name == "The keyring"} - before
    assert len(started) == 1
    service.close()
    for thread in started:
        thread.join(10)
        assert not thread.is_alive()
