"""Request and answer, indented, with the faults on their lines; a long upload shows its faulty rows
first.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.call_log.body_layout import BodyLayout, Mark
from service.domain.call_log.calls import MAX_STORED_ANSWER
from ui.backend.calls_port import CallDetail
from ui.panes.calls.note_words import NoteWords
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import CodeFault, CodeView, Ink, Label, LinkButton, WrappedLabel, row

FOLD_MIN_ROWS = 8
_LINE, _FRAME, _MAX_LINES = 17, 28, 10_000
_HEAD, _SENTENCE, _FAULT_LINES = 28, 40, 7


def can_fold(layout: BodyLayout) -> bool:
    """Whether there are faulty rows among many others."""
    return bool(layout.rows) and layout.row_count - len(layout.rows) >= FOLD_MIN_ROWS


def fold(layout: BodyLayout, between: Callable[[int], str]) -> tuple[str, tuple[Mark, ...]]:
    """Text and marks of the faulty rows; `between(count)` is the line for omitted rows."""
    lines = layout.text.split("\n")
    visible: list[str] = []
    numbers: dict[int, int] = {}

    def take(first: int, last: int) -> None:
        for number in range(first, last + 1):
            visible.append(lines[number - 1])
            numbers[number] = len(visible)

    opening = next(at for at, line in enumerate(lines, 1) if line == '  "items": [')
    take(1, opening)
    following = 0
    for kept in layout.rows:
        if kept.index > following:
            visible.append(between(kept.index - following))
        take(kept.first, kept.last)
        following = kept.index + 1
    if layout.row_count > following:
        visible.append(between(layout.row_count - following))
    ending = next(at for at in range(layout.rows[-1].last, len(lines) + 1) if lines[at - 1].startswith("  ]"))
    take(ending, len(lines))
    marks = tuple(Mark(numbers[mark.line], mark.text) for mark in layout.marks if mark.line in numbers)
    return "\n".join(visible), marks


class BodyView(QWidget):
    """One body: its name, size, "Copy", and the text, or a sentence if there is none."""

    def __init__(self, context: PaneContext, words: NoteWords, name: str) -> None:
        super().__init__()
        self._context, self._words = context, words
        self._layout: BodyLayout = BodyLayout()
        self._folded = False
        self.size_label = Label(context.theme, "", Type.SMALL, Ink.TEXT3)
        self.rows = LinkButton(context.theme, self.tr("All rows"))
        self.rows.clicked.connect(lambda: self._show(folded=not self._folded))
        self.copy = LinkButton(context.theme, self.tr("Copy"))
        self.copy.clicked.connect(self._copy)
        self.code = CodeView(context.theme, name)
        self._first = 1
        self._scroll = QTimer(self)
        self._scroll.setSingleShot(True)
        self._scroll.setInterval(0)
        self._scroll.timeout.connect(self._scroll_to_fault)
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.code)
        keys.setContext(Qt.ShortcutContext.WidgetShortcut)
        keys.activated.connect(self._copy)
        self.nothing = WrappedLabel(context.theme, "", Type.SMALL, Ink.TEXT2)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        title = Label(context.theme, name, Type.SMALL_STRONG, Ink.TEXT2)
        whole.addLayout(row(title, self.size_label, None, self.rows, 4, self.copy))
        whole.addWidget(self.code, 1)
        whole.addWidget(self.nothing)

    def show_body(self, layout: BodyLayout, size: int, nothing: str) -> None:
        """Shows another body of so many bytes, or the sentence instead."""
        self._layout = layout
        self.size_label.setText(self._context.formats.bytes(size) if size else "")
        self.nothing.setText(nothing)
        self.nothing.setVisible(not layout.text)
        self.code.setVisible(bool(layout.text))
        self.copy.setVisible(bool(layout.text))
        self.rows.setVisible(can_fold(layout))
        self._show(folded=can_fold(layout))

    def show_fault(self) -> None:
        """Scrolls to the first faulty row."""
        self._show(folded=can_fold(self._layout))
        self.code.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show(self, *, folded: bool) -> None:
        self._folded = folded
        self.rows.setText(self.tr("All rows") if folded else self.tr("Only these rows"))
        self.rows.setAccessibleName(self.rows.text())
        self.rows.updateGeometry()
        text, marks = self._layout.text, self._layout.marks
        if folded:
            text, marks = fold(self._layout, self._gap_line)
        self.code.show_text(text, tuple(self._to_code_fault(mark) for mark in marks))
        lines = min(_MAX_LINES, text.count("\n") + 1 + len(marks))
        self.code.setMaximumHeight(lines * _LINE + _FRAME)
        # In a low window the faulty line is what must be visible.
        self.code.setMinimumHeight(min(lines, _FAULT_LINES) * _LINE + _FRAME if marks else 0)
        self._first = marks[0].line if marks else 1
        self._scroll.start()
        self.setMaximumHeight(_HEAD + lines * _LINE + _FRAME if text else _HEAD + _SENTENCE)

    def _scroll_to_fault(self) -> None:
        """Scrolls, after the layout, to the first faulty line, with two lines above it."""
        self.code.verticalScrollBar().setValue(max(0, self._first - 3) * _LINE)

    def _gap_line(self, count: int) -> str:
        text = self.tr("… %1 rows …", "", count).replace("%1", self._context.formats.count(count))
        return f"    {text}"

    def _to_code_fault(self, mark: Mark) -> CodeFault:
        return CodeFault(mark.line, self._words.describe_reason(mark.text))

    def _copy(self) -> None:
        self._context.clipboard.setText(self._layout.text)
        self._context.toasts.show(self.tr("Copied"))


class BodiesPage(QWidget):
    """Request over answer."""

    def __init__(self, context: PaneContext, words: NoteWords) -> None:
        super().__init__()
        self._context = context
        self.request = BodyView(context, words, self.tr("Request"))
        self.answer = BodyView(context, words, self.tr("Answer"))
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 4, 0, 0)
        self._whole.setSpacing(12)
        # The space that two short bodies leave stays empty below them.
        self._whole.addWidget(self.request, 300)
        self._whole.addWidget(self.answer, 200)
        self._whole.addStretch(1)

    def show_detail(self, detail: CallDetail) -> None:
        """Shows the bodies of another call."""
        call = detail.call
        has_bodies = detail.bodies is not None
        unkept = self.tr("Not kept: the key was not known, and this entry shows in every shop's log.")
        request_text = (
            self.tr("The call had no body.") if not call.request_bytes else self.tr("Not kept: it was not taken in.")
        )
        self.request.show_body(detail.request, call.request_bytes, request_text if has_bodies else unkept)
        answer = self.tr("The answer had no body.") if has_bodies else unkept
        self.answer.show_body(detail.response, call.response_bytes, answer)
        if detail.bodies is not None and detail.bodies.response_cut:
            most = self._context.formats.bytes(MAX_STORED_ANSWER)
            self.answer.nothing.setText(self.tr("The answer was longer; its first %1 are kept.").replace("%1", most))
            self.answer.nothing.show()
            self.answer.setMaximumHeight(_MAX_LINES)

    def show_fault(self) -> None:
        """Scrolls to the request's first faulty row."""
        self.request.show_fault()
