"""What every pane gets: one frozen set of collaborators for one shop and one language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QClipboard

from service.domain.shops import Shop
from service.domain.times import Clock, Millis
from ui.backend import Backend
from ui.i18n import Formats
from ui.shell.dialogs.file_chooser import FileChooser
from ui.theme import Theme
from ui.widgets.secret_dialog import ClipboardClearer
from ui.widgets.toast import Toasts


class PaneKey(StrEnum):
    """The panes, in the order of Ctrl 1 to 8 and Ctrl comma."""

    OVERVIEW = "overview"
    ORDERS = "orders"
    CATALOGUE = "catalogue"
    HISTORY = "history"
    SYSTEM = "system"
    WEBHOOKS = "webhooks"
    MARKETPLACE = "marketplace"
    CALLS = "calls"
    SETTINGS = "settings"


NEW_PART = "\x01new part"
"""The target that opens the dialog for a new part: no SKU has a control character."""


LOW_STOCK = "\x01low stock"
"""The target that opens the reorder list."""


@dataclass(frozen=True, slots=True)
class PaneContext:
    """Panes are built again when the shop or the language changes, so none of this changes during a
    pane's life.

    `go(pane, target)` opens another pane, at an order, a SKU, a call, a target ("" for none).
    """

    theme: Theme
    backend: Backend
    shop: Shop
    formats: Formats
    clock: Clock
    clipboard: QClipboard
    clipboard_clearer: ClipboardClearer
    toasts: Toasts
    chooser: FileChooser
    go: Callable[[PaneKey, str], None]
    choose_language: Callable[[str], None]
    open_wizard: Callable[[], None]

    def now(self) -> Millis:
        return self.clock.now()

    @property
    def staging(self) -> bool:
        return self.shop.staging
