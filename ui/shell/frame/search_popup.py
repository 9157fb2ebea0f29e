"""The results of the search in the top bar, under its field."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.shops_port import SearchHit
from ui.i18n import Formats
from ui.i18n.bidi import isolate_name
from ui.i18n.error_texts import fault_text
from ui.i18n.service_sentences import field_label
from ui.i18n.value_words import part_name
from ui.shell.pane_context import PaneKey
from ui.theme import Theme, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import fill
from ui.widgets.controls.fields import SearchField
from ui.widgets.label import Label
from ui.widgets.painting import Ink, mirror
from ui.widgets.tables.row_list import RowList, RowPainter
from ui.widgets.tables.rows_model import Column, RowsModel
from ui.widgets.window_use import make_timer

translate = QCoreApplication.translate
_WIDTH, _MAX_ROWS, _MARGIN = 380, 8, 8
_TEXT_LEFT, _TEXT_RIGHT, _FRAME = 42, 14, 4
"""Pixels on both sides of a row's texts, and of the margins and the border of the popup."""
_PANES = {"order": PaneKey.ORDERS, "part": PaneKey.CATALOGUE, "call": PaneKey.CALLS}
_ICONS = {"order": "shopping-bag", "part": "package", "call": "scroll-text"}


def describe_hit(hit: SearchHit, formats: Formats) -> str:
    """What a hit says below its title."""
    if hit.at is not None:
        return formats.ltr(f"{hit.status} · {formats.to_local(hit.at):%Y-%m-%d %H:%M}")
    price = "" if hit.fils is None else formats.money(hit.fils)
    if hit.kind != "part":
        return price
    name = part_name(hit.name, hit.name_ar, formats)
    with_vat = price and translate("SearchPopup", "%1 with VAT").replace("%1", price)
    free = translate("SearchPopup", "%1 free").replace("%1", formats.quantity(hit.free or 0))
    shelf = f"{field_label('shelf')} {isolate_name(hit.shelf)}" if hit.shelf else ""
    return " · ".join(filter(None, (name, with_vat, free, shelf)))


class _HitPainter(RowPainter):
    def __init__(self, theme: Theme, height: int, formats: Formats) -> None:
        super().__init__(theme, height)
        self._formats = formats

    def paint_row(self, painter: QPainter, rect: QRect, row: SearchHit, *, rtl: bool) -> None:
        tokens = self.theme.tokens
        place = mirror(QRect(rect.left() + 14, rect.center().y() - 8, 16, 16), rect, rtl=rtl)
        painter.drawPixmap(place.topLeft(), self.theme.pixmap(_ICONS[row.kind], tokens.text2, 16, 2))
        inner = mirror(rect.adjusted(_TEXT_LEFT, 4, -_TEXT_RIGHT, -4), rect, rtl=rtl)
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = upper.translated(0, inner.height() // 2)
        self.text(painter, upper, isolate_name(row.title), Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        self.text(painter, lower, describe_hit(row, self._formats), Type.SMALL, tokens.text2, end=False, rtl=rtl)


class SearchPopup(QFrame):
    """Down enters the list, Enter opens, Esc closes; so does a loss of focus."""

    def __init__(
        self,
        theme: Theme,
        formats: Formats,
        window: QWidget,
        field: SearchField,
        go: Callable[[PaneKey, str], None],
    ) -> None:
        super().__init__(window)
        self._formats = formats
        self.setObjectName("card")
        self._theme, self._field, self._go = theme, field, go
        self._reply: PendingReply[tuple[SearchHit, ...]] | None = None
        self._text = ""
        self._opens_first = False
        column: Column[SearchHit] = Column("", lambda hit: f"{hit.title} {describe_hit(hit, formats)}")
        self._model: RowsModel[SearchHit] = RowsModel((column,), lambda hit: (hit.kind, hit.target), self)
        self.list: RowList[SearchHit] = RowList(
            theme, self._model, _HitPainter(theme, TWO_LINE_ROW, formats), name=self.tr("Found"), parent=self
        )
        self.list.opened.connect(self._open)
        self.list.clicked.connect(lambda index: self._open(self._model.row(index.row())))
        self._empty_label = Label(theme, self.tr("Nothing found."), Type.BODY, Ink.TEXT2)
        self._empty_label.setContentsMargins(14, 8, 14, 8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 6, 1, 6)
        fill(layout, self.list, self._empty_label)
        field.edit.installEventFilter(self)
        self.list.installEventFilter(self)
        field.edit.returnPressed.connect(self._on_enter)
        field.destroyed.connect(self._on_field_deleted)
        self._focus_timer = make_timer(self, 0, self._close_without_focus)
        self.hide()

    def search(self, backend: Backend, dispatcher: GuiDispatcher, shop: int, text: str) -> None:
        """Searches again; an empty text closes."""
        if self._reply:
            self._reply.cancel()
        self._text, self._opens_first = text, False
        if not text:
            self.hide()
            return
        self._reply = dispatcher.fetch(backend.shops.search(shop, text), self._show, self._fail)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusOut and watched in (self._field.edit, self.list):
            self._focus_timer.start()
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and self.isVisible():
            if event.key() == Qt.Key.Key_Down and watched is self._field.edit and self._model.rowCount():
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                self.list.setCurrentIndex(self._model.index(0, 0))
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.hide()
                self._field.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        return super().eventFilter(watched, event)

    def _show(self, hits: tuple[SearchHit, ...]) -> None:
        self._model.set_rows(hits)
        opens_first, self._opens_first = self._opens_first, False
        if opens_first and hits:
            self._open(hits[0])
            return
        self._empty_label.setText(self.tr("Nothing found."))
        self._present()

    def _fail(self, error: BackendError) -> None:
        self._model.set_rows(())
        self._empty_label.setText(fault_text(error))
        self._present()

    def _present(self) -> None:
        """Shows what was found, unless somebody has left the field before the answer came."""
        if not self._has_focus():
            return
        count = self._model.rowCount()
        self.list.setVisible(count > 0)
        self._empty_label.setVisible(count == 0)
        self.list.setFixedHeight(min(count, _MAX_ROWS) * TWO_LINE_ROW)
        widest = min(self._measure_rows(), self.window().width() - 2 * _MARGIN)
        self.setFixedWidth(max(_WIDTH, self._field.width(), widest))
        self.adjustSize()
        corner = self._field.mapTo(self.window(), QPoint(self._field.width() - self.width(), self._field.height() + 6))
        self.move(max(_MARGIN, corner.x()), corner.y())
        self.show()
        self.raise_()

    def _measure_rows(self) -> int:
        """The width in pixels at which no row is cut."""
        title, detail = (QFontMetrics(self._theme.font(kind)) for kind in (Type.MEDIUM, Type.SMALL))
        rows = self._model.rows
        texts = [
            max(title.horizontalAdvance(row.title), detail.horizontalAdvance(describe_hit(row, self._formats)))
            for row in rows
        ]
        return max(texts, default=0) + _TEXT_LEFT + _TEXT_RIGHT + _FRAME

    def _on_field_deleted(self) -> None:
        """Drops the field that a rebuild of the window deleted."""
        self._focus_timer.stop()
        if self._reply:
            self._reply.cancel()
        self.hide()
        self.setParent(None)
        self.deleteLater()

    def _close_without_focus(self) -> None:
        """Closes soon after the focus left field and list: it may only have moved between them."""
        if not self._has_focus():
            self.hide()

    def _has_focus(self) -> bool:
        return self._field.edit.hasFocus() or self.list.hasFocus()

    def _on_enter(self) -> None:
        """Opens the text's first hit once it is known; closed hits may be old: it asks again."""
        known = self._text == self._field.text() and not (self._reply and self._reply.pending) and self.isVisible()
        if known and self._model.rowCount():
            self._open(self._model.row(0))
        elif self._field.text() and not known:
            self._field.search_now()
            self._opens_first = True

    def _open(self, hit: SearchHit) -> None:
        if self.list.hasFocus():  # Qt would move it to the first button of the window
            self._field.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self._field.edit.clear()
        self._go(_PANES[hit.kind], hit.target)
