"""Prints a pick slip, an order or a delivery note."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from service.domain.marketplace.orders import Status
from service.domain.printing import Paper, SlipKind, make_slip
from service.domain.settings import Settings
from ui.backend import BackendError
from ui.backend.orders_port import OrderDetail
from ui.i18n.error_texts import fault_text
from ui.printing.pages import Pages, Printers
from ui.printing.print_dialog import PrintDialog
from ui.printing.slip_pages import make_slip_pages, slip_titles
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import FilterChip, Segment, Segmented, row

_FIRST_KINDS = {
    Status.READY: SlipKind.DELIVERY_NOTE,
    Status.OUT_FOR_DELIVERY: SlipKind.DELIVERY_NOTE,
    Status.DELIVERED: SlipKind.ORDER,
    Status.CANCELLED: SlipKind.ORDER,
}
"""What is printed of an order in a status; of the others a pick slip."""


class SlipDialog(PrintDialog):
    """The paper that was chosen last is chosen again."""

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        detail: OrderDetail,
        chooser: FileChooser | None = None,
        printers: Printers | None = None,
    ) -> None:
        super().__init__(context, parent, self.tr("Print the order"), chooser, printers)
        self._detail = detail
        self._settings: Settings | None = None
        titles = tuple(Segment(kind.value, text) for kind, text in slip_titles().items())
        self.kinds = Segmented(context.theme, titles, lambda _key: self.refresh(), name=self.tr("What to print"))
        self.kinds.choose(_FIRST_KINDS.get(detail.order.status, SlipKind.PICK_SLIP).value)
        papers = ((Paper.A4.value, self.tr("A4")), (Paper.ROLL_80.value, self.tr("Receipt, 80 mm")))
        self.paper = FilterChip(context.theme, papers, lambda _key: self._on_paper_chosen(), name=self.tr("Paper"))
        self.body.addLayout(row(self.kinds, None, self.paper))
        self.build()
        self.dispatcher.fetch(context.backend.settings.read(), self._use_settings, self._on_failed)

    def title(self) -> str:
        """`ORD-2026-000123 Pick slip`."""
        return f"{self._detail.order.reference} {slip_titles()[SlipKind(self.kinds.key)]}"

    def make_pages(self) -> Pages:
        detail = self._detail
        slip = make_slip(
            SlipKind(self.kinds.key),
            self.context.shop,
            detail.order,
            detail.branch,
            detail.arabic_names,
            detail.customer,
            detail.shelves,
        )
        font = self.theme.font(Type.BODY)
        return make_slip_pages(slip, Paper(self.paper.key), self.context.formats, font, self.context.now())

    def _use_settings(self, settings: Settings) -> None:
        chosen = self._settings is not None
        self._settings = settings
        if not chosen:
            self.paper.choose(settings.paper)

    def _on_paper_chosen(self) -> None:
        self.refresh()
        before, paper = self._settings, Paper(self.paper.key)
        if before is not None and before.paper is not paper:
            self._settings = replace(before, paper=paper)
            self.dispatcher.send(self.context.backend.settings.change(before, self._settings), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        """The paper is printed all the same; only its choice is not remembered."""
        self._show_fault(fault_text(error))
