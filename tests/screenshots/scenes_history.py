"""The history's states: an upload, one part, an order, nothing yet, no match."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from tests.screenshots.scenes import Scene
from tests.ui.ready_shop import ReadyShop
from ui.panes.history.history_pane import HistoryPane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _pane(window: MainWindow) -> HistoryPane:
    pane = window.pane
    assert isinstance(pane, HistoryPane)
    return pane


def _choose(write: int) -> Callable[[MainWindow], None]:
    def act(window: MainWindow) -> None:
        _pane(window).table.choose(write)
        QApplication.processEvents()
        _pane(window).detail.table.selectRow(1)

    return act


def _open(target: str) -> Callable[[MainWindow], None]:
    return lambda window: _pane(window).open_target(target)


def _nothing(backend: ReadyShop) -> None:
    backend.empty()


def _unknown(window: MainWindow) -> None:
    _pane(window)._find("nowhere")


SCENES: tuple[Scene, ...] = (
    Scene("history-upload", PaneKey.HISTORY, act=_choose(11), every_look=True),
    Scene("history-undone", PaneKey.HISTORY, act=_choose(8)),
    Scene("history-part", PaneKey.HISTORY, act=_open("part:04465-60320"), every_look=True),
    Scene("history-order", PaneKey.HISTORY, act=_open("order:ORD-2026-000117")),
    Scene("history-none", PaneKey.HISTORY, _nothing),
    Scene("history-unknown", PaneKey.HISTORY, act=_unknown),
    Scene("history-staging", PaneKey.HISTORY, staging=True),
)
