"""The top bar: the shop, live or staging, search, help; and the amber strip under it in staging."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from ui.backend.shops_port import ShopPair
from ui.i18n import isolate_name
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import PAGE_PADDING, TOPBAR
from ui.widgets import fill, row, set_margins
from ui.widgets.controls.button import Button, IconButton
from ui.widgets.controls.fields import SearchField
from ui.widgets.controls.segmented import Segment, Segmented
from ui.widgets.label import Label, escape_mnemonic, set_plain_tooltip
from ui.widgets.painting import Ink, elide, runs_rtl

LIVE, STAGING = "live", "staging"
_STRIP, _HATCH = 34, 14
_SEARCH_WIDTH, _SEARCH_MIN_WIDTH = 264, 120
_NAME_WIDTH = 240


class Topbar(QFrame):
    """Reports what the user chooses; shows what the window sets."""

    def __init__(
        self,
        theme: Theme,
        *,
        on_shop_chosen: Callable[[int], None],
        on_staging_chosen: Callable[[str], None],
        on_search: Callable[[str], None],
        on_help: Callable[[], None],
        person: QWidget,
    ) -> None:
        """`person` shows who is at the counter."""
        super().__init__()
        self.setObjectName("topbar")
        self.setFixedHeight(TOPBAR)
        self._theme, self._on_shop_chosen = theme, on_shop_chosen
        self._pairs: tuple[ShopPair, ...] = ()
        self.shop = Button(theme, "", icon="store", trailing_icon="chevron-down", on_click=self._open_shops)
        self.shop.setFont(theme.font(Type.STRONG))
        segments = (
            Segment(LIVE, self.tr("Live"), mark=Tone.GOOD),
            Segment(STAGING, self.tr("Staging"), mark=Tone.STAGING),
        )
        self.staging_switch = Segmented(theme, segments, on_staging_chosen, name=self.tr("Live or staging"), height=32)
        helps = (
            self.tr("The real shop: what you do here counts."),
            self.tr("For practice: test orders, test parts and test keys. Nothing reaches a buyer or your real stock."),
        )
        for at, text in enumerate(helps):
            self.staging_switch.setTabToolTip(at, text)
        self.search = SearchField(theme, self.tr("Search orders, parts, calls"), on_search, keys="Ctrl K", sunken=True)
        self.search.setMinimumWidth(_SEARCH_MIN_WIDTH)
        self.search.setMaximumWidth(_SEARCH_WIDTH)
        self.help = IconButton(theme, "circle-question-mark", self.tr("Help for this page (F1)"), on_click=on_help)
        line = QHBoxLayout(self)
        set_margins(line, theme, PAGE_PADDING, 0, 16, 0)
        line.setSpacing(12)
        fill(line, self.shop, self.staging_switch, None, (self.search, 4), person, self.help)

    def show_shops(self, pairs: tuple[ShopPair, ...], current: ShopPair, *, staging: bool) -> None:
        self._pairs = pairs
        self._show_name(current.live.name)
        self.shop.setAccessibleName(self.tr("Shop: %1").replace("%1", current.live.name))
        self.shop.updateGeometry()
        self.staging_switch.choose(STAGING if staging else LIVE)

    def _show_name(self, name: str) -> None:
        elided = elide(self.shop.fontMetrics(), name, _NAME_WIDTH)
        self.shop.setText(elided)
        set_plain_tooltip(self.shop, name if elided != name else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.tokens.border)

    def _open_shops(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for pair in self._pairs:
            action = menu.addAction(escape_mnemonic(isolate_name(pair.live.name)))
            action.triggered.connect(lambda _checked=False, shop=pair.live.id: self._on_shop_chosen(shop))
        left = self.shop.width() - menu.sizeHint().width() if runs_rtl(self) else 0
        menu.popup(self.shop.mapToGlobal(QPoint(left, self.shop.height() + 4)))


class StagingStrip(QWidget):
    """The hatched amber strip: it says "staging", and has no close button."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(_STRIP)
        title = Label(theme, self.tr("Staging (practice)"), Type.SMALL_STRONG, Ink.ON_STAGING)
        text = Label(
            theme,
            self.tr("Test data and test keys. Nothing here reaches a buyer or your real stock."),
            Type.SMALL_MEDIUM,
            Ink.ON_STAGING,
        )
        self.setAccessibleName(f"{title.text()}. {text.text()}")
        row(title, text, None, spacing=9, inside=self, margins=(72, 0, 72, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens.staging.fill)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = 34 if not runs_rtl(self) else 120
        self._hatch(painter, QRect(0, 0, wide, self.height()))
        other = 154 - wide
        self._hatch(painter, QRect(self.width() - other, 0, other, self.height()))
        icon = self._theme.pixmap("flask-conical", tokens.on_staging, 16, self.devicePixelRatioF())
        painter.drawPixmap(48 if not runs_rtl(self) else self.width() - 64, 9, icon)

    def _hatch(self, painter: QPainter, area: QRect) -> None:
        painter.save()
        painter.setClipRect(area)
        dark = self._theme.tokens.staging.fill.darker(115)
        painter.setPen(QPen(dark, 5))
        for x in range(area.left() - area.height(), area.right() + area.height(), _HATCH):
            painter.drawLine(QLineF(x, area.bottom() + 3, x + area.height() + 3, area.top()))
        painter.restore()
