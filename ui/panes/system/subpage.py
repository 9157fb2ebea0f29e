"""Pages inside the pane, and the cards that open them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from ui.shell.pane import Page
from ui.theme import Theme, Type
from ui.theme.metrics import PAGE_PADDING
from ui.widgets import Button, Card, ElidedLabel, Hairline, IconButton, Ink, Label, column, row, set_margins


class ActionCard(Card):
    """What a page or a file is for, and its buttons."""

    def __init__(self, theme: Theme, title: str, text: str, *buttons: Button) -> None:
        super().__init__(theme, padding=0)
        self.setAccessibleName(title)
        texts = column(
            Label(theme, title, Type.HEADING), Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True), spacing=2
        )
        line = row()
        line.addLayout(texts, 1)
        for button in buttons:
            line.addWidget(button)
        self.body.setContentsMargins(20, 13, 20, 13)
        self.body.addLayout(line)


class SubPage(QWidget):
    """A page with a back button: title, sentence and buttons stay while its body scrolls. Esc goes
    back like the arrow; a page adds its buttons to `head`.
    """

    def __init__(self, theme: Theme, back: Callable[[], None]) -> None:
        super().__init__()
        self.back = IconButton(theme, "arrow-left", self.tr("Back to Your own system"), on_click=back)
        self.title = Label(theme, "", Type.TITLE)
        self.subtitle = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2)
        texts = column(self.title, self.subtitle, spacing=2)
        self.head = row(self.back, spacing=10)
        self.head.addLayout(texts, 1)
        set_margins(self.head, theme, PAGE_PADDING - 8, 18, PAGE_PADDING, 14)
        self.page = Page(spacing=14)
        self.page.body.setContentsMargins(PAGE_PADDING, 14, PAGE_PADDING, PAGE_PADDING)
        column(self.head, Hairline(theme), (self.page, 1), spacing=0, inside=self)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(back)
