"""A service without a secret store: nothing can be signed, so nothing is sent, and the reason is
displayed.
"""

from __future__ import annotations

from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretStoreStatus, SecretsUnavailable

_SENTENCE = message("This program was started without a secret store; start it as `counterpart serve`")


class NoSecretStore:
    """A SecretStore that can store nothing."""

    async def read(self, _name: str) -> Secret:
        raise _make_unavailable()

    async def store(self, _name: str, _secret: Secret) -> None:
        raise _make_unavailable()

    async def remove(self, _name: str) -> None:
        raise _make_unavailable()

    async def status(self) -> SecretStoreStatus:
        return SecretStoreStatus(SecretStoreState.ABSENT, _SENTENCE)


def _make_unavailable() -> SecretsUnavailable:
    return SecretsUnavailable(SecretStoreState.ABSENT, _SENTENCE)
