"""Dialogs: 560 wide, one primary at the end, Esc is harmless, "· Staging" in the title."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QBoxLayout, QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ui.theme import Theme, Tone, Type
from ui.theme.metrics import DIALOG_WIDTH, SCROLL_BAR
from ui.theme.theme import DIALOG_MS
from ui.widgets.card import Tile, column, row, set_margins
from ui.widgets.containers import ScrollContainer
from ui.widgets.controls.button import Button, Kind, primary_last
from ui.widgets.controls.fields import FormRow
from ui.widgets.keyboard_focus import FocusRestorer, ReadingOrderMixin, first_focusable
from ui.widgets.label import Label
from ui.widgets.painting import Ink
from ui.widgets.window_use import make_timer

_DARKEST = 89
"""Alpha under the middle of the card, of 255."""
_FALL = 10
"""Pixels from the edge outwards in which the shadow falls to a third (1/e)."""
_REACH, _DEPTH = 48, 32
"""Pixels that are drawn outside and inside the card's edge; a card hides what is further in."""
_RADIUS = 14
_OFFSET = QPoint(0, 12)
_CORNER = _REACH + _DEPTH
_PADDING, _FOOT_MARGIN, _SPACING, _EDGE = 28, 22, 16, 24
_LEAST, _NO_LIMIT = 80, 10_000
_SHADE = QColor(0, 0, 0, 90)
_BACKGROUND_MS = 1000
"""Milliseconds between repaints behind a dialog: its countdowns move every second."""


def paint_shadow(painter: QPainter, card: QRect) -> None:
    """Paints the shadow of a card of at least 64 x 64 pixels; the card is painted over it."""
    picture = _picture(painter.device().devicePixelRatio())
    area = card.translated(_OFFSET).adjusted(-_REACH, -_REACH, _REACH, _REACH)
    columns = _spans(area.left(), area.width())
    rows = _spans(area.top(), area.height())
    ratio = picture.devicePixelRatio()
    for place, (x, width, from_x, from_width) in enumerate(columns):
        for line, (y, height, from_y, from_height) in enumerate(rows):
            if (place, line) != (1, 1):
                source = QRectF(from_x * ratio, from_y * ratio, from_width * ratio, from_height * ratio)
                painter.drawPixmap(QRectF(x, y, width, height), picture, source)


def _spans(start: int, length: int) -> tuple[tuple[int, int, int, int], ...]:
    """Corner, middle, corner of one direction: place and size on screen, then in the picture."""
    return (
        (start, _CORNER, 0, _CORNER),
        (start + _CORNER, length - 2 * _CORNER, _CORNER, 1),
        (start + length - _CORNER, _CORNER, _CORNER + 1, _CORNER),
    )


@cache
def _picture(ratio: float) -> QPixmap:
    """The shadow of a card that is just its corners, at a screen's pixel ratio."""
    side = 2 * _CORNER + 1
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.setPen(Qt.PenStyle.NoPen)
    for inset in range(_CORNER):
        outside = _REACH - inset
        painter.setBrush(QColor(0, 0, 0, round(_alpha(outside))))
        ring = QRectF(inset, inset, side - 2 * inset, side - 2 * inset)
        radius = max(_RADIUS / 2, _RADIUS + outside)
        painter.drawRoundedRect(ring, radius, radius)
    painter.end()
    return picture


def _alpha(outside: float) -> float:
    """The shadow's alpha at a distance from the card's edge; negative is inside."""
    half = _DARKEST / 2
    return half * exp(-outside / _FALL) if outside >= 0 else _DARKEST - half * exp(outside / _FALL)


class _DialogCard(QFrame):
    """As tall as its texts need at its own width, but no larger than the window: then the body
    scrolls between the title and the buttons, which stay. Its scroll bar is in the padding, so that
    the fields end where the buttons do.
    """

    def __init__(self, theme: Theme, parent: QWidget, width: int) -> None:
        super().__init__(parent)
        self._theme, self._width = theme, width
        self._room = QSize(width, _NO_LIMIT)
        self.setObjectName("dialogCard")
        self.setFixedWidth(width)
        self._page = QWidget()
        self.body = QVBoxLayout(self._page)
        self.body.setContentsMargins(SCROLL_BAR, 0, SCROLL_BAR, 0)
        self.body.setSpacing(12)
        self._scroll = ScrollContainer(self._page, horizontal=False)
        self._page.installEventFilter(self)
        self.foot = QHBoxLayout()
        self.foot.setSpacing(8)
        self._head: QHBoxLayout | None = None
        self._list: QWidget | None = None
        self._list_heights = (0, 0)

    def build(self, head: QHBoxLayout) -> None:
        """Puts head, body and buttons together."""
        self._head = head
        beside = _PADDING - SCROLL_BAR
        for line in (head, self.foot):
            line.setContentsMargins(SCROLL_BAR, 0, SCROLL_BAR, 0)
        column(
            head,
            self._scroll,
            self.foot,
            spacing=_SPACING,
            inside=self,
            margins=(beside, _PADDING - 2, beside, _FOOT_MARGIN),
        )

    def resize_list(self, content: QWidget, least: int, most: int) -> None:
        """Lets a list in the body take the height that the rest leaves."""
        self._list, self._list_heights = content, (least, most)
        content.setFixedHeight(least)

    def set_room(self, room: QSize) -> None:
        """The largest size that the window leaves for it."""
        self._room = room
        self.setFixedWidth(min(self._width, max(_LEAST, room.width())))
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() is QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Polish):
            self.fit()
        return handled

    def fit(self) -> None:
        """Takes the height that the layouts need at this width."""
        if self._head is None:
            return
        # Its frame counts: a text that fits without it has one line more.
        frame = self.width() - self.contentsRect().width()
        inside = self.maximumWidth() - 2 * (_PADDING - SCROLL_BAR) - frame
        fixed = _PADDING - 2 + _FOOT_MARGIN + 2 * _SPACING + _height_of(self._head, inside)
        fixed += _height_of(self.foot, inside)
        margins = self.body.contentsMargins()
        beside_bar = inside - 2 * SCROLL_BAR + margins.left() + margins.right()
        needed, room = _height_of(self.body, beside_bar), max(_LEAST, self._room.height() - fixed)
        needed += self._grow_list(room - needed)
        self._make_way_for_bar(scrolls=needed > room)
        body = min(needed, room)
        self._scroll.setFixedHeight(body)
        self.setFixedHeight(fixed + body)

    def _grow_list(self, by: int) -> int:
        """Makes the list taller, or lower, as far as it may be; returns by how much."""
        if self._list is None or self._list.isHidden() or self._room.height() == _NO_LIMIT:
            return 0
        before, (least, most) = self._list.minimumHeight(), self._list_heights
        after = max(least, min(most, before + by))
        self._list.setFixedHeight(after)
        return after - before

    def _make_way_for_bar(self, *, scrolls: bool) -> None:
        """The bar takes the place of the margin at its side."""
        set_margins(self.body, self._theme, SCROLL_BAR, 0, 0 if scrolls else SCROLL_BAR, 0)


def _height_of(layout: QBoxLayout, width: int) -> int:
    needed = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else -1
    return needed if needed >= 0 else layout.totalSizeHint().height()


class Dialog(ReadingOrderMixin, QDialog):
    """Covers its window with a shade and is centred in it. Fill `body`; add buttons with
    `buttons(...)`.

    `closes_on_escape` False is for secrets: then only a button closes it.
    """

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        title: str,
        subtitle: str = "",
        *,
        icon: str = "",
        tone: Tone = Tone.ACCENT,
        closes_on_escape: bool = True,
        width: int = DIALOG_WIDTH,
    ) -> None:
        super().__init__(parent.window())
        self.theme, self._closes_on_escape = theme, closes_on_escape
        self._background, self._is_covering = QPixmap(), False
        self._background_timer = make_timer(self, _BACKGROUND_MS, self._cover_window, repeats=True)
        self._movement: QPropertyAnimation | None = None
        self.setWindowFlags(Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        full = " · ".join((title, self.tr("Staging"))) if theme.staging else title
        self.setWindowTitle(full)
        self.setAccessibleName(full)
        self._card = _DialogCard(theme, self, width)
        self._card.installEventFilter(self)
        self._card.build(self._head(full, subtitle, icon, Tone.STAGING if theme.staging else tone))
        self.body, self._foot = self._card.body, self._card.foot
        around = column(None, spacing=None, inside=self, margins=_EDGE)
        around.addWidget(self._card, 0, Qt.AlignmentFlag.AlignHCenter)
        around.addStretch(1)
        parent.window().installEventFilter(self)
        self._focus_restorer = FocusRestorer(theme, self, lambda: first_focusable(self._card))

    def focus_on(self, widget: QWidget) -> None:
        """Focuses a field, such as the first wrong one; the pressed button does not get it back."""
        self._focus_restorer.choose(widget)

    def focus_on_fault(self, *rows: FormRow) -> None:
        """Moves the focus to the first of these fields that shows a fault."""
        for faulty in rows:
            field = first_focusable(faulty.field) if faulty.is_faulty else None
            if field is not None:
                self.focus_on(field)
                return

    def resize_list(self, content: QWidget, least: int, most: int) -> None:
        """Lets a list or a preview in the body be as tall as the window leaves it, within these
        pixels, so that the body does not scroll around it.
        """
        self._card.resize_list(content, least, most)

    def buttons(self, *buttons: QWidget, leading: tuple[QWidget, ...] = ()) -> None:
        """The button row: harmless first; `leading` are at the other end (destructive, helpful)."""
        for button in leading:
            self._foot.addWidget(button)
        self._foot.addStretch(1)
        for button in primary_last(buttons):
            self._foot.addWidget(button)

    def cancel_button(self, text: str = "") -> Button:
        """The harmless choice, also for Esc."""
        return Button(self.theme, text or self.tr("Cancel"), Kind.GHOST, main=True, on_click=self.reject)

    def main_button(self, text: str, act: Callable[[], None], *, changes: bool = False) -> Button:
        """The primary button, also for Enter."""
        button = Button(self.theme, text, Kind.PRIMARY, main=True, changes=changes)
        button.setDefault(True)
        button.clicked.connect(act)
        return button

    def open(self) -> None:
        self._cover_window()
        if not self.theme.composites:
            self._background_timer.start()
        super().open()
        if self.theme.motion:
            self._animate_open()

    def done(self, result: int) -> None:
        """Gives the keyboard back: a window manager may give it to a window that is gone too."""
        had_keyboard = self.isVisible() and QApplication.applicationState() is Qt.ApplicationState.ApplicationActive
        self._background_timer.stop()
        super().done(result)
        window = self.parent()
        if had_keyboard and isinstance(window, QWidget) and window.isVisible():
            window.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self._closes_on_escape:
            event.accept()
            return
        if event.isAutoRepeat() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # the Enter that opened it, held down, is no answer
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._cover_window()
        elif watched is self._card and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.update()  # its shadow is painted here
            if event.type() is QEvent.Type.Resize and self._movement is not None:
                self._movement.stop()  # the layout has another place for it now
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._background)
        painter.fillRect(self.rect(), _SHADE)
        paint_shadow(painter, self._card.geometry())

    def _head(self, title: str, subtitle: str, icon: str, tone: Tone) -> QHBoxLayout:
        texts = column(Label(self.theme, title, Type.TITLE, wrap=True), spacing=2)
        if subtitle:
            texts.addWidget(Label(self.theme, subtitle, Type.BODY, Ink.TEXT2, wrap=True))
        head = row(spacing=14)
        if icon:
            head.addWidget(Tile(self.theme, icon, tone, 40), 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, 1)
        return head

    def _cover_window(self) -> None:
        window = self.parent()
        if not isinstance(window, QWidget) or self._is_covering:
            return
        # A picture of a window that is hidden sends it the moves that it missed, which come here
        # again, without an end.
        self._is_covering = True
        try:
            self._fit_into(window)
        finally:
            self._is_covering = False

    def _fit_into(self, window: QWidget) -> None:
        self._card.set_room(window.size() - QSize(2 * _EDGE, 2 * _EDGE))
        # Without its new layout it would be as tall as its former content.
        self._lay_out()
        self.setGeometry(window.geometry())
        if not self.theme.composites:
            self._background = window.grab()
            self.update()

    def _lay_out(self) -> None:
        around = self.layout()
        if around is not None:
            around.activate()

    def _animate_open(self) -> None:
        animation = QPropertyAnimation(self, b"windowOpacity", self)
        animation.setDuration(DIALOG_MS)
        animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.start()
        self._lay_out()
        place = QPropertyAnimation(self._card, b"pos", self)
        place.setDuration(DIALOG_MS)
        place.setEasingCurve(QEasingCurve.Type.OutCubic)
        place.setStartValue(self._card.pos() + QPoint(0, 8))
        place.setEndValue(self._card.pos())
        place.start()
        self._movement = place


class ConfirmDialog(Dialog):
    """Asks before an action that cannot be undone; `act` follows the answer. Esc does nothing."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        title: str,
        text: str,
        action: str,
        act: Callable[[], None],
        *,
        destructive: bool = False,
        icon: str = "",
    ) -> None:
        super().__init__(theme, parent, title, icon=icon, tone=Tone.BAD if destructive else Tone.ACCENT)
        self.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self._act = act
        self.confirm = Button(theme, action, Kind.DESTRUCTIVE if destructive else Kind.PRIMARY, main=True)
        self.confirm.clicked.connect(self._on_confirmed)
        cancel = self.cancel_button()
        if destructive:
            self.buttons(cancel, self.confirm)
            cancel.setDefault(True)
        else:
            self.confirm.setDefault(True)
            self.buttons(cancel, self.confirm)

    def _on_confirmed(self) -> None:
        self.accept()
        self._act()
