"""Buttons, displayed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QRegion
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import LinkButton

_RING = 2
"""How wide the focus ring is, at the outside of the button."""


@pytest.mark.parametrize("text", ["Add a car", "إضافة سيارة"])
def test_the_focus_ring_of_a_link_covers_no_letter(
    text: str, theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    theme.set_arabic(not text.isascii())
    button = LinkButton(theme, text)
    button.setFixedSize(button.sizeHint())
    show(button)
    button.clearFocus()
    settle()
    image = QImage(button.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    button.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    inked = {
        x for x in range(image.width()) for y in range(image.height()) if QColor(image.pixel(x, y)) != QColor("white")
    }
    assert inked
    assert min(inked) > _RING
    assert max(inked) < image.width() - 1 - _RING
