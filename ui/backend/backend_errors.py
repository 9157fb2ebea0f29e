"""The one exception that reaches a pane."""

from __future__ import annotations

from enum import StrEnum

from service.domain.sentences import Sentence, to_sentence


class ErrorCode(StrEnum):
    """Faults with the window's own words, in both languages; others have the service's sentence."""

    READ_ONLY = "read_only"
    MODE_OFF = "mode_off"
    ACTION_NOT_ALLOWED = "action_not_allowed"
    REASON_REQUIRED = "reason_required"
    NOT_ENOUGH_STOCK = "not_enough_stock"
    STOCK_HELD = "stock_held"
    NOT_FOUND = "not_found"
    NAME_TAKEN = "name_taken"
    ROW_REFUSED = "row_refused"
    CHANGED_SINCE = "changed_since"
    BAD_ADDRESS = "bad_address"
    FILE_NOT_FOUND = "file_not_found"
    FILE_NOT_READABLE = "file_not_readable"
    FILE_NOT_WRITABLE = "file_not_writable"
    DISK_FULL = "disk_full"
    DATABASE_LOCKED = "database_locked"
    PORT_TAKEN = "port_taken"
    KEYRING_LOCKED = "keyring_locked"
    KEYRING_ABSENT = "keyring_absent"
    KEYRING_SLOW = "keyring_slow"
    WRONG_PASSPHRASE = "wrong_passphrase"  # noqa: S105 a code, no password
    BACKUP_NOT_GOOD = "backup_not_good"
    BACKUP_FOLDER_AWAY = "backup_folder_away"
    PIN_NEEDED = "pin_needed"
    """Somebody closed the question for the PIN, so nothing was done."""
    SERVICE_STOPPED = "service_stopped"
    NOT_CONNECTED = "not_connected"
    """The window waits for a service in another process; the sentence says why."""
    UNANSWERED = "unanswered"
    """The service ended with the request: nobody knows whether it was done."""
    BUG = "bug"
    OTHER = "other"


_NOT_OF_INPUT = frozenset(
    {
        ErrorCode.READ_ONLY,
        ErrorCode.MODE_OFF,
        ErrorCode.DISK_FULL,
        ErrorCode.DATABASE_LOCKED,
        ErrorCode.KEYRING_LOCKED,
        ErrorCode.KEYRING_ABSENT,
        ErrorCode.KEYRING_SLOW,
        ErrorCode.PIN_NEEDED,
        ErrorCode.SERVICE_STOPPED,
        ErrorCode.NOT_CONNECTED,
        ErrorCode.UNANSWERED,
        ErrorCode.BUG,
    }
)
"""Other values would be refused too."""


class BackendError(Exception):
    """`sentence` is what happened and what to do, `message` its English; `details` is for "Copy
    details for support" and has no secret. `faults` has one sentence for each field of a form,
    where the fields are known.
    """

    def __init__(
        self,
        message: str | Sentence,
        *,
        code: ErrorCode = ErrorCode.OTHER,
        details: str = "",
        faults: tuple[Sentence, ...] = (),
    ) -> None:
        super().__init__(str(message))
        self.sentence = to_sentence(message)
        self.message = str(message)
        self.code = code
        self.faults = faults
        self.details = details or f"{code.value}: {message}"

    @property
    def is_about_input(self) -> bool:
        """Whether another value in a field could be taken; else the same is tried again."""
        return self.code not in _NOT_OF_INPUT

    @property
    def is_service_away(self) -> bool:
        """Whether there is no service to ask, which the window says by itself."""
        return self.code in (ErrorCode.SERVICE_STOPPED, ErrorCode.NOT_CONNECTED)
