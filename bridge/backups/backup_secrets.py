"""What a backup needs of the secret store: its passphrase, and the webhook secrets
that go with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping

from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStore,
    SecretsUnavailable,
    new_secret_name,
)

log = logging.getLogger(__name__)

_PREFIX = "backup-"


class BackupSecrets:
    """Uses the secret store from threads without an event loop."""

    def __init__(self, store: SecretStore) -> None:
        self._store = store

    def store_passphrase(self, passphrase: str) -> str:
        """Stores the passphrase under a new name, which is returned. Raises SecretsUnavailable."""
        name = _PREFIX + new_secret_name()
        asyncio.run(self._store.store(name, Secret(passphrase)))
        return name

    def read_passphrase(self, name: str) -> str:
        """The passphrase. Raises Unavailable if it cannot be read: an encrypted backup needs it."""
        try:
            return asyncio.run(self._store.read(name)).text
        except SecretMissing:
            raise Unavailable(
                message(
                    "The passphrase for backups is not kept on this computer. Set it again in Settings, under Backups."
                )
            ) from None
        except SecretsUnavailable as error:
            raise Unavailable(
                message("The passphrase for backups cannot be read: {message}.", message=error.sentence)
            ) from None

    def remove_passphrase(self, name: str) -> None:
        """Removes a passphrase. One that cannot be reached stays; nothing names it any more."""
        try:
            asyncio.run(self._store.remove(name))
        except SecretsUnavailable as error:
            log.info("A passphrase that is no longer used stays in the secret store: %s", error.message)

    def read(self, names: Collection[str]) -> dict[str, str]:
        """The secrets that exist. Raises SecretsUnavailable if the store cannot be asked."""
        return asyncio.run(self._read_all(names))

    def store(self, secrets: Mapping[str, str]) -> None:
        """Stores all secrets. Raises Unavailable; the ones stored before the fault do no harm."""
        try:
            asyncio.run(self._store_all(secrets))
        except SecretsUnavailable as error:
            raise Unavailable(
                message(
                    "The webhook secrets in the backup cannot be kept here: {message}. Nothing was replaced.",
                    message=error.sentence,
                )
            ) from None

    async def _read_all(self, names: Collection[str]) -> dict[str, str]:
        texts = {}
        for name in sorted(names):
            try:
                texts[name] = (await self._store.read(name)).text
            except SecretMissing:
                log.warning("The secret of a target is not in the secret store, and so not in the backup")
        return texts

    async def _store_all(self, secrets: Mapping[str, str]) -> None:
        for name, text in secrets.items():
            await self._store.store(name, Secret(text))
