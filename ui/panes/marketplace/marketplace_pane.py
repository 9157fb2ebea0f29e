"""The pane "Marketplace" (link §7)."""

from __future__ import annotations

from concurrent.futures import Future
from typing import ClassVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.changes import ChangeKind
from service.domain.link.rehearsal import OnlyThere
from ui.backend import BackendError
from ui.backend.marketplace_port import LinkView
from ui.i18n.error_texts import fault_text
from ui.panes.marketplace.link_card import LinesCard, LinkCard
from ui.panes.marketplace.link_form import LinkForm
from ui.panes.marketplace.practice_card import PracticeCard
from ui.panes.marketplace.rehearsal_card import RehearsalCard
from ui.panes.marketplace.waiting_card import WaitingCard
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Page, PageHeader, Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import ConfirmDialog


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
        self.parked = LinesCard(context, self.tr("Parked"))
        self.notices = LinesCard(context, self.tr("Needs your attention"))
        self.view: LinkView | None = None
        self.card.switch.clicked.connect(self._switch)
        self.card.approve.clicked.connect(lambda: self._approve(OnlyThere.LEAVE))
        self.card.end_practice.clicked.connect(lambda: self._practise(False))
        self.card.retry.clicked.connect(lambda: self._do(context.backend.marketplace.retry(context.shop.id)))
        self.card.remove.clicked.connect(self._ask_remove)
        self._fill()

    def _fill(self) -> None:
        words = self.tr("The hosted marketplace that sells this shop's items.")
        page = Page()
        page.body.addWidget(PageHeader(self.theme, self.tr("Marketplace"), words))
        for part in (self.form, self.practice, self.rehearsal, self.card, self.notices, self.waiting, self.parked):
            page.body.addWidget(part)
        page.body.addStretch(1)
        layout = QVBoxLayout(self.content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(page)

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
        text = self.tr("Its key is deleted here. Orders no longer come down, stock and prices no longer go up.")
        if count:
            orders = self.tr("%n order(s) of the marketplace are open; it hears nothing more of them.", "", count)
            text = f"{orders} {text}"
        title, action = self.tr("Remove the link to the marketplace?"), self.tr("Remove the link")

        def remove() -> None:
            self._do(self.context.backend.marketplace.remove(self.context.shop.id, anyway=count > 0))

        ConfirmDialog(self.theme, self, title, text, action, remove, destructive=True, icon="trash-2").open()

    def _do(self, future: Future[None]) -> None:
        self.dispatcher.send(future, self._show_fault)

    def _show_fault(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.context.clipboard).open()
