"""Actions on several items: the bar of the selection, and the change of prices."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QObject
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QWidget

from service.domain.catalogue.items import ItemQuery, ItemSelection
from service.domain.catalogue.price_change import (
    HIGHEST_PERCENT,
    LOWEST_PERCENT,
    STEPS,
    PriceChange,
    PriceMove,
    PricePlan,
)
from service.domain.catalogue.row_types import PRICE_FIELDS
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n import Formats, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.value_words import part_name
from ui.panes.catalogue.item_list import ItemFilters, ItemTable
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Type
from ui.theme.metrics import FIELD_HEIGHT, TWO_LINE_ROW
from ui.widgets import (
    Button,
    Column,
    ConfirmDialog,
    Dialog,
    FaultNote,
    FormRow,
    IconButton,
    Ink,
    Label,
    LinkButton,
    RowsModel,
    Segment,
    Segmented,
    Table,
    Well,
    choice_field,
    fill,
    row,
    text_field,
)
from ui.widgets.containers import PageStack
from ui.widgets.window_use import make_timer

_WIDTH = 720
_TABLE_HEIGHTS = (126, 218)
_UP, _DOWN = "up", "down"
_PERCENT = re.compile(r"(\d{1,4})(?:[.\u066b](\d{1,2}))?")
_MAX_NAMED = 5


class SelectionBar(QWidget):
    """How many are selected, a link that selects all found, and what can be done with them."""

    def __init__(self, theme: Theme, formats: Formats, select_all: Callable[[], None]) -> None:
        super().__init__()
        self._formats = formats
        self.label = Label(theme, "", Type.MEDIUM)
        self.all = LinkButton(theme, "", on_click=select_all)
        self.prices = Button(theme, self.tr("Change prices…"), icon="tag")
        self.labels = Button(theme, self.tr("Labels…"))
        self.active = Button(theme, self.tr("Make active"), changes=True)
        self.inactive = Button(theme, self.tr("Make inactive…"), changes=True)
        self.clear = IconButton(theme, "x", self.tr("Select one part again"))
        actions = (self.prices, self.labels, self.active, self.inactive, self.clear)
        row(self.label, 4, self.all, None, *actions, inside=self)

    def show_count(self, selected: int, match_count: int, *, writable: bool) -> None:
        """Shows how many of those found are selected."""
        self.label.setText(self.tr("%n part(s) selected", "", selected))
        self.all.setText(self.tr("Select all %1 found").replace("%1", self._formats.count(match_count)))
        self.all.updateGeometry()
        self.all.setVisible(match_count > selected)
        for button in (self.prices, self.active, self.inactive):
            button.setEnabled(writable)


def parse_percent(text: str) -> int | None:
    """The hundredths of a percentage as typed: `5`, `2.5`; None if it is none."""
    match = _PERCENT.fullmatch(text.strip().removesuffix("%").strip())
    return None if match is None else int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))


class PriceDialog(Dialog):
    """`selection` has `count` parts."""

    def __init__(self, context: PaneContext, parent: QWidget, selection: ItemSelection, count: int) -> None:
        title = self.tr("Change the prices of %n part(s)", "", count)
        super().__init__(context.theme, parent, title, icon="tag", width=_WIDTH)
        self._context, self._selection = context, selection
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[PricePlan] | None = None
        self.plan: PricePlan | None = None
        self._sending = False
        self._timer = make_timer(self, context.theme.typing_ms, self._ask)
        self.note = FaultNote(context.theme)
        self.warning = OverwriteNote(context, count)
        self.warning.ask(selection)
        self._fill_fields()
        self._fill_preview()
        self.save = self.main_button("", self._save, changes=True)
        self.buttons(self.cancel_button(), self.save)
        self._on_changed()
        self.percent.setFocus()

    def change(self) -> PriceChange | None:
        """The typed change, or None while there is none."""
        percent = parse_percent(self.percent.text())
        if percent is None:
            return None
        signed = percent if self.direction.key == _UP else -percent
        if signed == 0 or not LOWEST_PERCENT <= signed <= HIGHEST_PERCENT:
            return None
        which = self.which.currentData()
        return PriceChange(signed, int(self.step.currentData()), PRICE_FIELDS if which == "all" else (which,))

    def _fill_fields(self) -> None:
        theme = self._context.theme
        ways = (Segment(_UP, self.tr("Up")), Segment(_DOWN, self.tr("Down")))
        name = self.tr("Up or down")
        self.direction = Segmented(theme, ways, lambda _key: self._on_changed(), name=name, height=FIELD_HEIGHT)
        self.percent = text_field(theme, "", "5", code=True)
        self.percent.textChanged.connect(self._on_changed)
        self.percent_row = FormRow(theme, self.tr("Percent"), self.percent)
        steps = tuple((str(step), self._step_text(step)) for step in STEPS)
        self.step = self._make_choice(steps)
        names = (self.tr("Shop price"), self.tr("Wholesale price"), self.tr("Online price"))
        self.which = self._make_choice((*zip(PRICE_FIELDS, names, strict=True), ("all", self.tr("All three"))))
        line = row(spacing=12)
        line.addWidget(FormRow(theme, self.tr("Direction"), self.direction))
        line.addWidget(self.percent_row, 1)
        line.addWidget(FormRow(theme, self.tr("Round to"), self.step), 2)
        line.addWidget(FormRow(theme, self.tr("Which price"), self.which), 2)
        fill(self.body, self.note, self.warning, line)

    def _fill_preview(self) -> None:
        theme, formats = self._context.theme, self._context.formats
        names = {PRICE_FIELDS[1]: self.tr("Wholesale price"), PRICE_FIELDS[2]: self.tr("Online price")}
        columns: tuple[Column[PriceMove], ...] = (
            Column(
                self.tr("Largest changes"),
                lambda move: part_name(move.name, move.name_ar, formats),
                strong=True,
                second=lambda move: " · ".join(filter(None, (formats.ltr(move.sku), names.get(move.field, "")))),
                inset=4,
            ),
            Column(self.tr("Now, BHD"), lambda move: formats.amount(move.old), 110, end=True, ink=Ink.TEXT2),
            Column(self.tr("Then, BHD"), lambda move: formats.amount(move.new), 110, end=True, strong=True, inset=4),
        )
        self.model: RowsModel[PriceMove] = RowsModel(columns, lambda move: (move.item_id, move.field), self)
        self.table: Table[PriceMove] = Table(
            theme, self.model, name=self.tr("Largest changes"), row_height=TWO_LINE_ROW
        )
        self.resize_list(self.table, *_TABLE_HEIGHTS)
        well = Well()
        well.body.setContentsMargins(1, 1, 1, 1)
        well.body.addWidget(self.table)
        self.summary: QLabel = Label(theme, "", Type.MEDIUM, wrap=True)
        self.refused: QLabel = Label(theme, "", Type.SMALL, Ink.BAD, wrap=True)
        fill(self.body, self.summary, well, self.refused)

    def _make_choice(self, choices: tuple[tuple[str, str], ...]) -> QComboBox:
        field = choice_field(self._context.theme, choices)
        field.currentIndexChanged.connect(self._on_changed)
        return field

    def _step_text(self, step: int) -> str:
        return self.tr("the fils") if step == 1 else self.tr("%n fils", "", step)

    def _on_changed(self) -> None:
        # The answer to what was typed before would be done as if it were for this.
        if self._reply:
            self._reply.cancel()
        self._show_plan(None)
        typed = bool(self.percent.text().strip())
        wrong = typed and self.change() is None
        self.percent_row.show_fault(self.tr("Write a number like 5 or 2.5.") if wrong else "")
        self._timer.start()

    def _ask(self) -> None:
        change = self.change()
        if change is not None:
            future = self._context.backend.catalogue.plan_prices(self._context.shop.id, self._selection, change)
            self._reply = self._dispatcher.fetch(future, self._show_plan, self._on_failed)

    def _show_plan(self, plan: PricePlan | None) -> None:
        self.plan = plan
        self.model.set_rows(() if plan is None else plan.largest)
        self.summary.setText(self.tr("Type a percentage to see what changes.") if plan is None else self._sum_up(plan))
        self.refused.setText("" if plan is None else self._list_refused(plan))
        self.refused.setVisible(bool(self.refused.text()))
        count = plan.changed if plan else 0
        self.save.setText(self.tr("Change %n price(s)", "", count) if count else self.tr("Change prices"))
        self.save.updateGeometry()
        self.save.setEnabled(count > 0 and not self._sending and not self._context.shop.read_only)

    def _sum_up(self, plan: PricePlan) -> str:
        amount = self._context.formats.amount
        texts = [self.tr("%n price(s) change.", "", plan.changed)]
        if plan.lowest and plan.highest:
            text = self.tr("Lowest %1, then %2. Highest %3, then %4.")
            for place, fils in enumerate((*plan.lowest, *plan.highest), 1):
                text = text.replace(f"%{place}", amount(fils))
            texts.append(text)
        if plan.unchanged:
            texts.append(self.tr("%n stay(s) the same.", "", plan.unchanged))
        if plan.without_price:
            texts.append(self.tr("%n has no price.", "", plan.without_price))
        return " ".join(texts)

    def _list_refused(self, plan: PricePlan) -> str:
        formats = self._context.formats
        lines = [
            f"{formats.ltr(one.sku)} · {formats.amount(one.old)} · {translate_sentence(one.reason)}"
            for one in plan.refused[:_MAX_NAMED]
        ]
        if lines:
            lines.insert(0, self.tr("%n price(s) stay as they are:", "", plan.refused_count))
        if plan.refused_count > _MAX_NAMED:
            lines.append(self.tr("and %n more", "", plan.refused_count - _MAX_NAMED))
        return "\n".join(lines)

    def _save(self) -> None:
        if self.plan is not None and not self._sending:
            self.note.hide()
            self._sending = True
            self.save.setEnabled(False)
            future = self._context.backend.catalogue.change_prices(self._context.shop.id, self.plan)
            self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_refused)

    def _on_refused(self, error: BackendError) -> None:
        """The preview stays, to be tried again, unless the prices are others now."""
        self._sending = False
        self.note.show_text(fault_text(error))
        if error.code is ErrorCode.CHANGED_SINCE:
            self._show_plan(None)
            self._ask()
        else:
            self._show_plan(self.plan)

    def _on_failed(self, error: BackendError) -> None:
        self.note.show_text(fault_text(error))
        self._show_plan(None)


class BulkActions(QObject):
    """Lets the table select several rows; `bar` replaces the filters: the list does not move."""

    def __init__(self, pane: Pane, parts: ItemTable, filters: ItemFilters) -> None:
        super().__init__(pane)
        self._pane, self._parts, self._filters = pane, parts, filters
        self._found = 0
        self._all_of: ItemQuery | None = None
        self.bar = SelectionBar(pane.theme, pane.context.formats, self.select_all)
        self.bar.prices.clicked.connect(self.change_prices)
        self.bar.active.clicked.connect(self._ask_active)
        self.bar.inactive.clicked.connect(self._ask_inactive)
        self.bar.clear.clicked.connect(self.clear)
        self.line = PageStack()
        for page in (filters, self.bar):
            self.line.addWidget(page)
        parts.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        parts.table.selectionModel().selectionChanged.connect(lambda *_ranges: self._on_selected())
        parts.model.modelReset.connect(self._on_selected)

    def show_found(self, found: int) -> None:
        """Takes how many parts the list has, beyond those loaded."""
        self._found = found
        if self._all_of != self._filters.query():
            self._all_of = None
        self._show()

    def select_all(self) -> None:
        """Selects everything that the search finds, loaded or not."""
        self._parts.table.selectAll()
        self._all_of = self._filters.query()
        self._show()

    def selection(self) -> ItemSelection:
        if self._all_of is not None:
            return ItemSelection(query=self._all_of)
        rows = self._parts.table.selectionModel().selectedRows()
        return ItemSelection(tuple(self._parts.model.row(index.row()).sku for index in rows))

    def change_prices(self) -> None:
        """Opens the dialog that changes prices by percent."""
        PriceDialog(self._pane.context, self._pane, self.selection(), self._count()).open()

    def _ask_active(self) -> None:
        title = self.tr("Make %n part(s) active?", "", self._count())
        self._ask(title, self.tr("They can be ordered again."), self.tr("Make active"), on=True)

    def _ask_inactive(self) -> None:
        title = self.tr("Make %n part(s) inactive?", "", self._count())
        text = self.tr("They can't be ordered until they are active again.")
        self._ask(title, text, self.tr("Make inactive"), on=False)

    def _ask(self, title: str, text: str, act: str, *, on: bool) -> None:
        """The question is about what is selected now, whatever a reload selects meanwhile."""
        pane, selection = self._pane, self.selection()

        def set_active() -> None:
            future = pane.context.backend.catalogue.set_active(pane.context.shop.id, selection, on)
            pane.dispatcher.fetch(future, lambda _none: self._clear_sent(selection), self._on_failed)

        dialog = ConfirmDialog(pane.theme, pane, title, text, act, set_active)
        warning = OverwriteNote(pane.context, self._count())
        dialog.body.addWidget(warning)
        warning.ask(selection)
        dialog.open()

    def _clear_sent(self, sent: ItemSelection) -> None:
        """Others may have been selected meanwhile."""
        if self.selection() == sent:
            self.clear()

    def clear(self) -> None:
        """Of several parts selects the current one alone: the filters are back."""
        table = self._parts.table
        if self._count() < 2:
            return
        one = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        table.selectionModel().select(table.currentIndex(), one)
        table.setFocus()

    def _on_selected(self) -> None:
        self._all_of = None
        self._show()

    def _count(self) -> int:
        return self._found if self._all_of is not None else len(self._parts.table.selectionModel().selectedRows())

    def _show(self) -> None:
        count = self._count()
        self.bar.show_count(count, self._found, writable=not self._pane.context.shop.read_only)
        self.line.setCurrentWidget(self.bar if count > 1 else self._filters)

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()
