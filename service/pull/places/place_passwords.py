"""Keeps the password of a place and its set-up in agreement.

A password is stored before a set-up names it, and removed only after none does. A failure in
between leaves at most an unused password.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from service.domain.pull.place_address import PlaceAddress, is_remote, parse_place
from service.domain.pull.pulls import PlaceAccess, PullSetup
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


class TypedPasswords:
    """A SecretReader in front of the store: passwords that were typed and are not stored yet have
    names of their own. Each is for the user and server of one address.
    """

    def __init__(self, secrets: SecretStore) -> None:
        self._secrets = secrets
        self._typed: dict[str, tuple[Secret, str]] = {}

    def add(self, password: Secret, address: PlaceAddress) -> str:
        """The name under which the password can be read until it is stored."""
        name = f"typed-{len(self._typed) + 1}"
        self._typed[name] = password, _account(address)
        return name

    def find(self, name: str | None) -> Secret | None:
        """The typed password of that name, None if it is a stored one."""
        return None if name is None or name not in self._typed else self._typed[name][0]

    def is_for(self, name: str, address: PlaceAddress) -> bool:
        """Whether the typed password is for this user at this server."""
        return name in self._typed and self._typed[name][1] == _account(address)

    async def read(self, name: str) -> Secret:
        """The password of that name. Raises SecretsUnavailable, SecretMissing."""
        return self.find(name) or await self._secrets.read(name)


def carry_access(known: PullSetup | None, address: PlaceAddress) -> PlaceAccess:
    """The stored password and trust, if they are of the same user at the same server; else none."""
    if known is None or not is_remote(known.path) or _account(parse_place(known.path)) != _account(address):
        return PlaceAccess()
    return known.access if address.may_have_password else replace(known.access, secret_name=None)


def _account(address: PlaceAddress) -> str:
    return f"{address.user}@{address.server}"
