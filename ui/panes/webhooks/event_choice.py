"""Chooses events in plain words, with the technical name next to them."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QVBoxLayout, QWidget

from service.domain.webhooks.events import EventKind
from ui.i18n.bidi import ltr
from ui.panes.webhooks.webhook_words import kind_sentence, kind_word
from ui.theme import Theme, Type
from ui.widgets import ElidedLabel, Ink, Label, row

_INDENT = 28


class EventChoice(QWidget):
    """Several events, or one of them (`single`)."""

    def __init__(self, theme: Theme, chosen: frozenset[EventKind], *, single: bool = False) -> None:
        super().__init__()
        self.boxes: dict[EventKind, QCheckBox | QRadioButton] = {}
        group = QButtonGroup(self)
        group.setExclusive(single)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for kind in EventKind:
            box = QRadioButton(kind_word(kind)) if single else QCheckBox(kind_word(kind))
            box.setFont(theme.font(Type.MEDIUM))
            box.setChecked(kind in chosen)
            box.setAccessibleDescription(f"{kind_sentence(kind)} {kind.value}")
            group.addButton(box)
            self.boxes[kind] = box
            layout.addLayout(row(box, None, Label(theme, ltr(kind.value), Type.MONO, Ink.TEXT3)))
            line = row(_INDENT, spacing=0)
            line.addWidget(ElidedLabel(theme, kind_sentence(kind), Type.SMALL, Ink.TEXT2), 1)
            layout.addLayout(line)
            layout.addSpacing(4)

    def chosen(self) -> frozenset[EventKind]:
        """The ticked events."""
        return frozenset(kind for kind, box in self.boxes.items() if box.isChecked())
