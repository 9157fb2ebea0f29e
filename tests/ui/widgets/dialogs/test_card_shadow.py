"""The shadow around a dialog's card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QFrame, QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets.dialogs.card_shadow import paint_shadow
from ui.widgets.dialogs.dialog import Dialog

CARD = QRect(100, 100, 200, 120)


def painted(ratio: float) -> QImage:
    """The shadow of `CARD` alone, at a screen's pixel ratio."""
    image = QImage(round(400 * ratio), round(400 * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_shadow(painter, CARD)
    painter.end()
    return image


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_shadow_falls_from_the_edge_and_is_darker_below(ratio: float) -> None:
    image = painted(ratio)

    def alpha(x: int, y: int) -> int:
        return image.pixelColor(round(x * ratio), round(y * ratio)).alpha()

    outside = [alpha(CARD.right() + distance, 170) for distance in (2, 10, 20, 40, 60)]
    assert outside == sorted(outside, reverse=True)
    assert (outside[0] > 30, outside[-1]) == (True, 0)
    assert abs(alpha(CARD.left() - 10, 170) - alpha(CARD.right() + 10, 170)) <= 3
    assert alpha(200, CARD.bottom() + 10) > alpha(CARD.right() + 10, 170) > alpha(200, CARD.top() - 10) > 0


def test_a_dialog_paints_it_around_its_card_also_after_the_card_moved(theme: Theme, show: ShowWidget) -> None:
    window = QWidget()
    show(window)
    dialog = Dialog(theme, window, "Title")
    dialog.open()
    card = dialog.findChild(QFrame, "dialogCard")
    assert card is not None
    far = dialog.grab().toImage().pixelColor(4, 4)

    def below() -> QColor:
        return dialog.grab().toImage().pixelColor(card.geometry().center().x(), card.geometry().bottom() + 4)

    assert below().alpha() > far.alpha() + 20
    card.move(card.pos() + QPoint(0, 80))
    assert below().alpha() > far.alpha() + 20
