"""The side bar: panes in groups with badges, whether the service listens; narrow, only icons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QVBoxLayout, QWidget

from ui.backend.host_port import HostState, HostStatus
from ui.backend.shops_port import Badges
from ui.shell.pane_context import PaneKey
from ui.theme import Radius, Theme, Tone, Type
from ui.theme.icons import drawing
from ui.theme.metrics import NAV_HEIGHT, SIDEBAR, SIDEBAR_NARROW
from ui.widgets import Hairline, column, fill, row
from ui.widgets.badge import Mark
from ui.widgets.keyboard_focus import EnterPressMixin, FocusRingMixin
from ui.widgets.label import ElidedLabel, Label
from ui.widgets.painting import Ink, box, focus_ring, leading_alignment, mirror, runs_rtl

translate = QCoreApplication.translate
_ICONS = {
    PaneKey.OVERVIEW: "layout-dashboard",
    PaneKey.ORDERS: "shopping-bag",
    PaneKey.CATALOGUE: "package",
    PaneKey.SYSTEM: "cable",
    PaneKey.WEBHOOKS: "webhook",
    PaneKey.CALLS: "scroll-text",
    PaneKey.MARKETPLACE: "store",
    PaneKey.HISTORY: "history",
    PaneKey.SETTINGS: "settings",
}


_SELLING = (PaneKey.SYSTEM, PaneKey.WEBHOOKS, PaneKey.MARKETPLACE)


def pane_name(key: PaneKey) -> str:
    names = {
        PaneKey.OVERVIEW: translate("Sidebar", "Overview"),
        PaneKey.ORDERS: translate("Sidebar", "Orders"),
        PaneKey.CATALOGUE: translate("Sidebar", "Catalogue"),
        PaneKey.SYSTEM: translate("Sidebar", "Your own system"),
        PaneKey.WEBHOOKS: translate("Sidebar", "Webhooks"),
        PaneKey.CALLS: translate("Sidebar", "Call log"),
        PaneKey.MARKETPLACE: translate("Sidebar", "Marketplace"),
        PaneKey.HISTORY: translate("Sidebar", "History"),
        PaneKey.SETTINGS: translate("Sidebar", "Settings"),
    }
    return names[key]


class NavButton(EnterPressMixin, FocusRingMixin, QPushButton):
    def __init__(self, theme: Theme, key: PaneKey) -> None:
        super().__init__(pane_name(key))
        self._theme, self._icon = theme, _ICONS[key]
        self._count, self._alarm, self._narrow, self._quiet = 0, False, False, False
        self.setCheckable(True)
        self.setFont(theme.font(Type.MEDIUM))
        self.setFixedHeight(NAV_HEIGHT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(self.text())
        theme.changed.connect(self.update)

    def show_badge(self, count: int = 0, *, alarm: bool = False) -> None:
        """Shows a number, or a mark that something is wrong."""
        self._count, self._alarm = count, alarm
        trouble = translate("Sidebar", "needs attention") if alarm else ""
        self.setAccessibleDescription(str(count) if count else trouble)
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        """Shows only the icon, with the name as tool tip."""
        self._narrow = narrow
        self.setToolTip(self.text() if narrow else "")
        self.update()

    def set_quiet(self, quiet: bool) -> None:
        """Paints the name paler: what it opens is not used yet."""
        self._quiet = quiet
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(SIDEBAR - 20, NAV_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens, rtl = self._theme.tokens, runs_rtl(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            box(painter, self.rect(), Radius.CONTROL, tokens.nav_active if self.isChecked() else tokens.hover, None)
        ink = tokens.text3 if self._quiet else tokens.text2
        colour = tokens.nav_icon if self.isChecked() else ink
        place = mirror(QRect(10, 8, 18, 18), self.rect(), rtl=rtl)
        if self._narrow:
            place = QRect((self.width() - 18) // 2, 8, 18, 18)
        painter.drawPixmap(place.topLeft(), self._theme.pixmap(self._icon, colour, 18, self.devicePixelRatioF()))
        if not self._narrow:
            painter.setFont(self._theme.font(Type.STRONG if self.isChecked() else Type.MEDIUM))
            painter.setPen(tokens.text if self.isChecked() else ink)
            text = mirror(QRect(38, 0, self.width() - 76, self.height()), self.rect(), rtl=rtl)
            painter.drawText(text, int(leading_alignment(rtl=rtl)), self.text())
        self._paint_badge(painter, rtl)
        if self.has_ring:
            focus_ring(painter, self.rect(), Radius.CONTROL, tokens.accent_text)

    def _paint_badge(self, painter: QPainter, rtl: bool) -> None:
        tokens = self._theme.tokens
        if self._count:
            painter.setFont(self._theme.font(Type.SMALL_STRONG))
            text = str(self._count) if self._count < 100 else "99+"
            wide = max(20, painter.fontMetrics().horizontalAdvance(text) + 12)
            place = QRect(self.width() - wide - 8, 8, wide, 18)
            if self._narrow:
                place = QRect(self.width() - wide, 0, wide, 16)
            place = mirror(place, self.rect(), rtl=rtl)
            box(painter, QRectF(place), place.height() / 2, tokens.accent, None)
            painter.setPen(tokens.on_accent)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), text)
        elif self._alarm:
            size = 12 if self._narrow else 16
            place = QRect(self.width() - size - (2 if self._narrow else 10), 2 if self._narrow else 9, size, size)
            spot = mirror(place, self.rect(), rtl=rtl).topLeft()
            mark = self._theme.pixmap("circle-alert", tokens.bad.text, size, self.devicePixelRatioF())
            painter.drawPixmap(spot, mark)


class Logo(QWidget):
    """The logo on its tile; amber and square in staging."""

    def __init__(self, theme: Theme, size: int = 26) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(size, size)
        self.setAccessibleName("Counterpart")
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        name = "logo-staging" if self._theme.staging else "logo-dark" if self._theme.tokens.dark else "logo"
        QPainter(self).drawPixmap(0, 0, drawing(name, self.width(), self.devicePixelRatioF()))


class Sidebar(QFrame):
    """All panes; `on_chosen` is called with the key."""

    def __init__(self, theme: Theme, on_chosen: Callable[[PaneKey], None]) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self.setFixedWidth(SIDEBAR)
        self._name = Label(theme, "Counterpart", Type.HEADING)
        self._layout = column(
            row(6, Logo(theme), 2, self._name, None), 21, spacing=2, inside=self, margins=(10, 15, 10, 14)
        )
        self.buttons = {key: NavButton(theme, key) for key in PaneKey}
        self._group = QButtonGroup(self)
        self._captions: list[QWidget] = []
        for key in (PaneKey.OVERVIEW, PaneKey.ORDERS, PaneKey.CATALOGUE, PaneKey.HISTORY):
            self._add(key, self._layout)
        self._caption(theme, self.tr("Selling"))
        self._selling = QVBoxLayout()
        self._selling.setSpacing(2)
        self._layout.addLayout(self._selling)
        for key in _SELLING:
            self._add(key, self._selling)
        self._caption(theme, self.tr("Support"))
        for key in (PaneKey.CALLS, PaneKey.SETTINGS):
            self._add(key, self._layout)
        self._layout.addStretch(1)
        self._group.buttonClicked.connect(lambda button: on_chosen(self._key_of(button)))
        self._mark = Mark(theme, Tone.NEUTRAL, 8)
        self._state = Label(theme, "", Type.SMALL_STRONG)
        self._address = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        line = Hairline(theme)
        fill(self._layout, line, 10, row(6, self._mark, self._state, None, spacing=6), row(8, self._address, spacing=0))

    def choose(self, key: PaneKey) -> None:
        self.buttons[key].setChecked(True)

    def show_badges(self, badges: Badges) -> None:
        """Shows what waits and what is wrong."""
        self.buttons[PaneKey.ORDERS].show_badge(badges.orders_waiting)
        self.buttons[PaneKey.WEBHOOKS].show_badge(alarm=badges.webhooks_in_trouble)
        self.buttons[PaneKey.MARKETPLACE].show_badge(alarm=badges.link is not None)

    def show_use(self, used: frozenset[PaneKey]) -> None:
        """Panes of this group that the shop does not use are quiet, below the others."""
        for key in sorted(_SELLING, key=lambda one: one not in used):
            self.buttons[key].set_quiet(key not in used)
            self._selling.removeWidget(self.buttons[key])
            self._selling.addWidget(self.buttons[key])

    def show_host(self, status: HostStatus) -> None:
        well = status.state is HostState.LISTENING and not status.cannot_save
        starting = status.state is HostState.STARTING
        self._mark.set_tone(Tone.GOOD if well else Tone.NEUTRAL if starting else Tone.BAD)
        self._state.set_ink(Ink.TEXT if well or starting else Ink.BAD)
        text = self.tr("Listening") if well else self.tr("Starting") if starting else self.tr("Not listening")
        if status.cannot_save:
            text = self.tr("Nothing is saved")
        self._state.setText(text)
        self._address.setText(status.address.partition("//")[2])
        self.setToolTip(f"{text} {status.address}")

    def set_narrow(self, narrow: bool) -> None:
        """Makes the bar 64 pixels wide, with icons only."""
        # the last pixel is the line next to it
        self.setFixedWidth((SIDEBAR_NARROW if narrow else SIDEBAR) - 1)
        for button in self.buttons.values():
            button.set_narrow(narrow)
        for widget in (self._name, self._state, self._address, *self._captions):
            widget.setVisible(not narrow)

    def _add(self, key: PaneKey, layout: QVBoxLayout) -> None:
        self._group.addButton(self.buttons[key])
        layout.addWidget(self.buttons[key])

    def _caption(self, theme: Theme, text: str) -> None:
        caption = Label(theme, text, Type.CAPTION, Ink.TEXT3)
        caption.setContentsMargins(10, 12, 10, 2)
        self._captions.append(caption)
        self._layout.addWidget(caption)

    def _key_of(self, button: object) -> PaneKey:
        return next(key for key, known in self.buttons.items() if known is button)
