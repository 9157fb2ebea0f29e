"""Runs inside a separate session bus: stores, reads and removes a secret in a real Secret Service.

Prints one JSON object. Argument: `unlocked` or `locked`, how the keyring daemon was started.
"""

from __future__ import annotations

import asyncio
import json

from bridge.secrets.keyring_store import KeyringStore
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretsUnavailable

TEXT = "whsec_" + "A" * 43 + "="


async def main() -> dict[str, object]:
    store = KeyringStore()
    status = await store.status()
    said: dict[str, object] = {"state": status.state.value, "sentence": str(status.sentence)}
    if not status.is_usable:
        return said
    try:
        await store.store("webhook-session", Secret(TEXT))
        said["same"] = await store.read("webhook-session") == Secret(TEXT)
        await store.remove("webhook-session")
        await store.read("webhook-session")
    except SecretMissing:
        said["removed"] = True
    except SecretsUnavailable as error:
        said["fault"] = error.message
    return said


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main())))  # noqa: T201
