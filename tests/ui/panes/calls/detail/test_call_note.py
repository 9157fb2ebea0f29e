"""The tinted note of a call."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.ui.conftest import ShowWidget
from ui.panes.calls.detail.call_note import CallNote
from ui.theme import Theme, Tone
from ui.widgets import LinkButton


def test_a_number_in_the_title_is_never_cut(theme: Theme, show: ShowWidget, settle: Callable[[], None]) -> None:
    link = LinkButton(theme, "Show the rows")
    note = CallNote(theme, Tone.WARN, "Saved 159, rejected 143", ("Row 1: condition has an unknown value",), link)
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.addWidget(note)
    layout.addStretch(1)
    show(page)
    page.resize(300, 400)
    settle()
    title = note.title
    assert title.fontMetrics().horizontalAdvance(title.text()) > title.width(), "it needs two lines"
    assert title.height() >= 2 * title.fontMetrics().height()
    assert link.geometry().top() <= title.geometry().top() + title.fontMetrics().height() // 2
