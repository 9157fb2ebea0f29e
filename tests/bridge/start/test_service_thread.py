"""The service's thread: started, moved to another port, restarted within limits, and ended."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from functools import partial

import pytest

from bridge.start.service_thread import ServiceThread
from service.api.http_server import PortInUse
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import EMPTY, verbatim
from service.service import Service
from service.store.engine.transaction import Tx
from service.store.settings import write_setting
from tests.bridge.start.service_factory import WAIT_S, ServiceFactory, StatusRecorder, answers
from tests.fakes.free_port import free_port
from ui.backend.host_port import HostState


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which another program listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        yield int(one.getsockname()[1])


def test_it_comes_up_says_where_it_listens_and_is_asked_in_its_own_thread(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder
) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    assert thread.status == told.statuses[-1]
    assert thread.status.address == f"http://127.0.0.1:{thread.status.port}"
    assert answers(thread.status.port)

    async def where(service: Service) -> tuple[str, str]:
        return threading.current_thread().name, service.address

    assert thread.call(where).result(WAIT_S) == ("service", thread.status.address)
    assert workshop.made == 1


def test_a_disk_that_takes_nothing_shows_until_it_does(thread: ServiceThread, told: StatusRecorder) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    thread.show_fault(verbatim("The disk is full."))
    assert (thread.status.cannot_save, told.statuses[-1]) == (True, thread.status)
    thread.change_port(free_port()).result(WAIT_S)
    assert thread.status.cannot_save, "another port is no room"
    thread.show_fault(EMPTY)
    assert (thread.status.cannot_save, thread.status.state) == (False, HostState.LISTENING)


def test_the_address_that_tills_call_follows_the_settings(thread: ServiceThread, told: StatusRecorder) -> None:
    """Opened to the network it is the first name that the owner allowed,
    as calls pass under no other.
    """
    thread.start()
    told.wait(HostState.LISTENING)
    port, service = thread.status.port, thread.service
    assert service is not None
    for changed, address in (
        ({"open_to_network": "on", "allowed_hosts": "shop-pc.local 192.168.1.20"}, f"https://shop-pc.local:{port}"),
        ({"network_http": "on"}, f"http://shop-pc.local:{port}"),
        ({"allowed_hosts": "192.168.1.20"}, f"http://192.168.1.20:{port}"),
        ({"allowed_hosts": ""}, f"http://127.0.0.1:{port}"),
    ):
        service.store.submit(partial(write_settings, changed)).result(WAIT_S)
        told.wait_for_address(address)
        assert thread.status == told.statuses[-1]


def write_settings(changed: dict[str, str], tx: Tx) -> None:
    for name, value in changed.items():
        write_setting(tx, name, value)


def test_when_it_is_ended_the_port_is_free_and_nothing_more_is_answered(
    thread: ServiceThread, told: StatusRecorder
) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    assert thread.stop(WAIT_S)
    assert not answers(thread.status.port)
    assert thread.service is None
    with pytest.raises(Unavailable, match="not running") as stopped:
        thread.call(lambda _: asyncio.sleep(0)).result(WAIT_S)
    assert stopped.value.code is UnavailableCode.SERVICE_STOPPED


def test_before_it_is_up_a_question_is_answered_at_once(thread: ServiceThread) -> None:
    with pytest.raises(Unavailable, match="not running"):
        thread.call(lambda _: asyncio.sleep(0)).result(0)


def test_what_is_under_way_when_it_ends_is_cancelled_and_never_left_open(
    thread: ServiceThread, told: StatusRecorder
) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    begun = threading.Event()

    async def forever(_: Service) -> None:
        begun.set()
        await asyncio.Event().wait()

    future = thread.call(forever)
    assert begun.wait(WAIT_S)
    assert thread.stop(WAIT_S)
    with pytest.raises(CancelledError):
        future.result(WAIT_S)


def test_a_stop_that_takes_too_long_is_told(thread: ServiceThread, told: StatusRecorder) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    begun, over = threading.Event(), threading.Event()

    async def block(_: Service) -> None:
        begun.set()
        over.wait(WAIT_S)

    thread.call(block)
    assert begun.wait(WAIT_S)
    assert not thread.stop(0.01)
    over.set()


def test_a_taken_port_names_its_holder_and_is_tried_again(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder, taken: int
) -> None:
    workshop.keep_port(taken)
    thread.start()
    told.wait(HostState.PORT_TAKEN)
    holder = thread.status.holder
    assert holder is not None
    assert not holder.ours
    assert thread.status.port == taken
    assert f"Port {taken}" in str(thread.status.reason)
    assert thread.service is not None
    thread.try_again().result(WAIT_S)
    assert told.states() == [HostState.PORT_TAKEN] * 2


def test_once_the_port_is_free_trying_again_listens_and_is_told_once_however_often_it_is_asked(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_port()))
        other.listen()
        workshop.keep_port(other.getsockname()[1])
        thread.start()
        told.wait(HostState.PORT_TAKEN)
    for attempt in [thread.try_again() for _ in range(3)]:
        attempt.result(WAIT_S)
    assert told.states() == [HostState.PORT_TAKEN, HostState.LISTENING]


def test_another_port_is_moved_to_and_kept(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder
) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    old, new = thread.status.port, free_port()
    thread.change_port(new).result(WAIT_S)
    assert thread.status.port == new
    assert (answers(old), answers(new)) == (False, True)
    thread.stop(WAIT_S)
    assert workshop.port() == new


def test_a_taken_one_is_not_moved_to(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder, taken: int
) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    old = thread.status.port
    with pytest.raises(PortInUse):
        thread.change_port(taken).result(WAIT_S)
    assert set(told.states()) == {HostState.LISTENING}
    assert len(told.states()) >= 2
    assert thread.status.port == old
    assert answers(old)
    thread.stop(WAIT_S)
    assert workshop.port() == old


def test_one_that_cannot_be_kept_is_not_moved_to(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    old = thread.status.port
    service = thread.service
    assert service is not None

    async def full(*_: object, **__: object) -> None:
        raise Unavailable(verbatim("The disk is full."))

    with monkeypatch.context() as patch:
        patch.setattr(service.store, "write", full)
        with pytest.raises(Unavailable, match="disk is full"):
            thread.change_port(free_port()).result(WAIT_S)
    assert thread.status.port == old
    assert answers(old)
    thread.stop(WAIT_S)
    assert workshop.port() == old
