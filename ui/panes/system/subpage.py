"""A page inside the pane, with a back button: title, sentence and buttons stay while its body
scrolls.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.shell.pane import Page
from ui.theme import Theme, Type
from ui.theme.metrics import PAGE_PADDING
from ui.widgets import ElidedLabel, Hairline, IconButton, Ink, Label, column, row, set_margins


class SubPage(QWidget):
    """Esc goes back like the arrow; a page adds its buttons to `head`."""

    def __init__(self, theme: Theme, back: Callable[[], None]) -> None:
        super().__init__()
        self.back = IconButton(theme, "arrow-left", self.tr("Back to Your own system"))
        self.back.clicked.connect(back)
        self.title = Label(theme, "", Type.TITLE)
        self.subtitle = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2)
        texts = column(self.title, self.subtitle, spacing=2)
        self.head = row(self.back, spacing=10)
        self.head.addLayout(texts, 1)
        set_margins(self.head, theme, PAGE_PADDING - 8, 18, PAGE_PADDING, 14)
        self.page = Page(spacing=14)
        self.page.body.setContentsMargins(PAGE_PADDING, 14, PAGE_PADDING, PAGE_PADDING)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self.head)
        whole.addWidget(Hairline(theme))
        whole.addWidget(self.page, 1)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(back)
