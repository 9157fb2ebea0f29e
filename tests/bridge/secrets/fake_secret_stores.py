"""A keyring whose behaviour the test sets, and a secret store in memory."""

from __future__ import annotations

import threading

from keyring.errors import PasswordDeleteError

from service.domain.sentences import verbatim
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)


class FakeKeyringBackend:
    """Entries in memory; `error` is raised by every call, `hang` is waited for by every call."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], str] = {}
        self.error: Exception | None = None
        self.hang: threading.Event | None = None
        self.shorten = 0
        self.calls = 0

    def get_password(self, service: str, username: str) -> str | None:
        self._answer(service, username)
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._answer(service, username)
        self.entries[service, username] = password[: len(password) - self.shorten]

    def delete_password(self, service: str, username: str) -> None:
        self._answer(service, username)
        if self.entries.pop((service, username), None) is None:
            raise PasswordDeleteError("No such password!")

    def _answer(self, service: str, username: str) -> None:
        self.calls += 1
        if not service or not username:
            raise ValueError("a keyring has no entry without a name and a user")
        if self.hang is not None:
            self.hang.wait(20)
        if self.error is not None:
            raise self.error


class FakeSecretStore:
    """The SecretStore port in memory, in any state; `error` is raised by every read."""

    def __init__(self, state: SecretStoreState = SecretStoreState.WORKS) -> None:
        self.state = state
        self.secrets: dict[str, Secret] = {}
        self.reads = 0
        self.error: Exception | None = None

    async def read(self, name: str) -> Secret:
        self.reads += 1
        if self.error is not None:
            raise self.error
        self._check()
        if name not in self.secrets:
            raise SecretMissing(self.state)
        return self.secrets[name]

    async def store(self, name: str, secret: Secret) -> None:
        self._check()
        self.secrets[name] = secret

    async def remove(self, name: str) -> None:
        self._check()
        self.secrets.pop(name, None)

    async def status(self) -> SecretStoreStatus:
        return SecretStoreStatus(self.state, verbatim(self.state.value))

    def _check(self) -> None:
        if self.state in (SecretStoreState.LOCKED, SecretStoreState.ABSENT, SecretStoreState.DAMAGED):
            raise SecretsUnavailable(self.state, verbatim(self.state.value))
