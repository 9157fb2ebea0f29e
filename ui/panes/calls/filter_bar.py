"""The row of filters: text in bodies, time, key, path, status class with counts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from service.domain.call_log.calls import CallFilter
from ui.backend.calls_port import CallCounts
from ui.i18n import isolate_name, ltr
from ui.panes.calls.log_feed import LogQuery
from ui.panes.shared.time_chip import Period, TimeChip
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Dialog, FilterChip, FormRow, SearchField, Segment, Segmented, row, text_field

_OTHER, _NOTED = "other", "noted"
_ORDERS, _ITEMS = "/v1/orders", "/v1/items"


class PathDialog(Dialog):
    """Asks for a text that the path or its query contains."""

    def __init__(self, context: PaneContext, parent: QWidget, path: str, on_path: Callable[[str], None]) -> None:
        super().__init__(context.theme, parent, self.tr("Calls whose path holds a text"), icon="link")
        self._on_path = on_path
        self.field = text_field(context.theme, path, "/accept", code=True)
        hint = self.tr("An order's reference, an action, a parameter. Upper and lower case are the same.")
        self.row = FormRow(context.theme, self.tr("Text in the path"), self.field, hint)
        self.body.addWidget(self.row)
        self.buttons(self.cancel_button(), self.main_button(self.tr("Show these"), self._on_accepted))
        self.field.setFocus()

    def _on_accepted(self) -> None:
        text = self.field.text().strip()
        if not text:
            self.row.show_fault(self.tr("Type a part of the path first."))
            self.focus_on(self.field)
            return
        self.accept()
        self._on_path(text)


class FilterBar(QWidget):
    """Calls `on_change` when the user changes a filter. `chosen_part` names the part that calls are
    about; it has its place in the line of the search.
    """

    def __init__(self, context: PaneContext, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._on_change = context, on_change
        self._path, self._last_path = "", ""
        self._names: tuple[str, ...] = ()
        self.part = ""
        self.chosen_part = Button(context.theme, "", icon="x", on_click=self.clear)
        self.chosen_part.setToolTip(self.tr("Show every call again"))
        self.chosen_part.hide()
        self.search = SearchField(context.theme, self.tr("Find text"), lambda _text: on_change())
        self.search.setToolTip(self.tr("Text in requests and answers"))
        self.time = TimeChip(context, on_change, Period.TODAY, title=self.tr("Calls between two times"))
        self.key = FilterChip(
            context.theme, self._keys(), lambda _key: on_change(), name=self.tr("Key"), icon="key", shrinks=True
        )
        self.path = FilterChip(context.theme, self._paths(), self._on_path_chosen, name=self.tr("Path"), shrinks=True)
        self.classes = Segmented(
            context.theme, self._segments(None), lambda _key: on_change(), name=self.tr("Status"), height=32
        )
        plain_words = (
            "",
            self.tr("Answered: %1").replace("%1", ltr("2xx")),
            self.tr("Refused, the call has to be another: %1").replace("%1", ltr("4xx")),
            self.tr("Failed here: %1").replace("%1", ltr("5xx")),
            self.tr("With notes or rejected rows"),
        )
        for at, words in enumerate(plain_words):
            self.classes.setTabToolTip(at, words)
        self._counts: CallCounts | None = None
        self._width_without_counts = self.classes.width()
        self._line = row((self.search, 1), self.time, self.key, self.path, self.classes, inside=self)
        self.search.setMinimumWidth(112)
        # The field gives way first, then the numbers of the statuses, then long texts of the chips.
        self.search.setSizePolicy(QSizePolicy.Policy.Ignored, self.search.sizePolicy().verticalPolicy())

    def minimumSizeHint(self) -> QSize:
        """Without the numbers, which give way in a narrow window."""
        least = super().minimumSizeHint()
        return QSize(least.width() - self.classes.width() + self._width_without_counts, least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_counts_that_fit()
        super().resizeEvent(event)

    def query(self) -> LogQuery:
        span = self.time.span()
        path = self._path if self.path.key == _OTHER else self.path.key
        noted = self.classes.key == _NOTED
        kind = int(self.classes.key) if self.classes.key and not noted else None
        which = CallFilter(span.since, span.until, self.key.key or None, path or None, None, kind, noted)
        return LogQuery(which, self.search.text(), self.part)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the time filters the list."""
        return bool(self.key.key or self.path.key or self.classes.key or self.search.text() or self.part)

    @property
    def is_any_time(self) -> bool:
        return self.time.is_any

    @property
    def is_today(self) -> bool:
        """Whether only calls of today can be listed."""
        return self.time.is_today

    def clear(self) -> None:
        """Removes all filters, also the time."""
        self._reset()
        self._on_change()

    def _reset(self) -> None:
        self.search.edit.blockSignals(True)
        self.search.edit.clear()
        self.search.edit.blockSignals(False)
        self.time.clear()
        self._set_part("")
        self.key.key = self.path.key = self._last_path = ""
        self._show_all()
        self.classes.choose("")

    def _set_part(self, sku: str) -> None:
        self.part = sku
        name = self.tr("Part %1").replace("%1", isolate_name(sku))
        self.chosen_part.setText(name)
        self.chosen_part.setAccessibleName(f"{name}. {self.chosen_part.toolTip()}")
        self.chosen_part.setVisible(bool(sku))
        self.chosen_part.updateGeometry()

    def choose_key(self, name: str) -> None:
        """Shows every call of one key, of any time."""
        if name not in self._names:
            self.show_keys((*self._names, name))
        self.clear()
        self.key.choose(name)

    def choose_part(self, sku: str) -> None:
        """Shows the calls about one part, of any time."""
        self._reset()
        self._set_part(sku)
        self._on_change()

    def choose_path(self, path: str) -> None:
        """Shows the calls with this in their path, of any time."""
        self._reset()
        self._on_path_typed(path)

    def show_keys(self, names: tuple[str, ...]) -> None:
        self._names = names
        self.key.show_choices(self._keys())

    def show_counts(self, counts: CallCounts | None) -> None:
        """Numbers next to the classes; none during a search, which does not know them."""
        self._counts = counts
        self._show_counts_that_fit()

    def _show_counts_that_fit(self) -> None:
        for counts, codes in ((self._counts, True), (self._counts, False), (None, False)):
            self.classes.show_segments(self._segments(counts, codes=codes))
            if self._line.sizeHint().width() <= self.width():
                return

    def _segments(self, counts: CallCounts | None, *, codes: bool = False) -> tuple[Segment, ...]:
        """The words of the classes, with their codes where there is room."""
        words = {2: self.tr("Answered"), 4: self.tr("Refused"), 5: self.tr("Failed")}

        def count(kind: int) -> str:
            return self._context.formats.count(counts.by_class.get(kind, 0)) if counts else ""

        def name(kind: int) -> str:
            return f"{words[kind]} {ltr(f'{kind}xx')}" if codes else words[kind]

        classes = tuple(Segment(str(kind), name(kind), count(kind)) for kind in words)
        # Without a number: with five of them the row would be too wide for a small window.
        return (Segment("", self.tr("All")), *classes, Segment(_NOTED, self.tr("Noted")))

    def _keys(self) -> tuple[tuple[str, str], ...]:
        return (("", self.tr("All keys")), *((name, isolate_name(name)) for name in self._names))

    def _paths(self) -> tuple[tuple[str, str], ...]:
        return (
            ("", self.tr("Any path")),
            (_ORDERS, self.tr("Orders")),
            (_ITEMS, self.tr("Parts")),
            (_OTHER, self._context.formats.ltr(self._path) if self._path else self.tr("Other…")),
        )

    def _on_path_chosen(self, key: str) -> None:
        if key != _OTHER:
            self._last_path = key
            self._on_change()
            return
        dialog = PathDialog(self._context, self, self._path, self._on_path_typed)
        dialog.rejected.connect(self._restore_last_choice)
        dialog.open()

    def _on_path_typed(self, path: str) -> None:
        self._path = path
        self.path.key = _OTHER
        self._last_path = _OTHER
        self._show_all()
        self._on_change()

    def _restore_last_choice(self) -> None:
        """Restores the earlier choice after a cancelled dialog."""
        self.path.key = self._last_path
        self._show_all()

    def _show_all(self) -> None:
        self.path.show_choices(self._paths())
        self.key.show_choices(self._keys())
