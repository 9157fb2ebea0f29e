"""What the pane displays before the first order."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import Button, Card, EmptyState, Kind


class NoOrders(Card):
    """In staging a button for a test order, in the live shop a sentence about what will come."""

    def __init__(self, context: PaneContext, place_test: Callable[[], None], enter: Callable[[], None]) -> None:
        super().__init__(context.theme)
        if context.staging:
            title = self.tr("No test orders yet")
            text = self.tr(
                "Place one to see what your till will receive, how the 30-minute countdown works and what each button "
                "does. No buyer is involved."
            )
            self.main = Button(
                context.theme, self.tr("Place a test order"), Kind.PRIMARY, icon="plus", main=True, changes=True
            )
            self.main.clicked.connect(place_test)
            other = Button(context.theme, self.tr("Send only the webhook"), icon="webhook", main=True, changes=True)
            other.clicked.connect(lambda: context.go(PaneKey.WEBHOOKS, ""))
            script = "counterpart orders place order.json --staging"
        else:
            title = self.tr("No orders yet")
            text = self.tr(
                "When a buyer orders on the marketplace, it rings here and you have 30 minutes to accept. Meanwhile "
                "you can enter an order that came by phone."
            )
            self.main = Button(
                context.theme, self.tr("Enter a phone order"), Kind.PRIMARY, icon="phone", main=True, changes=True
            )
            self.main.clicked.connect(enter)
            other = Button(context.theme, self.tr("List parts for sale"), icon="package", main=True)
            other.clicked.connect(lambda: context.go(PaneKey.CATALOGUE, ""))
            script = "counterpart orders place order.json"
        self.other = other
        buttons: tuple[QWidget, ...] = (self.main, other)
        label = self.tr("From a script:")
        state = EmptyState(context.theme, "shopping-bag", title, text, *buttons, script_label=label, script=script)
        self.body.addWidget(state)
