"""The Catalogue pane, displayed."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog

from tests.ui.conftest import ShowWidget
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.shell.pane_context import PaneContext


@pytest.fixture
def pane(context: PaneContext, show: ShowWidget) -> CataloguePane:
    pane = CataloguePane(context)
    show(pane)
    return pane


def dialogs(pane: CataloguePane) -> list[QDialog]:
    """Those that are open."""
    return [dialog for dialog in pane.window().findChildren(QDialog) if dialog.isVisible()]
