"""For the programmer of the till: the reference in the browser, and a file to attach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QUrl

from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState
from ui.panes.system.reference_card import FILE_NAME
from ui.panes.system.system_pane import SystemPane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext

Settle = Callable[[], None]


def test_the_reference_opens_in_the_browser_of_this_computer(
    context: PaneContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget
) -> None:
    opened: list[str] = []
    pane = SystemPane(context, lambda url: opened.append(url.toString()))
    pane.show_host(replace(backend.computer.host, address="http://shop-pc.local:8711", port=8711))
    show(pane)
    pane.reference.open.click()
    assert opened == [QUrl("http://127.0.0.1:8711/docs").toString()]


def test_without_a_service_there_is_nothing_to_open(opened: Opened, backend: ReadyShop) -> None:
    pane = opened()
    assert pane.reference.open.isEnabled()
    pane.show_host(replace(backend.computer.host, state=HostState.STOPPED))
    assert not pane.reference.open.isEnabled()


def test_the_description_is_saved_where_the_user_says(
    opened: Opened, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle, tmp_path: Path
) -> None:
    pane = opened()
    pane.reference.save.click()
    assert chooser.starts[-1] == FILE_NAME
    assert "host.save_description" not in backend.answers.names()
    chooser.save_path = str(tmp_path / "interface.json")
    pane.reference.save.click()
    settle()
    assert backend.answers.last("host.save_description") == (chooser.save_path,)


def test_a_file_that_cannot_be_saved_says_why(
    opened: Opened, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    pane = opened()
    chooser.save_path = "interface.json"
    backend.answers.fail("host.save_description", BackendError("no", code=ErrorCode.DISK_FULL))
    pane.reference.save.click()
    settle()
    assert pane.findChild(FaultDialog) is not None
