"""The secret store, as the window displays and repairs it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from bridge.secrets.chosen_store import ChosenStore, find_vault
from bridge.secrets.keyring_backends import KeyringBackend, system_backend
from bridge.secrets.keyring_store import KeyringStore
from bridge.secrets.vault_file import VAULT_FILE_NAME, VaultStore
from service.delivery.secret_stores import SecretCache
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretStoreStatus, SecretsUnavailable


class SecretService:
    """The secret store of a data folder. The owner can open the encrypted file while the program
    runs.
    """

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
        self.cache = SecretCache(self._chosen)
        self.name = ""
        self.has_unopened_file = False
        self._vault_is_open = found.store is not None

    async def status(self) -> SecretStoreStatus:
        """The store's state. Notes the name of the store in use, and whether there is an encrypted
        file that is not opened.
        """
        status = await self._chosen.status()
        self.has_unopened_file = not self._vault_is_open and await asyncio.to_thread(self._file.exists)
        self.name = self._keyring.name if status.state is SecretStoreState.WORKS else self._file.name
        return status

    async def open_vault(self, passphrase: str) -> SecretStoreStatus:
        """Uses the encrypted file from now on, if the passphrase opens it. Raises
        SecretsUnavailable.
        """
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
