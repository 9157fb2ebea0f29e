"""How a backend uses the store: never in the GUI thread, errors mapped to what panes display."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from service.domain.actors import OWNER
from service.domain.catalogue.item_edit import EditRefused
from service.domain.errors import BadRequest, CounterpartError, NotFound, Refused, Unavailable, make_error_reference
from service.domain.sentences import message, os_reason, prefix_field
from service.domain.shops import Shop
from service.domain.times import Clock, Millis
from service.domain.webhooks import target_addresses
from service.store.engine.transaction import ReadTx, Tx
from service.store.shops import get_shop
from ui.backend.backend_errors import BackendError, ErrorCode

if TYPE_CHECKING:
    from bridge.gateway.listeners import SharedReads
    from service.service import Service
    from service.store.engine.store import Store
    from service.store.engine.text_index import TextIndex

log = logging.getLogger(__name__)

T = TypeVar("T")
U = TypeVar("U")

_CODES = {code.value: code for code in ErrorCode} | {target_addresses.REFUSAL_CODE: ErrorCode.BAD_ADDRESS}


class ServiceCaller(Protocol):
    """Runs work in the service's loop."""

    def call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]: ...


@dataclass(frozen=True, slots=True)
class ShopWrite:
    """A write about a shop as it is then. `by`: who asked at the counter, as histories store it."""

    tx: Tx
    shop: Shop
    by: str
    now: Millis


class StoreGateway:
    """Reads and writes for the backends. `get_store` returns the open store, or None while there is
    none. `author` names who is at the counter, as histories store it. `counter` is the number of a
    further counter, which has some settings of its own; 0 is this computer. `shared` is of all
    windows.
    """

    def __init__(
        self,
        get_store: Callable[[], Store | None],
        clock: Clock,
        author: Callable[[], str] = lambda: OWNER,
        counter: int = 0,
        workers: Executor | None = None,
        shared: SharedReads | None = None,
    ) -> None:
        self._get_store, self.clock = get_store, clock
        self._shared = shared
        self.author = author
        self.counter = counter
        self._workers = workers or ThreadPoolExecutor(3, thread_name_prefix="gateway")
        self._closing = False

    def read(self, work: Callable[[ReadTx], T], shared_as: tuple[str, int] | None = None) -> Future[T]:
        """One consistent view; once for all that ask for `shared_as` between two notices."""
        store = self._get_store()
        if store is None:
            return service_stopped_future()
        if shared_as is None or self._shared is None:
            return mapped_errors(store.submit_read(work))
        return mapped_errors(self._shared.ask(shared_as, lambda: store.submit_read(work)))

    def search(self, work: Callable[[ReadTx, TextIndex, Callable[[], bool]], T]) -> Future[T]:
        """The same with the index of words. `work` asks its last argument whether the answer was
        cancelled; one that waited until then is not begun.
        """
        store = self._get_store()
        if store is None:
            return service_stopped_future()
        answer: Future[T] = Future()

        def read(db: ReadTx) -> T:
            if answer.cancelled():
                raise CancelledError
            return work(db, store.text_index, answer.cancelled)

        store.submit_read(read).add_done_callback(lambda finished: settle(answer, finished.result))
        return answer

    def write(self, work: Callable[[Tx], T]) -> Future[T]:
        """Runs `work` in one durable transaction; it may run twice."""
        store = self._get_store()
        if store is None:
            return service_stopped_future()
        try:
            return mapped_errors(store.submit(work))
        except CounterpartError as error:
            return failed_future(error)

    def write_shop(self, shop: int, work: Callable[[ShopWrite], T]) -> Future[T]:
        """A write about one shop, with the shop as it is then."""
        by = self.author()
        return self.write(lambda tx: work(ShopWrite(tx, get_shop(tx, shop), by, self.clock.now())))

    def change(self, shop: int, work: Callable[[ShopWrite], object]) -> Future[None]:
        """The same; it answers nothing."""

        def run(write: ShopWrite) -> None:
            work(write)

        return self.write_shop(shop, run)

    def run_long(self, work: Callable[[Store, Callable[[], bool]], T]) -> Future[T]:
        """Runs work of many reads or writes in a worker; its second argument says whether it was
        cancelled.

        Closing cancels it too, so that long work does not stop the program from ending.
        """
        store = self._get_store()
        if store is None:
            return service_stopped_future()
        answer: Future[T] = Future()

        self._workers.submit(settle, answer, lambda: work(store, lambda: self._closing or answer.cancelled()))
        return answer

    def in_worker(self, work: Callable[[], T]) -> Future[T]:
        """Runs slow work (a file, the keyring) in a worker."""
        return mapped_errors(self._workers.submit(work))

    def close(self) -> None:
        self._closing = True
        self._workers.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class StoreBackend:
    """What carries out a port over the store; its methods are the port's."""

    gateway: StoreGateway


@dataclass(frozen=True)
class ServiceBackend(StoreBackend):
    """One that asks the running service too."""

    service: ServiceCaller

    def _call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        """Runs work in the service's loop."""
        return mapped_errors(self.service.call(work))

    def _call_about(self, shop: int, work: Callable[[Service, Shop], Coroutine[Any, Any, T]]) -> Future[T]:
        """The same for work about a shop."""

        async def run(service: Service) -> T:
            return await work(service, await service.store.read(lambda db: get_shop(db, shop)))

        return self._call(run)


def mapped_errors(source: Future[T]) -> Future[T]:
    """The same answer, with exceptions as BackendError."""
    return mapped_result(source, lambda result: result)


def mapped_result(source: Future[T], turn: Callable[[T], U]) -> Future[U]:
    """The converted answer, with exceptions as BackendError."""
    answer: Future[U] = Future()
    source.add_done_callback(lambda finished: settle(answer, lambda: turn(finished.result())))
    return answer


def settle(answer: Future[T], work: Callable[[], T]) -> None:
    """Gives the answer what work returns, or raises as a BackendError."""
    try:
        set_result(answer, work())
    except BaseException as error:  # noqa: BLE001 - the caller gets every exception
        set_error(answer, error)


def set_result(answer: Future[T], result: T) -> None:
    """Sets a result, unless the answer was cancelled."""
    if answer.set_running_or_notify_cancel():
        answer.set_result(result)


def set_error(answer: Future[T], error: BaseException) -> None:
    """Sets what a pane displays; its cause is the error itself, which the command line reports."""
    if answer.set_running_or_notify_cancel():
        shown = as_backend_error(error)
        if shown is not error:
            shown.__cause__ = error
        answer.set_exception(shown)


def make_answer(value: T) -> Future[T]:
    """An answer that is there at once."""
    answer: Future[T] = Future()
    answer.set_result(value)
    return answer


def failed_future(error: BaseException) -> Future[T]:
    answer: Future[T] = Future()
    set_error(answer, error)
    return answer


def service_stopped_future() -> Future[T]:
    """The answer while there is no service."""
    return failed_future(
        BackendError(message("The service is not running. Open Overview to see why."), code=ErrorCode.SERVICE_STOPPED)
    )


def as_backend_error(error: BaseException) -> BaseException:
    """The error that a pane displays; a bug is logged and becomes a reference."""
    match error:
        case BackendError() | CancelledError():
            return error
        case EditRefused():
            return BackendError(error.sentence, code=_CODES[error.code], details=error.code, faults=error.faults)
        case Refused():
            return BackendError(error.sentence, code=_CODES.get(error.code, ErrorCode.OTHER), details=error.code)
        case NotFound():
            return BackendError(error.sentence, code=ErrorCode.NOT_FOUND)
        case Unavailable():
            return BackendError(error.sentence, code=ErrorCode(error.code))
        case OSError(strerror=str()):
            return _map_os_error(error)
        case BadRequest() | CounterpartError():
            return BackendError(error.sentence)
    reference = make_error_reference()
    log.error("Reference %s", reference, exc_info=error)
    return BackendError(
        message("The program made a mistake. Nothing was changed; tell support {reference}.", reference=reference),
        code=ErrorCode.BUG,
        details=f"reference {reference}: {type(error).__name__}",
    )


def _map_os_error(error: OSError) -> BackendError:
    """Maps a fault of a file, disk or connection: the computer's fault, with the file's name."""
    code = ErrorCode.DISK_FULL if error.errno == errno.ENOSPC else ErrorCode.OTHER
    sentence = message("{reason}. Mend that and try again.", reason=os_reason(error))
    return BackendError(prefix_field(str(error.filename), sentence) if error.filename else sentence, code=code)
