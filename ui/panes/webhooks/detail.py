"""The card of one target: head, notes, the chosen delivery, all deliveries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QVBoxLayout

from ui.backend.webhooks import TargetRow
from ui.panes.webhooks.deliveries import Deliveries
from ui.panes.webhooks.head import TargetActs, TargetHead
from ui.panes.webhooks.strip import DeliveryStrip
from ui.panes.webhooks.trouble import NoteActs, TargetNotes
from ui.shell.desk import Desk
from ui.widgets import Card, Hairline


@dataclass(frozen=True, slots=True)
class DeliveryActs:
    """What can be asked about deliveries."""

    list: Callable[[], None]
    more: Callable[[str], None]
    read: Callable[[], None]
    again: Callable[[], None]
    try_all: Callable[[], None]
    finish_rotation: Callable[[], None]


class TargetDetail(Card):
    """Puts the parts together; the pane fills them."""

    def __init__(self, desk: Desk, acts: TargetActs, about: DeliveryActs) -> None:
        super().__init__(desk.theme, padding=0)
        self.shown: TargetRow | None = None
        self.head = TargetHead(desk, acts)
        self.notes = TargetNotes(desk, NoteActs(about.try_all, acts.rotate, about.finish_rotation))
        self.strip = DeliveryStrip(desk, about.read, about.again)
        self.deliveries = Deliveries(desk, about.list, about.more)
        top = QVBoxLayout()
        top.setContentsMargins(20, 14, 20, 14)
        top.setSpacing(12)
        top.addWidget(self.head)
        top.addWidget(self.notes)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        self.body.addLayout(top)
        self.body.addWidget(Hairline(desk.theme))
        self.body.addWidget(self.strip)
        self.body.addWidget(self.deliveries, 1)

    def show_target(self, shown: TargetRow) -> None:
        """Another target, or the same further on."""
        self.shown = shown
        self.setAccessibleName(shown.name)
        self.head.show_target(shown)
        self.notes.show_target(shown)
