"""The errors that a caller may see, as one tree.

CounterpartError            carries one sentence that may be displayed: what happened, what to do
├── BadRequest              the call itself is not well formed            HTTP 400
├── NotFound                there is no such thing in the caller's shop   HTTP 404
├── Refused                 a business rule says no, and why              HTTP 422, with a code
└── Unavailable             the environment's fault: disk, lock, keyring  HTTP 503
    └── UpstreamUnavailable the marketplace must agree and cannot be asked  HTTP 503

Any other exception is a bug: it is logged with a traceback and a reference and never displayed.
"""

from __future__ import annotations

import secrets
from enum import StrEnum
from typing import Self

from service.domain.sentences import Gap, Sentence, to_sentence


def make_error_reference() -> str:
    """Eight hexadecimal digits, upper case."""
    return secrets.token_hex(4).upper()


class UnavailableCode(StrEnum):
    """Which fault of the environment it is, for code that has its own sentence for it."""

    DISK_FULL = "disk_full"
    DATABASE_LOCKED = "database_locked"
    DATABASE_DAMAGED = "database_damaged"
    PORT_TAKEN = "port_taken"
    KEYRING_LOCKED = "keyring_locked"
    KEYRING_ABSENT = "keyring_absent"
    KEYRING_SLOW = "keyring_slow"
    WRONG_PASSPHRASE = "wrong_passphrase"  # noqa: S105 - a code, not a passphrase
    BACKUP_FOLDER_AWAY = "backup_folder_away"
    SERVICE_STOPPED = "service_stopped"
    OTHER = "other"


class CounterpartError(Exception):
    """A sentence that may be displayed to the caller; `message` is its English."""

    def __init__(self, message: str | Sentence) -> None:
        super().__init__(str(message))
        self.sentence = to_sentence(message)
        self.message = str(message)


class BadRequest(CounterpartError):
    """The call is not well formed (contract §2.5, 400)."""


class NotAllowed(CounterpartError):
    """The rights of the key do not include the call (contract §5.3, 403)."""


class NotFound(CounterpartError):
    """There is no such thing, or it is another shop's (contract §1)."""

    @classmethod
    def saying(cls, template: str, /, **gaps: Gap) -> Self:
        """With the sentence that `message` makes of a literal."""
        return cls(Sentence(template, gaps))


class Refused(CounterpartError):
    """A business rule refuses; `code` is the error code (contract §2.5, 422)."""

    def __init__(self, code: str, message: Sentence) -> None:
        super().__init__(message)
        self.code = code

    @classmethod
    def saying(cls, code: str, template: str, /, **gaps: Gap) -> Self:
        """With the sentence that `message` makes of a literal."""
        return cls(code, Sentence(template, gaps))


class Unavailable(CounterpartError):
    """The environment does not allow it now; nothing was changed (contract §2.5, 503)."""

    def __init__(self, message: Sentence, code: UnavailableCode = UnavailableCode.OTHER) -> None:
        super().__init__(message)
        self.code = code

    @classmethod
    def saying(cls, template: str, /, **gaps: Gap) -> Self:
        """With the sentence that `message` makes of a literal."""
        return cls(Sentence(template, gaps))


class UpstreamUnavailable(Unavailable):
    """The marketplace must agree, and does not answer (503 `upstream_unavailable`)."""
