"""The Webhooks pane: a list of targets, and one of them with its deliveries."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from service.domain.changes import ChangeKind
from service.domain.shops import Mode
from ui.backend.webhooks_port import DeliveryDetail, DeliveryPage, DeliveryRow, Health, TargetRow
from ui.i18n import isolate_name
from ui.i18n.bidi import strip_marks
from ui.panes.shared.keyring_notes import KeyringNotes
from ui.panes.webhooks.delivery_list import PAGE, DeliveryDialog
from ui.panes.webhooks.target_actions import TargetActions
from ui.panes.webhooks.target_detail import DeliveryActions, TargetDetail, TargetHeadActions
from ui.panes.webhooks.target_dialogs import ResendSinceDialog
from ui.shell.pane import Page, PageHeader, Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import (
    Button,
    Card,
    Column,
    EmptyState,
    Hairline,
    IconLabel,
    Ink,
    Kind,
    Label,
    Note,
    RowList,
    RowPainter,
    RowsModel,
    column,
    fill,
    row,
)
from ui.widgets.card import SunkenFrame
from ui.widgets.painting import box, colour_of, mirror

NEW_TARGET = "new"

HEIGHT = 92
_EDGE, _ICON = 20, 16
_BARS, _STEP, _BAR = 12, 6, QRect(0, 0, 4, 14)
_ICON_AND_INK = {
    Health.WELL: ("circle-check", Ink.GOOD),
    Health.REFUSING: ("circle-alert", Ink.BAD),
    Health.WAITING: ("timer", Ink.WARN),
    Health.OFF: ("circle", Ink.TEXT2),
    Health.NEW: ("circle-dashed", Ink.TEXT2),
}
WIDTH = 308


class TargetRows(RowPainter):
    """Paints a target: name, last deliveries as bars, address, state. A row is 92 pixels high."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, HEIGHT)
        self._context = context

    def paint_row(self, painter: QPainter, rect: QRect, row: TargetRow, *, rtl: bool) -> None:
        tokens = self.theme.tokens
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        bars = _BARS * _STEP
        name = QRect(inner.left(), inner.top() + 12, inner.width() - bars - 10, 20)
        self._text(painter, name, inner, isolate_name(row.name), Type.STRONG, Ink.TEXT, rtl=rtl)
        self._paint_bars(
            painter, QRect(inner.right() - bars + 3, inner.top() + 15, bars, _BAR.height()), row, inner, rtl
        )
        address = QRect(inner.left(), inner.top() + 34, inner.width(), 18)
        self._text(painter, address, inner, self._context.formats.ltr(row.target.url), Type.MONO, Ink.TEXT2, rtl=rtl)
        icon, ink = _ICON_AND_INK[row.health]
        place = mirror(QRect(inner.left() - 1, inner.top() + 61, _ICON, _ICON), inner, rtl=rtl)
        pixmap = self.theme.pixmap(icon, colour_of(tokens, ink), _ICON, painter.device().devicePixelRatioF())
        painter.drawPixmap(place.topLeft(), pixmap)
        address_rect = QRect(inner.left() + _ICON + 6, inner.top() + 59, inner.width() - _ICON - 6, 20)
        self._text(painter, address_rect, inner, self.describe(row), Type.SMALL_MEDIUM, ink, rtl=rtl)

    def describe(self, row: TargetRow) -> str:
        """The target's state, in a few words."""
        formats = self._context.formats
        if row.health is Health.OFF:
            recorded = self.tr("Off; %n event(s) kept for it", "", row.recorded_while_off)
            return recorded if row.recorded_while_off else self.tr("Off")
        if row.health is Health.NEW:
            return self.tr("Nothing sent yet")
        if row.health is Health.REFUSING:
            if row.last_status is None:
                text = self.tr("No answer %n time(s), %1 waiting", "", row.target.failures)
            else:
                text = self.tr("Refused %n time(s), %1 waiting", "", row.target.failures)
            return text.replace("%1", formats.count(row.waiting))
        if row.health is Health.WAITING:
            return self.tr("%n event(s) held up", "", row.waiting)
        if row.last_at is None:
            return self.tr("All well")
        return self.tr("All well, last %1").replace("%1", self._format_last(row.last_at))

    def _format_last(self, at: int) -> str:
        formats, now = self._context.formats, self._context.now()
        same_day = formats.to_local(at).date() == formats.to_local(now).date()
        return formats.time(at) if same_day else formats.date(at)

    def _text(
        self, painter: QPainter, place: QRect, inner: QRect, text: str, kind: Type, ink: Ink, *, rtl: bool
    ) -> None:
        spot = mirror(place, inner, rtl=rtl)
        self.text(painter, spot, text, kind, colour_of(self.theme.tokens, ink), end=False, rtl=rtl)

    def _paint_bars(self, painter: QPainter, place: QRect, row: TargetRow, inner: QRect, rtl: bool) -> None:
        """Oldest first in reading direction; refused ones are shorter, not only red."""
        tokens = self.theme.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        missing = _BARS - len(row.recent)
        for at in range(_BARS):
            bar = QRect(place.left() + at * _STEP, place.top(), _BAR.width(), _BAR.height())
            spot = QRectF(mirror(bar, inner, rtl=rtl))
            if at < missing or not row.target.on:
                box(painter, spot, 1.5, tokens.border_strong, None)
            elif row.recent[at - missing]:
                box(painter, spot, 1.5, tokens.good.fill, None)
            else:
                box(painter, spot.adjusted(0, 4, 0, 0), 1.5, tokens.bad.fill, None)
        painter.restore()


class TargetList(Card):
    """`list.picked` gives the target for the detail."""

    def __init__(self, context: PaneContext, open_receiver: Callable[[], None]) -> None:
        super().__init__(context.theme, padding=0)
        self._painter = TargetRows(context)
        column: Column[TargetRow] = Column(self.tr("Target"), self._accessible_text)
        self.model: RowsModel[TargetRow] = RowsModel((column,), lambda row: row.target.id, self)
        self.list: RowList[TargetRow] = RowList(context.theme, self.model, self._painter, name=self.tr("Targets"))
        self.list.setMinimumHeight(2 * HEIGHT)
        self.setFixedWidth(WIDTH)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        fill(self.body, (self.list, 1), Hairline(context.theme), self._build_receiver_box(context, open_receiver))

    def show_targets(self, rows: tuple[TargetRow, ...]) -> None:
        """Shows other targets or new states. The selection stays; at first it is a failing one."""
        self.model.set_rows(rows)
        if self.list.current() is None and rows:
            trouble = [one for one in rows if one.target.trouble_since is not None]
            self.list.choose((trouble or list(rows))[0].target.id)

    def _accessible_text(self, row: TargetRow) -> str:
        return strip_marks(f"{row.name}, {self._painter.describe(row)}")

    def _build_receiver_box(self, context: PaneContext, open_receiver: Callable[[], None]) -> SunkenFrame:
        foot = SunkenFrame(context.theme, foot=True)
        title = Label(context.theme, self.tr("Built-in test receiver"), Type.STRONG)
        text = self.tr("Send your events here first. It checks the signature and names what is wrong.")
        self.receiver = Button(context.theme, self.tr("Open the test receiver"), changes=True, on_click=open_receiver)
        column(
            row(IconLabel(context.theme, "flask-conical", 18), title, None),
            Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True),
            row(self.receiver, None),
            inside=foot,
            margins=(18, 14, 18, 16),
        )
        return foot


class WebhooksPane(Pane):
    """Targets and their deliveries (desktop §2.5)."""

    key: ClassVar[PaneKey] = PaneKey.WEBHOOKS
    listens: ClassVar[frozenset[ChangeKind]] = frozenset(
        {ChangeKind.TARGETS, ChangeKind.DELIVERIES, ChangeKind.SHOPS, ChangeKind.SECRETS}
    )

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._rows: tuple[TargetRow, ...] = ()
        self._wanted_target: int | None = None
        self._delivery: DeliveryDetail | None = None
        self.since = Button(context.theme, self.tr("Send again since…"), icon="history", changes=True)
        self.since.clicked.connect(self._send_again_since)
        self.add = Button(context.theme, self.tr("Add a target"), Kind.PRIMARY, icon="plus", changes=True)
        self.add.clicked.connect(self.new)
        self.target_actions = TargetActions(self, self._current_target, self._restore_switch, self._select_when_loaded)
        self.keyring = KeyringNotes(context)
        self.mode_note = self._mode_note()
        self.targets = TargetList(context, self.target_actions.open_receiver)
        self.targets.list.picked.connect(self._on_target_picked)
        self.detail = TargetDetail(context, self._make_target_actions(), self._make_delivery_actions())
        self.detail.deliveries.table.picked.connect(self._on_delivery_picked)
        self.detail.deliveries.table.opened.connect(lambda _one: self._read_delivery())
        self.keyring.changed.connect(
            lambda: self.detail.notes.set_keyring_note_above(above=self.keyring.note is not None)
        )
        self._fill()

    def load(self) -> None:
        self.mode_note.setVisible(not self.context.shop.webhooks)
        self.keyring.load()
        self.dispatcher.fetch(self.context.backend.webhooks.targets(self.context.shop.id), self._show, self.show_error)

    def new(self) -> None:
        self.target_actions.add_target("", self)

    def focus_filter(self) -> None:
        self.detail.deliveries.filter.setFocus()

    def open_target(self, target: str) -> None:
        if target == NEW_TARGET:
            self.new()
        elif target.isdigit():
            self._wanted_target = int(target)
            self._choose_wanted()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.targets.list, self.detail.head.test, self.detail.deliveries.table)

    # The layout of the pane.

    def _fill(self) -> None:
        page = Page(spacing=14)
        # Before its parts: with each new parent Qt styles all that a widget holds again.
        column(page, inside=self.content)
        text = self.tr("We post orders and stock changes to these addresses the moment they happen.")
        page.body.addWidget(PageHeader(self.theme, self.tr("Webhooks"), text, self.since, self.add))
        page.body.addWidget(self.mode_note)
        page.body.addWidget(self.keyring)
        self._both = QWidget()
        page.body.addWidget(self._both, 1)
        row(self.targets, (self.detail, 1), spacing=16, inside=self._both)
        self._nothing = self._empty()
        page.body.addWidget(self._nothing, 1)

    def _empty(self) -> QWidget:
        card = Card(self.theme, padding=0)
        add = Button(self.theme, self.tr("Add a target"), Kind.PRIMARY, icon="plus", main=True, changes=True)
        add.clicked.connect(self.new)
        receiver = Button(
            self.theme, self.tr("Open the test receiver"), Kind.GHOST, icon="flask-conical", main=True, changes=True
        )
        receiver.clicked.connect(self.target_actions.open_receiver)
        text = self.tr(
            "Your till or ERP gets a notice of each order and each change of stock at once, and does not have to ask."
        )
        script = "counterpart webhooks add http://192.168.1.20:9000/hook --event order.placed"
        state = EmptyState(
            self.theme,
            "webhook",
            self.tr("No targets yet"),
            text,
            add,
            receiver,
            script_label=self.tr("From a script:"),
            script=script,
        )
        card.body.addWidget(state)
        return card

    def _mode_note(self) -> Note:
        on = Button(self.theme, self.tr("Switch it on"), changes=True, on_click=self._switch_mode_on)
        text = self.tr("Nothing is sent. What happens is kept for each target, and goes out once this is on again.")
        note = Note(self.theme, Tone.WARN, self.tr("Webhooks are off for this shop"), (text,), on)
        note.hide()
        return note

    def _make_target_actions(self) -> TargetHeadActions:
        steps = self.target_actions
        return TargetHeadActions(steps.switch, steps.send_test, steps.ask_rotate, steps.edit, steps.ask_remove)

    def _make_delivery_actions(self) -> DeliveryActions:
        return DeliveryActions(
            self._reload_deliveries,
            self._load_more,
            self._read_delivery,
            self._send_again,
            self._retry_waiting,
            self.target_actions.ask_finish,
        )

    # Displaying data.

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
            self._load_deliveries()
        self.show_content()

    def _choose_wanted(self) -> None:
        if self._wanted_target is not None and self.targets.list.choose(self._wanted_target):
            self._wanted_target = None

    def _on_target_picked(self, row: TargetRow | None) -> None:
        if row is None:
            return
        before = self.detail.target
        self.detail.show_target(row)
        if before is None or before.target.id != row.target.id:
            self._reload_deliveries()

    def _reload_deliveries(self) -> None:
        self.detail.strip.hide()
        self._delivery = None
        self.detail.deliveries.begin()
        self._load_deliveries()

    def _load_deliveries(self) -> None:
        row = self.detail.target
        if row is None:
            return
        deliveries = self.detail.deliveries
        target, state = row.target.id, deliveries.state
        limit = max(PAGE, len(deliveries.model.rows))
        future = self.context.backend.webhooks.deliveries(self.context.shop.id, target, state, None, limit)

        def on_answered(page: DeliveryPage) -> None:
            if self.detail.target and self.detail.target.target.id == target and deliveries.state is state:
                self._show_page(page)

        self.dispatcher.fetch(future, on_answered, deliveries.show_fault)

    def _show_page(self, page: DeliveryPage) -> None:
        table = self.detail.deliveries.table
        on = self.detail.target is not None and self.detail.target.target.on
        self.detail.deliveries.show_page(page, on=on)
        current = table.current()
        if current is not None:
            self._on_delivery_picked(current)
        elif page.rows:
            stuck = [row for row in page.rows if row.delivery.attempts and row.delivery.next_attempt_at is not None]
            table.choose((stuck or list(page.rows))[0].delivery.id)
        else:
            self.detail.strip.hide()

    def _load_more(self, before: str) -> None:
        row = self.detail.target
        if row is not None:
            deliveries = self.detail.deliveries
            future = self.context.backend.webhooks.deliveries(
                self.context.shop.id, row.target.id, deliveries.state, before, PAGE
            )
            self.dispatcher.fetch(future, deliveries.add_page, self.target_actions.on_failed)

    def _on_delivery_picked(self, row: DeliveryRow | None) -> None:
        if row is not None:
            future = self.context.backend.webhooks.delivery(self.context.shop.id, row.delivery.id)
            self.dispatcher.fetch(future, self._show_delivery, self.target_actions.on_failed)

    def _show_delivery(self, detail: DeliveryDetail) -> None:
        current = self.detail.deliveries.table.current()
        if current is not None and current.delivery.id == detail.delivery.id and self.detail.target:
            self._delivery = detail
            self.detail.strip.show_detail(detail, on=self.detail.target.target.on)

    # The actions of the buttons.

    def _current_target(self) -> TargetRow | None:
        return self.detail.target

    def _restore_switch(self, on: bool) -> None:
        self.detail.head.switch.show_state(on)

    def _select_when_loaded(self, target: int) -> None:
        self._wanted_target = target

    def _read_delivery(self) -> None:
        if self._delivery is not None:
            DeliveryDialog(self.context, self, self._delivery).open()

    def _send_again(self) -> None:
        if self._delivery is not None:
            future = self.context.backend.webhooks.resend(self.context.shop.id, self._delivery.delivery.id)
            self.dispatcher.send(future, self.target_actions.on_failed)

    def _retry_waiting(self) -> None:
        if self.detail.target:
            future = self.context.backend.webhooks.resend_waiting(self.context.shop.id, self.detail.target.target.id)
            self.dispatcher.send(future, self.target_actions.on_failed)

    def _send_again_since(self) -> None:
        on = tuple(row for row in self._rows if row.target.on)
        current = self.detail.target
        if on:
            ResendSinceDialog(self.context, self, on, current.target.id if current else on[0].target.id).open()

    def _switch_mode_on(self) -> None:
        future = self.context.backend.shops.set_mode(self.context.shop.id, Mode.WEBHOOKS, on=True)
        self.dispatcher.send(future, self.target_actions.on_failed)
