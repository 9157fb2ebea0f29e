"""Labels and values of a grid of facts, and the texts of a timeline."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import Fact, FactGrid, Timeline, TimelineEntry
from ui.widgets.label import Label


def test_labels_of_a_row_are_at_one_height_next_to_an_arabic_amount(
    theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    theme.set_arabic(True)
    grid = FactGrid(theme, (Fact("سعر المحل", "1.500 د.ب", strong=True), Fact("سعر الجملة", "—")), columns=2)
    show(grid)
    settle()
    labels = [label for label in grid.findChildren(Label) if label.text().startswith("سعر")]
    assert len({(label.y(), label.height()) for label in labels}) == 1


def test_a_timeline_cuts_no_text(theme: Theme, show: ShowWidget, settle: Callable[[], None]) -> None:
    entry = TimelineEntry("Entered by hand", "Maryam from the second counter · 2 units held at Main", "14:05")
    timeline = Timeline(theme, (entry, entry), "History")
    parent = QWidget()
    layout = QVBoxLayout(parent)
    layout.addWidget(timeline)
    layout.addStretch(1)
    show(parent)
    parent.resize(220, 400)
    settle()
    labels = [label for label in timeline.findChildren(Label) if label.text() == entry.detail]
    assert len(labels) == 2
    for label in labels:
        assert label.height() >= label.heightForWidth(label.width()) > label.fontMetrics().lineSpacing()
    assert labels[0].geometry().bottom() < labels[1].geometry().top()
