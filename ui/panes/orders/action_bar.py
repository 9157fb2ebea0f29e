"""The buttons of an order: only the actions that its status allows, and the last one done, in past
tense.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QMenu, QWidget

from service.domain.marketplace.orders import Action, Method, Status
from ui.backend.orders_port import OrderDetail
from ui.panes.orders.order_words import ICONS, action_words, done_words
from ui.theme import Theme, Type
from ui.widgets import Button, IconButton, Kind, add_change, clear_layout, row

_STEPS = (Action.ACCEPT, Action.CONFIRM_FITMENT, Action.READY, Action.DELIVERED, Action.DISPATCHED)
_STEP_OF_STATUS = {
    Status.CONFIRMED: Action.ACCEPT,
    Status.READY: Action.READY,
    Status.OUT_FOR_DELIVERY: Action.DISPATCHED,
    Status.DELIVERED: Action.DELIVERED,
}
"""The action that led to a status."""


class ActionBar(QWidget):
    """`act` gets the action, `cancel` cancels for the owner, `copy` copies the reference,
    `print_order` opens the papers of the order.
    """

    def __init__(
        self,
        theme: Theme,
        act: Callable[[Action], None],
        cancel: Callable[[], None],
        copy: Callable[[], None],
        print_order: Callable[[], None],
    ) -> None:
        super().__init__()
        self._theme, self._on_action = theme, act
        self._on_cancel, self._on_copy, self._on_print = cancel, copy, print_order
        # With 8, an order that is ready for pickup does not fit into 960 pixels.
        self._layout = row(spacing=6)
        self.setLayout(self._layout)
        self.steps: dict[Action, Button] = {}
        self.cancel: Button | None = None
        self.menu = QMenu(self)
        self.menu.setFont(theme.font(Type.BODY))

    def show_order(self, detail: OrderDetail, *, read_only: bool) -> None:
        """Shows the buttons of another order. In a read-only shop they are disabled."""
        self._clear()
        main = [action for action in _STEPS if action in detail.actions]
        if detail.order.method is Method.COURIER and Action.DISPATCHED in main:
            main.sort(key=lambda action: action is not Action.DISPATCHED)
        words = action_words(detail.order.method)
        if detail.order.fitment_confirmed and Action.CONFIRM_FITMENT in main:
            main.remove(Action.CONFIRM_FITMENT)
        aside = [action for action in main if detail.order.method is Method.PICKUP and action is Action.DISPATCHED]
        for action in main:
            if action in aside:
                continue
            self._add(action, words[action], Kind.OUTLINE if self.steps else Kind.PRIMARY)
        self._add_done(detail)
        self._layout.addStretch(1)
        if Action.REJECT in detail.actions:
            self._add(Action.REJECT, words[Action.REJECT], Kind.DESTRUCTIVE)
        elif detail.can_cancel:
            self.cancel = Button(self._theme, self.tr("Cancel order…"), Kind.DESTRUCTIVE, main=True, changes=True)
            self.cancel.clicked.connect(self._on_cancel)
            self._layout.addWidget(self.cancel)
        self._add_menu(detail, aside, read_only=read_only)
        for button in filter(None, (*self.steps.values(), self.cancel)):
            button.setEnabled(not read_only)

    def set_busy(self, busy: bool) -> None:
        """Disables the buttons while an action is in progress."""
        self.setEnabled(not busy)

    def _add(self, action: Action, text: str, kind: Kind) -> None:
        button = Button(self._theme, text, kind, icon=ICONS.get(action, ""), main=True, changes=True)
        button.clicked.connect(lambda: self._on_action(action))
        self.steps[action] = button
        self._layout.addWidget(button)

    def _add_done(self, detail: OrderDetail) -> None:
        order = detail.order
        done = _STEP_OF_STATUS.get(order.status)
        if order.status is Status.PLACED and order.fitment_confirmed:
            done = Action.CONFIRM_FITMENT
        if done is not None:
            text = done_words()[done]
            self._layout.addWidget(Button(self._theme, text, Kind.DONE, icon=ICONS[done], main=True))

    def _add_menu(self, detail: OrderDetail, aside: Sequence[Action], *, read_only: bool) -> None:
        self.menu.clear()
        for action in aside:
            step = add_change(self.menu, self._theme, action_words(detail.order.method)[action])
            step.triggered.connect(lambda _checked=False, chosen=action: self._on_action(chosen))
            step.setEnabled(not read_only)
        self.menu.addAction(self.tr("Print…"), self._on_print)
        self.menu.addAction(self.tr("Copy the reference"), self._on_copy)
        if Action.REJECT in detail.actions and detail.can_cancel:
            cancel = add_change(self.menu, self._theme, self.tr("Cancel order…"))
            cancel.triggered.connect(self._on_cancel)
            cancel.setEnabled(not read_only)
        self.print = IconButton(self._theme, "printer", self.tr("Print: pick slip, order, delivery note"))
        self.print.clicked.connect(self._on_print)
        self._layout.addWidget(self.print)
        more = IconButton(self._theme, "ellipsis", self.tr("More"))
        more.clicked.connect(lambda: self.menu.popup(more.mapToGlobal(more.rect().bottomLeft())))
        self._layout.addWidget(more)

    def _clear(self) -> None:
        self.steps, self.cancel = {}, None
        clear_layout(self._layout)
