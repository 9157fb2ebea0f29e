"""The service starts again after a crash, up to a limit."""

from __future__ import annotations

import threading

import pytest

from bridge.start.service_thread import MAX_RESTARTS, RESTART_SPAN, ServiceThread
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.service import Service
from tests.bridge.start.service_factory import WAIT_S, ServiceFactory, StatusRecorder, answers
from tests.fakes.clock import FakeClock
from ui.backend.host_port import HostState


def test_a_crash_is_followed_by_another_start(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder
) -> None:
    workshop.faults = [RuntimeError("crash")] * MAX_RESTARTS
    thread.start()
    told.wait(HostState.LISTENING)
    assert told.states() == [HostState.STARTING] * MAX_RESTARTS + [HostState.LISTENING]
    assert workshop.made == MAX_RESTARTS + 1


def test_one_crash_too_many_stops_it_until_it_is_tried_again(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder
) -> None:
    workshop.faults = [RuntimeError("crash")] * (MAX_RESTARTS + 1)
    thread.start()
    told.wait(HostState.STOPPED)
    assert workshop.made == MAX_RESTARTS + 1
    thread.try_again().result(WAIT_S)
    told.wait(HostState.STOPPED, HostState.STARTING, HostState.LISTENING)


def test_crashes_that_are_a_minute_apart_are_no_reason_to_stop(
    workshop: ServiceFactory, clock: FakeClock, told: StatusRecorder
) -> None:
    def make() -> Service:
        clock.advance(RESTART_SPAN)
        return workshop()

    workshop.faults = [RuntimeError("crash")] * (MAX_RESTARTS * 2)
    thread = ServiceThread(make, clock, told)
    thread.start()
    told.wait(HostState.LISTENING)
    assert thread.stop(WAIT_S)


def test_what_is_no_bug_stops_it_with_its_sentence(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder
) -> None:
    workshop.faults = [Unavailable(verbatim("The disk is full. Nothing was changed."))]
    thread.start()
    told.wait(HostState.STOPPED)
    assert str(thread.status.reason) == "The disk is full. Nothing was changed."
    assert workshop.made == 1


def test_a_rest_that_came_late_still_ends_in_a_service(thread: ServiceThread, told: StatusRecorder) -> None:
    """What holds the loop longer than the limit must not leave the shop
    without a service for good.
    """
    thread.start()
    told.wait(HostState.LISTENING)
    begun, over = threading.Event(), threading.Event()
    worked: list[int] = []

    async def block(_: Service) -> None:
        begun.set()
        over.wait(WAIT_S)

    thread.call(block)
    assert begun.wait(WAIT_S)
    with pytest.raises(Unavailable, match="nothing was changed"):
        thread.while_stopped(lambda: worked.append(1), limit_s=0.01)
    over.set()
    told.wait(HostState.LISTENING, HostState.LISTENING)
    assert worked == []


def test_it_does_not_come_up_again_once_the_program_ends(
    thread: ServiceThread, workshop: ServiceFactory, told: StatusRecorder
) -> None:
    thread.start()
    told.wait(HostState.LISTENING)
    ended: list[bool] = []
    thread.while_stopped(lambda: ended.append(thread.stop(WAIT_S)))
    assert ended == [True]
    assert workshop.made == 1
    assert not answers(thread.status.port)
