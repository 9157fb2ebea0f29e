"""The secret store of this computer: its keyring if there is one, else the encrypted file.

The window displays and repairs it, and the owner's secrets move to where a service reads
them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from bridge.secrets.keyring_store import KeyringBackend, KeyringStore, system_backend
from bridge.secrets.machine_passphrase import MachinePassphrase, MachineProtection, Protection
from bridge.secrets.shared_secrets import OpenDatabase, SharedStore
from bridge.secrets.vault_file import PASSPHRASE_VARIABLE, VAULT_FILE_NAME, VaultStore
from service.delivery.secret_stores import SecretCache
from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStore,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)

log = logging.getLogger(__name__)

NO_SECRET_STORE = message(
    "There is nowhere to keep secrets: this computer has no keyring. Log in to a desktop that has one "
    "(GNOME Keyring, KWallet), or set {variable} to keep them in an encrypted file",
    variable=PASSPHRASE_VARIABLE,
)


def open_secret_store(data_dir: Path, environment: Mapping[str, str]) -> ChosenStore:
    """The store for a data folder. Touches nothing until it is used."""
    found = find_vault(data_dir, environment)
    return ChosenStore(KeyringStore(), found.store, vault_first=found.comes_first)


@dataclass(frozen=True, slots=True)
class FoundVault:
    """The encrypted file with a known passphrase, and whether it comes before the keyring."""

    store: SecretStore | None
    comes_first: bool


def find_vault(folder: Path, environment: Mapping[str, str], protection: Protection | None = None) -> FoundVault:
    """The encrypted file of a data folder. It comes first where the computer protects its
    passphrase: a service's account and the owner share it, but not their keyrings.
    """
    passphrase = environment.get(PASSPHRASE_VARIABLE)
    file = folder / VAULT_FILE_NAME
    if passphrase:
        return FoundVault(VaultStore(file, Secret(passphrase)), comes_first=False)
    machine = MachinePassphrase(folder, protection or MachineProtection())
    if not machine.exists():
        return FoundVault(None, comes_first=False)
    try:
        return FoundVault(VaultStore(file, Secret(machine.read())), comes_first=True)
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read: %s", machine.file.name, error)
        return FoundVault(UnreadableStore(machine.file), comes_first=True)


class UnreadableStore:
    """The encrypted file whose passphrase another computer protects."""

    def __init__(self, key: Path) -> None:
        self._sentence = message(
            "{file} cannot be read on this computer, so the secrets cannot either. Restore a backup with secrets, "
            "or remove {file} and {vault} and rotate every target's secret",
            file=key.name,
            vault=VAULT_FILE_NAME,
        )

    async def read(self, name: str) -> Secret:
        del name
        raise self._fault()

    async def store(self, name: str, secret: Secret) -> None:
        del name, secret
        raise self._fault()

    async def remove(self, name: str) -> None:
        del name
        raise self._fault()

    async def status(self) -> SecretStoreStatus:
        return SecretStoreStatus(SecretStoreState.LOCKED, self._sentence)

    def _fault(self) -> SecretsUnavailable:
        return SecretsUnavailable(SecretStoreState.LOCKED, self._sentence)


class ChosenStore:
    """Asks the keyring first, and the encrypted file if the keyring cannot be used or has no such
    name.

    So secrets stay readable when a computer gets or loses its keyring between two starts.
    """

    def __init__(self, keyring: SecretStore, vault: SecretStore | None, *, vault_first: bool = False) -> None:
        """`vault_first` asks the encrypted file first, and stores in it alone."""
        self._keyring = keyring
        self._vault = vault
        self._vault_first = vault_first

    def use_vault(self, vault: SecretStore) -> None:
        """Uses an encrypted file from now on."""
        self._vault = vault

    async def read(self, name: str) -> Secret:
        if self._vault_first and self._vault is not None:
            with contextlib.suppress(SecretMissing):
                return await self._vault.read(name)
        try:
            return await self._keyring.read(name)
        except SecretsUnavailable as error:
            if self._vault is None:
                raise _explain_absent(error) from None
            return await self._read_from_vault(self._vault, name, error)

    async def store(self, name: str, secret: Secret) -> None:
        if self._vault_first and self._vault is not None:
            await self._vault.store(name, secret)
            return
        status = await self._keyring.status()
        if status.is_usable:
            await self._keyring.store(name, secret)
        elif self._vault is not None:
            await self._vault.store(name, secret)
        else:
            raise _explain_absent(SecretsUnavailable(status.state, status.sentence))

    async def remove(self, name: str) -> None:
        if self._vault is not None:
            await self._vault.remove(name)
        try:
            await self._keyring.remove(name)
        except SecretsUnavailable as error:
            if self._vault is None or error.state is not SecretStoreState.ABSENT:
                raise _explain_absent(error) from None

    async def status(self) -> SecretStoreStatus:
        if self._vault_first and self._vault is not None:
            return await self._vault.status()
        status = await self._keyring.status()
        if status.is_usable or self._vault is None:
            return (
                SecretStoreStatus(status.state, NO_SECRET_STORE) if status.state is SecretStoreState.ABSENT else status
            )
        return await self._vault.status()

    async def _read_from_vault(self, vault: SecretStore, name: str, error: SecretsUnavailable) -> Secret:
        """A name in neither is missing only if the keyring answered; a locked one may have it."""
        try:
            return await vault.read(name)
        except SecretMissing:
            if error.state in (SecretStoreState.LOCKED, SecretStoreState.SLOW):
                raise error from None
            raise


def _explain_absent(error: SecretsUnavailable) -> SecretsUnavailable:
    """Explains an absent keyring, without an encrypted file, with both ways out."""
    return (
        SecretsUnavailable(SecretStoreState.ABSENT, NO_SECRET_STORE)
        if error.state is SecretStoreState.ABSENT
        else error
    )


class SecretService:
    """A data folder's secret store. Its encrypted file can be opened while the program runs."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        find_backend: Callable[[], KeyringBackend | None] = system_backend,
    ) -> None:
        self._file = folder / VAULT_FILE_NAME
        self._keyring = KeyringStore(find_backend)
        found = find_vault(folder, environment)
        self._chosen = ChosenStore(self._keyring, found.store, vault_first=found.comes_first)
        self.shared = SharedStore(self._chosen)
        self.cache = SecretCache(self.shared)
        self.name = ""
        self.has_unopened_file = False
        self._vault_is_open = found.store is not None

    def use_database(self, database: OpenDatabase) -> None:
        """Uses the database that a service has opened, where it has the secrets of several."""
        self.shared.database = database

    async def status(self) -> SecretStoreStatus:
        """Notes the name of the store in use, and whether an encrypted file is not opened."""
        status = await self.shared.status()
        self.has_unopened_file = not self._vault_is_open and await asyncio.to_thread(self._file.exists)
        self.name = self._keyring.name if status.state is SecretStoreState.WORKS else self._file.name
        return status

    async def ask_again(self) -> SecretStoreStatus:
        """The state, also of a keyring whose owner has refused to unlock it."""
        self._keyring.ask_again()
        return await self.status()

    async def open_vault(self, passphrase: str) -> SecretStoreStatus:
        """Uses the file from now on, if the passphrase opens it. Raises SecretsUnavailable."""
        vault = VaultStore(self._file, Secret(passphrase))
        try:
            await vault.open()
        except SecretsUnavailable:
            vault.close()
            raise
        self._use_vault(vault)
        return await self.status()

    def _use_vault(self, vault: VaultStore) -> None:
        self._chosen.use_vault(vault)
        self._vault_is_open = True

    def close(self) -> None:
        """Ends the keyring's thread."""
        self._keyring.close()


def share_secrets(folder: Path, names: Collection[str], keyring: SecretStore, protection: Protection) -> int:
    """Copies these secrets into the encrypted file, whose passphrase the computer protects, and
    gives how many are in it. A name that is nowhere is passed over. The keyring's own stay, for
    a program of an older version. Raises Unavailable and SecretsUnavailable.
    """
    passphrase, file = MachinePassphrase(folder, protection), folder / VAULT_FILE_NAME
    if file.exists() and not passphrase.exists():
        raise Unavailable.saying(
            "{file} is encrypted with a passphrase of your own, which this service cannot get. Remove the file, "
            "try again, and rotate the secrets of its targets afterwards.",
            file=str(file),
        )
    try:
        vault = VaultStore(file, Secret(passphrase.make()))
    except (OSError, ValueError) as error:
        raise Unavailable.saying(
            "{file} cannot be used: {reason}. Where it came from another computer, remove it and {vault}.",
            file=str(passphrase.file),
            vault=VAULT_FILE_NAME,
            reason=os_reason(error),
        ) from error
    try:
        return asyncio.run(_copy(names, ChosenStore(keyring, vault, vault_first=True), vault))
    finally:
        vault.close()


async def _copy(names: Collection[str], source: SecretStore, vault: SecretStore) -> int:
    count = 0
    for name in sorted(names):
        try:
            await vault.store(name, await source.read(name))
        except SecretMissing:
            continue
        count += 1
    return count
