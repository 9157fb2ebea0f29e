"""How the file was recognised: what is displayed for each format, and what a choice changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import FileForm
from tests.ui.fake.price_list_data import FILE, preview_of
from ui.i18n.bidi import strip_marks
from ui.panes.shared.price_file.format_card import FormatCard, WidthsDialog
from ui.theme import Theme

LINES = ("SKU  NAME   QTY", "A0001Pad      3", "A0002فحمات   14")


class Drawn:
    """A dialog with the places that it called for."""

    def __init__(self, theme: Theme, breaks: tuple[int, ...]) -> None:
        self.parent = QWidget()
        self.chosen: list[tuple[int, ...]] = []
        self.dialog = WidthsDialog(theme, self.parent, LINES, breaks, self.chosen.append)
        self.ruler = self.dialog.ruler


@pytest.fixture
def drawn(qapp: QApplication, theme: Theme) -> Drawn:
    return Drawn(theme, (5,))


def test_a_click_draws_a_border_and_removes_it(drawn: Drawn) -> None:
    at = QPoint(round(drawn.ruler.x_of(12)), 5)
    QTest.mouseClick(drawn.ruler, Qt.MouseButton.LeftButton, pos=at)
    assert list(drawn.ruler.breaks) == [5, 12]
    QTest.mouseClick(drawn.ruler, Qt.MouseButton.LeftButton, pos=at)
    assert list(drawn.ruler.breaks) == [5]


def test_the_keyboard_draws_too_and_the_places_are_said(drawn: Drawn) -> None:
    QTest.keyClick(drawn.ruler, Qt.Key.Key_End)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Left)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Left)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Space)
    assert drawn.ruler.breaks == (5, 13)
    assert "5, 13" in drawn.ruler.accessibleDescription()
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Home)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Left)
    assert drawn.ruler.cursor_place == 1
    drawn.dialog.use.click()
    assert drawn.chosen == [(5, 13)]


def test_without_a_border_there_are_no_columns(drawn: Drawn) -> None:
    QTest.mouseClick(drawn.ruler, Qt.MouseButton.LeftButton, pos=QPoint(round(drawn.ruler.x_of(5)), 5))
    assert drawn.ruler.breaks == ()
    assert not drawn.dialog.use.isEnabled()


def test_it_is_painted_from_left_to_right(drawn: Drawn) -> None:
    image = drawn.ruler.grab().toImage()
    assert not image.isNull()
    assert drawn.ruler.layoutDirection() is Qt.LayoutDirection.LeftToRight


class Shown:
    """A card with the choices that it called for."""

    def __init__(self, theme: Theme) -> None:
        self.chosen: list[FileForm] = []
        self.card = FormatCard(theme, self.chosen.append)

    def show(self, form: FileForm, *, from_query: bool = False, **more: object) -> FormatCard:
        found: FileInspection = replace(preview_of(FILE, form, None), form=form, **more)  # type: ignore[arg-type]
        self.card.show_form(found, form, from_query=from_query)
        return self.card


@pytest.fixture
def shown(qapp: QApplication, theme: Theme) -> Shown:
    return Shown(theme)


def test_a_file_of_an_archive_is_chosen(shown: Shown) -> None:
    form = FileForm("delimited", "utf-8", "||", member="stock.csv")
    card = shown.show(form, members=("stock.csv", "old.csv"))
    assert not card.member.isHidden()
    assert strip_marks(card.member.currentText()) == "stock.csv"
    assert strip_marks(card.delimiter.currentText()) == "||"
    card.member.setCurrentIndex(1)
    card.member.activated.emit(1)
    assert shown.chosen == [FileForm(member="old.csv")]
    assert shown.show(form).member.isHidden()


def test_the_rows_of_a_query_have_no_form_to_choose(shown: Shown) -> None:
    card = shown.show(FileForm("json_lines", "utf-8"), from_query=True)
    assert card.kind.isHidden()
    assert card.encoding.isHidden()
    assert not card.query.isHidden()
    card = shown.show(FileForm("json_lines", "utf-8"))
    assert card.query.isHidden()
    assert not card.kind.isHidden()


def test_a_web_page_has_sheets_and_letters(shown: Shown) -> None:
    card = shown.show(FileForm("html", "windows-1256", sheet="Table 1"), sheets=("Table 1", "Table 2"))
    assert not card.encoding.isHidden()
    assert not card.sheet.isHidden()
    assert card.delimiter.isHidden()
    assert card.kind.currentText() == "Web page (HTML)"


def test_a_tab_between_bars_can_be_seen(shown: Shown) -> None:
    card = shown.show(FileForm("delimited", "utf-8", "\t|\t"))
    assert strip_marks(card.delimiter.currentText()) == "⇥|⇥"
