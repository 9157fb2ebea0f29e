"""Buttons: one primary per card or dialog, then outline, ghost, link; red text if destructive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Self

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from ui.theme import Radius, Theme, Type
from ui.theme.metrics import BUTTON_HEIGHT, MAIN_BUTTON_HEIGHT
from ui.widgets.controls.change_control import ChangeControlMixin
from ui.widgets.keyboard_focus import EnterPressMixin, FocusRingMixin
from ui.widgets.label import set_plain_tooltip
from ui.widgets.painting import box, focus_ring, runs_rtl

translate = QCoreApplication.translate
ICON = 16
GAP = 8
_PADDING = 12
_PRESSED = 118
"""By how much darker a main button is while it is pressed, in percent."""

_MAIN_PADDING = 18
_LINK_PADDING = 3
"""Between the letters of a link and the outside of its focus ring."""


class Kind(StrEnum):
    PRIMARY = "primary"
    OUTLINE = "outline"
    GHOST = "ghost"
    LINK = "link"
    DESTRUCTIVE = "destructive"
    DONE = "done"


def primary_last(buttons: Iterable[QWidget]) -> list[QWidget]:
    """A row of buttons at the end of a line: the main one is the last."""
    return sorted(buttons, key=lambda one: isinstance(one, Button) and one.kind is Kind.PRIMARY)


class Button(EnterPressMixin, ChangeControlMixin, FocusRingMixin, QPushButton):
    """A push button painted with tokens; `main` is taller, for the main action of a card. One that
    `changes` something is disabled where nothing can be changed.
    """

    def __init__(
        self,
        theme: Theme,
        text: str,
        kind: Kind = Kind.OUTLINE,
        *,
        icon: str = "",
        trailing_icon: str = "",
        main: bool = False,
        changes: bool = False,
        on_click: Callable[..., object] | None = None,
    ) -> None:
        super().__init__(text)
        self._theme, self._kind, self._icon, self._tail = theme, kind, icon, trailing_icon
        self._main, self._changes = main, changes
        self._is_busy = self._is_refused = False
        self.setFont(theme.font(Type.MEDIUM))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setShortcut(QKeySequence())
        self.setAccessibleName(text.rstrip("…"))
        if kind is Kind.DONE:
            self.setEnabled(False)
        theme.changed.connect(self.update)
        if changes:
            self.follow_read_only(theme)
        if on_click is not None:
            self.clicked.connect(on_click)

    @property
    def kind(self) -> Kind:
        return self._kind

    def keep_at_service(self) -> Self:
        """From now on it is never visible at a further counter, as the service refuses it there."""
        self._is_refused = bool(self._theme.counter_of)
        if self._is_refused:
            self.hide()
        return self

    def setVisible(self, visible: bool) -> None:
        super().setVisible(visible and not self._is_refused)

    def set_busy(self, *, on: bool) -> None:
        """While its work runs it keeps the focus, looks disabled, and a press does nothing."""
        self._is_busy = on
        self.setAccessibleDescription(translate("Button", "Busy") if on else "")
        self.update()

    def click(self) -> None:
        if not self._is_busy:
            super().click()

    def hitButton(self, position: QPoint) -> bool:
        return not self._is_busy and super().hitButton(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_busy and event.key() == Qt.Key.Key_Space:
            event.accept()
        else:
            super().keyPressEvent(event)

    def setText(self, text: str) -> None:
        """Sets the text literally: names from data may have an `&`, which is no shortcut here."""
        super().setText(text)
        self.setShortcut(QKeySequence())

    def sizeHint(self) -> QSize:
        padding = _LINK_PADDING if self._kind is Kind.LINK else _MAIN_PADDING if self._main else _PADDING
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2 * padding
        for name in (self._icon, self._tail):
            width += (ICON + (GAP if self.text() else 0)) if name else 0
        return QSize(width + 2, MAIN_BUTTON_HEIGHT if self._main else BUTTON_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click of a double click changes nothing more: it would press the button of the
        next step, which has taken the place of the first.
        """
        if self._changes:
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, line, text = self._colours()
        if fill or line:
            box(painter, self.rect(), Radius.CONTROL, fill, line)
        self._paint_content(painter, text)
        if self.has_ring:
            focus_ring(painter, self.rect(), Radius.CONTROL, self._ring_colour())

    def _ring_colour(self) -> QColor:
        tokens = self._theme.tokens
        return tokens.accent_line if self._kind is Kind.PRIMARY else tokens.accent

    def _colours(self) -> tuple[QColor | None, QColor | None, QColor]:
        """Fill, border and text of the present state."""
        t = self._theme.tokens
        is_live = self.isEnabled() and not self._is_busy
        hot, down = self.underMouse() and is_live, self.isDown() or self.isChecked()
        if self._kind is Kind.DONE or (not is_live and self._kind in (Kind.PRIMARY, Kind.OUTLINE)):
            return t.sunken, t.border, t.text3
        if self._kind is Kind.PRIMARY:
            pressed = t.accent_hover.darker(_PRESSED)
            return (pressed if down else t.accent_hover if hot else t.accent), None, t.on_accent
        wash = t.press if down else t.hover if hot else None
        if self._kind is Kind.GHOST:
            return wash, None, t.text2 if is_live else t.text3
        if self._kind is Kind.LINK:
            return None, None, t.accent_text if is_live else t.text3
        text = t.bad.text if self._kind is Kind.DESTRUCTIVE else t.text
        return wash or t.surface, t.border_strong, text if is_live else t.text3

    def _painted_text(self) -> str:
        return self.text()

    def _paint_content(self, painter: QPainter, colour: QColor) -> None:
        rtl = runs_rtl(self)
        text = self._painted_text()
        text_width = self.fontMetrics().horizontalAdvance(text)
        lead = ICON + (GAP if text else 0) if self._icon else 0
        tail = ICON + GAP if self._tail else 0
        total = lead + text_width + tail
        x = (self.width() - total) // 2
        first, last = (self._tail, self._icon) if rtl else (self._icon, self._tail)
        y = (self.height() - ICON) // 2
        ratio = self.devicePixelRatioF()
        if first:
            painter.drawPixmap(x, y, self._theme.pixmap(first, colour, ICON, ratio))
            x += ICON + (GAP if text else 0)
        painter.setPen(colour)
        painter.setFont(self.font())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(QRect(x, 0, text_width + 2, self.height()), int(flags), text)
        x += text_width + GAP
        if last:
            painter.drawPixmap(x if text else x - GAP, y, self._theme.pixmap(last, colour, ICON, ratio))


class LinkButton(Button):
    """A text that acts; underlined while the pointer is on it."""

    def __init__(
        self,
        theme: Theme,
        text: str,
        *,
        changes: bool = False,
        on_click: Callable[..., object] | None = None,
    ) -> None:
        super().__init__(theme, text, Kind.LINK, changes=changes, on_click=on_click)

    def paintEvent(self, event: QPaintEvent) -> None:
        font = self.font()
        font.setUnderline(self.underMouse() and self.isEnabled())
        self.setFont(font)
        super().paintEvent(event)


class IconButton(Button):
    """A square button with an icon alone; `name` is for screen readers and the tool tip."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: str,
        kind: Kind = Kind.GHOST,
        *,
        changes: bool = False,
        on_click: Callable[..., object] | None = None,
    ) -> None:
        super().__init__(theme, "", kind, icon=icon, changes=changes, on_click=on_click)
        self.setAccessibleName(name)
        set_plain_tooltip(self, name)

    def sizeHint(self) -> QSize:
        return QSize(BUTTON_HEIGHT, BUTTON_HEIGHT)
