"""The Catalogue pane, shown."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog

from tests.ui.conftest import Show
from ui.panes.catalogue.pane import CataloguePane
from ui.shell.desk import Desk


@pytest.fixture
def pane(desk: Desk, show: Show) -> CataloguePane:
    pane = CataloguePane(desk)
    show(pane)
    return pane


def dialogs(pane: CataloguePane) -> list[QDialog]:
    """Those that are open."""
    return [dialog for dialog in pane.window().findChildren(QDialog) if dialog.isVisible()]
