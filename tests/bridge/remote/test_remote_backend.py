"""A window's backend over a socket: every method, errors, callbacks, changes, and a service that
goes away.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bridge.remote.messages import UNKNOWN_END
from bridge.remote.port_table import PortMethod, make_port_table
from bridge.remote.service_client import AWAY, OnStream, Waits
from service.domain.call_log.calls import CallFilter
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Refused
from service.domain.marketplace.orders import ListedOrder
from service.domain.sentences import message
from tests.bridge.remote.port_values import maker_of
from tests.bridge.remote.served_windows import (
    LISTENING,
    QUICK,
    VERSION,
    WAIT_S,
    RecordingBackend,
    ServedWindows,
    Window,
    finished,
)
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.host_port import HostState
from ui.i18n.error_texts import fault_text

OpenWindow = Callable[..., Window]
_LONG = 72 * 1024 * 1024
LOCAL = {("host", "status"), ("people", "on_pin_wanted")}


def attach(served: ServedWindows, open_window: OpenWindow) -> tuple[Window, RecordingBackend]:
    window = open_window()
    window.wait_for(HostState.LISTENING)
    return window, served.backends[-1]


def make_arguments(method: PortMethod, random: Random) -> list[Any]:
    return [
        (lambda *_: None) if place in method.callback_types else maker_of(hint)(random)
        for place, hint in enumerate(method.parameter_types)
    ]


def test_every_method_is_forwarded_with_its_arguments_and_its_answer(
    served: ServedWindows, open_window: OpenWindow
) -> None:
    window, service = attach(served, open_window)
    random, forwarded = Random(1), set[tuple[str, str]]()
    for port, methods in make_port_table().items():
        for name, method in methods.items():
            if (port, name) in LOCAL:
                continue
            result = maker_of(method.result_type)(random)
            service.answer = lambda *_, result=result, **__: finished(result)
            by_position, by_name = method.join_arguments(*_encode(method, make_arguments(method, random)))
            answer = getattr(getattr(window.backend, port), name)(*by_position, **by_name)
            if method.answers:
                assert answer.result(WAIT_S) == result
                asked = service.asked[-1]
                assert asked[:2] == (port, name)
                assert _without_functions(asked[2]) == _without_functions(tuple(by_position))
                assert _without_functions(tuple(asked[3].values())) == _without_functions(tuple(by_name.values()))
            forwarded.add((port, name))
    assert len(forwarded) == sum(len(methods) for methods in make_port_table().values()) - len(LOCAL)


def _encode(method: PortMethod, values: list[Any]) -> tuple[tuple[Any, ...], Callable[[int], Callable[..., None]]]:
    by_name = dict(zip(method.parameter_names, values, strict=True))
    encoded, callbacks = method.split_arguments((), by_name)
    return method.decode_arguments(encoded), callbacks.__getitem__


def _without_functions(values: tuple[Any, ...]) -> list[Any]:
    return ["function" if callable(value) else value for value in values]


def test_an_error_is_the_same_at_the_window(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)
    sent = BackendError(
        message("Row {n} is wrong.", n=3),
        code=ErrorCode.ROW_REFUSED,
        faults=(message("price_fils: must be an integer of 0 or more"),),
        details="row 3",
    )

    def fail(*_: object, **__: object) -> Future[None]:
        failed: Future[None] = Future()
        failed.set_exception(sent)
        return failed

    service.answer = fail
    with pytest.raises(BackendError) as got:
        window.backend.shops.rename(1, "x").result(WAIT_S)
    assert (got.value.sentence, got.value.code, got.value.faults, got.value.details) == (
        sent.sentence,
        sent.code,
        sent.faults,
        sent.details,
    )


def test_what_a_method_raises_at_once_arrives_too(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)

    def refuse(*_: object, **__: object) -> Future[None]:
        raise Refused("read_only", message("The shop is read-only."))

    service.answer = refuse
    with pytest.raises(BackendError) as got:
        window.backend.shops.rename(1, "x").result(WAIT_S)
    assert got.value.code is ErrorCode.READ_ONLY


def test_progress_arrives_in_order_and_before_the_answer(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)

    def work(_shop: int, progress: Callable[[Progress], None]) -> Future[int]:
        for done in range(3):
            progress(Progress(done, 3))
        return finished(7)

    service.answer = work
    heard: list[Progress] = []
    assert window.backend.host.fill_sample(1, heard.append).result(WAIT_S) == 7
    assert heard == [Progress(0, 3), Progress(1, 3), Progress(2, 3)]


def test_cancelling_reaches_the_work(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)
    under_way: Future[Any] = Future()
    begun, cancelled = threading.Event(), threading.Event()
    under_way.add_done_callback(lambda ended: cancelled.set() if ended.cancelled() else None)

    def search(*_: object, **__: object) -> Future[Any]:
        begun.set()
        return under_way

    service.answer = search
    answer = window.backend.calls.search(1, CallFilter(), "x", 10, lambda _: None)
    assert begun.wait(WAIT_S)
    assert answer.cancel()
    assert cancelled.wait(WAIT_S)


def test_work_that_the_service_cancels_is_cancelled(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)
    stopped: Future[Any] = Future()
    stopped.cancel()
    service.answer = lambda *_, **__: stopped
    with pytest.raises(CancelledError):
        window.backend.shops.list().result(WAIT_S)


def test_changes_the_host_and_rings_are_pushed(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)
    rings: list[tuple[int, ListedOrder, bool]] = []
    heard = threading.Event()

    def on_ring(shop: int, order: ListedOrder, lapsing: bool) -> None:
        rings.append((shop, order, lapsing))
        heard.set()

    window.backend.on_ring(on_ring)
    window.wait_until(lambda: Changes.make_all() in window.changes)
    service.changed.notify(Changes.of(ChangeKind.ORDERS))
    window.wait_until(lambda: window.changes[-1] == Changes.of(ChangeKind.ORDERS))
    order = maker_of(ListedOrder)(Random(3))
    service.rings.notify((4, order, True))
    assert heard.wait(WAIT_S)
    assert rings == [(4, order, True)]
    taken = LISTENING.__class__(HostState.PORT_TAKEN, "", 8710, reason=message("The port is in use."))
    service.host_changed.notify(taken)
    assert window.wait_for(HostState.PORT_TAKEN) == taken
    assert window.backend.host.status().result(0) == taken


def test_two_windows_have_backends_of_their_own(served: ServedWindows, open_window: OpenWindow) -> None:
    one, first = attach(served, open_window)
    other, second = attach(served, open_window)
    first.answer, second.answer = (lambda: finished(())), (lambda: finished(()))
    one.backend.shops.list().result(WAIT_S)
    assert (len(first.asked), len(second.asked)) == (1, 0)
    one.stop()
    assert first.closed.wait(WAIT_S)
    assert other.backend.shops.list().result(WAIT_S) == ()


def test_what_is_written_goes_on_without_the_window_and_what_is_read_stops(
    served: ServedWindows, open_window: OpenWindow
) -> None:
    window, service = attach(served, open_window)
    writing, reading = Future[Any](), Future[Any]()
    service.answers = {"run": lambda *_, **__: writing, "search": lambda *_, **__: reading}
    window.backend.pulls.run(1, lambda _: None)
    window.backend.calls.search(1, CallFilter(), "x", 10, lambda _: None)
    service.answer = lambda *_, **__: finished(None)
    window.backend.shops.rename(1, "x").result(WAIT_S)
    stopped = threading.Event()
    reading.add_done_callback(lambda _: stopped.set())
    window.stop()
    assert stopped.wait(WAIT_S)
    assert reading.cancelled()
    assert not writing.done()
    assert not service.closed.is_set()
    writing.set_result(None)
    assert service.closed.wait(WAIT_S)
    assert ("people", "give_up", (), {}) in service.asked, "a call that waits for a PIN ends"


def test_a_service_that_ends_is_said_and_found_again(tmp_path: Path, open_window: OpenWindow) -> None:
    first = ServedWindows(tmp_path)
    window, service = attach(first, open_window)
    asked: list[str] = []
    window.backend.people.on_pin_wanted(lambda: asked.append("pin"))
    waiting: Future[Any] = Future()
    service.answer = lambda *_, **__: waiting
    answer, read = window.backend.orders.place_test(1), window.backend.shops.list()
    first.stop()
    assert window.wait_for(HostState.LISTENING, HostState.STOPPED).reason == AWAY
    with pytest.raises(BackendError) as lost:
        answer.result(WAIT_S)
    assert (lost.value.sentence, lost.value.code) == (UNKNOWN_END, ErrorCode.UNANSWERED)
    assert fault_text(lost.value) == str(UNKNOWN_END)
    for asked_again in (read, window.backend.shops.list()):
        with pytest.raises(BackendError) as away:
            asked_again.result(WAIT_S)
        assert (away.value.sentence, away.value.code) == (AWAY, ErrorCode.NOT_CONNECTED)
        assert fault_text(away.value) == str(AWAY)
    window.backend.people.give_up()
    assert window.backend.host.try_again().result(WAIT_S) is None
    window.changes.clear()
    second = ServedWindows(tmp_path)
    try:
        window.wait_for(HostState.STOPPED, HostState.LISTENING)
        window.wait_until(lambda: Changes.make_all() in window.changes)
        again = second.backends[-1]
        again.answer = lambda *_, **__: finished(())
        assert window.backend.shops.list().result(WAIT_S) == ()
        port, name, (ask,), _ = again.asked[0]
        assert (port, name) == ("people", "on_pin_wanted")
        ask()
        window.backend.shops.list().result(WAIT_S)
        assert asked == ["pin"]
    finally:
        second.stop()


def test_a_service_that_hangs_counts_as_gone(served: ServedWindows, open_window: OpenWindow) -> None:
    window = open_window(waits=Waits(connect=WAIT_S, ping=0.01, silence=0.2, retry=(0.01,)))
    window.wait_for(HostState.LISTENING)
    hanging = threading.Event()
    served.backends[-1].answer = lambda *_, **__: hanging.wait(WAIT_S) and finished(())
    window.backend.shops.list()
    assert window.wait_for(HostState.LISTENING, HostState.STOPPED).reason == AWAY
    hanging.set()
    window.wait_for(HostState.STOPPED, HostState.LISTENING)


def test_a_window_that_is_closed_logs_no_lost_connection(
    served: ServedWindows, open_window: OpenWindow, caplog: pytest.LogCaptureFixture
) -> None:
    window, _ = attach(served, open_window)
    window.stop()
    assert "lost" not in caplog.text


def test_another_version_is_said_in_one_sentence(served: ServedWindows, open_window: OpenWindow) -> None:
    window = open_window("9.9.9")
    reason = str(window.wait_for(HostState.STOPPED).reason)
    assert reason.startswith(f"This window is version 9.9.9; the running service is version {VERSION}.")
    assert served.backends == []


def test_methods_of_the_window_itself_stay_here(served: ServedWindows, open_window: OpenWindow) -> None:
    window = open_window(local={("settings", "sound_state"): lambda: finished("here")}, waits=QUICK)
    window.wait_for(HostState.LISTENING)
    assert window.backend.settings.sound_state().result(WAIT_S) == "here"
    assert served.backends[-1].asked == []


def test_an_answer_of_many_megabytes_arrives(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)
    long = bytes(_LONG)
    service.answers["picture"] = lambda *_: finished(long)
    assert window.backend.catalogue.picture(1, "A").result(WAIT_S) == long
    service.answers["picture"] = lambda *_: finished(b"next")
    assert window.backend.catalogue.picture(1, "A").result(WAIT_S) == b"next"


def test_text_that_is_no_unicode_is_an_error_and_no_lost_window(served: ServedWindows, open_window: OpenWindow) -> None:
    window, service = attach(served, open_window)
    with pytest.raises(BackendError) as refused:
        window.backend.shops.rename(1, "a\udcff").result(WAIT_S)
    assert refused.value.code is ErrorCode.BUG
    service.answer = lambda: finished((chr(0xDCFF),))
    with pytest.raises(BackendError):
        window.backend.shops.list().result(WAIT_S)
    service.answer = lambda: finished(())
    assert window.backend.shops.list().result(WAIT_S) == ()


def test_a_fault_in_opening_is_logged_and_tried_again(
    served: ServedWindows, open_window: OpenWindow, caplog: pytest.LogCaptureFixture
) -> None:
    window = open_window()
    window.wait_for(HostState.LISTENING)
    opened, faults = window.backend.client._open, [ZeroDivisionError("odd")]

    def open_stream(within: float, on_stream: OnStream) -> None:
        if faults:
            raise faults.pop()
        opened(within, on_stream)

    window.backend.client._open = open_stream
    for stream in tuple(served.server._streams):
        stream.end()
    window.wait_for(HostState.STOPPED, HostState.LISTENING)
    assert faults == []
    assert "odd" in caplog.text
