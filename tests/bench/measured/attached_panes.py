"""The next page of a list in a pane: from its end being reached until the new rows are painted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from PySide6.QtCore import QEventLoop, QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QApplication

from service.domain.times import SystemClock
from tests.bench.figure_table import Figure, times_floor
from tests.bench.timing import turns
from ui.backend.protocol import Backend
from ui.i18n import Translations
from ui.panes import PANES
from ui.panes.calls.calls_pane import CallsPane
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.shared.time_chip import Period
from ui.shell.main_window import MainWindow, WindowDependencies
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.theme.theme import load_fonts

PANES_WITH_PAGES = {"catalogue": PaneKey.CATALOGUE, "call log": PaneKey.CALLS}
PAGE = 200
_ROUNDS = 40
_WAIT_S = 60.0


def compare_panes(near: Backend, far: Backend, most: float) -> list[Figure]:
    """Both windows are in this process, without a screen; only one is asked at a time."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    load_fonts()
    with ExitStack() as closing:
        windows = [closing.enter_context(_open_window(app, backend)) for backend in (near, far)]
        return [
            _compare(app, name, [_open_list(app, one, key) for one in windows], most)
            for name, key in PANES_WITH_PAGES.items()
        ]


@contextmanager
def _open_window(app: QApplication, backend: Backend) -> Iterator[MainWindow]:
    theme = Theme(app)
    theme.motion = False
    window = MainWindow(WindowDependencies(theme, Translations(app), backend, SystemClock(), app.clipboard(), PANES))
    window.show()
    window.start()
    try:
        yield window
    finally:
        window.shut()
        window.hide()


def _open_list(app: QApplication, window: MainWindow, key: PaneKey) -> QAbstractItemView:
    window.go(key)
    _process_until(app, lambda: window.pane is not None and window.pane.state == "content")
    pane = window.pane
    if isinstance(pane, CallsPane):
        pane.filters.time.choose(Period.ANY)
        calls = pane.list
        _process_until(app, lambda: calls.model().rowCount() >= PAGE)
        return calls
    assert isinstance(pane, CataloguePane)
    return pane.parts.table


def _compare(app: QApplication, name: str, lists: list[QAbstractItemView], most: float) -> Figure:
    near, far = ((lambda _, rows=rows: _show_next_page(app, rows)) for rows in lists)
    floor, ours = turns(near, far, rounds=_ROUNDS)
    return times_floor(f"attached window: next page of the {name} in its pane (floor: one process)", floor, ours, most)


def _show_next_page(app: QApplication, rows: QAbstractItemView) -> None:
    """A list drops rows at its beginning when it is long, so their number need not grow."""
    model, inserted = rows.model(), list[int]()

    def on_inserted(_parent: QModelIndex, first: int, _last: int) -> None:
        inserted.append(first)

    model.rowsInserted.connect(on_inserted)
    rows.scrollToBottom()
    _process_until(app, lambda: inserted)
    model.rowsInserted.disconnect(on_inserted)
    rows.scrollTo(model.index(model.rowCount() - PAGE, 0), QAbstractItemView.ScrollHint.PositionAtTop)
    rows.viewport().repaint()


def _process_until(app: QApplication, met: Callable[[], object]) -> None:
    ends = time.monotonic() + _WAIT_S
    while not met():
        if time.monotonic() > ends:
            raise TimeoutError("the pane shows no page")
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
