"""A secret is in the secret store before a row names it, and leaves it after no row does: a failure
in between leaves at most an unused secret, never a row without one (contract §6).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from service.domain.webhooks.webhook_secrets import Secret, SecretStore, SecretsUnavailable
from service.store.engine.transaction import Tx

T = TypeVar("T")

log = logging.getLogger(__name__)


class Writer(Protocol):
    """Runs one durable transaction at a time, as a `Store` does."""

    def write(self, work: Callable[[Tx], T]) -> Awaitable[T]:
        """Raises what `work` raises, or Unavailable."""


async def write_with_secret(db: Writer, secrets: SecretStore, name: str, secret: Secret, work: Callable[[Tx], T]) -> T:
    """Stores a secret, then runs the write that names it. Raises what both raise."""
    await secrets.store(name, secret)
    try:
        return await db.write(work)
    except Exception:
        # Not if the caller is cancelled: the row may still be written, and would then have no
        # secret.
        await forget_secrets(secrets, name)
        raise


async def forget_secrets(secrets: SecretStore, *names: str) -> str | None:
    """Removes secrets that no row names; returns the reason if one could not be removed."""
    reason: str | None = None
    for name in names:
        try:
            await secrets.remove(name)
        except SecretsUnavailable as error:
            log.warning("A secret that is not used any more stays in the secret store: %s", error.message)
            reason = error.message
    return reason
