"""The sentence below the pane's title: what waits, and how long."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from service.domain.marketplace.orders import ListedOrder, Status
from service.domain.times import MINUTE, Millis
from ui.shell.pane_context import PaneContext


class OrdersSubtitle(QObject):
    """Updates the sentence each second."""

    def __init__(self, context: PaneContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def text(self, waiting: int, every: int, rows: Sequence[ListedOrder], now: Millis) -> str:
        """`3 are waiting; the first cancels by itself in 3 minutes.`"""
        if not waiting:
            if self._context.staging and not every:
                return self.tr("Test orders of the staging shop.")
            return self.tr("No order is waiting. A new one rings here and in the tray.")
        ends = [order.accept_by for order in rows if order.status is Status.PLACED and order.accept_by is not None]
        if not ends:
            return self.tr("%n order(s) are waiting for you.", "", waiting)
        minutes = max(0, min(ends) - now) // MINUTE
        if minutes:
            text = self.tr("%n are waiting; the first cancels by itself %1.", "", waiting)
            return text.replace("%1", self.tr("in %n minute(s)", "", minutes))
        return self.tr("%n are waiting; the first cancels by itself within a minute.", "", waiting)
