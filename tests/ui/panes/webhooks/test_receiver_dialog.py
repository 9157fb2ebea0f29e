"""The test receiver in a low window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QScrollArea, QWidget

from tests.ui.conftest import MakeContext, ShowWidget
from ui.i18n import Language
from ui.panes.webhooks.target_actions import ReceiverDialog


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("height", [564, 504])
def test_it_needs_no_scroll_bar_in_a_low_window(
    language: Language, height: int, make_context: MakeContext, show: ShowWidget, settle: Callable[[], None]
) -> None:
    """A screen of 1024x600 leaves 564, one of 1920x1080 at a scale of 200 % leaves 504."""
    window = QWidget()
    window.setFixedSize(1024, height)
    show(window)
    dialog = ReceiverDialog(make_context(language=language), window, lambda _address: None)
    dialog.open()
    settle()
    assert dialog.height() <= window.height()
    areas = [area for area in dialog.findChildren(QScrollArea) if area.isVisible()]
    assert [area.verticalScrollBar().maximum() for area in areas] == [0] * len(areas)
    dialog.reject()
