"""Webhook secrets and the port of whatever keeps them (contract §6 and §8.5).

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
    """A secret's text; it is kept out of every repr, so that no log or traceback shows it."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SecretPair:
    """A target's secret and, while it is being rotated, the next one."""

    current: Secret
    next: Secret | None = None


class SecretStoreState(StrEnum):
    """How the secret store stands; each is shown with what to do (desktop §3.4)."""

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
    """The store cannot be asked now; `state` says how it stands.
    Never means that a secret is wrong.
    """

    def __init__(self, state: SecretStoreState, message: Sentence, code: UnavailableCode | None = None) -> None:
        super().__init__(message, code or _STATE_CODES.get(state, UnavailableCode.OTHER))
        self.state = state


SECRET_MISSING = message("The secret of this target is not in the secret store; rotate the secret to make a new one")
SECRET_DAMAGED = message("The secret of this target is damaged in the secret store; rotate it")


def needs_rotation(note: Sentence) -> bool:
    """Whether what a target's deliveries wait for (Target.note) is a
    secret of its own that works.
    """
    return note in (SECRET_MISSING, SECRET_DAMAGED)


class SecretMissing(SecretsUnavailable):
    """The store answered, and holds no secret of that name."""

    def __init__(self, state: SecretStoreState) -> None:
        super().__init__(state, SECRET_MISSING)


class SecretReader(Protocol):
    """What sending needs of the store."""

    async def read(self, name: str) -> Secret:
        """The secret of that name. Raises SecretsUnavailable, SecretMissing."""
        ...


class SecretStore(SecretReader, Protocol):
    """Keeps secrets by name, outside the database (contract §8.5)."""

    async def store(self, name: str, secret: Secret) -> None:
        """Keeps it, and has read it back whole when it returns. Raises SecretsUnavailable."""
        ...

    async def remove(self, name: str) -> None:
        """Forgets it; a name that is not there is no error. Raises SecretsUnavailable."""
        ...

    async def status(self) -> SecretStoreStatus:
        """How the store stands now; never raises for a store that does not answer."""
        ...


def new_secret_name(token: Callable[[int], str] = secrets.token_hex) -> str:
    """A name never used before: each secret has its own, so a name's value never changes."""
    return NAME_PREFIX + token(12)
