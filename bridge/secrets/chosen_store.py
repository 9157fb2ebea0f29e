"""The secret store of this computer: its keyring if there is one, else the encrypted file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bridge.secrets.keyring_store import KeyringStore
from bridge.secrets.vault_file import PASSPHRASE_VARIABLE, VAULT_FILE_NAME, VaultStore
from service.delivery.secret_cache import SecretCache
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStore,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)

NO_SECRET_STORE = message(
    "There is nowhere to keep secrets: this computer has no keyring. Log in to a desktop that has one "
    "(GNOME Keyring, KWallet), or set {variable} to keep them in an encrypted file",
    variable=PASSPHRASE_VARIABLE,
)


def open_secret_store(data_dir: Path, environment: Mapping[str, str]) -> SecretCache:
    """The store for a data folder, with a cache in memory. Touches nothing until it is used."""
    passphrase = environment.get(PASSPHRASE_VARIABLE)
    vault = VaultStore(data_dir / VAULT_FILE_NAME, Secret(passphrase)) if passphrase else None
    return SecretCache(ChosenStore(KeyringStore(), vault))


class ChosenStore:
    """Asks the keyring first, and the encrypted file if the keyring cannot be used or has no such
    name.

    So secrets stay readable when a computer gets or loses its keyring between two starts.
    """

    def __init__(self, keyring: SecretStore, vault: SecretStore | None) -> None:
        self._keyring = keyring
        self._vault = vault

    def use_vault(self, vault: SecretStore) -> None:
        """Uses an encrypted file from now on."""
        self._vault = vault

    async def read(self, name: str) -> Secret:
        try:
            return await self._keyring.read(name)
        except SecretsUnavailable as error:
            if self._vault is None:
                raise _explain_absent(error) from None
            return await self._read_from_vault(self._vault, name, error)

    async def store(self, name: str, secret: Secret) -> None:
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
        status = await self._keyring.status()
        if status.is_usable or self._vault is None:
            return (
                SecretStoreStatus(status.state, NO_SECRET_STORE) if status.state is SecretStoreState.ABSENT else status
            )
        return await self._vault.status()

    async def _read_from_vault(self, vault: SecretStore, name: str, error: SecretsUnavailable) -> Secret:
        """Reads from the file. A name in neither store is missing only if the keyring answered; a
        locked one may have it.
        """
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
