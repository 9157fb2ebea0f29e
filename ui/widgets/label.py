"""Labels in a step of the type scale and a text role; long ones elide, or wrap at a fixed width."""

from __future__ import annotations

import html
import unicodedata
from math import ceil

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QStyle, QWidget

from ui.i18n.bidi import strip_marks
from ui.theme import Theme, Type
from ui.theme.style_sheet import with_text
from ui.widgets.painting import Ink, colour_of, elide, leading_alignment, runs_rtl, trailing_alignment

_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
translate = QCoreApplication.translate


def announce(widget: QWidget, text: str) -> None:
    """Reads a text to screen readers only."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def begins_rtl(text: str, *, in_rtl: bool = False) -> bool:
    """Whether its first letter outside of isolated parts is of a right-to-left script. Isolated
    parts alone run as what they are in: `in_rtl`.
    """
    depth, is_list = 0, False
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in _ISOLATES:
            depth, is_list = depth + 1, True
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in {"L", "R", "AL"}:
            return kind != "L"
    return is_list and in_rtl


def draw_wrapped(painter: QPainter, place: QRectF, alignment: Qt.AlignmentFlag, text: str) -> None:
    """Paints right-to-left text in the painter's font and pen, wrapped, aligned as a Qt label."""
    rtl = Qt.LayoutDirection.RightToLeft
    option = QTextOption(QStyle.visualAlignment(rtl, alignment) | Qt.AlignmentFlag.AlignAbsolute)
    option.setTextDirection(rtl)
    # A line break of ours is a line's end, not a paragraph's, to keep the direction.
    layout = QTextLayout(text.replace("\n", "\N{LINE SEPARATOR}"), painter.font(), painter.device())
    layout.setTextOption(option)
    height = _lay_out(layout, place.width(), ceil(max(0.0, painter.fontMetrics().leading())))
    room = place.height() - height
    if alignment & Qt.AlignmentFlag.AlignVCenter:
        top = room / 2
    else:
        top = room if alignment & Qt.AlignmentFlag.AlignBottom else 0.0
    layout.draw(painter, place.topLeft() + QPointF(0, top))


def _lay_out(layout: QTextLayout, width: float, leading: int) -> float:
    """Wraps the text; returns its height."""
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        height += leading
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return height


def escape_mnemonic(text: str) -> str:
    """For menus, check boxes, radio buttons: "Bolts & Nuts" stays so, and B is no shortcut."""
    return text.replace("&", "&&")


def set_plain_tooltip(widget: QWidget, text: str) -> None:
    """Sets a tool tip that shows the text literally."""
    widget.setToolTip(plain_tooltip(text))


def plain_tooltip(text: str) -> str:
    """The text of a tool tip that is shown literally."""
    return f"<span>{html.escape(text)}</span>" if GuiQt.mightBeRichText(text) else text


class Label(QLabel):
    """One text. `trail` aligns it at the end, `wrap` allows several lines. What is copied from a
    `selectable` one has no marks of direction: another program would store them.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        kind: Type = Type.BODY,
        ink: Ink = Ink.TEXT,
        *,
        trail: bool = False,
        wrap: bool = False,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._kind = kind
        self._ink = ink
        self._trail = trail
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._set_font(text)
        self.setWordWrap(wrap)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._place()
        theme.changed.connect(self._restyle)
        self._restyle()

    def setText(self, text: str) -> None:
        self._set_font(text)
        super().setText(text)

    def _set_font(self, text: str) -> None:
        """Tabular figures widen the hyphen: a reference is set without them."""
        self.setFont(self._theme.font(self._kind, tabular="-" not in text))

    def set_kind(self, kind: Type) -> None:
        self._kind = kind
        self._set_font(self.text())

    def set_ink(self, ink: Ink) -> None:
        self._ink = ink
        self._restyle()

    def centre_lines(self) -> None:
        """Centres the text vertically: next to taller buttons."""
        self.setAlignment((self.alignment() & ~Qt.AlignmentFlag.AlignVertical_Mask) | Qt.AlignmentFlag.AlignVCenter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self.hasSelectedText():
            self._copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._is_selectable():
            self.make_menu().popup(event.globalPos())
        else:
            super().contextMenuEvent(event)

    def make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(translate("Label", "Copy"), self._copy)
        copy.setEnabled(self.hasSelectedText())
        menu.addAction(translate("Label", "Select all"), lambda: self.setSelection(0, len(self.text())))
        return menu

    def paintEvent(self, event: QPaintEvent) -> None:
        text = self.text()
        if self._is_selectable() or not self.wordWrap() or not begins_rtl(text, in_rtl=runs_rtl(self)):
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        draw_wrapped(painter, QRectF(self.contentsRect()), self.alignment(), text)

    def _is_selectable(self) -> bool:
        return bool(self.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(strip_marks(self.selectedText()))

    def _place(self) -> None:
        side = trailing_alignment if self._trail else leading_alignment
        alignment = side(rtl=self._theme.rtl)
        if self.wordWrap():
            alignment = (alignment & ~Qt.AlignmentFlag.AlignVertical_Mask) | Qt.AlignmentFlag.AlignTop
        self.setAlignment(alignment)

    def _restyle(self) -> None:
        self.setPalette(with_text(self.palette(), colour_of(self._theme.tokens, self._ink)))


class WrappedLabel(Label):
    """Several lines that a low window never cuts: layouts ask for a height at another width."""

    def __init__(self, theme: Theme, text: str = "", kind: Type = Type.BODY, ink: Ink = Ink.TEXT) -> None:
        super().__init__(theme, text, kind, ink, wrap=True)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._require_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._require_height()

    def _require_height(self) -> None:
        # Qt's height for a width is never less than the minimum: that of a narrow label would stay.
        self.setMinimumHeight(0)
        # A label that never had a text has no height for a width: Qt answers -1.
        self.setMinimumHeight(max(0, self.heightForWidth(self.width())))


class ElidedLabel(Label):
    """One line that ends in "…" if it does not fit. A code has it in its middle: the end of an
    address or a path says what it is. The whole text is its tool tip.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        kind: Type = Type.BODY,
        ink: Ink = Ink.TEXT,
        *,
        trail: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, text, kind, ink, trail=trail, parent=parent)
        is_code = kind in (Type.MONO, Type.MONO_MEDIUM)
        self._mode = Qt.TextElideMode.ElideMiddle if is_code else Qt.TextElideMode.ElideRight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        elided = elide(self.fontMetrics(), self.text(), self.width(), self._mode)
        set_plain_tooltip(self, self.text() if elided != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), int(self.alignment()), elided)


class IconLabel(QWidget):
    """One icon in a text role's colour."""

    def __init__(self, theme: Theme, name: str, size: int = 18, ink: Ink = Ink.TEXT2) -> None:
        super().__init__()
        self._theme, self._name, self._size, self._ink = theme, name, size, ink
        self.setFixedSize(size, size)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.update)

    def set_icon(self, name: str, ink: Ink) -> None:
        self._name, self._ink = name, ink
        self.update()

    def pixmap(self) -> QPixmap:
        colour = colour_of(self._theme.tokens, self._ink)
        return self._theme.pixmap(self._name, colour, self._size, self.devicePixelRatioF())

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).drawPixmap(0, 0, self.pixmap())
