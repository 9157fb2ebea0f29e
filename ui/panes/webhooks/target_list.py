"""Paints one target in the list: name, its last deliveries as bars, address, state."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout

from ui.backend.webhooks_port import Health, TargetRow
from ui.i18n import isolate_name
from ui.i18n.bidi import strip_marks
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Card, Column, Hairline, IconLabel, Ink, Label, RowList, RowPainter, RowsModel, row
from ui.widgets.card import SunkenFrame
from ui.widgets.painting import box, colour_of, mirror

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
    """One row is 92 pixels high."""

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
        self.body.addWidget(self.list, 1)
        self.body.addWidget(Hairline(context.theme))
        self.body.addWidget(self._build_receiver_box(context, open_receiver))

    def show_targets(self, rows: tuple[TargetRow, ...]) -> None:
        """Shows other targets, or a new state of the same ones. The selection stays; at first it is
        a failing one.
        """
        self.model.set_rows(rows)
        if self.list.current() is None and rows:
            trouble = [one for one in rows if one.target.trouble_since is not None]
            self.list.choose((trouble or list(rows))[0].target.id)

    def _accessible_text(self, row: TargetRow) -> str:
        return strip_marks(f"{row.name}, {self._painter.describe(row)}")

    def _build_receiver_box(self, context: PaneContext, open_receiver: Callable[[], None]) -> SunkenFrame:
        foot = SunkenFrame(context.theme, foot=True)
        layout = QVBoxLayout(foot)
        layout.setContentsMargins(18, 14, 18, 16)
        layout.setSpacing(8)
        title = Label(context.theme, self.tr("Built-in test receiver"), Type.STRONG)
        layout.addLayout(row(IconLabel(context.theme, "flask-conical", 18), title, None))
        text = self.tr("Send your events here first. It checks the signature and names what is wrong.")
        layout.addWidget(Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self.receiver = Button(context.theme, self.tr("Open the test receiver"), changes=True)
        self.receiver.clicked.connect(open_receiver)
        layout.addLayout(row(self.receiver, None))
        return foot
