"""Fields: search, filter chips with menus, copy fields, and form rows with a fault line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QActionGroup, QClipboard, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ui.i18n.bidi import strip_marks
from ui.theme import Radius, Theme, Type
from ui.theme.metrics import FIELD_HEIGHT
from ui.widgets.card import fill, set_margins
from ui.widgets.containers import reveal
from ui.widgets.controls.button import Button, IconButton, Kind
from ui.widgets.label import ElidedLabel, IconLabel, Label, escape_mnemonic, set_plain_tooltip
from ui.widgets.painting import Ink, box, elide, focus_ring, runs_rtl
from ui.widgets.window_use import make_timer

_ENDS = "\t\n\v\f\r\x85\u2028\u2029"
_BREAKS = re.compile(f"[{_ENDS}]+")
_WIDTHLESS = str.maketrans("", "", "\u061c\u200b\u2060\ufeff")
"""Further signs without a width: a mark of direction, possible line breaks, a byte order mark."""
_LINE, _FRAME = 20, 16
_COPIED_MS = 1500
_LEAST_TEXT = 64
"""Pixels of the text of a filter chip that shrinks."""


def clean_line(text: str) -> str:
    """Tabs and line ends become one space, trimmed; direction marks and control characters go."""
    text = strip_marks(_BREAKS.sub(" ", text.strip(_ENDS))).translate(_WIDTHLESS)
    return text if text.isprintable() else "".join(char for char in text if unicodedata.category(char) != "Cc")


def clean_typed(edit: QLineEdit) -> None:
    """Cleans what somebody types or pastes from now on. A text that the program sets stays as it
    is, such as the path of a file whose name has a mark.
    """

    def clean(text: str) -> None:
        cleaned = clean_line(text)
        if cleaned == text:
            return
        units = text.encode("utf-16-le", "surrogatepass")[: 2 * edit.cursorPosition()]
        before = clean_line(units.decode("utf-16-le", "surrogatepass"))
        edit.setText(cleaned)
        edit.setModified(True)
        edit.setCursorPosition(len(before.encode("utf-16-le", "surrogatepass")) // 2)

    edit.textEdited.connect(clean)


class TextArea(QPlainTextEdit):
    """Text begins at the language's side; code always at the left. `lines` fixes the height."""

    def __init__(self, theme: Theme, prompt: str = "", lines: int | None = None, *, code: bool = False) -> None:
        super().__init__()
        self.setFont(theme.font(Type.MONO if code else Type.BODY))
        self.setPlaceholderText(prompt)
        self.setTabChangesFocus(True)
        if lines is not None:
            self.setFixedHeight(lines * _LINE + _FRAME)
        if code:
            self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._align()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self._align()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied has no marks of direction: another program would store them."""
        data = QMimeData()
        data.setText(strip_marks(self.textCursor().selection().toPlainText()))
        return data

    def _align(self) -> None:
        """Qt aligns every text of this field to the left, whatever the direction."""
        right = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        option = self.document().defaultTextOption()
        option.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        self.document().setDefaultTextOption(option)


class SearchField(QFrame):
    """A field with a magnifier; calls `on_search` a moment after the last key. Esc clears it."""

    def __init__(
        self,
        theme: Theme,
        prompt: str,
        on_search: Callable[[str], None],
        *,
        keys: str = "",
        sunken: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._keys, self._sunken = theme, keys, sunken
        self._on_search = on_search
        self.setFixedHeight(FIELD_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.edit = QLineEdit(self)
        self.edit.setObjectName("bare")
        self.edit.setPlaceholderText(prompt)
        self.edit.setAccessibleName(prompt)
        self.edit.setFont(theme.font(Type.BODY))
        clean_typed(self.edit)
        self.edit.textChanged.connect(self._on_typed)
        self.setFocusProxy(self.edit)
        layout = QHBoxLayout(self)
        set_margins(layout, theme, 10, 0, 6, 0)
        layout.setSpacing(8)
        fill(layout, IconLabel(theme, "search", 16), (self.edit, 1))
        self._cap = KeyCap(theme, keys) if keys else None
        if self._cap:
            layout.addWidget(self._cap)
        self._typing_timer = make_timer(self, theme.typing_ms, lambda: self._on_search(self.text()))
        self.edit.installEventFilter(self)
        theme.changed.connect(self.update)

    def text(self) -> str:
        """The search text, without spaces at its ends."""
        return self.edit.text().strip()

    def search_now(self) -> None:
        """Enter: asks at once for what was typed; a barcode reader types faster than it waits."""
        self._typing_timer.stop()
        self._on_search(self.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Repaints the ring around the edit. Esc clears it; if it is empty the dialog gets Esc."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and watched is self.edit and self.edit.text():
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self.edit.clear()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = tokens.hover if self._sunken else tokens.field
        line = tokens.border if self._sunken else tokens.border_strong
        box(painter, self.rect(), Radius.CONTROL, fill, line)
        if self.edit.hasFocus():
            focus_ring(painter, self.rect(), Radius.CONTROL, tokens.accent)

    def _on_typed(self) -> None:
        self.update()
        self._typing_timer.start()


class KeyCap(QWidget):
    """A key or two, drawn like keys."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme, self._text = theme, text
        self.setAccessibleName(text)
        self.setFont(theme.font(Type.SMALL_MEDIUM))
        self.setFixedSize(self.fontMetrics().horizontalAdvance(text) + 12, 18)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box(painter, self.rect(), 4, tokens.surface, tokens.border_strong)
        painter.setPen(tokens.text2)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self._text)


class FilterChip(Button):
    """A button whose menu narrows a list; it shows the choice. One that `shrinks` ends a long text
    with "…" where there is too little room; the whole text is its tool tip then.
    """

    def __init__(
        self,
        theme: Theme,
        choices: tuple[tuple[str, str], ...],
        on_pick: Callable[[str], None],
        *,
        name: str,
        icon: str = "",
        shrinks: bool = False,
    ) -> None:
        super().__init__(theme, choices[0][1], icon=icon, trailing_icon="chevron-down")
        self._shrinks = shrinks
        if shrinks:
            self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._on_pick = on_pick
        self._name = name
        self.key = choices[0][0]
        self._choices: tuple[tuple[str, str], ...] = ()
        self._menu = QMenu(self)
        self._group = QActionGroup(self._menu)
        self.show_choices(choices)
        self.clicked.connect(self._open)

    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint()
        spare = max(self._text_width() - _LEAST_TEXT, 0) if self._shrinks else 0
        return QSize(whole.width() - spare, whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tooltip()

    def _painted_text(self) -> str:
        lack = self.sizeHint().width() - self.width()
        if lack <= 0:
            return self.text()
        return elide(self.fontMetrics(), self.text(), self._text_width() - lack)

    def _text_width(self) -> int:
        return self.fontMetrics().horizontalAdvance(self.text())

    def _show_tooltip(self) -> None:
        set_plain_tooltip(self, self.text() if self._painted_text() != self.text() else "")

    def show_choices(self, choices: tuple[tuple[str, str], ...]) -> None:
        """New choices (key, text); the present one stays if its key still exists."""
        self._choices = choices
        self._menu.clear()
        for key, text in choices:
            action = self._menu.addAction(escape_mnemonic(text))
            action.setCheckable(True)
            action.setChecked(key == self.key)
            self._group.addAction(action)
            action.triggered.connect(lambda _checked=False, chosen=key: self.choose(chosen))
        self._show()

    def choose(self, key: str) -> None:
        """Chooses like the user."""
        if key != self.key:
            self.key = key
            self.show_choices(self._choices)
            self._on_pick(key)

    def _show(self) -> None:
        texts = dict(self._choices)
        self.setText(texts.get(self.key, self._choices[0][1]))
        self.setAccessibleName(f"{self._name}: {self.text()}")
        self._show_tooltip()
        self.updateGeometry()

    def _open(self) -> None:
        menu = self._menu
        left = self.width() - menu.sizeHint().width() if runs_rtl(self) else 0
        menu.popup(self.mapToGlobal(QPoint(left, self.height() + 4)))


class CopyField(QFrame):
    """A text to copy, always left to right, with its button."""

    def __init__(
        self,
        theme: Theme,
        clipboard: QClipboard,
        text: str,
        *,
        copy: str,
        copied: str,
        labelled: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("well")
        self.setFixedHeight(44 if labelled else 36)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._clipboard, self._names = clipboard, (copy, copied)
        self._value = ElidedLabel(theme, text, Type.MONO, Ink.TEXT)
        self._value.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._value.setAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        )
        self.button: Button = (
            Button(theme, copy, Kind.LINK, icon="copy") if labelled else IconButton(theme, "copy", copy)
        )
        self.button.clicked.connect(self.copy)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8 if labelled else 4, 0)
        fill(layout, (self._value, 1), self.button)
        self._reset_timer = make_timer(self, _COPIED_MS, lambda: self._show_button_name(0))

    @property
    def value(self) -> str:
        return strip_marks(self._value.text())

    def set_value(self, text: str) -> None:
        self._value.setText(text)

    def copy(self) -> None:
        """Puts the text on the clipboard and says so."""
        self._clipboard.setText(self.value)
        self._show_button_name(1)
        self._reset_timer.start()

    def _show_button_name(self, which: int) -> None:
        name = self._names[which]
        self.button.setToolTip(name)
        self.button.setAccessibleName(name)
        if self.button.text():
            self.button.setText(name)
            self.button.updateGeometry()


class FormRow(QWidget):
    """Label over field, with a hint and a fault line."""

    def __init__(self, theme: Theme, label: str, field: QWidget, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        name = Label(theme, label, Type.SMALL_MEDIUM, Ink.TEXT2)
        entry = _find_entry(field)
        name.setBuddy(entry)
        entry.setAccessibleName(label)
        self._hint = Label(theme, hint, Type.SMALL, Ink.TEXT3, wrap=True)
        self._fault = Label(theme, "", Type.SMALL_MEDIUM, Ink.BAD, wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        fill(layout, name, field, self._hint, self._fault)
        self._hint.setVisible(bool(hint))
        self._fault.hide()

    @property
    def is_faulty(self) -> bool:
        return not self._fault.isHidden()

    def show_hint(self, text: str) -> None:
        """Shows another hint; "" removes it."""
        self._hint.setText(text)
        self._hint.setVisible(bool(text))

    def show_fault(self, text: str) -> None:
        """Shows what is wrong with the value, and scrolls to it; "" removes it."""
        if text and self._fault.isHidden():
            reveal(self)
        self._fault.setText(text)
        self._fault.setVisible(bool(text))
        set_faulty(self.field, text)


def set_faulty(field: QWidget, text: str) -> None:
    """Gives the field a red frame, and the fault to screen readers; "" removes both."""
    field.setProperty("fault", "true" if text else "false")
    field.style().unpolish(field)
    field.style().polish(field)
    field.setAccessibleDescription(text)


def _find_entry(field: QWidget) -> QWidget:
    """The field itself, or the one that a plain holder has next to its buttons."""
    if field.focusPolicy() is not Qt.FocusPolicy.NoFocus:
        return field
    entries = (one for one in field.findChildren(QWidget) if isinstance(one, (QLineEdit, QComboBox)))
    return next(entries, field)


def text_field(theme: Theme, text: str = "", prompt: str = "", *, code: bool = False) -> QLineEdit:
    """A one-line field; `code` is for addresses, keys and SKUs, always left to right."""
    edit = QLineEdit(text)
    clean_typed(edit)
    edit.setPlaceholderText(prompt)
    edit.setFont(theme.font(Type.MONO if code else Type.BODY))
    edit.setMinimumSize(QSize(80, FIELD_HEIGHT))
    if code:
        edit.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        edit.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    return edit
