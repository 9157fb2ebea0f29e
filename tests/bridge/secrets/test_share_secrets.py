"""Secrets that a service's own account reads: the encrypted file, with a passphrase that the
computer protects.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bridge.secrets.chosen_store import ChosenStore, FoundVault, find_vault
from bridge.secrets.machine_passphrase import MachinePassphrase
from bridge.secrets.share_secrets import share_secrets
from bridge.secrets.vault_file import VaultStore
from service.domain.errors import Unavailable
from service.domain.sentences import os_reason
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretStoreState, SecretsUnavailable
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore

ONE, TWO = make_secret(), make_secret()
VAULT = "secrets.vault"


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
