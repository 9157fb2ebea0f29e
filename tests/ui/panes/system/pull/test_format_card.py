"""How the file was recognised: what is displayed for each format, and what a choice changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import FileForm
from tests.ui.fake.price_list_data import FILE, preview_of
from ui.i18n.bidi import strip_marks
from ui.panes.system.pull.format_card import FormatCard
from ui.theme import Theme


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
