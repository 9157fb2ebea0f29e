"""A service without a secret store: nothing can be signed, so nothing is sent, and the reason is shown."""

from __future__ import annotations

from service.domain.secrets import Secret, SecretsUnavailable, StoreState, StoreStatus
from service.domain.sentences import say

_SENTENCE = say("This program was started without a secret store; start it as `counterpart serve`")


class NoSecrets:
    """A SecretStore that has nowhere to keep anything."""

    async def read(self, _name: str) -> Secret:
        raise _unavailable()

    async def store(self, _name: str, _secret: Secret) -> None:
        raise _unavailable()

    async def remove(self, _name: str) -> None:
        raise _unavailable()

    async def status(self) -> StoreStatus:
        return StoreStatus(StoreState.ABSENT, _SENTENCE)


def _unavailable() -> SecretsUnavailable:
    return SecretsUnavailable(StoreState.ABSENT, _SENTENCE)
