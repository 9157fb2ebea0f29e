"""Secret stores: one that remembers, and one for a computer that has none."""

from __future__ import annotations

from collections.abc import Collection

from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretStore,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)

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


class SecretCache:
    """A SecretStore in front of another. A name's value never changes (new_secret_name), so a
    cached one stays true. Only answers are cached, never errors. A secret is dropped when it is
    removed, and by `retain`.
    """

    def __init__(self, inner: SecretStore) -> None:
        self._inner = inner
        self._secrets: dict[str, Secret] = {}

    async def read(self, name: str) -> Secret:
        secret = self._secrets.get(name)
        if secret is None:
            secret = self._secrets[name] = await self._inner.read(name)
        return secret

    async def store(self, name: str, secret: Secret) -> None:
        self._secrets.pop(name, None)
        await self._inner.store(name, secret)

    async def remove(self, name: str) -> None:
        self._secrets.pop(name, None)
        await self._inner.remove(name)

    async def status(self) -> SecretStoreStatus:
        return await self._inner.status()

    def retain(self, names: Collection[str]) -> None:
        """Drops secrets that nothing names any more, after a switch or a removal in any process."""
        for name in self._secrets.keys() - set(names):
            self._secrets.pop(name, None)  # another thread may have removed it meanwhile
