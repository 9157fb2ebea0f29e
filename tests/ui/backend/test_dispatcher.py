"""Answers reach the GUI thread, once, and only while somebody waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.ready_shop import ReadyShop
from ui.backend import Backend, BackendError, ErrorCode, Progress
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text, fault_title


def test_the_fake_is_a_backend() -> None:
    backend: Backend = ReadyShop()
    assert backend.shops.list().result()[0].live.name == "Sitra Auto Parts"


def test_an_answer_comes_to_the_gui_thread(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    future: Future[int] = Future()
    got: list[tuple[int, threading.Thread]] = []
    GuiDispatcher(owner).fetch(future, lambda value: got.append((value, threading.current_thread())))
    thread = threading.Thread(target=lambda: future.set_result(7))
    thread.start()
    thread.join()
    assert got == []
    qtbot.waitUntil(lambda: bool(got))
    assert got == [(7, threading.main_thread())]


def test_an_error_comes_as_a_backend_error(qtbot: QtBot, settle: Callable[[], None]) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    future: Future[int] = Future()
    errors: list[BackendError] = []
    GuiDispatcher(owner).fetch(future, lambda _value: None, errors.append)
    future.set_exception(BackendError("No.", code=ErrorCode.READ_ONLY))
    settle()
    assert [error.code for error in errors] == [ErrorCode.READ_ONLY]


def test_a_bug_is_logged_and_keeps_its_name_for_support(
    qtbot: QtBot, settle: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    future: Future[int] = Future()
    errors: list[BackendError] = []
    GuiDispatcher(owner).fetch(future, lambda _value: None, errors.append)
    future.set_exception(KeyError("x"))
    settle()
    assert errors[0].code is ErrorCode.BUG
    assert "KeyError" in errors[0].details
    assert "bug" in caplog.text


def test_a_dropped_or_cancelled_request_is_not_delivered(qtbot: QtBot, settle: Callable[[], None]) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    courier, got = GuiDispatcher(owner), list[int]()
    first: Future[int] = Future()
    second: Future[int] = Future()
    dropped = courier.fetch(first, got.append)
    cancelled = courier.fetch(second, got.append)
    dropped.drop()
    cancelled.cancel()
    first.set_result(1)
    settle()
    assert got == []
    assert second.cancelled()


def test_nothing_is_delivered_after_the_owner_has_gone(settle: Callable[[], None]) -> None:
    owner = QWidget()
    future: Future[int] = Future()
    got: list[int] = []
    GuiDispatcher(owner).fetch(future, got.append)
    owner.deleteLater()
    settle()
    future.set_result(1)
    settle()
    assert got == []


def test_progress_arrives_too(qtbot: QtBot, settle: Callable[[], None]) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    seen: list[Progress] = []
    report = GuiDispatcher(owner).progress(seen.append)
    thread = threading.Thread(target=lambda: report(Progress(3, 10)))
    thread.start()
    thread.join()
    settle()
    assert seen == [Progress(3, 10)]


@pytest.mark.parametrize("code", list(ErrorCode))
def test_every_code_has_words(code: ErrorCode) -> None:
    error = BackendError("The service's own sentence.", code=code)
    assert fault_title(error)
    assert fault_text(error)
    assert code.value in error.details
