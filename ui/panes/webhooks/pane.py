"""The Webhooks pane: targets at the side, one of them with its deliveries beside."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.changes import Family
from service.domain.events import SwitchOn
from service.domain.shops import Mode
from ui.backend import BackendError
from ui.backend.webhooks import DeliveryDetail, DeliveryPage, DeliveryRow, TargetRow, TargetSecret
from ui.i18n import named
from ui.panes.webhooks.deliveries import PAGE
from ui.panes.webhooks.delivery_dialog import DeliveryDialog
from ui.panes.webhooks.detail import DeliveryActs, TargetDetail
from ui.panes.webhooks.head import TargetActs
from ui.panes.webhooks.keyring import KeyringNotes
from ui.panes.webhooks.receiver import ReceiverDialog
from ui.panes.webhooks.resend import SendAgainSince
from ui.panes.webhooks.secret import ask_finish, ask_rotate, show_new_secret, show_next_secret
from ui.panes.webhooks.switching import SwitchOnDialog
from ui.panes.webhooks.target_form import AddTarget, EditTarget
from ui.panes.webhooks.target_list import TargetList
from ui.panes.webhooks.testing import SendTest
from ui.shell.desk import Desk, PaneKey
from ui.shell.fault import FaultDialog
from ui.shell.pane import Page, PageHeader, Pane
from ui.theme import Tone
from ui.widgets import Button, Card, ConfirmDialog, EmptyState, Kind, Note

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
        self.keyring = KeyringNotes(desk)
        self.mode_note = self._mode_note()
        self.targets = TargetList(desk, self._open_receiver)
        self.targets.list.picked.connect(self._picked)
        self.detail = TargetDetail(desk, self._target_acts(), self._delivery_acts())
        self.detail.deliveries.table.picked.connect(self._delivery_picked)
        self.detail.deliveries.table.opened.connect(lambda _one: self._read_delivery())
        self._fill()

    def load(self) -> None:
        self.mode_note.setVisible(not self.desk.shop.webhooks)
        self.keyring.load()
        self.courier.fetch(self.desk.backend.webhooks.targets(self.desk.shop.id), self._show, self.show_error)

    def new(self) -> None:
        self._add_target("", self)

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
        receiver.clicked.connect(self._open_receiver)
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
        return TargetActs(self._switch, self._send_test, self._ask_rotate, self._edit, self._ask_remove)

    def _delivery_acts(self) -> DeliveryActs:
        return DeliveryActs(
            self._list_anew, self._more, self._read_delivery, self._send_again, self._try_all, self._ask_finish
        )

    # What is shown.

    def _show(self, rows: tuple[TargetRow, ...]) -> None:
        self._rows = rows
        before = self.targets.list.current()
        self.targets.show_targets(rows)
        self.since.setVisible(bool(rows))
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
            self.courier.fetch(future, deliveries.add_page, self._failed)

    def _delivery_picked(self, row: DeliveryRow | None) -> None:
        if row is not None:
            future = self.desk.backend.webhooks.delivery(self.desk.shop.id, row.delivery.id)
            self.courier.fetch(future, self._show_delivery, self._failed)

    def _show_delivery(self, detail: DeliveryDetail) -> None:
        current = self.detail.deliveries.table.current()
        if current is not None and current.delivery.id == detail.delivery.id and self.detail.shown:
            self._read = detail
            self.detail.strip.show_detail(detail, on=self.detail.shown.target.on)

    # What the buttons do.

    def _failed(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.desk.clipboard).open()

    def _add_target(self, url: str, parent: QWidget) -> None:
        dialog = AddTarget(self.desk, parent, url)

        def added() -> None:
            made = dialog.take()
            if made is not None:
                self._wanted = made.target
                name = dialog.name.text().strip() or dialog.url.text().strip()
                show_new_secret(self.desk, parent, made, name, self.reload)

        dialog.accepted.connect(added)
        dialog.open()

    def _open_receiver(self) -> None:
        dialog = ReceiverDialog(self.desk, self, lambda url: self._add_target(url, dialog))
        dialog.open()

    def _edit(self) -> None:
        if self.detail.shown:
            dialog = EditTarget(self.desk, self, self.detail.shown)
            dialog.accepted.connect(self.reload)
            dialog.open()

    def _switch(self, on: bool) -> None:
        shown = self.detail.shown
        if shown is None:
            return
        webhooks, shop = self.desk.backend.webhooks, self.desk.shop.id

        def back() -> None:
            self.detail.head.switch.show_state(not on)

        def refused(error: BackendError) -> None:
            back()
            self._failed(error)

        def switch_on(choice: SwitchOn) -> None:
            future = webhooks.switch_on(shop, shown.target.id, choice)
            self.courier.fetch(future, lambda _none: self.reload(), refused)

        if not on:
            self.courier.fetch(webhooks.switch_off(shop, shown.target.id), lambda _none: self.reload(), refused)
        elif shown.recorded_while_off:
            SwitchOnDialog(self.desk, self, shown, switch_on, back).open()
        else:
            switch_on(SwitchOn.ALL)

    def _send_test(self) -> None:
        if self.detail.shown:
            dialog = SendTest(self.desk, self, self.detail.shown)
            dialog.finished.connect(lambda _code: self.reload())
            dialog.open()

    def _ask_rotate(self) -> None:
        if self.detail.shown:
            ask_rotate(self.desk, self, self.detail.shown.name, self._rotate).open()

    def _rotate(self) -> None:
        shown = self.detail.shown
        if shown is None:
            return

        def made(secret: TargetSecret) -> None:
            show_next_secret(self.desk, self, secret, shown.name, self.reload)

        self.courier.fetch(self.desk.backend.webhooks.rotate(self.desk.shop.id, shown.target.id), made, self._failed)

    def _ask_finish(self) -> None:
        shown = self.detail.shown
        if shown is not None:
            target = shown.target.id

            def finish() -> None:
                future = self.desk.backend.webhooks.finish_rotation(self.desk.shop.id, target)
                self.courier.fetch(future, lambda _none: self.reload(), self._failed)

            ask_finish(self.desk, self, shown.name, finish).open()

    def _ask_remove(self) -> None:
        shown = self.detail.shown
        if shown is None:
            return
        title = self.tr("Remove “%1”?").replace("%1", named(shown.name))
        text = self.tr("It gets nothing any more, and its secret is deleted.")
        if shown.waiting:
            text = self.tr(
                "It gets nothing any more, %n waiting event(s) included. Its secret is deleted.", "", shown.waiting
            )

        def remove() -> None:
            future = self.desk.backend.webhooks.remove(self.desk.shop.id, shown.target.id)
            self.courier.fetch(future, lambda _none: self.reload(), self._failed)

        action = self.tr("Remove the target")
        ConfirmDialog(self.theme, self, title, text, action, remove, destroys=True, icon="trash-2").open()

    def _read_delivery(self) -> None:
        if self._read is not None:
            DeliveryDialog(self.desk, self, self._read).open()

    def _send_again(self) -> None:
        if self._read is not None:
            future = self.desk.backend.webhooks.resend(self.desk.shop.id, self._read.delivery.id)
            self.courier.fetch(future, lambda _none: self.reload(), self._failed)

    def _try_all(self) -> None:
        if self.detail.shown:
            future = self.desk.backend.webhooks.resend_waiting(self.desk.shop.id, self.detail.shown.target.id)
            self.courier.fetch(future, lambda _count: self.reload(), self._failed)

    def _send_again_since(self) -> None:
        on = tuple(row for row in self._rows if row.target.on)
        shown = self.detail.shown
        if on:
            dialog = SendAgainSince(self.desk, self, on, shown.target.id if shown else on[0].target.id)
            dialog.finished.connect(lambda _code: self.reload())
            dialog.open()

    def _switch_mode_on(self) -> None:
        future = self.desk.backend.shops.set_mode(self.desk.shop.id, Mode.WEBHOOKS, on=True)
        self.courier.fetch(future, lambda _none: self.reload(), self._failed)
