"""Cards, notes and layout rows: the boxes of a page."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from ui.theme import Radius, Theme, Tone, Type
from ui.theme.metrics import CARD_PADDING
from ui.widgets.containers import reveal
from ui.widgets.controls.button import Button, Kind, primary_last
from ui.widgets.label import IconLabel, Label, announce
from ui.widgets.painting import Ink, box

translate = QCoreApplication.translate
SubjectT = TypeVar("SubjectT")
BoxT = TypeVar("BoxT", QHBoxLayout, QVBoxLayout)

_BESIDE = 2
"""The most buttons of a note next to its text; more would leave it a narrow column."""

_TONE_INK = {
    Tone.BAD: Ink.BAD,
    Tone.WARN: Ink.WARN,
    Tone.GOOD: Ink.GOOD,
    Tone.ACCENT: Ink.ACCENT,
    Tone.STAGING: Ink.STAGING,
    Tone.NEUTRAL: Ink.TEXT2,
}


Thing = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None
"""What a row or a column holds: a widget or a layout, alone or with its stretch; a number is a gap
in pixels, None takes the rest of the space.
"""
Margins = int | tuple[int, int, int, int] | None
"""In pixels: of all sides, or left, top, right and bottom; None leaves the style's."""


def row(*things: Thing, spacing: int | None = 8, inside: QWidget | None = None, margins: Margins = 0) -> QHBoxLayout:
    """A row of things, the layout of `inside` if given; the spacing None leaves the style's."""
    return _lay_out(QHBoxLayout() if inside is None else QHBoxLayout(inside), things, spacing, margins)


def column(*things: Thing, spacing: int | None = 8, inside: QWidget | None = None, margins: Margins = 0) -> QVBoxLayout:
    """The same from top to bottom."""
    return _lay_out(QVBoxLayout() if inside is None else QVBoxLayout(inside), things, spacing, margins)


def set_margins(layout: QLayout, theme: Theme, start: int, top: int, end: int, bottom: int) -> None:
    """Sets margins in reading direction: Qt mirrors a layout in Arabic, but not its margins."""
    left, right = (end, start) if theme.rtl else (start, end)
    layout.setContentsMargins(left, top, right, bottom)


def clear_layout(layout: QLayout) -> None:
    """Removes what a layout holds; its widgets are hidden at once and deleted after this event."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item else None
        if widget:
            widget.hide()
            widget.deleteLater()


def _lay_out(layout: BoxT, things: tuple[Thing, ...], spacing: int | None, margins: Margins) -> BoxT:
    if margins is not None:
        layout.setContentsMargins(*(4 * (margins,) if isinstance(margins, int) else margins))
    if spacing is not None:
        layout.setSpacing(spacing)
    fill(layout, *things)
    return layout


def fill(layout: QBoxLayout, *things: Thing) -> None:
    """Adds things at the end of a layout."""
    for thing in things:
        part, stretch = thing if isinstance(thing, tuple) else (thing, 0)
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        else:
            layout.addLayout(part, stretch)


class Card(QFrame):
    """A white box with a title row and `body`; `padding` 0 is for lists and tables to the edge."""

    def __init__(
        self,
        theme: Theme,
        title: str = "",
        *,
        trailing: QWidget | None = None,
        padding: int = CARD_PADDING,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setObjectName("card")
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(padding, padding - 3 if padding else 0, padding, padding)
        self.body.setSpacing(8)
        self.title = Label(theme, title, Type.HEADING)
        if title:
            self.setAccessibleName(title)
            self.body.addLayout(row(self.title, None, trailing) if trailing else row(self.title, None))


class ForProgrammer(QWidget):
    """What only the person needs who programs the till: hidden until it is asked for."""

    def __init__(self, theme: Theme, *parts: QWidget | QLayout) -> None:
        super().__init__()
        self.toggle = Button(theme, translate("ForProgrammer", "For your programmer"), Kind.GHOST, icon="terminal")
        self.toggle.setCheckable(True)
        self._holder = QWidget()
        self._holder.setLayout(column(*parts, spacing=12))
        self._holder.hide()
        self.toggle.toggled.connect(self._holder.setVisible)
        self.setLayout(column(row(self.toggle, None), self._holder, spacing=4))


class Well(QFrame):
    """A sunken box for text to read or copy."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("well")
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(12, 8, 12, 8)
        self.body.setSpacing(6)


class Hairline(QWidget):
    """A line of one pixel between widgets."""

    def __init__(self, theme: Theme, *, upright: bool = False) -> None:
        super().__init__()
        self._theme = theme
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.tokens.border)


class Tile(QWidget):
    """An icon on a tinted square (or disc) of a tone."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        tone: Tone = Tone.ACCENT,
        size: int = 36,
        *,
        disc: bool = False,
        icon_size: int = 20,
    ) -> None:
        super().__init__()
        self._theme, self._icon, self._tone = theme, icon, tone
        self._disc, self._icon_size = disc, icon_size
        self.setFixedSize(size, size)
        theme.changed.connect(self.update)

    def show_icon(self, icon: str, tone: Tone) -> None:
        self._icon, self._tone = icon, tone
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tint = self._theme.tint(self._tone)
        radius = self.width() / 2 if self._disc else max(8, self.width() * 20 / 72) if self.width() > 48 else 8
        box(painter, self.rect(), radius, tint.tint, None)
        pixmap = self._theme.pixmap(self._icon, tint.text, self._icon_size, self.devicePixelRatioF())
        inset = (self.width() - self._icon_size) // 2
        painter.drawPixmap(inset, inset, pixmap)


class Note(QFrame):
    """A tinted card with one fact and what to do: title, optional lines, buttons at the end."""

    def __init__(
        self,
        theme: Theme,
        tone: Tone,
        title: str,
        lines: tuple[str, ...] = (),
        *buttons: QWidget,
        icon: str = "",
        kind: Type = Type.MEDIUM,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("note")
        self.setProperty("tone", tone.value)
        name = icon or ("triangle-alert" if tone is Tone.BAD else "circle-alert")
        self.setAccessibleName(title)
        self.setAccessibleDescription(" ".join(lines))
        texts = QVBoxLayout()
        texts.setSpacing(2)
        self.title = Label(theme, title, Type.STRONG if lines else kind, wrap=True)
        texts.addWidget(self.title)
        if not lines:
            self.title.centre_lines()
        for line in lines:
            texts.addWidget(Label(theme, line, Type.SMALL, Ink.TEXT2, wrap=True))
        layout = QHBoxLayout(self)
        set_margins(layout, theme, 18, 11, 12, 11)
        layout.setSpacing(10)
        layout.addWidget(IconLabel(theme, name, 18, _TONE_INK[tone]))
        layout.addLayout(texts, 1)
        place = layout if len(buttons) <= _BESIDE else row(None)
        if place is not layout:
            texts.addSpacing(8)
            texts.addLayout(place)
        for button in primary_last(buttons):
            place.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)


class NoteSlot(QWidget, Generic[SubjectT]):
    """Hidden while there is nothing to say; the same note stays, so that a click on it counts."""

    def __init__(self) -> None:
        super().__init__()
        self.note: Note | None = None
        self._subject: SubjectT | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_about(self, subject: SubjectT | None) -> None:
        if subject != self._subject:
            self._subject = subject
            self._replace_note(None if subject is None else self.build_note(subject))
        self.setVisible(self.note is not None)

    def build_note(self, subject: SubjectT, /) -> Note:
        raise NotImplementedError

    def _replace_note(self, note: Note | None) -> None:
        if self.note is not None:
            self._layout.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        self.note = note
        if note is not None:
            self._layout.addWidget(note)


class FaultLine(Label):
    """A red line below what it is about."""

    def __init__(self, theme: Theme, kind: Type = Type.SMALL_MEDIUM, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", kind, Ink.BAD, wrap=True, parent=parent)
        self.hide()

    def show_text(self, text: str) -> None:
        """Shows the sentence, scrolls to it and announces it."""
        self.setText(text)
        self.show()
        reveal(self)
        announce(self, text)


class FaultNote(Note):
    """A card with the sentence."""

    def __init__(self, theme: Theme, *buttons: QWidget, tone: Tone = Tone.BAD) -> None:
        super().__init__(theme, tone, "", (), *buttons)
        self.hide()

    def show_text(self, text: str) -> None:
        """Shows the sentence, scrolls to it and announces it."""
        self.title.setText(text)
        self.setAccessibleName(text)
        self.show()
        reveal(self)
        announce(self, text)


class SunkenFrame(QFrame):
    """Fills its space with the sunken tone and a hairline; `foot` follows the card's corners."""

    def __init__(self, theme: Theme, *, foot: bool = False) -> None:
        super().__init__()
        self._theme, self._foot = theme, foot
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if not self._foot:
            painter.fillRect(area, self._theme.tokens.sunken)
            painter.fillRect(area.adjusted(0, area.height() - 1, 0, 0), self._theme.tokens.border)
            return
        round_all, upper = QPainterPath(), QPainterPath()
        round_all.addRoundedRect(area, Radius.CARD - 1, Radius.CARD - 1)
        upper.addRect(area.adjusted(0, 0, 0, -int(Radius.CARD)))
        painter.fillPath(round_all.united(upper), self._theme.tokens.sunken)
