"""Enter in the search of the top bar opens the first hit of the text in the field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.ready_shop import ReadyShop
from ui.backend.shops_port import SearchHit
from ui.i18n import Formats, Language
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.shell.frame.search_popup import SearchPopup, describe_hit
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.theme import Theme, Type
from ui.widgets import SearchField

Settle = Callable[[], None]


@pytest.fixture
def field(window: MainWindow, qtbot: QtBot) -> SearchField:
    assert window.topbar is not None
    qtbot.waitUntil(window.isActiveWindow)
    window.topbar.search._typing_timer.setInterval(60_000)
    return window.topbar.search


def _search(field: SearchField, text: str) -> None:
    field.edit.setFocus()
    field.edit.setText(text)
    field._typing_timer.timeout.emit()


def _opened_sku(window: MainWindow) -> str:
    assert isinstance(window.pane, CataloguePane)
    assert window.pane.detail.item is not None
    return window.pane.detail.item.sku


def test_enter_waits_for_what_was_typed_last(window: MainWindow, field: SearchField, settle: Settle) -> None:
    _search(field, "filter")
    settle()
    field.edit.setText("17801-38051")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    settle()
    assert _opened_sku(window) == "17801-38051"


def test_the_first_search_of_a_barcode_reader_opens_its_part(
    window: MainWindow, field: SearchField, settle: Settle
) -> None:
    field.edit.setText("17801-38051")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    settle()
    assert _opened_sku(window) == "17801-38051"


def test_enter_counts_only_for_the_text_it_was_pressed_on(
    window: MainWindow, field: SearchField, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.hold("shops.search")
    field.edit.setText("filter")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    _search(field, "17801-38051")
    backend.answers.release("shops.search")
    settle()
    assert window.pane is not None
    assert window.pane.key is PaneKey.OVERVIEW


def test_an_answer_that_comes_too_late_covers_nothing(
    window: MainWindow, field: SearchField, backend: ReadyShop, settle: Settle
) -> None:
    """It covered the buttons below the field, and no key closed it."""
    backend.answers.hold("shops.search")
    _search(field, "filter")
    QTest.keyClick(field.edit, Qt.Key.Key_Tab)
    settle()
    backend.answers.release("shops.search")
    settle()
    popup = window.findChild(SearchPopup)
    assert popup is not None
    assert not popup.isVisible()


def test_enter_opens_the_first_hit_after_the_field_was_left_and_entered_again(
    window: MainWindow, field: SearchField, settle: Settle
) -> None:
    _search(field, "17801-38051")
    settle()
    QTest.keyClick(field.edit, Qt.Key.Key_Tab)
    settle()
    field.edit.setFocus()
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    settle()
    assert _opened_sku(window) == "17801-38051"


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_focus_is_in_the_field_after_a_hit_of_the_list_was_opened(
    window: MainWindow, field: SearchField, qtbot: QtBot, *, by_mouse: bool
) -> None:
    field.edit.setFocus()
    _search(field, "oil filter")
    popup = window.findChild(SearchPopup)
    assert popup is not None
    hits = popup.list
    qtbot.waitUntil(hits.isVisible)
    if by_mouse:
        place = hits.visualRect(hits.model().index(0, 0)).center()
        QTest.mouseClick(hits.viewport(), Qt.MouseButton.LeftButton, pos=place)
    else:
        QTest.keyClick(field.edit, Qt.Key.Key_Down)
        QTest.keyClick(hits, Qt.Key.Key_Return)
    assert not hits.isVisible()
    assert field.edit.hasFocus()


def test_a_name_turns_nothing_around(
    window: MainWindow, field: SearchField, backend: ReadyShop, settle: Settle
) -> None:
    """An override in a name of the data painted the rest of its line backwards."""
    pictures = []
    for name in ("Pads \u202eevil", "Pads evil"):
        backend.upload({"sku": "04465-60320", "name": name})
        _search(field, "Pads")
        settle()
        popup = window.findChild(SearchPopup)
        assert popup is not None
        pictures.append(popup.list.grab(popup.list.visualRect(popup.list.model().index(0, 0))).toImage())
        field.edit.clear()
        settle()
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("language", list(Language))
def test_a_long_name_is_whole_while_the_window_has_room(
    window: MainWindow, theme: Theme, backend: ReadyShop, settle: Settle, qtbot: QtBot, language: Language
) -> None:
    name = "Front brake pads, Land Cruiser 200 Series, ceramic, with wear sensors"
    window.choose_language(language)
    settle()
    assert window.topbar is not None
    qtbot.waitUntil(window.isActiveWindow)
    backend.upload({"sku": "04465-60320", "name": name, "name_ar": name})
    _search(window.topbar.search, "wear")
    settle()
    popup = window.findChild(SearchPopup)
    assert popup is not None
    painted = popup.list.visualRect(popup.list.model().index(0, 0)).width() - 42 - 14
    assert painted >= QFontMetrics(theme.font(Type.SMALL)).horizontalAdvance(name)
    assert window.rect().contains(popup.geometry())


def test_a_hit_is_said_in_the_language_of_the_window() -> None:
    part = SearchHit("part", "PAD-1", "PAD-1", name="Brake pads", name_ar="فحمات")
    order = SearchHit("order", "ORD-2026-000001", "ORD-2026-000001", fils=2_000)
    call = SearchHit("call", "GET /v1/items", "7", status=200, at=0)
    english, arabic = (Formats(language, UTC) for language in (Language.ENGLISH, Language.ARABIC))
    assert [strip_marks(describe_hit(hit, english)) for hit in (part, order, call)] == [
        "Brake pads · 0 free", "BHD\N{NO-BREAK SPACE}2.000", "200 · 1970-01-01 00:00"
    ]  # fmt: skip
    assert [strip_marks(describe_hit(hit, arabic)) for hit in (part, order)] == [
        "فحمات · 0 free", "2.000\N{NO-BREAK SPACE}د.ب"
    ]  # fmt: skip
    assert strip_marks(describe_hit(replace(part, name_ar=None), arabic)) == "Brake pads · 0 free"
    assert strip_marks(describe_hit(replace(part, shelf="A-12"), english)) == "Brake pads · 0 free · Shelf A-12"
    sold = replace(part, fils=31_350, free=11_000)
    assert strip_marks(describe_hit(sold, english)) == "Brake pads · BHD\N{NO-BREAK SPACE}31.350 with VAT · 11 free"
