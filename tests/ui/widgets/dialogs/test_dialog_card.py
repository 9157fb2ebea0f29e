"""The card of a dialog that is taller than its window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import Button, Dialog
from ui.widgets.controls.fields import text_field
from ui.widgets.scroll_container import ScrollContainer


@pytest.mark.parametrize("fields", [3, 30])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_fields_end_where_the_buttons_do(
    theme: Theme, show: ShowWidget, settle: Callable[[], None], fields: int, direction: Qt.LayoutDirection
) -> None:
    theme.set_arabic(direction is Qt.LayoutDirection.RightToLeft)
    parent = QWidget()
    parent.setLayoutDirection(direction)
    show(parent)
    dialog = Dialog(theme, parent, "Add a part")
    dialog.setLayoutDirection(direction)
    last = text_field(theme, "Name")
    dialog.body.addWidget(last)
    for _ in range(fields):
        dialog.body.addWidget(text_field(theme, "Name"))
    button = Button(theme, "Save")
    first = Button(theme, "Help")
    dialog.buttons(button, leading=(first,))
    parent.resize(700, 500)
    dialog.show()
    settle()
    (area,) = dialog.findChildren(ScrollContainer)
    assert (area.verticalScrollBar().maximum() > 0) is (fields == 30)
    outer = (first, button) if direction is Qt.LayoutDirection.LeftToRight else (button, first)
    assert (_left(last), _right(last)) == (_left(outer[0]), _right(outer[1]))
    dialog.reject()


def _left(widget: QWidget) -> int:
    return widget.mapTo(widget.window(), QPoint()).x()


def _right(widget: QWidget) -> int:
    return _left(widget) + widget.width()
