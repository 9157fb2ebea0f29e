"""The call log's states: one call next to the list, searching, paused, empty, dialogs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from tests.screenshots.scenes import Scene
from tests.ui.ready_calls import TOTAL
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.panes.calls.calls_pane import CallsPane
from ui.panes.shared.time_chip import Period, Span
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _pane(window: MainWindow) -> CallsPane:
    pane = window.pane
    assert isinstance(pane, CallsPane)
    return pane


def _call(back: int, tab: int = 0, *, whole: bool = False) -> Callable[[MainWindow], None]:
    """Opens the call that came so many before the newest."""

    def act(window: MainWindow) -> None:
        pane = _pane(window)
        pane.list.choose(TOTAL - back)
        pane.open_target(str(TOTAL - back))
        QApplication.processEvents()
        pane.detail.tabs.setCurrentIndex(tab)
        if whole:
            pane.detail.bodies.request.rows.click()

    return act


def _undo(window: MainWindow) -> None:
    _call(3)(window)
    _pane(window).detail.undo.click()


def _search(text: str) -> Callable[[MainWindow], None]:
    def act(window: MainWindow) -> None:
        pane = _pane(window)
        pane.filters.search.edit.setText(text)
        # At once: what was typed would be searched for once more, a moment later.
        pane.filters.search.search_now()

    return act


def _hold_search(backend: ReadyShop) -> None:
    backend.answers.hold("calls.search", is_done=True)


def _paused(window: MainWindow) -> None:
    _pane(window).pause()


def _read_below(window: MainWindow) -> None:
    pane = _pane(window)
    pane.list.verticalScrollBar().setValue(1800)
    pane.head.show_news(12)
    pane.list.choose(TOTAL - 63)


def _nothing(backend: ReadyShop) -> None:
    backend.change("DELETE FROM calls")


def _old_only(backend: ReadyShop) -> None:
    backend.clock.turn(86_400_000)


def _any_time(window: MainWindow) -> None:
    _pane(window).filters.time.choose(Period.ANY.value)


def _no_match(window: MainWindow) -> None:
    pane = _pane(window)
    pane.filters.path.key = "other"
    pane.filters._on_path_typed("nowhere")


def _fails(backend: ReadyShop) -> None:
    error = BackendError("Another program is holding the database.", code=ErrorCode.DATABASE_LOCKED)
    backend.answers.fail("calls.page", error)


def _waits(backend: ReadyShop) -> None:
    backend.answers.hold("calls.page")


def _show_skeleton(window: MainWindow) -> None:
    _pane(window)._skeleton.show_now()


def _export(window: MainWindow) -> None:
    _pane(window).export()


def _span(window: MainWindow) -> None:
    pane = _pane(window)
    now = pane.context.now()
    pane.filters.time.choose_span(Span(now - 26 * 3_600_000, now - 20 * 60_000))
    pane.filters.time.key = ""
    pane.filters.time.choose(Period.SPAN.value)


def _between(window: MainWindow) -> None:
    """A long span of time, and a key with a long name."""
    filters = _pane(window).filters
    now = _pane(window).context.now()
    filters.choose_key("Till at the second counter, next to the door")
    filters.time.choose_span(Span(now - 400 * 86_400_000, now - 20 * 60_000))


def _about_part(window: MainWindow) -> None:
    _pane(window).open_target("part:04465-60280")


def _path(window: MainWindow) -> None:
    _pane(window).filters.path.choose("other")


SCENES: tuple[Scene, ...] = (
    Scene("calls-upload", PaneKey.CALLS, act=_call(3), every_look=True),
    Scene("calls-upload-whole", PaneKey.CALLS, act=_call(3, whole=True)),
    Scene("calls-undo", PaneKey.CALLS, act=_undo),
    Scene("calls-about", PaneKey.CALLS, act=_call(3, 1)),
    Scene("calls-parts", PaneKey.CALLS, act=_call(3, 2)),
    Scene("calls-rows", PaneKey.CALLS, act=_call(3, 3)),
    Scene("calls-not-json", PaneKey.CALLS, act=_call(8)),
    Scene("calls-no-key", PaneKey.CALLS, act=_call(4)),
    Scene("calls-our-fault", PaneKey.CALLS, act=_call(9)),
    Scene("calls-confirmed", PaneKey.CALLS, act=_call(1)),
    Scene("calls-searching", PaneKey.CALLS, _hold_search, _search("48609-0K040")),
    Scene("calls-found", PaneKey.CALLS, act=_search("48609-0K040")),
    Scene("calls-found-nothing", PaneKey.CALLS, act=_search("nowhere")),
    Scene("calls-paused", PaneKey.CALLS, act=_paused),
    Scene("calls-news", PaneKey.CALLS, act=_read_below),
    Scene("calls-days", PaneKey.CALLS, _old_only, _any_time),
    Scene("calls-none", PaneKey.CALLS, _nothing),
    Scene("calls-none-today", PaneKey.CALLS, _old_only),
    Scene("calls-no-match", PaneKey.CALLS, act=_no_match),
    Scene("calls-error", PaneKey.CALLS, _fails),
    Scene("calls-loading", PaneKey.CALLS, _waits, _show_skeleton),
    Scene("calls-export", PaneKey.CALLS, act=_export),
    Scene("calls-span", PaneKey.CALLS, act=_span),
    Scene("calls-path", PaneKey.CALLS, act=_path),
    Scene("calls-between", PaneKey.CALLS, act=_between),
    Scene("calls-about-part", PaneKey.CALLS, act=_about_part),
    Scene("calls-day", PaneKey.CALLS, act=lambda window: _pane(window).head.day.click()),
    Scene("calls-staging", PaneKey.CALLS, staging=True),
)
