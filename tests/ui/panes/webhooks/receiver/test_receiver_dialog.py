"""The test receiver in a low window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QScrollArea, QWidget

from tests.ui.conftest import MakeContext, ShowWidget
from ui.i18n import Language
from ui.panes.webhooks.receiver.receiver_dialog import ReceiverDialog


@pytest.mark.parametrize("language", Language)
def test_it_needs_no_scroll_bar_at_1024_by_600(
    language: Language, make_context: MakeContext, show: ShowWidget, settle: Callable[[], None]
) -> None:
    window = QWidget()
    window.setFixedSize(1024, 600)
    show(window)
    dialog = ReceiverDialog(make_context(language=language), window, lambda _address: None)
    dialog.show()
    settle()
    assert dialog.height() <= window.height()
    areas = [area for area in dialog.findChildren(QScrollArea) if area.isVisible()]
    assert [area.verticalScrollBar().maximum() for area in areas] == [0] * len(areas)
    dialog.reject()
