"""The focus ring of tabs encloses the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QRegion
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import Tabs

_RING_FREE = 3
"""Rows of pixels at the lower edge, which the line under the chosen tab has."""


def text_pixels(tabs: Tabs) -> set[tuple[int, int]]:
    """Where it is as dark as the text, and not blue."""
    image = QImage(tabs.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    tabs.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    colours = ((x, y, QColor(image.pixel(x, y))) for x in range(image.width()) for y in range(image.height()))
    return {(x, y) for x, y, colour in colours if y < image.height() - _RING_FREE and colour.blue() < 80}


@pytest.mark.parametrize("arabic", [False, True])
@pytest.mark.parametrize("index", [0, 1])
def test_the_focus_ring_covers_no_letter(
    index: int, arabic: bool, theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    theme.set_arabic(arabic)
    tabs = Tabs(theme, ("المحتوى", "الصفوف") if arabic else ("Body", "Rows"), "Detail")
    tabs.setCurrentIndex(index)
    tabs.setFixedSize(tabs.sizeHint())
    show(tabs)
    tabs.clearFocus()
    settle()
    without = text_pixels(tabs)
    tabs.setFocus()
    settle()
    assert tabs.hasFocus()
    assert without
    assert without <= text_pixels(tabs)
