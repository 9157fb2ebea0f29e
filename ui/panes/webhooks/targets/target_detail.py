"""The card of one target: head, notes, the selected delivery, all deliveries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QVBoxLayout

from ui.backend.webhooks_port import TargetRow
from ui.panes.webhooks.deliveries.delivery_list import DeliveryList
from ui.panes.webhooks.deliveries.delivery_strip import DeliveryStrip
from ui.panes.webhooks.targets.target_head import TargetHead, TargetHeadActions
from ui.panes.webhooks.targets.target_notes import NoteActions, TargetNotes
from ui.shell.pane_context import PaneContext
from ui.widgets import Card, Hairline


@dataclass(frozen=True, slots=True)
class DeliveryActions:
    """The actions on deliveries."""

    reload: Callable[[], None]
    load_more: Callable[[str], None]
    open_body: Callable[[], None]
    send_again: Callable[[], None]
    try_all: Callable[[], None]
    finish_rotation: Callable[[], None]


class TargetDetail(Card):
    """Composes the parts; the pane fills them."""

    def __init__(self, context: PaneContext, acts: TargetHeadActions, delivery_actions: DeliveryActions) -> None:
        super().__init__(context.theme, padding=0)
        self.target: TargetRow | None = None
        self.head = TargetHead(context, acts)
        self.notes = TargetNotes(
            context, NoteActions(delivery_actions.try_all, acts.rotate, delivery_actions.finish_rotation)
        )
        self.strip = DeliveryStrip(context, delivery_actions.open_body, delivery_actions.send_again)
        self.deliveries = DeliveryList(context, delivery_actions.reload, delivery_actions.load_more)
        top = QVBoxLayout()
        top.setContentsMargins(20, 14, 20, 14)
        top.setSpacing(12)
        top.addWidget(self.head)
        top.addWidget(self.notes)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        self.body.addLayout(top)
        self.body.addWidget(Hairline(context.theme))
        self.body.addWidget(self.strip)
        self.body.addWidget(self.deliveries, 1)

    def show_target(self, row: TargetRow) -> None:
        """Shows another target, or a new state of the same one."""
        self.target = row
        self.setAccessibleName(row.name)
        self.head.show_target(row)
        self.notes.show_target(row)
