"""Requests for quotation: what a buyer asks for, and a button for an order by phone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.marketplace.orders import Rfq, RfqItem
from service.domain.times import Millis
from ui.i18n import isolate_name
from ui.i18n.value_words import vehicle_text
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Type
from ui.theme.metrics import ORDER_ROW, TWO_LINE_ROW
from ui.widgets import (
    Button,
    Card,
    Column,
    ElidedLabel,
    EmptyState,
    Hairline,
    Ink,
    Kind,
    Label,
    RowList,
    RowPainter,
    RowsModel,
    SearchField,
    Table,
    column,
    fill,
    row,
)
from ui.widgets.painting import mirror

_EDGE = 20
LIST_WIDTH, LIST_MIN_WIDTH = 340, 292


class _RequestRows(RowPainter):
    """Reference over car, time over the number of things asked for."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, ORDER_ROW)
        self._context = context

    def paint_row(self, painter: QPainter, rect: QRect, row: Rfq, *, rtl: bool) -> None:
        tokens, formats = self.theme.tokens, self._context.formats
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        upper = QRect(inner.left(), rect.center().y() - 20, inner.width(), 20)
        lower = upper.translated(0, 22)
        when = formats.ago(row.created_at, self._context.now())
        used = self.text(painter, upper, when, Type.SMALL, tokens.text2, end=True, rtl=rtl)
        rest = mirror(upper.adjusted(0, 0, -used - 8, 0), upper, rtl=rtl)
        self.text(painter, rest, formats.ltr(row.reference), Type.STRONG, tokens.text, end=False, rtl=rtl)
        about = " · ".join(filter(None, (vehicle_text(row.vehicle), formats.parts(len(row.items)))))
        self.text(painter, lower, about, Type.SMALL, tokens.text2, end=False, rtl=rtl)


class RequestDetail(Card):
    """One request; `order` makes an order of its known parts."""

    def __init__(self, context: PaneContext, order: Callable[[Rfq], None]) -> None:
        super().__init__(context.theme, padding=0)
        self._context = context
        self._request: Rfq | None = None
        self._order = order
        theme, formats = context.theme, context.formats
        self.reference = Label(theme, "", Type.TITLE, selectable=True)
        self.about = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2)
        self.text = Label(theme, "", wrap=True, selectable=True)
        self.make = Button(theme, self.tr("Make an order of it"), Kind.PRIMARY, icon="phone", main=True, changes=True)
        self.make.clicked.connect(self._make)
        text = self.tr("Answer the buyer on the marketplace. Once you agree, enter the order here.")
        hint = Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True)
        top = column(self.reference, self.about, self.text, 4, row(self.make, None), hint, spacing=8)
        top.setContentsMargins(_EDGE, 16, _EDGE, 16)
        columns: tuple[Column[RfqItem], ...] = (
            Column(
                self.tr("Asked for"),
                lambda item: isolate_name(item.description),
                strong=True,
                second=lambda item: formats.ltr(item.sku) if item.sku else self.tr("no part number given"),
                inset=12,
            ),
            Column(self.tr("Qty"), lambda item: formats.quantity(item.quantity), 92, end=True, inset=12),
        )
        self.model: RowsModel[RfqItem] = RowsModel(columns, lambda item: item, self)
        self.table: Table[RfqItem] = Table(theme, self.model, name=self.tr("Asked for"), row_height=TWO_LINE_ROW)
        self.table.opened.connect(lambda item: context.go(PaneKey.CATALOGUE, item.sku) if item.sku else None)
        self.body.setSpacing(0)
        fill(self.body, top, Hairline(theme), (self.table, 1))

    def _make(self) -> None:
        if self._request is not None:
            self._order(self._request)

    def show_request(self, request: Rfq) -> None:
        self._request = request
        formats = self._context.formats
        self.reference.setText(formats.ltr(request.reference))
        when = formats.day_time(request.created_at, self._context.now())
        self.about.setText(" · ".join(filter(None, (when, vehicle_text(request.vehicle)))))
        self.text.setText(isolate_name(request.text) if request.text else "")
        self.text.setVisible(bool(request.text))
        self.make.setVisible(any(item.sku for item in request.items))
        self.model.set_rows(request.items)


class PriceRequests(QWidget):
    """List and detail of the requests, newest first."""

    def __init__(self, context: PaneContext, order: Callable[[Rfq], None]) -> None:
        super().__init__()
        self._context = context
        self._requests: tuple[Rfq, ...] = ()
        self._ages: tuple[str, ...] = ()
        self.search = SearchField(context.theme, self.tr("Request, car or part"), lambda _text: self._fill())
        column: Column[Rfq] = Column("", lambda request: f"{request.reference}, {vehicle_text(request.vehicle)}")
        self.model: RowsModel[Rfq] = RowsModel((column,), lambda request: request.reference, self)
        self.list: RowList[Rfq] = RowList(
            context.theme, self.model, _RequestRows(context), name=self.tr("Price requests")
        )
        self.list.picked.connect(self._on_picked)
        self.empty_text = Label(context.theme, self.tr("No request fits this search."), Type.BODY, Ink.TEXT2, wrap=True)
        self.empty_text.setContentsMargins(_EDGE, 16, _EDGE, 16)
        self.empty_text.hide()
        self.detail = RequestDetail(context, order)
        left = Card(context.theme, padding=0)
        left.setMinimumWidth(LIST_MIN_WIDTH)
        left.setMaximumWidth(LIST_WIDTH)
        left.body.setSpacing(0)
        head = row(self.search)
        head.setContentsMargins(12, 12, 12, 12)
        fill(left.body, head, Hairline(context.theme), self.empty_text, (self.list, 1))
        both = QWidget()
        row((left, 2), (self.detail, 3), spacing=16, inside=both)
        empty = Card(context.theme)
        empty.body.addWidget(
            EmptyState(
                context.theme,
                "message-square-text",
                self.tr("No price requests yet"),
                self.tr("When a buyer on the marketplace asks what a part would cost, the question shows here."),
                script_label=self.tr("From a script:"),
                script="counterpart rfq new rfq.json" + (" --staging" if context.staging else ""),
            )
        )
        self._stack = QStackedLayout(self)
        self._stack.addWidget(both)
        self._stack.addWidget(empty)

    @property
    def count(self) -> int:
        return len(self._requests)

    def tick(self, now: Millis) -> None:
        """Repaints the list when a text like "5 minutes ago" changes."""
        ages = tuple(self._context.formats.ago(request.created_at, now) for request in self.model.rows)
        if ages != self._ages:
            self._ages = ages
            self.model.repaint_rows()

    def show_requests(self, requests: tuple[Rfq, ...]) -> None:
        self._requests = requests
        self._stack.setCurrentIndex(0 if requests else 1)
        self._fill()

    def _fill(self) -> None:
        wanted = self.search.text().casefold()
        self.model.set_rows([request for request in self._requests if wanted in _search_text(request)])
        if self.list.current() is None and self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(0, 0))
        self.detail.setVisible(bool(self.model.rowCount()))
        self.empty_text.setVisible(not self.model.rowCount())

    def _on_picked(self, request: Rfq | None) -> None:
        if request is not None:
            self.detail.show_request(request)


def _search_text(request: Rfq) -> str:
    items = " ".join(f"{item.sku or ''} {item.description}" for item in request.items)
    return f"{request.reference} {vehicle_text(request.vehicle)} {request.text or ''} {items}".casefold()
