"""Moves the owner's secrets to where the account of a service reads them too."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path

from bridge.secrets.chosen_store import ChosenStore
from bridge.secrets.machine_passphrase import MachinePassphrase, Protection
from bridge.secrets.vault_file import VAULT_FILE_NAME, VaultStore
from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretStore


def share_secrets(folder: Path, names: Collection[str], keyring: SecretStore, protection: Protection) -> int:
    """Copies these secrets into the encrypted file, whose passphrase the computer protects, and
    gives how many are in it. A name that is nowhere is passed over. The keyring's own stay, for
    a program of an older version. Raises Unavailable and SecretsUnavailable.
    """
    passphrase, file = MachinePassphrase(folder, protection), folder / VAULT_FILE_NAME
    if file.exists() and not passphrase.exists():
        raise Unavailable(
            message(
                "{file} is encrypted with a passphrase of your own, which this service cannot get. Remove the file, "
                "try again, and rotate the secrets of its targets afterwards.",
                file=str(file),
            )
        )
    try:
        vault = VaultStore(file, Secret(passphrase.make()))
    except (OSError, ValueError) as error:
        raise Unavailable(
            message(
                "{file} cannot be used: {reason}. Where it came from another computer, remove it and {vault}.",
                file=str(passphrase.file),
                vault=VAULT_FILE_NAME,
                reason=os_reason(error),
            )
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
