"""Webhook secrets and the port of the store that holds them (contract §6 and §8.5).

Unavailable
└── SecretsUnavailable    the store cannot be asked now: locked, absent, silent or damaged
    └── SecretMissing     the store works and has no secret of that name
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import Sentence, message

NAME_PREFIX = "webhook-"


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret's text. No repr has it, so no log or traceback shows it."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SecretPair:
    """A target's secret and, while it is being rotated, the next one."""

    current: Secret
    next: Secret | None = None


class SecretStoreState(StrEnum):
    """The state of the secret store. Each state is displayed with what to do (desktop §3.4)."""

    WORKS = "works"
    LOCKED = "locked"
    SLOW = "slow"
    ABSENT = "absent"
    ENCRYPTED_FILE = "encrypted_file"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class SecretStoreStatus:
    """The state and one sentence that says what it means and what to do."""

    state: SecretStoreState
    sentence: Sentence

    @property
    def is_usable(self) -> bool:
        return self.state in (SecretStoreState.WORKS, SecretStoreState.ENCRYPTED_FILE)


_STATE_CODES = {
    SecretStoreState.LOCKED: UnavailableCode.KEYRING_LOCKED,
    SecretStoreState.SLOW: UnavailableCode.KEYRING_SLOW,
    SecretStoreState.ABSENT: UnavailableCode.KEYRING_ABSENT,
}


class SecretsUnavailable(Unavailable):
    """The store cannot be asked now; `state` says why. Never means that a secret is wrong."""

    def __init__(self, state: SecretStoreState, message: Sentence, code: UnavailableCode | None = None) -> None:
        super().__init__(message, code or _STATE_CODES.get(state, UnavailableCode.OTHER))
        self.state = state


SECRET_MISSING = message("The secret of this target is not in the secret store; rotate the secret to make a new one")
SECRET_DAMAGED = message("The secret of this target is damaged in the secret store; rotate it")


def needs_rotation(note: Sentence) -> bool:
    """Whether a target's deliveries wait (Target.note) for a working secret of its own."""
    return note in (SECRET_MISSING, SECRET_DAMAGED)


class SecretMissing(SecretsUnavailable):
    """The store answered, and has no secret of that name."""

    def __init__(self, state: SecretStoreState) -> None:
        super().__init__(state, SECRET_MISSING)


class SecretReader(Protocol):
    """What the sender needs from the store."""

    async def read(self, name: str) -> Secret:
        """The secret of that name. Raises SecretsUnavailable, SecretMissing."""


class SecretStore(SecretReader, Protocol):
    """Stores secrets by name, outside the database (contract §8.5)."""

    async def store(self, name: str, secret: Secret) -> None:
        """Stores the secret and reads it back before it returns. Raises SecretsUnavailable."""

    async def remove(self, name: str) -> None:
        """Removes the secret; a name that does not exist is no error. Raises SecretsUnavailable."""

    async def status(self) -> SecretStoreStatus:
        """The store's state now. Does not raise for a store that does not answer."""


def new_secret_name(token: Callable[[int], str] = secrets.token_hex) -> str:
    """A name that was never used: the value of a name never changes."""
    return NAME_PREFIX + token(12)
