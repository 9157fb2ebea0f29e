"""A session without a socket: what a method of the backend does wrong."""

from __future__ import annotations

import threading

import pytest

from bridge.remote.messages import Answer, Failure, Request, ToWindow
from bridge.remote.port_table import encode
from bridge.remote.window_session import WindowSession
from tests.bridge.remote.served_windows import RecordingBackend, finished
from ui.backend import ErrorCode


def test_an_answer_that_is_no_future_is_one_error_and_the_session_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    backend, sent, idle = RecordingBackend(), list[ToWindow](), threading.Event()
    session = WindowSession(backend.backend, sent.append, idle.set)
    backend.answers["list"] = lambda: ()
    session.handle(Request(1, "shops", "list", encode(())))
    backend.answers["list"] = lambda: finished(())
    session.handle(Request(2, "shops", "list", encode(())))
    failure, answer = sent
    assert isinstance(failure, Failure)
    assert (failure.id, failure.code) == (1, ErrorCode.BUG)
    assert "shops.list returned tuple, not a Future" in caplog.text
    assert answer == Answer(2, encode(()))
    session.close()
    assert idle.is_set()
