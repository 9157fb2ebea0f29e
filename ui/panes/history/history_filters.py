"""What narrows the history: one part, order or call, the time and the cause."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from service.domain.history import CauseKind, HistoryQuery, HistorySubject, SubjectKind
from ui.i18n import isolate_name
from ui.panes.shared.time_chip import Period, TimeChip
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, FilterChip, SearchField

_UNDO = "undo"
_TYPED = (SubjectKind.PART, SubjectKind.ORDER, SubjectKind.CALL)


class HistoryFilters(QWidget):
    """Calls `on_change` when the user changes a filter, and `on_text` with a typed name."""

    def __init__(self, context: PaneContext, on_change: Callable[[], None], on_text: Callable[[str], None]) -> None:
        super().__init__()
        self._context, self._on_change, self._on_text = context, on_change, on_text
        self.subject: HistorySubject | None = None
        theme = context.theme
        self.search = SearchField(theme, self.tr("Part, order or call"), self._on_typed)
        self.chosen = Button(theme, "", icon="x")
        self.chosen.setToolTip(self.tr("Show every change again"))
        self.chosen.clicked.connect(self.clear)
        self.chosen.hide()
        self.time = TimeChip(context, on_change, Period.ANY, title=self.tr("Changes between two times"))
        self.cause = FilterChip(theme, self._causes(), lambda _key: on_change(), name=self.tr("Cause"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.search, 1)
        for part in (self.chosen, self.time, self.cause):
            line.addWidget(part)
        self.search.setMinimumWidth(180)
        self.search.setSizePolicy(QSizePolicy.Policy.Ignored, self.search.sizePolicy().verticalPolicy())

    def query(self) -> HistoryQuery:
        """The present filters."""
        span = self.time.span()
        return HistoryQuery(self.subject, _find_kinds(self.cause.key), span.since, span.until)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything filters the list."""
        return bool(self.search.text() or self.subject or self.cause.key or not self.time.is_any)

    def show_subject(self, subject: HistorySubject) -> None:
        """Shows one part, order, call, run or write alone."""
        # Somebody who types on would lose the keys of the moment.
        if not self.search.edit.hasFocus():
            self._set_text(subject.name if subject.kind in _TYPED else "")
        self.subject = subject
        name = self._describe_subject(subject)
        self.chosen.setText(name)
        self.chosen.setAccessibleName(f"{name}. {self.chosen.toolTip()}")
        self.chosen.updateGeometry()
        self._show_parts()
        self._on_change()

    def show_whole_subject(self, subject: HistorySubject) -> None:
        """Shows it at any time and with any cause: what a link leads to."""
        self._show_all_causes()
        self.show_subject(subject)

    def clear(self) -> None:
        """Removes all filters."""
        self._set_text("")
        self.subject = None
        self._show_all_causes()
        self._show_parts()
        self._on_change()

    def _show_all_causes(self) -> None:
        """Any time and any cause."""
        self.time.clear()
        self.cause.key = ""
        self.cause.show_choices(self._causes())

    def _show_parts(self) -> None:
        """A single write has one time and one cause."""
        self.chosen.setVisible(self.subject is not None)
        for part in (self.time, self.cause):
            part.setVisible(self.subject is None or self.subject.kind is not SubjectKind.WRITE)

    def _on_typed(self, text: str) -> None:
        if text.strip():
            self._on_text(text.strip())
        elif self.subject is not None:
            self.clear()
        else:
            self._on_change()

    def _set_text(self, text: str) -> None:
        self.search.edit.blockSignals(True)
        self.search.edit.setText(text)
        self.search.edit.blockSignals(False)

    def _describe_subject(self, subject: HistorySubject) -> str:
        texts = {
            SubjectKind.PART: self.tr("Part %1"),
            SubjectKind.ORDER: self.tr("Order %1"),
            SubjectKind.CALL: self.tr("Call %1"),
            SubjectKind.RUN: self.tr("Run %1"),
            SubjectKind.WRITE: self.tr("Change %1"),
        }
        name = subject.name if subject.kind is SubjectKind.PART else self._context.formats.ltr(subject.name)
        return texts[subject.kind].replace("%1", isolate_name(name))

    def _causes(self) -> tuple[tuple[str, str], ...]:
        return (
            ("", self.tr("Any cause")),
            (CauseKind.CALL.value, self.tr("Uploads")),
            (CauseKind.RUN.value, self.tr("Price file")),
            (CauseKind.HAND.value, self.tr("By hand")),
            (CauseKind.ORDER.value, self.tr("Orders")),
            (CauseKind.LINK.value, self.tr("Marketplace")),
            (_UNDO, self.tr("Undo")),
        )


def _find_kinds(key: str) -> tuple[CauseKind, ...]:
    if key == _UNDO:
        return (CauseKind.UPLOAD_UNDO, CauseKind.RUN_UNDO)
    if key == CauseKind.LINK:
        return (CauseKind.LINK, CauseKind.SET_ASIDE)
    return (CauseKind(key),) if key else ()
