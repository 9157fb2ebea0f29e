"""Requests never run in the caller's thread, and each fault becomes what a pane displays."""

from __future__ import annotations

import errno
import logging
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest

from bridge.gateway.store_gateway import StoreGateway, as_backend_error, mapped_errors, mapped_result
from bridge.secrets.vault_file import WrongPassphrase
from service.api.http_server import PortInUse
from service.domain.errors import BadRequest, NotFound, Refused, Unavailable, UnavailableCode
from service.domain.sentences import verbatim
from service.domain.webhooks.webhook_secrets import SecretMissing, SecretStoreState, SecretsUnavailable
from service.store.engine.sqlite_errors import to_unavailable
from service.store.engine.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode


def sqlite_fault(code: int) -> BaseException:
    error = sqlite3.OperationalError("said by SQLite")
    error.sqlite_errorcode = code
    told = to_unavailable(error)
    assert told is not None
    return told


def mapped_error(error: BaseException) -> BackendError:
    turned = as_backend_error(error)
    assert isinstance(turned, BackendError)
    return turned


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refused("read_only", verbatim("It is read-only.")), ErrorCode.READ_ONLY),
        (Refused("stock_held", verbatim("Orders hold it.")), ErrorCode.STOCK_HELD),
        (Refused("address_not_allowed", verbatim("The address is private.")), ErrorCode.BAD_ADDRESS),
        (Refused("no_such_code_here", verbatim("No.")), ErrorCode.OTHER),
        (NotFound("There is none."), ErrorCode.NOT_FOUND),
        (sqlite_fault(sqlite3.SQLITE_FULL), ErrorCode.DISK_FULL),
        (sqlite_fault(sqlite3.SQLITE_BUSY), ErrorCode.DATABASE_LOCKED),
        (Unavailable(verbatim("It stopped."), UnavailableCode.SERVICE_STOPPED), ErrorCode.SERVICE_STOPPED),
        (Unavailable(verbatim("The disk is full, says somebody's file name.")), ErrorCode.OTHER),
        (Unavailable(verbatim("The moon is in the way.")), ErrorCode.OTHER),
        (PortInUse("127.0.0.1", 8710), ErrorCode.PORT_TAKEN),
        (SecretsUnavailable(SecretStoreState.LOCKED, verbatim("Locked.")), ErrorCode.KEYRING_LOCKED),
        (SecretsUnavailable(SecretStoreState.SLOW, verbatim("No answer.")), ErrorCode.KEYRING_SLOW),
        (SecretsUnavailable(SecretStoreState.ABSENT, verbatim("Absent.")), ErrorCode.KEYRING_ABSENT),
        (SecretMissing(SecretStoreState.WORKS), ErrorCode.OTHER),
        (WrongPassphrase(Path("secrets.vault")), ErrorCode.WRONG_PASSPHRASE),
        (BadRequest("Two columns are chosen."), ErrorCode.OTHER),
        (OSError(errno.ENOSPC, "No space left on device", "a.db"), ErrorCode.DISK_FULL),
        (PermissionError(errno.EACCES, "Permission denied", "a.zip"), ErrorCode.OTHER),
    ],
)
def test_each_fault_has_its_code_and_keeps_its_sentence(error: Exception, code: ErrorCode) -> None:
    told = mapped_error(error)
    assert told.code is code
    assert (getattr(error, "message", None) or f"{error.strerror}") in told.message  # type: ignore[attr-defined]


def test_a_refusal_tells_support_its_code() -> None:
    assert mapped_error(Refused("no_events", verbatim("Choose one."))).details == "no_events"


def test_a_bug_is_logged_under_the_reference_that_is_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        told = mapped_error(KeyError("cp_live_whatever it held"))
    record = caplog.records[-1]
    reference = record.getMessage().split()[-1]
    assert told.code is ErrorCode.BUG
    assert reference in told.message
    assert reference in told.details
    assert "whatever" not in told.message + told.details
    assert record.exc_info is not None


def test_what_is_for_a_pane_already_or_cancelled_passes() -> None:
    error = BackendError("x")
    assert as_backend_error(error) is error
    assert isinstance(as_backend_error(CancelledError()), CancelledError)


@pytest.mark.parametrize(
    "ask",
    [
        lambda asking: asking.read(lambda _: 1),
        lambda asking: asking.write(lambda _: 1),
        lambda asking: asking.run_long(lambda _store, _cancelled: 1),
    ],
)
def test_without_a_service_each_question_is_answered_so(
    ask: Callable[[StoreGateway], Future[int]], clock: FakeClock
) -> None:
    asking = StoreGateway(lambda: None, clock)
    with pytest.raises(BackendError) as raised:
        ask(asking).result(WAIT_S)
    assert raised.value.code is ErrorCode.SERVICE_STOPPED
    asking.close()


def test_a_store_that_closes_is_a_sentence_and_no_bug(store: Store, asking: StoreGateway) -> None:
    store.close()
    for future in (asking.read(lambda _: 1), asking.write(lambda _: 1)):
        with pytest.raises(BackendError, match="closing") as raised:
            future.result(WAIT_S)
        assert raised.value.code is not ErrorCode.BUG


def test_nothing_runs_in_the_thread_that_asks(floor: ShopFixture, asking: StoreGateway) -> None:
    asked = threading.get_ident()
    runs = [
        asking.read(lambda _: threading.get_ident()),
        asking.write(lambda _: threading.get_ident()),
        asking.run_long(lambda _store, _cancelled: threading.get_ident()),
        asking.in_worker(threading.get_ident),
    ]
    assert asked not in [run.result(WAIT_S) for run in runs]
    assert floor.count("shops") == 2


def test_faults_of_a_write_and_of_long_work_are_told_the_same_way(asking: StoreGateway) -> None:
    def refuse(*_: object) -> int:
        raise Refused("name_taken", verbatim("Taken."))

    for future in (asking.read(refuse), asking.write(refuse), asking.run_long(refuse), asking.in_worker(refuse)):
        with pytest.raises(BackendError) as raised:
            future.result(WAIT_S)
        assert raised.value.code is ErrorCode.NAME_TAKEN


def test_long_work_hears_that_nobody_waits_any_more(asking: StoreGateway) -> None:
    begun, cancelled, over = threading.Event(), threading.Event(), threading.Event()

    def work(_store: Store, was_cancelled: Callable[[], bool]) -> None:
        begun.set()
        assert cancelled.wait(WAIT_S)
        if was_cancelled():
            over.set()

    future = asking.run_long(work)
    assert begun.wait(WAIT_S)
    assert future.cancel()
    cancelled.set()
    assert over.wait(WAIT_S)
    with pytest.raises(CancelledError):
        future.result(WAIT_S)


def test_closing_ends_long_work(asking: StoreGateway) -> None:
    begun, closed = threading.Event(), threading.Event()

    def work(_store: Store, cancelled: Callable[[], bool]) -> bool:
        begun.set()
        assert closed.wait(WAIT_S)
        return cancelled()

    future = asking.run_long(work)
    assert begun.wait(WAIT_S)
    asking.close()
    closed.set()
    assert future.result(WAIT_S)


def test_an_answer_that_was_cancelled_is_not_settled_again() -> None:
    source: Future[int] = Future()
    answer = mapped_result(source, lambda number: number + 1)
    answer.cancel()
    source.set_result(1)
    assert answer.cancelled()


def test_a_source_that_is_cancelled_cancels_what_came_of_it() -> None:
    source: Future[int] = Future()
    answer = mapped_errors(source)
    source.cancel()
    with pytest.raises(CancelledError):
        answer.result(WAIT_S)
