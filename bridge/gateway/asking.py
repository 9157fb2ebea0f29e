"""How a room of the backend asks the store: never in the GUI thread, faults turned into what a pane may show."""

from __future__ import annotations

import errno
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import TypeVar

from bridge.backups.stick import FolderAway
from bridge.secrets.vault_file import WrongPassphrase
from service.api.server import PortTaken
from service.domain import addresses
from service.domain.errors import BadRequest, CounterpartError, NotFound, Refused, Unavailable
from service.domain.secrets import SecretsUnavailable, StoreState
from service.domain.sentences import of_field, say, why
from service.store.store import Store
from service.store.transaction import Reading, Tx
from ui.backend.errors import BackendError, ErrorCode

log = logging.getLogger(__name__)

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")

_CODES = {code.value: code for code in ErrorCode} | {addresses.CODE: ErrorCode.BAD_ADDRESS}
_SECRET_CODES = {
    StoreState.LOCKED: ErrorCode.KEYRING_LOCKED,
    StoreState.SLOW: ErrorCode.KEYRING_SLOW,
    StoreState.ABSENT: ErrorCode.KEYRING_ABSENT,
}
_SENTENCE_CODES = (
    ("disk is full", ErrorCode.DISK_FULL),
    ("holding the database", ErrorCode.DATABASE_LOCKED),
    ("service is not running", ErrorCode.SERVICE_STOPPED),
)


class Asking:
    """Reads and writes for the rooms. `store` gives the open store, or None while there is none."""

    def __init__(self, store: Callable[[], Store | None]) -> None:
        self._store = store
        self._workers = ThreadPoolExecutor(3, thread_name_prefix="gateway")
        self._closing = False

    def read(self, work: Callable[[Reading], T]) -> Future[T]:
        """Runs `work` on one consistent view."""
        store = self._store()
        return stopped() if store is None else shown(store.submit_read(work))

    def write(self, work: Callable[[Tx], T]) -> Future[T]:
        """Runs `work` in one durable transaction; it may run twice."""
        store = self._store()
        if store is None:
            return stopped()
        try:
            return shown(store.submit(work))
        except CounterpartError as error:
            return failed(error)

    def long(self, work: Callable[[Store, Callable[[], bool]], T]) -> Future[T]:
        """Runs work of many reads or writes in a worker; it asks its second argument whether it was cancelled.

        Closing cancels it too, so that a long piece of work keeps no program from ending.
        """
        store = self._store()
        if store is None:
            return stopped()
        answer: Future[T] = Future()

        def run() -> None:
            try:
                settle(answer, work(store, lambda: self._closing or answer.cancelled()))
            except BaseException as error:  # noqa: BLE001 - whatever it is, it goes to whoever asked
                fail(answer, error)

        self._workers.submit(run)
        return answer

    def beside(self, work: Callable[[], T]) -> Future[T]:
        """Runs something that takes its time (a file, the keyring) in a worker."""
        return shown(self._workers.submit(work))

    def close(self) -> None:
        self._closing = True
        self._workers.shutdown(wait=False, cancel_futures=True)


def shown(source: Future[T]) -> Future[T]:
    """The same answer, with faults as BackendError."""
    return mapped(source, lambda result: result)


def mapped(source: Future[T], turn: Callable[[T], U]) -> Future[U]:
    """The answer turned into another, with faults as BackendError."""
    answer: Future[U] = Future()

    def done(finished: Future[T]) -> None:
        try:
            settle(answer, turn(finished.result()))
        except BaseException as error:  # noqa: BLE001 - whatever it is, it goes to whoever asked
            fail(answer, error)

    source.add_done_callback(done)
    return answer


def joined(first: Future[T], second: Future[U], turn: Callable[[T, U], V]) -> Future[V]:
    """Two answers turned into one, when both are there; with the first fault of the two."""
    answer: Future[V] = Future()

    def second_done(one: T, finished: Future[U]) -> None:
        try:
            settle(answer, turn(one, finished.result()))
        except BaseException as error:  # noqa: BLE001 - whatever it is, it goes to whoever asked
            fail(answer, error)

    def first_done(finished: Future[T]) -> None:
        try:
            one = finished.result()
        except BaseException as error:  # noqa: BLE001 - as above
            fail(answer, error)
        else:
            second.add_done_callback(lambda other: second_done(one, other))

    first.add_done_callback(first_done)
    return answer


def settle(answer: Future[T], result: T) -> None:
    """Nobody waits for a cancelled answer."""
    if answer.set_running_or_notify_cancel():
        answer.set_result(result)


def fail(answer: Future[T], error: BaseException) -> None:
    if answer.set_running_or_notify_cancel():
        answer.set_exception(as_backend_error(error))


def failed(error: BaseException) -> Future[T]:
    answer: Future[T] = Future()
    fail(answer, error)
    return answer


def stopped() -> Future[T]:
    """There is no service to ask."""
    return failed(
        BackendError(say("The service is not running. Open Overview to see why."), code=ErrorCode.SERVICE_STOPPED)
    )


def as_backend_error(error: BaseException) -> BaseException:
    """What a pane may show of a fault; a bug is logged and becomes a reference."""
    match error:
        case BackendError() | CancelledError():
            return error
        case Refused():
            return BackendError(error.sentence, code=_CODES.get(error.code, ErrorCode.OTHER), details=error.code)
        case NotFound():
            return BackendError(error.sentence, code=ErrorCode.NOT_FOUND)
        case Unavailable():
            return BackendError(error.sentence, code=_code_of(error))
        case OSError(strerror=str()):
            return _system_fault(error)
        case BadRequest() | CounterpartError():
            return BackendError(error.sentence)
    reference = secrets.token_hex(4).upper()
    log.error("Reference %s", reference, exc_info=error)
    return BackendError(
        say("The program made a mistake. Nothing was changed; tell support {reference}.", reference=reference),
        code=ErrorCode.BUG,
        details=f"reference {reference}: {type(error).__name__}",
    )


def _secret_code(error: SecretsUnavailable) -> ErrorCode:
    """A passphrase that opens nothing is no fault of the keyring, and a locked keyring no wrong secret."""
    if isinstance(error, WrongPassphrase):
        return ErrorCode.WRONG_PASSPHRASE
    return _SECRET_CODES.get(error.state, ErrorCode.OTHER)


def _system_fault(error: OSError) -> BackendError:
    """A file, a disk or a connection: the computer's fault, told with the file that it is about."""
    code = ErrorCode.DISK_FULL if error.errno == errno.ENOSPC else ErrorCode.OTHER
    told = say("{reason}. Mend that and try again.", reason=why(error))
    return BackendError(of_field(str(error.filename), told) if error.filename else told, code=code)


def _code_of(error: Unavailable) -> ErrorCode:
    if isinstance(error, PortTaken):
        return ErrorCode.PORT_TAKEN
    if isinstance(error, FolderAway):
        return ErrorCode.BACKUP_FOLDER_AWAY
    if isinstance(error, SecretsUnavailable):
        return _secret_code(error)
    for words, code in _SENTENCE_CODES:
        if words in error.message:
            return code
    return ErrorCode.OTHER
