"""The desktop program for the tests of this folder. The offscreen platform's
own warnings are ignored; any other Qt warning fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bridge.desktop.composition import Program
from bridge.desktop.desktop_app import DesktopApp
from bridge.desktop.session_end import SignalHandler
from tests.bridge.desktop.desktop_fixture import (
    STARTING,
    WAIT_MS,
    DesktopFixture,
    FakeCloseable,
    FakeRingPlayer,
    FakeServiceThread,
    Make,
)
from tests.ui.ready_shop import ReadyShop
from ui.backend.host_port import HostStatus
from ui.i18n import Language
from ui.shell.tray.order_notice import NoNotices
from ui.theme.theme import load_fonts

NOISE = r"This plugin does not support (propagateSizeHints|raise)\(\)|No such signal QPlatformNativeInterface"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(NOISE))


@pytest.fixture
def settle(qapp: QApplication) -> Callable[[], None]:
    def settle() -> None:
        for _ in range(12):
            qapp.processEvents()
            qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    return settle


@pytest.fixture
def make(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, settle: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Make]:
    """Makes a desktop; `hidden` as at login, `host` is what the service has reported before."""
    load_fonts()
    qapp.setStyle("Fusion")
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    made: list[DesktopFixture] = []

    def make(
        *, hidden: bool = False, is_attached: bool = False, host: HostStatus = STARTING, **settings: object
    ) -> DesktopFixture:
        backend, thread = ReadyShop(), FakeServiceThread()
        backend.computer.host = host
        backend.set(**settings)
        program = Program(
            cast(Any, thread),
            cast(Any, backend),
            (FakeCloseable(),),
            cast(Any, FakeRingPlayer()),
            NoNotices,
            is_attached,
        )
        thread.start()
        desktop = DesktopApp(qapp, program, SignalHandler(qapp), backend.clock, tmp_path, hidden=hidden)
        stand = DesktopFixture(desktop, backend, thread, settle)
        made.append(stand)
        desktop.start()
        return stand

    yield make
    for stand in made:
        if not stand.thread.stopped:
            stand.desktop.stop_and_quit()
        qtbot.waitUntil(stand.is_stopped, timeout=WAIT_MS)
        settle()
        stand.desktop.close()
        stand.desktop._theme.set_scheme(Qt.ColorScheme.Unknown)
        stand.desktop._translations.use(Language.ENGLISH)
        stand.desktop.deleteLater()
        settle()
        stand.backend.close()
        assert stand.backend.ring_listener_count() == 0
