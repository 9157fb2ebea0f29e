"""Layouts of cards and rows: margins in reading direction."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.theme import Theme
from ui.widgets import set_margins

UI = Path(__file__).parents[3] / "ui"
OWN_DIRECTION = {
    "widgets/card.py": "set_margins itself",
    "widgets/controls/fields.py": "a copied text runs left to right",
}


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
