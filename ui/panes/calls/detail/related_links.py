"""The orders and parts that a call was about; each opens in its own pane."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend.calls_port import CallDetail
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import Column, RowList, RowPainter, RowsModel
from ui.widgets.painting import mirror


@dataclass(frozen=True, slots=True)
class Link:
    """One thing of another pane."""

    pane: PaneKey
    target: str


class _LinkPainter(RowPainter):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, LOG_ROW)

    def paint_row(self, painter: QPainter, rect: QRect, row: Link, *, rtl: bool) -> None:
        inner = rect.adjusted(4, 0, -4, 0)
        tokens, size = self.theme.tokens, 16
        ratio = painter.device().devicePixelRatioF()
        arrow = mirror(QRect(inner.right() - size, inner.center().y() - size // 2, size, size), inner, rtl=rtl)
        text = inner.adjusted(size + 8, 0, 0, 0) if rtl else inner.adjusted(0, 0, -size - 8, 0)
        self.text(painter, text, row.target, Type.MONO, tokens.accent_text, end=False, rtl=rtl)
        painter.drawPixmap(arrow.topLeft(), self.theme.pixmap("chevron-right", tokens.text3, size, ratio))


class RelatedPage(QWidget):
    """A list of links; a click or Enter opens one."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        columns: tuple[Column[Link], ...] = (Column("", lambda link: link.target),)
        self.model: RowsModel[Link] = RowsModel(columns, lambda link: link.target, self)
        self.list: RowList[Link] = RowList(
            context.theme, self.model, _LinkPainter(context.theme), name=self.tr("What the call was about")
        )
        self.list.clicked.connect(lambda index: self._open(self.model.row(index.row())))
        self.list.opened.connect(self._open)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.list)

    def show_detail(self, detail: CallDetail) -> str:
        """Shows another call; answers the tab's name, "" if the call was about nothing in
        particular.
        """
        orders, skus = len(detail.orders), detail.sku_count
        links = [Link(PaneKey.ORDERS, order) for order in detail.orders]
        links += [Link(PaneKey.CATALOGUE, sku) for sku in detail.skus]
        self.model.set_rows(links)
        if orders:
            return self.tr("%n order(s)", "", orders)
        if skus:
            return self.tr("%1 parts", "", skus).replace("%1", self._context.formats.count(skus))
        return ""

    def _open(self, link: Link) -> None:
        self._context.go(link.pane, link.target)
