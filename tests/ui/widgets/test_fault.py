"""Faults are invisible until there is one, and are scrolled to."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.theme import Theme
from ui.widgets import FaultLine, FaultNote
from ui.widgets.scroll_container import ScrollContainer

TEXT = "Line 1: only 0 of 87139-YZZ20 are free."


def _make(kind: type[FaultLine | FaultNote], theme: Theme) -> FaultLine | FaultNote:
    return kind(theme)


@pytest.mark.parametrize("kind", [FaultLine, FaultNote])
def test_a_fault_below_the_visible_part_is_scrolled_to(
    kind: type[FaultLine | FaultNote], theme: Theme, qtbot: QtBot
) -> None:
    page, above = QWidget(), QWidget()
    above.setFixedHeight(2000)
    fault = _make(kind, theme)
    layout = QVBoxLayout(page)
    layout.addWidget(above)
    layout.addWidget(fault)
    area = ScrollContainer(page)
    qtbot.addWidget(area)
    area.resize(400, 300)
    area.show()
    assert fault.isHidden()
    fault.say(TEXT)
    qtbot.waitUntil(lambda: not fault.visibleRegion().isEmpty())
    said = fault.text() if isinstance(fault, FaultLine) else fault.title.text()
    assert said == TEXT
