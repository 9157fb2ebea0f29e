"""Keeps the password of a place and its set-up in agreement.

A password is stored before a set-up names it, and removed only after none does. A failure in
between leaves at most an unused password.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from service.domain.pull.pulls import PlaceAccess
from service.domain.webhooks.webhook_secrets import Secret, SecretStore, SecretsUnavailable, new_secret_name

log = logging.getLogger(__name__)

_PREFIX = "place-"


class PlacePasswords:
    """Uses the secret store from threads without an event loop."""

    def __init__(self, secrets: SecretStore) -> None:
        self._secrets = secrets

    def keep(
        self, before: PlaceAccess, access: PlaceAccess, password: Secret | None, keep: Callable[[PlaceAccess], None]
    ) -> None:
        """Stores a password if there is a new one, then calls `keep` with its name. `before` is the
        access of the earlier set-up.

        Raises SecretsUnavailable, and what `keep` raises.
        """
        name = None
        if password is not None:
            name = _PREFIX + new_secret_name()
            asyncio.run(self._secrets.store(name, password))
            access = replace(access, secret_name=name)
        try:
            keep(access)
        except Exception:
            self.remove(name)
            raise
        if before.secret_name != access.secret_name:
            self.remove(before.secret_name)

    def remove(self, name: str | None) -> None:
        """Removes a password. One that cannot be reached stays; nothing names it any more."""
        if name is None:
            return
        try:
            asyncio.run(self._secrets.remove(name))
        except SecretsUnavailable as error:
            log.warning("A password that is not used any more stays in the secret store: %s", error.message)


class TypedPassword:
    """A SecretReader in front of the store: a password that was typed and is not stored yet is
    read by the name "typed".
    """

    NAME = "typed"

    def __init__(self, secrets: SecretStore, password: Secret | None) -> None:
        self._secrets = secrets
        self._password = password

    async def read(self, name: str) -> Secret:
        """The password of that name. Raises SecretsUnavailable, SecretMissing."""
        if name == self.NAME and self._password is not None:
            return self._password
        return await self._secrets.read(name)
