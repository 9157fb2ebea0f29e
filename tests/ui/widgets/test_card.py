"""Layouts of cards and rows: margins in reading direction."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from tests.ui.conftest import ShowWidget
from tests.ui.widgets.scrolled_page import show_scrolled
from ui.theme import Theme, Tone
from ui.widgets import Button, FaultLine, FaultNote, FormRow, Note, set_margins, text_field

TEXT = "Line 1: only 0 of 87139-YZZ20 are free."
UI = Path(__file__).parents[3] / "ui"
OWN_DIRECTION = {
    "widgets/card.py": "set_margins itself",
    "widgets/controls/fields.py": "a copied text runs left to right",
}


def _make(kind: type[FaultLine | FaultNote], theme: Theme) -> FaultLine | FaultNote:
    return kind(theme)


def test_three_buttons_leave_the_text_of_a_note_its_width(theme: Theme, show: ShowWidget) -> None:
    """They left it 160 pixels."""
    buttons = [Button(theme, "Copy details for support") for _ in range(3)]
    note = Note(theme, Tone.BAD, TEXT, (TEXT,), *buttons)
    note.setFixedWidth(840)
    show(note)
    assert note.title.width() > note.width() * 0.8


@pytest.mark.parametrize("kind", [FaultLine, FaultNote])
def test_a_fault_below_the_visible_part_is_scrolled_to_and_announced(
    kind: type[FaultLine | FaultNote], theme: Theme, qtbot: QtBot, announced: list[str]
) -> None:
    page, above = QWidget(), QWidget()
    above.setFixedHeight(2000)
    fault = _make(kind, theme)
    layout = QVBoxLayout(page)
    layout.addWidget(above)
    layout.addWidget(fault)
    _area = show_scrolled(page, qtbot)
    assert fault.isHidden()
    fault.show_text(TEXT)
    qtbot.waitUntil(lambda: not fault.visibleRegion().isEmpty())
    said = fault.text() if isinstance(fault, FaultLine) else fault.title.text()
    assert said == TEXT
    assert announced == [TEXT]


def test_of_several_faulty_fields_the_highest_is_scrolled_to(theme: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    layout = QVBoxLayout(page)
    rows = [FormRow(theme, name, text_field(theme)) for name in ("Name", "Address", "Price")]
    for row in rows:
        layout.addWidget(row)
        gap = QWidget()
        gap.setFixedHeight(900)
        layout.addWidget(gap)
    area = show_scrolled(page, qtbot)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    rows[2].show_fault("Write a number.")
    rows[1].show_fault("Write an address.")
    qtbot.waitUntil(lambda: not rows[1].visibleRegion().isEmpty())
    assert rows[2].visibleRegion().isEmpty()


def test_a_fault_that_is_gone_before_it_is_scrolled_to_does_no_harm(theme: Theme, qtbot: QtBot) -> None:
    page, above = QWidget(), QWidget()
    above.setFixedHeight(2000)
    layout = QVBoxLayout(page)
    gone, stays = FaultLine(theme), FaultLine(theme)
    for widget in (gone, above, stays):
        layout.addWidget(widget)
    _area = show_scrolled(page, qtbot)
    gone.show_text(TEXT)
    stays.show_text(TEXT)
    delete(gone)
    qtbot.waitUntil(lambda: not stays.visibleRegion().isEmpty())


@pytest.mark.parametrize(("arabic", "left", "right"), [(False, 24, 16), (True, 16, 24)])
def test_margins_follow_the_reading_direction(theme: Theme, arabic: bool, left: int, right: int) -> None:
    theme.set_arabic(arabic)
    holder = QWidget()
    layout = QHBoxLayout(holder)
    set_margins(layout, theme, 24, 1, 16, 2)
    margins = layout.contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (left, 1, right, 2)


def test_unequal_sides_are_set_in_reading_direction_everywhere() -> None:
    found = {
        file.relative_to(UI).as_posix()
        for file in UI.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "setContentsMargins"
        and (len(call.args) != 4 or ast.dump(call.args[0]) != ast.dump(call.args[2]))
    }
    assert found == set(OWN_DIRECTION)
