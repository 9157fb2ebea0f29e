"""The Marketplace pane: the link, its form, the practice, the check and what waits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import ClassVar

from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind
from service.domain.link.link_state import LinkState
from service.domain.link.rehearsal import Change, OnlyThere, RehearsalReport
from service.domain.marketplace.orders import Action
from service.domain.quantity import MILLI
from ui.backend import BackendError
from ui.backend.marketplace_port import FoundMarketplace, LinkLine, LinkView, WaitingLine
from ui.i18n import translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.state_texts import link_state_name
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Page, PageHeader, Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.tokens import LINK_TONES
from ui.widgets import (
    Badge,
    Button,
    Card,
    ComboBox,
    ConfirmDialog,
    ElidedLabel,
    Fact,
    FactRows,
    FormRow,
    Ink,
    Kind,
    Label,
    Tile,
    clear_layout,
    column,
    fill,
    row,
    text_field,
)

_MOST_CHANGES = 8


class LinkCard(Card):
    """State, facts and buttons; `show_link` updates them."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.badge = Badge(theme, "", Tone.NEUTRAL)
        self.address = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.sentence = Label(theme, "", Type.BODY, Ink.TEXT, wrap=True)
        self.practice = Badge(theme, self.tr("Practice"), Tone.STAGING)
        self.approve = Button(theme, self.tr("Send anyway"), Kind.PRIMARY, changes=True)
        self.switch = Button(theme, "", changes=True)
        self.retry = Button(theme, self.tr("Send refused parts again"), changes=True)
        self.remove = Button(theme, self.tr("Remove the link"), Kind.GHOST, changes=True)
        self.end_practice = Button(theme, self.tr("End the practice"), Kind.GHOST, changes=True)
        self._tile = Tile(theme, "store", Tone.NEUTRAL, 44, disc=True, icon_size=24)
        self.times = ElidedLabel(theme, "", Type.SMALL, Ink.TEXT2)
        self.figures = [Label(theme, "", Type.FIGURE) for _ in range(3)]
        self.captions = [Label(theme, "", Type.SMALL, Ink.TEXT2) for _ in self.figures]
        pairs = zip(self.figures, self.captions, strict=True)
        self.body.setSpacing(16)
        head = row(self._tile, spacing=16)
        head.addLayout(
            column(row(self.badge, self.practice, self.address, None, spacing=12), self.sentence, spacing=6), 1
        )
        self.body.addLayout(head)
        self.body.addLayout(row(*(column(*pair, spacing=0) for pair in pairs), None, spacing=32))
        self.body.addWidget(self.times)
        self.body.addLayout(row(self.remove, self.end_practice, None, self.retry, self.switch, self.approve))

    def show_link(self, view: LinkView) -> None:
        self.badge.show_state(link_state_name(view.state), LINK_TONES[view.state])
        self.practice.setVisible(view.is_practice)
        self.end_practice.setVisible(view.is_practice)
        self.remove.setVisible(not view.is_practice)
        self.address.setVisible(not view.is_practice)
        self.address.setText(view.url)
        self.sentence.setText(translate_sentence(view.text))
        self.sentence.setVisible(bool(view.text))
        self.switch.setText(self.tr("Switch off") if view.is_on else self.tr("Switch on"))
        self.approve.setVisible(view.state is LinkState.HELD and view.approved)
        self.retry.setVisible(bool(view.parked))
        self._tile.show_icon("store", LINK_TONES[view.state])
        numbers = (view.to_push, view.actions_waiting, view.mirrored_open)
        words = (
            self.tr("part(s) wait(s) to be sent", "", view.to_push),
            self.tr("answer(s) wait(s) to be sent", "", view.actions_waiting),
            self.tr("open order(s)", "", view.mirrored_open),
        )
        for figure, caption, number, text in zip(self.figures, self.captions, numbers, words, strict=True):
            figure.setText(self._context.formats.count(number))
            caption.setText(text)
        times = (
            (self.tr("Last answer: %1"), view.last_answer_at),
            (self.tr("Waiting since: %1"), view.oldest_waiting_at),
            (self.tr("Compared: %1"), view.compared_at),
        )
        formats, now = self._context.formats, self._context.now()
        said = [text.replace("%1", formats.day_time(at, now)) for text, at in times if at is not None]
        self.times.setText(" · ".join(said))
        self.times.setVisible(bool(said))


class LinesCard(Card):
    """Parked rows, or orders on which the two sides disagree."""

    def __init__(self, context: PaneContext, title: str) -> None:
        super().__init__(context.theme)
        self._context = context
        self._rows = QWidget()
        self._layout = QVBoxLayout(self._rows)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        fill(self.body, Label(context.theme, title, Type.HEADING), self._rows)

    def show_lines(self, lines: tuple[LinkLine, ...]) -> None:
        """Shows other lines; without any the card is hidden."""
        self.setVisible(bool(lines))
        clear_layout(self._layout)
        for line in lines:
            theme = self._context.theme
            self._layout.addWidget(ElidedLabel(theme, line.subject, Type.MONO))
            self._layout.addWidget(Label(theme, translate_sentence(line.text), Type.SMALL, Ink.TEXT2, wrap=True))


class LinkForm(Card):
    """Asks for an address and a key; `check` and `connect` are called with both."""

    def __init__(
        self, context: PaneContext, check: Callable[[str, str], None], connect: Callable[[str, str], None]
    ) -> None:
        super().__init__(context.theme)
        self._context, self._check, self._connect = context, check, connect
        self._checked = ("", "")
        theme = context.theme
        self.address = text_field(theme, "", "https://", code=True)
        self.key = text_field(theme, "", "", code=True)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.address_row = FormRow(theme, self.tr("Address of the marketplace"), self.address)
        self.key_row = FormRow(
            theme, self.tr("API key"), self.key, self.tr("Make it on the marketplace's website. It stays secret.")
        )
        self.button = Button(theme, self.tr("Check"), Kind.PRIMARY, changes=True, on_click=self._ask)
        self.link = Button(theme, self.tr("Link the shop"), Kind.PRIMARY, changes=True, on_click=self._confirm)
        self.found = QWidget()
        self.found_text = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        title = Label(theme, self.tr("Step 2 of 3: the marketplace answers"), Type.STRONG)
        self.found.setLayout(column(title, self.found_text, spacing=4))
        for field in (self.address, self.key):
            field.textChanged.connect(self.hide_found)
        self.body.setSpacing(14)
        self.body.addWidget(Label(theme, self.tr("Link this shop to a marketplace"), Type.HEADING))
        words = self.tr(
            "Its orders come to this PC, and your stock and prices are sent to it. The marketplace is asked first; "
            "nothing is sent before you have seen what would change there and approved it."
        )
        self.body.addWidget(Label(theme, words, Type.BODY, Ink.TEXT2, wrap=True))
        self.body.addWidget(Label(theme, self.tr("Step 1 of 3: address and key"), Type.STRONG))
        self.body.addWidget(self.address_row)
        self.body.addWidget(self.key_row)
        self.body.addWidget(self.found)
        self.body.addLayout(row(None, self.button, self.link))
        self.hide_found()

    def show_found(self, marketplace: FoundMarketplace) -> None:
        """Step 2: what was understood of the marketplace; not if another one was typed since."""
        self.button.setEnabled(True)
        if self._entered() != self._checked:
            return
        formats = self._context.formats
        parts = [
            self.tr("%n placed order(s)", "", marketplace.orders),
            formats.items(marketplace.items),
            self.tr("orders come at once") if marketplace.event_feed else self.tr("orders are read every few seconds"),
        ]
        if marketplace.clock_offset:
            seconds = formats.count(abs(marketplace.clock_offset) // 1000)
            parts.append(self.tr("its clock differs by %1 s; times are corrected").replace("%1", seconds))
        self.found_text.setText(" · ".join(parts))
        self.found.show()
        self.button.hide()
        self.link.show()

    def hide_found(self) -> None:
        """Back to step 1."""
        self.found.hide()
        self.button.show()
        self.link.hide()
        self.link.setEnabled(True)

    def show_fault(self, text: str) -> None:
        """Shows why the shop is not linked; the form can be sent again."""
        self.button.setEnabled(True)
        self.link.setEnabled(True)
        self.key_row.show_fault(text)

    def _ask(self) -> None:
        self.button.setEnabled(False)
        self.hide_found()
        self.key_row.show_fault("")
        self._checked = self._entered()
        self._check(*self._checked)

    def _confirm(self) -> None:
        self.link.setEnabled(False)
        self._connect(*self._entered())

    def _entered(self) -> tuple[str, str]:
        return self.address.text(), self.key.text()


class PracticeCard(Card):
    """In Staging a button; in a live shop the way there. `begin` starts the practice."""

    def __init__(self, context: PaneContext, begin: Callable[[], None]) -> None:
        super().__init__(context.theme)
        theme, staging = context.theme, context.shop.staging
        self.button = Button(theme, self.tr("Try it with the practice marketplace"), changes=True, on_click=begin)
        self.button.setVisible(staging)
        words = self.tr("It places orders, answers slowly, goes away and comes back. Nothing leaves this computer.")
        there = self.tr("Switch to Staging at the top. Your live shop never meets the practice marketplace.")
        title = Label(theme, self.tr("Practise without an account"), Type.HEADING)
        texts = column(title, Label(theme, words if staging else there, Type.BODY, Ink.TEXT2, wrap=True), spacing=3)
        head = row(Tile(theme, "flask-conical", Tone.STAGING, 44, icon_size=22), spacing=14)
        fill(head, (texts, 1), self.button)
        self.body.addLayout(head)


class RehearsalCard(Card):
    """Shown until the owner approves; `approve` is called with the choice for items only there."""

    def __init__(self, context: PaneContext, approve: Callable[[OnlyThere], None]) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.choice = ComboBox()
        for text, choice in (
            (self.tr("Leave them as they are"), OnlyThere.LEAVE),
            (self.tr("Make them inactive there"), OnlyThere.DEACTIVATE),
            (self.tr("Copy them here, without stock"), OnlyThere.BRING),
        ):
            self.choice.addItem(text, choice.value)
        self.choice_row = FormRow(theme, self.tr("Parts that exist there only"), self.choice)
        self.button = Button(theme, self.tr("Approve and send"), Kind.PRIMARY, changes=True)
        self.button.clicked.connect(lambda: approve(OnlyThere(self.choice.currentData())))
        self._facts = QVBoxLayout()
        self.body.setSpacing(14)
        self.body.addWidget(Label(theme, self.tr("Step 3 of 3: what would change there"), Type.HEADING))
        self.body.addLayout(self._facts)
        self.body.addWidget(self.choice_row)
        self.body.addLayout(row(None, self.button))
        self.hide()

    def show_link(self, view: LinkView) -> None:
        """The counts and the worst changes, while they wait for the owner."""
        report = view.rehearsal
        self.setVisible(report is not None and not view.approved and view.is_on)
        if report is None:
            return
        clear_layout(self._facts)
        for widget in self._parts(report):
            self._facts.addWidget(widget)
        self.choice_row.setVisible(bool(report.only_there))

    def _parts(self, report: RehearsalReport) -> list[QWidget]:
        theme, formats = self._context.theme, self._context.formats
        counts = (
            Fact(self.tr("Would be created there"), formats.count(report.create)),
            Fact(self.tr("Would be changed there"), formats.count(report.change)),
            Fact(self.tr("Equal on both sides"), formats.count(report.equal)),
            Fact(self.tr("Exist there only"), formats.count(report.only_there)),
        )
        parts: list[QWidget] = [FactRows(theme, counts, ruled=True)]
        if report.worst:
            parts.append(Label(theme, self.tr("The largest changes"), Type.STRONG))
            worst = tuple(
                Fact(formats.ltr(change.sku), self._change(change)) for change in report.worst[:_MOST_CHANGES]
            )
            parts.append(FactRows(theme, worst, ruled=True))
        return parts

    def _change(self, change: Change) -> str:
        is_price = change.field == "price_fils"
        words = self.tr("price %1, there %2") if is_price else self.tr("stock %1, there %2")
        return words.replace("%1", self._value(change.here, is_price)).replace(
            "%2", self._value(change.there, is_price)
        )

    def _value(self, value: float | None, is_price: bool) -> str:
        if value is None:
            return self.tr("none")
        formats = self._context.formats
        return formats.money(int(value)) if is_price else formats.quantity(round(value * MILLI))


class WaitingCard(Card):
    """One row for each action; `withdraw` is called with its id."""

    def __init__(self, context: PaneContext, withdraw: Callable[[int], None]) -> None:
        super().__init__(context.theme)
        self._context, self._withdraw = context, withdraw
        self.buttons: list[Button] = []
        self._layout = QVBoxLayout()
        self._layout.setSpacing(10)
        fill(self.body, Label(context.theme, self.tr("Waiting for the marketplace"), Type.HEADING), self._layout)
        self.hide()

    def show_lines(self, lines: tuple[WaitingLine, ...]) -> None:
        """Other lines; none hides the card."""
        self.setVisible(bool(lines))
        clear_layout(self._layout)
        self.buttons = []
        for line in lines:
            self._layout.addWidget(self._row(line))

    def _row(self, line: WaitingLine) -> QWidget:
        theme, formats = self._context.theme, self._context.formats
        since = self.tr("since %1").replace("%1", formats.day_time(line.since, self._context.now()))
        words = f"{self._action_name(line.action)} · {since}"
        one = QWidget()
        parts = row(ElidedLabel(theme, line.reference, Type.MONO), Label(theme, words, Type.BODY, Ink.TEXT2), None)
        if line.can_withdraw:
            button = Button(theme, self.tr("Withdraw"), Kind.GHOST, changes=True)
            button.setAccessibleName(self.tr("Withdraw %1").replace("%1", line.reference))
            button.clicked.connect(lambda: self._withdraw(line.id))
            self.buttons.append(button)
            parts.addWidget(button)
        one.setLayout(parts)
        return one

    def _action_name(self, action: Action) -> str:
        names = {
            Action.ACCEPT: self.tr("Accept"),
            Action.REJECT: self.tr("Reject"),
            Action.CONFIRM_FITMENT: self.tr("Confirm fit"),
            Action.READY: self.tr("Ready"),
            Action.DISPATCHED: self.tr("Dispatched"),
            Action.DELIVERED: self.tr("Delivered"),
        }
        return names[action]


class MarketplacePane(Pane):
    """Without a link a form; with one its state, the parked rows, and the differences."""

    key: ClassVar[PaneKey] = PaneKey.MARKETPLACE
    listens: ClassVar[frozenset[ChangeKind]] = frozenset({ChangeKind.LINKS, ChangeKind.SHOPS})

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self.form = LinkForm(context, self._check, self._connect)
        self.practice = PracticeCard(context, lambda: self._practise(True))
        self.rehearsal = RehearsalCard(context, self._approve)
        self.waiting = WaitingCard(context, self._withdraw)
        self.card = LinkCard(context)
        self.parked = LinesCard(context, self.tr("Parts that the marketplace refused"))
        self.notices = LinesCard(context, self.tr("Needs your attention"))
        self.view: LinkView | None = None
        self.card.switch.clicked.connect(self._switch)
        self.card.approve.clicked.connect(lambda: self._approve(OnlyThere.LEAVE))
        self.card.end_practice.clicked.connect(lambda: self._practise(False))
        self.card.retry.clicked.connect(lambda: self._do(context.backend.marketplace.retry(context.shop.id)))
        self.card.remove.clicked.connect(self._ask_remove)
        self._fill()

    def _fill(self) -> None:
        words = self.tr("The hosted marketplace that sells this shop's parts.")
        page = Page()
        page.body.addWidget(PageHeader(self.theme, self.tr("Marketplace"), words))
        for part in (self.form, self.practice, self.rehearsal, self.card, self.notices, self.waiting, self.parked):
            page.body.addWidget(part)
        page.body.addStretch(1)
        column(page, inside=self.content)

    def load(self) -> None:
        future = self.context.backend.marketplace.view(self.context.shop.id)
        self.dispatcher.fetch(future, self._show, self.show_error)

    def areas(self) -> tuple[QWidget, ...]:
        return (self.form,) if self.view is None else (self.card,)

    def _show(self, view: LinkView | None) -> None:
        self.view = view
        self.form.setVisible(view is None)
        self.practice.setVisible(view is None)
        self.card.setVisible(view is not None)
        self.waiting.show_lines(() if view is None else view.waiting)
        self.parked.show_lines(() if view is None else view.parked)
        self.notices.show_lines(() if view is None else view.notices)
        if view is not None:
            self.card.show_link(view)
            self.rehearsal.show_link(view)
        else:
            self.rehearsal.hide()
        self.show_content()

    def _check(self, url: str, key: str) -> None:
        future = self.context.backend.marketplace.check(self.context.shop.id, url, key)
        self.dispatcher.fetch(future, self.form.show_found, lambda error: self.form.show_fault(fault_text(error)))

    def _connect(self, url: str, key: str) -> None:
        future = self.context.backend.marketplace.connect(self.context.shop.id, url, key)
        self.dispatcher.fetch(future, lambda _: self._linked(), lambda error: self.form.show_fault(fault_text(error)))

    def _linked(self) -> None:
        self.form.show_fault("")
        self.form.key.clear()
        self.form.hide_found()

    def _approve(self, only_there: OnlyThere) -> None:
        self._do(self.context.backend.marketplace.approve(self.context.shop.id, only_there))

    def _withdraw(self, action: int) -> None:
        self._do(self.context.backend.marketplace.withdraw(self.context.shop.id, action))

    def _practise(self, on: bool) -> None:
        self._do(self.context.backend.marketplace.practise(self.context.shop.id, on))

    def _switch(self) -> None:
        on = self.view is not None and not self.view.is_on
        self._do(self.context.backend.marketplace.switch(self.context.shop.id, on))

    def _ask_remove(self) -> None:
        """Asks before the link is removed, and names the orders that the marketplace then loses."""
        count = 0 if self.view is None else self.view.mirrored_open
        text = self.tr("Its key is deleted here. Orders no longer come here, and stock and prices are no longer sent.")
        if count:
            orders = self.tr("%n order(s) of the marketplace are open; it gets no more news of them.", "", count)
            text = f"{orders} {text}"
        title, action = self.tr("Remove the link to the marketplace?"), self.tr("Remove the link")

        def remove() -> None:
            self._do(self.context.backend.marketplace.remove(self.context.shop.id, anyway=count > 0))

        ConfirmDialog(self.theme, self, title, text, action, remove, destructive=True, icon="trash-2").open()

    def _do(self, future: Future[None]) -> None:
        self.dispatcher.send(future, self._show_fault)

    def _show_fault(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.context.clipboard).open()
