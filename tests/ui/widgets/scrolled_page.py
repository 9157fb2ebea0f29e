"""A page that is higher than the scroll area around it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.widgets.containers import ScrollContainer


def show_scrolled(page: QWidget, qtbot: QtBot) -> ScrollContainer:
    """Shows the page in a small area, once it can be scrolled."""
    area = ScrollContainer(page)
    qtbot.addWidget(area)
    area.resize(400, 300)
    area.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    return area
