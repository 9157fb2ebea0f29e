"""Search in the window: what it finds, and what closes it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from tests.ui.ready_shop import ReadyShop
from ui.i18n import Formats, Language
from ui.shell.frame.search_popup import SearchPopup
from ui.shell.frame.sidebar import Sidebar
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.theme import Theme

Settle = Callable[[], None]
ENGLISH = Formats(Language.ENGLISH)


def _sidebar(window: MainWindow) -> Sidebar:
    assert window.sidebar is not None
    return window.sidebar


def test_search_finds_parts_and_opens_them(
    window: MainWindow, theme: Theme, backend: ReadyShop, settle: Settle, qtbot: QtBot
) -> None:
    opened: list[tuple[PaneKey, str]] = []
    assert window._topbar is not None
    field = window._topbar.search
    popup = SearchPopup(
        theme, Formats(Language.ENGLISH), window, field, lambda key, target: opened.append((key, target))
    )
    QAbstractItemModelTester(popup._model, QAbstractItemModelTester.FailureReportingMode.Fatal, popup)
    qtbot.waitUntil(window.isActiveWindow)
    field.edit.setFocus()
    popup.search(backend, window._dispatcher, 1, "filter")
    settle()
    assert popup.isVisible()
    assert [hit.target for hit in popup._model.rows if hit.kind == "part"] == [
        "17801-38051",
        "90915-YZZD4",
        "87139-50100",
    ]
    QTest.keyClick(field.edit, Qt.Key.Key_Down)
    QTest.keyClick(popup.list, Qt.Key.Key_End)
    QTest.keyClick(popup.list, Qt.Key.Key_Return)
    assert opened == [(PaneKey.CATALOGUE, "87139-50100")]
    assert not popup.isVisible()


def test_the_ring_of_the_search_is_whole_above_what_it_found(
    window: MainWindow, theme: Theme, settle: Settle, qtbot: QtBot
) -> None:
    qtbot.waitUntil(window.isActiveWindow)
    window._run_command("search")
    window._search("no such thing")
    settle()
    assert window._topbar is not None
    field = window._topbar.search
    image = window.grab(QRect(field.mapTo(window, QPoint()), field.size())).toImage()
    inside = theme.tokens.accent
    right, bottom = image.width() - 1, image.height() - 1
    assert all(image.pixelColor(x, y) == inside for x in range(10, right - 9) for y in (0, 1, bottom - 1, bottom))
    assert all(image.pixelColor(x, y) == inside for y in range(10, bottom - 9) for x in (0, 1, right - 1, right))


def test_search_says_when_nothing_is_found(window: MainWindow, settle: Settle, qtbot: QtBot) -> None:
    qtbot.waitUntil(window.isActiveWindow)
    window._run_command("search")
    window._search("no such thing")
    settle()
    popup = window.findChild(SearchPopup)
    assert popup is not None
    assert popup._empty_label.isVisible()


def test_esc_and_going_elsewhere_close_what_was_found(
    window: MainWindow, theme: Theme, backend: ReadyShop, settle: Settle, qtbot: QtBot
) -> None:
    assert window.topbar is not None
    qtbot.waitUntil(window.isActiveWindow)
    field = window.topbar.search
    popup = SearchPopup(theme, ENGLISH, window, field, lambda _key, _target: None)

    def by_key() -> None:
        QTest.keyClick(popup.list, Qt.Key.Key_Escape)

    def by_click() -> None:
        _sidebar(window).buttons[PaneKey.ORDERS].setFocus()

    for leave in (by_key, by_click):
        field.edit.setFocus()
        popup.search(backend, window._dispatcher, 1, "filter")
        settle()
        QTest.keyClick(field.edit, Qt.Key.Key_Down)
        settle()
        assert popup.isVisible()
        assert popup.list.hasFocus()
        leave()
        settle()
        assert popup.isHidden()


def test_staging_chosen_while_a_search_is_open(window: MainWindow, settle: Settle, qtbot: QtBot) -> None:
    """The rebuilt window has another search field; nothing reaches for the one that is gone."""
    assert window.topbar is not None
    qtbot.waitUntil(window.isActiveWindow)
    window._run_command("search")
    window.topbar.search.edit.setText("filter")
    settle()
    popup = window.findChild(SearchPopup)
    assert popup is not None
    assert popup.isVisible()
    window.topbar.staging_switch.setCurrentIndex(1)
    settle()
    (rebuilt,) = window.findChildren(SearchPopup)
    assert not rebuilt.isVisible()
    assert window.topbar is not None
    window._run_command("search")
    window.topbar.search.edit.setText("filter")
    settle()
    assert rebuilt.isVisible()
