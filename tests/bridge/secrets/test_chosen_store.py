"""The keyring first, an encrypted file without one, both ways named if there is neither."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from keyring.errors import KeyringLocked

from bridge.secrets.chosen_store import (
    ChosenStore,
    FoundVault,
    SecretService,
    find_vault,
    open_secret_store,
    share_secrets,
)
from bridge.secrets.machine_passphrase import MachinePassphrase
from bridge.secrets.vault_file import VaultStore, WrongPassphrase
from service.domain.errors import Unavailable
from service.domain.sentences import os_reason
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretStoreState, SecretsUnavailable
from tests.bridge.secrets.fake_secret_stores import FakeKeyringBackend, FakeSecretStore

SECRET = Secret("whsec_" + "A" * 43 + "=")
PASSPHRASE = "camel harbour ninety"
ONE, TWO = make_secret(), make_secret()
VAULT = "secrets.vault"
WORKS, LOCKED, ABSENT, FILE = (
    SecretStoreState.WORKS,
    SecretStoreState.LOCKED,
    SecretStoreState.ABSENT,
    SecretStoreState.ENCRYPTED_FILE,
)


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


class FakeProtection:
    """Turns bytes around behind the name of a computer."""

    def __init__(self, computer: bytes = b"counter") -> None:
        self._computer = computer

    def protect(self, plain: bytes) -> bytes:
        return self._computer + plain[::-1]

    def unprotect(self, sealed: bytes) -> bytes:
        if not sealed.startswith(self._computer):
            raise OSError(13, "Key not valid for use in specified state")
        return sealed.removeprefix(self._computer)[::-1]


def open_like_the_service(folder: Path, protection: FakeProtection) -> ChosenStore:
    """With a keyring that has nothing, as a service's account has one of its own."""
    found = find_vault(folder, {}, protection)
    return ChosenStore(FakeSecretStore(), found.store, vault_first=found.comes_first)


async def read(folder: Path, name: str) -> Secret:
    return await open_like_the_service(folder, FakeProtection()).read(name)


async def copy(folder: Path, keyring: FakeSecretStore, *names: str) -> int:
    return await asyncio.to_thread(share_secrets, folder, names, keyring, FakeProtection())


async def test_what_the_owners_keyring_has_is_read_by_the_service(tmp_path: Path) -> None:
    keyring = FakeSecretStore()
    keyring.secrets |= {"webhook-1": ONE, "link-1": TWO}
    assert await copy(tmp_path, keyring, "webhook-1", "link-1", "a-gone", "webhook-gone") == 2
    assert await read(tmp_path, "webhook-1") == ONE
    assert await read(tmp_path, "link-1") == TWO
    with pytest.raises(SecretMissing):
        await read(tmp_path, "webhook-gone")


async def test_a_secret_that_the_service_stores_is_read_by_the_owner(tmp_path: Path) -> None:
    await copy(tmp_path, FakeSecretStore())
    await open_like_the_service(tmp_path, FakeProtection()).store("webhook-2", TWO)
    owner = FakeSecretStore()
    found = find_vault(tmp_path, {}, FakeProtection())
    chosen = ChosenStore(owner, found.store, vault_first=found.comes_first)
    assert await chosen.read("webhook-2") == TWO
    assert owner.secrets == {}
    assert (await chosen.status()).state is SecretStoreState.ENCRYPTED_FILE


async def test_a_second_installation_keeps_what_is_in_the_file(tmp_path: Path) -> None:
    keyring = FakeSecretStore()
    keyring.secrets["webhook-1"] = ONE
    await copy(tmp_path, keyring, "webhook-1")
    await open_like_the_service(tmp_path, FakeProtection()).store("webhook-1", TWO)
    assert await copy(tmp_path, keyring, "webhook-1") == 1
    assert await read(tmp_path, "webhook-1") == TWO, "the file is newer than the keyring"


def test_no_file_has_the_passphrase_or_a_secret_in_clear(tmp_path: Path) -> None:
    keyring = FakeSecretStore()
    keyring.secrets["webhook-1"] = ONE
    share_secrets(tmp_path, ["webhook-1"], keyring, FakeProtection())
    passphrase = MachinePassphrase(tmp_path, FakeProtection()).read()
    assert len(passphrase) >= 40
    for file in tmp_path.iterdir():
        assert passphrase.encode() not in file.read_bytes()
        assert ONE.text.encode() not in file.read_bytes()


async def test_a_folder_from_another_computer_says_so_and_stores_nothing(tmp_path: Path) -> None:
    await copy(tmp_path, FakeSecretStore())
    moved = open_like_the_service(tmp_path, FakeProtection(b"other"))
    with pytest.raises(SecretsUnavailable, match=r"secrets\.key cannot be read on this computer") as caught:
        await moved.read("webhook-1")
    assert not isinstance(caught.value, SecretMissing)
    with pytest.raises(SecretsUnavailable):
        await moved.store("webhook-1", ONE)
    with pytest.raises(SecretsUnavailable):
        await moved.remove("webhook-1")
    assert (await moved.status()).state is SecretStoreState.LOCKED


def test_a_key_from_another_computer_ends_the_installation(tmp_path: Path) -> None:
    MachinePassphrase(tmp_path, FakeProtection(b"other")).make()
    with pytest.raises(Unavailable) as caught:
        share_secrets(tmp_path, (), FakeSecretStore(), FakeProtection())
    assert caught.value.message == (
        f"{tmp_path / 'secrets.key'} cannot be used: {os_reason(OSError(13, ''))}. Where it came from another "
        f"computer, remove it and {VAULT}."
    )


def test_a_file_with_a_persons_passphrase_is_not_replaced(tmp_path: Path) -> None:
    asyncio.run(VaultStore(tmp_path / VAULT, Secret("my own")).store("webhook-1", ONE))
    before = (tmp_path / VAULT).read_bytes()
    with pytest.raises(Unavailable, match="passphrase of your own"):
        share_secrets(tmp_path, (), FakeSecretStore(), FakeProtection())
    assert (tmp_path / VAULT).read_bytes() == before
    assert not (tmp_path / "secrets.key").exists()


async def test_the_file_comes_first_only_where_the_computer_protects_its_passphrase(tmp_path: Path) -> None:
    protection = FakeProtection()
    assert find_vault(tmp_path, {}, protection) == FoundVault(None, comes_first=False)
    MachinePassphrase(tmp_path, protection).make()
    found = find_vault(tmp_path, {}, protection)
    assert isinstance(found.store, VaultStore)
    assert found.comes_first is True


async def test_the_passphrase_of_the_environment_goes_before_the_computers(tmp_path: Path) -> None:
    await copy(tmp_path, FakeSecretStore())
    found = find_vault(tmp_path, {"COUNTERPART_VAULT_PASSPHRASE": "p"}, FakeProtection())
    assert not found.comes_first
    assert found.store is not None


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
