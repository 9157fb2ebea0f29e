"""What the pane displays without parts, and when a search finds none."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import Button, Card, Dialog, EmptyState, Ink, Kind, Label, column, row


class NoParts(Card):
    """In staging one click adds a sample; in the live shop it shows the ways to send parts."""

    def __init__(self, context: PaneContext, fill: Callable[[], None], enter: Callable[[], None]) -> None:
        super().__init__(context.theme)
        if context.staging:
            title = self.tr("No test parts yet")
            text = self.tr("Fill staging with a sample shop to try everything out. Your real stock stays as it is.")
            self.main = Button(
                context.theme, self.tr("Fill staging with a sample"), Kind.PRIMARY, icon="package", main=True
            )
            self.main.clicked.connect(fill)
            script = "counterpart sample"
        else:
            title = self.tr("No parts yet")
            text = self.tr(
                "Send them from your till or accounts program, let us read a price list that it saves, or enter them."
            )
            self.main = Button(context.theme, self.tr("Load a file"), Kind.PRIMARY, icon="upload", main=True)
            self.main.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "load"))
            script = ""
        other = Button(context.theme, self.tr("Make a key for your till"), icon="key", main=True)
        other.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "new-key"))
        self.enter = Button(context.theme, self.tr("New part"), icon="plus", main=True, changes=True)
        self.enter.clicked.connect(enter)
        self.enter.setEnabled(not context.shop.read_only)
        buttons: tuple[QWidget, ...] = (self.main, self.enter, other)
        label = self.tr("From a script:")
        self.body.addWidget(
            EmptyState(context.theme, "package", title, text, *buttons, script_label=label, script=script)
        )


class NoMatch(QWidget):
    """The page for a search or view without parts."""

    def __init__(self, context: PaneContext, clear: Callable[[], None]) -> None:
        super().__init__()
        text = Label(context.theme, self.tr("No part fits this search."), wrap=True)
        text.set_ink(Ink.TEXT2)
        self.clear = Button(context.theme, self.tr("Show all parts"))
        self.clear.clicked.connect(clear)
        self.setLayout(column(text, row(self.clear, None), None, spacing=12))
        self.setContentsMargins(20, 16, 20, 16)


class UnknownPartDialog(Dialog):
    """A call or an order named a SKU that the catalogue does not have."""

    def __init__(self, context: PaneContext, parent: QWidget, sku: str) -> None:
        title = self.tr("%1 is not in your catalogue").replace("%1", isolate_name(sku))
        super().__init__(context.theme, parent, title, icon="package", tone=Tone.WARN)
        text = self.tr("A call named it, but its row was rejected or the part was removed. The call’s notes say why.")
        self.body.addWidget(Label(context.theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.buttons(self.main_button(self.tr("Close"), self.accept))
