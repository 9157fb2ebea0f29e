"""The Webhooks pane: targets at the side, one of them with its deliveries beside."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.changes import Family
from service.domain.shops import Mode
from ui.backend.webhooks import DeliveryDetail, DeliveryPage, DeliveryRow, TargetRow
from ui.panes.webhooks.deliveries import PAGE
from ui.panes.webhooks.delivery_dialog import DeliveryDialog
from ui.panes.webhooks.detail import DeliveryActs, TargetDetail
from ui.panes.webhooks.head import TargetActs
from ui.panes.webhooks.keyring import KeyringNotes
from ui.panes.webhooks.resend import SendAgainSince
from ui.panes.webhooks.steps import TargetSteps
from ui.panes.webhooks.target_list import TargetList
from ui.shell.desk import Desk, PaneKey
from ui.shell.pane import Page, PageHeader, Pane
from ui.theme import Tone
from ui.widgets import Button, Card, EmptyState, Kind, Note

NEW = "new"


class WebhooksPane(Pane):
    """DESKTOP.md, panes, 5."""

    key: ClassVar[PaneKey] = PaneKey.WEBHOOKS
    listens: ClassVar[frozenset[Family]] = frozenset({Family.TARGETS, Family.DELIVERIES, Family.SHOPS})

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._rows: tuple[TargetRow, ...] = ()
        self._wanted: int | None = None
        self._read: DeliveryDetail | None = None
        self.since = Button(desk.theme, self.tr("Send again since…"), icon="history")
        self.since.clicked.connect(self._send_again_since)
        self.add = Button(desk.theme, self.tr("Add a target"), Kind.PRIMARY, icon="plus")
        self.add.clicked.connect(self.new)
        self.steps = TargetSteps(self, self._shown, self._put_back, self._want)
        self.keyring = KeyringNotes(desk)
        self.mode_note = self._mode_note()
        self.targets = TargetList(desk, self.steps.open_receiver)
        self.targets.list.picked.connect(self._picked)
        self.detail = TargetDetail(desk, self._target_acts(), self._delivery_acts())
        self.detail.deliveries.table.picked.connect(self._delivery_picked)
        self.detail.deliveries.table.opened.connect(lambda _one: self._read_delivery())
        self.keyring.altered.connect(
            lambda: self.detail.notes.leave_to_keyring(told_above=self.keyring.note is not None)
        )
        self._fill()

    def load(self) -> None:
        self.mode_note.setVisible(not self.desk.shop.webhooks)
        self.keyring.load()
        self.courier.fetch(self.desk.backend.webhooks.targets(self.desk.shop.id), self._show, self.show_error)

    def new(self) -> None:
        self.steps.add_target("", self)

    def focus_filter(self) -> None:
        self.detail.deliveries.filter.setFocus()

    def open_target(self, target: str) -> None:
        if target == NEW:
            self.new()
        elif target.isdigit():
            self._wanted = int(target)
            self._choose_wanted()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.targets.list, self.detail.head.test, self.detail.deliveries.table)

    # How the pane is put together.

    def _fill(self) -> None:
        page = Page(spacing=14)
        text = self.tr("We post orders and stock changes to these addresses the moment they happen.")
        page.body.addWidget(PageHeader(self.theme, self.tr("Webhooks"), text, self.since, self.add))
        page.body.addWidget(self.mode_note)
        page.body.addWidget(self.keyring)
        self._both = QWidget()
        line = QHBoxLayout(self._both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        line.addWidget(self.targets)
        line.addWidget(self.detail, 1)
        self._nothing = self._empty()
        page.body.addWidget(self._both, 1)
        page.body.addWidget(self._nothing, 1)
        whole = QVBoxLayout(self.content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(page)

    def _empty(self) -> QWidget:
        card = Card(self.theme, padding=0)
        add = Button(self.theme, self.tr("Add a target"), Kind.PRIMARY, icon="plus", main=True)
        add.clicked.connect(self.new)
        receiver = Button(self.theme, self.tr("Open the test receiver"), Kind.GHOST, icon="flask-conical", main=True)
        receiver.clicked.connect(self.steps.open_receiver)
        text = self.tr("Your till or ERP hears of each order and each change of stock at once, and need not ask.")
        script = "counterpart webhooks add http://192.168.1.20:9000/hook --event order.placed"
        state = EmptyState(
            self.theme,
            "webhook",
            self.tr("No targets yet"),
            text,
            receiver,
            add,
            script_label=self.tr("From a script:"),
            script=script,
        )
        card.body.addWidget(state)
        return card

    def _mode_note(self) -> Note:
        on = Button(self.theme, self.tr("Switch it on"))
        on.clicked.connect(self._switch_mode_on)
        text = self.tr("Nothing is sent. What happens is kept for each target, and goes out once this is on again.")
        note = Note(self.theme, Tone.WARN, self.tr("Webhooks are off for this shop"), (text,), on)
        note.hide()
        return note

    def _target_acts(self) -> TargetActs:
        steps = self.steps
        return TargetActs(steps.switch, steps.send_test, steps.ask_rotate, steps.edit, steps.ask_remove)

    def _delivery_acts(self) -> DeliveryActs:
        return DeliveryActs(
            self._list_anew, self._more, self._read_delivery, self._send_again, self._try_all, self.steps.ask_finish
        )

    # What is shown.

    def _show(self, rows: tuple[TargetRow, ...]) -> None:
        self._rows = rows
        before = self.targets.list.current()
        self.targets.show_targets(rows)
        self.since.setVisible(any(row.target.on for row in rows))
        self.add.setVisible(bool(rows))
        self._both.setVisible(bool(rows))
        self._nothing.setVisible(not rows)
        self._choose_wanted()
        now = self.targets.list.current()
        if now is not None and before is not None and now.target.id == before.target.id:
            self.detail.show_target(now)
            self._list()
        self.show_content()

    def _choose_wanted(self) -> None:
        if self._wanted is not None and self.targets.list.choose(self._wanted):
            self._wanted = None

    def _picked(self, shown: TargetRow | None) -> None:
        if shown is None:
            return
        before = self.detail.shown
        self.detail.show_target(shown)
        if before is None or before.target.id != shown.target.id:
            self._list_anew()

    def _list_anew(self) -> None:
        self.detail.strip.hide()
        self._read = None
        self.detail.deliveries.begin()
        self._list()

    def _list(self) -> None:
        shown = self.detail.shown
        if shown is None:
            return
        deliveries = self.detail.deliveries
        target, state = shown.target.id, deliveries.state
        limit = max(PAGE, len(deliveries.model.rows))
        future = self.desk.backend.webhooks.deliveries(self.desk.shop.id, target, state, None, limit)

        def answered(page: DeliveryPage) -> None:
            if self.detail.shown and self.detail.shown.target.id == target and deliveries.state is state:
                self._show_page(page)

        self.courier.fetch(future, answered, deliveries.show_fault)

    def _show_page(self, page: DeliveryPage) -> None:
        table = self.detail.deliveries.table
        on = self.detail.shown is not None and self.detail.shown.target.on
        self.detail.deliveries.show_page(page, on=on)
        current = table.current()
        if current is not None:
            self._delivery_picked(current)
        elif page.rows:
            stuck = [row for row in page.rows if row.delivery.attempts and row.delivery.next_attempt_at is not None]
            table.choose((stuck or list(page.rows))[0].delivery.id)
        else:
            self.detail.strip.hide()

    def _more(self, before: str) -> None:
        shown = self.detail.shown
        if shown is not None:
            deliveries = self.detail.deliveries
            future = self.desk.backend.webhooks.deliveries(
                self.desk.shop.id, shown.target.id, deliveries.state, before, PAGE
            )
            self.courier.fetch(future, deliveries.add_page, self.steps.failed)

    def _delivery_picked(self, row: DeliveryRow | None) -> None:
        if row is not None:
            future = self.desk.backend.webhooks.delivery(self.desk.shop.id, row.delivery.id)
            self.courier.fetch(future, self._show_delivery, self.steps.failed)

    def _show_delivery(self, detail: DeliveryDetail) -> None:
        current = self.detail.deliveries.table.current()
        if current is not None and current.delivery.id == detail.delivery.id and self.detail.shown:
            self._read = detail
            self.detail.strip.show_detail(detail, on=self.detail.shown.target.on)

    # What the buttons do.

    def _shown(self) -> TargetRow | None:
        return self.detail.shown

    def _put_back(self, on: bool) -> None:
        self.detail.head.switch.show_state(on)

    def _want(self, target: int) -> None:
        self._wanted = target

    def _read_delivery(self) -> None:
        if self._read is not None:
            DeliveryDialog(self.desk, self, self._read).open()

    def _send_again(self) -> None:
        if self._read is not None:
            future = self.desk.backend.webhooks.resend(self.desk.shop.id, self._read.delivery.id)
            self.courier.fetch(future, lambda _none: self.reload(), self.steps.failed)

    def _try_all(self) -> None:
        if self.detail.shown:
            future = self.desk.backend.webhooks.resend_waiting(self.desk.shop.id, self.detail.shown.target.id)
            self.courier.fetch(future, lambda _count: self.reload(), self.steps.failed)

    def _send_again_since(self) -> None:
        on = tuple(row for row in self._rows if row.target.on)
        shown = self.detail.shown
        if on:
            dialog = SendAgainSince(self.desk, self, on, shown.target.id if shown else on[0].target.id)
            dialog.finished.connect(lambda _code: self.reload())
            dialog.open()

    def _switch_mode_on(self) -> None:
        future = self.desk.backend.shops.set_mode(self.desk.shop.id, Mode.WEBHOOKS, on=True)
        self.courier.fetch(future, lambda _none: self.reload(), self.steps.failed)
