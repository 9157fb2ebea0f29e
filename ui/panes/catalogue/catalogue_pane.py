"""The Catalogue pane: which parts are listed, which one is displayed, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.catalogue.items import Item, ItemQuery, ItemSelection, ItemView
from service.domain.catalogue.stock import Cause
from service.domain.changes import ChangeKind
from service.domain.pull.pulls import Run
from service.domain.times import Millis
from ui.backend import BackendError, ErrorCode
from ui.backend.catalogue_port import ItemPage, LedgerPage
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.progress import OnProgress
from ui.backend.shops_port import BranchFacts
from ui.i18n import isolate_name
from ui.i18n.history_text import author_text
from ui.i18n.value_words import condition_words, make_table_words
from ui.panes.catalogue.bulk_actions import BulkActions
from ui.panes.catalogue.cell_editor import CellEditor, is_typed
from ui.panes.catalogue.item_detail import ItemDetail, ItemPictures
from ui.panes.catalogue.item_editor import ItemEditor
from ui.panes.catalogue.item_history import ItemHistoryDialog
from ui.panes.catalogue.item_list import ItemFilters, ItemTable
from ui.panes.catalogue.label_dialog import PrintLabels
from ui.panes.catalogue.ledger import LedgerDialog, MovementDialog
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import TABLE_KINDS
from ui.shell.pane import PageHeader, Pane
from ui.shell.pane_context import LOW_STOCK, NEW_PART, PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.metrics import PAGE_PADDING
from ui.widgets import Button, Card, Dialog, EmptyState, Ink, Kind, Label, SearchField, WorkBar, column, fill, row

_WIDTH = 960


class LoadFileDialog(Dialog):
    """The flow of every price list. Nothing is stored of it but what it saves."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        super().__init__(context.theme, parent, self.tr("Load a file"), icon="upload", width=_WIDTH)
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        tools = FileTools(context.theme, context.backend, context.formats, context.chooser, context.shop.id)
        self.flow = FileFlow(tools, Purpose.ONCE, self._on_changed, self._on_saved)
        self.nightly = Label(context.theme, self.tr("Also read this file every night?"), Type.HEADING)
        self.instead = Label(context.theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        fill(self.body, self.flow, self.nightly, self.instead)
        self.look = Button(context.theme, self.tr("Look without saving"), Kind.GHOST, icon="eye", main=True)
        self.look.clicked.connect(self.flow.rehearse)
        self.cancel = self.cancel_button()
        self.save = self.main_button(self.tr("Save it"), self.flow.save_it, changes=True)
        self.once = self.cancel_button(self.tr("Only this once"))
        self.every_night = self.main_button(self.tr("Read it every night"), self._keep, changes=True)
        self.close_button = self.main_button(self.tr("Close"), self.accept)
        self.buttons(self.cancel, self.save, self.once, self.every_night, self.close_button, leading=(self.look,))
        for later in (self.nightly, self.instead, self.once, self.every_night, self.close_button):
            later.hide()
        self._on_changed()

    def reject(self) -> None:
        """While the file is read, this stops it and says what is saved."""
        if self.flow.busy:
            self.flow.stop()
        else:
            super().reject()

    def _on_changed(self) -> None:
        self.save.setEnabled(self.flow.ready)
        self.look.setEnabled(self.flow.ready)

    def _on_saved(self, _run: Run | None) -> None:
        """Asks whether the file is read every night too, unless it is already."""
        for earlier in (self.look, self.cancel, self.save):
            earlier.hide()
        state, setup = self.flow.state, self.flow.setup
        nightly = state.setup.path if state is not None and state.on and state.setup is not None else ""
        is_asked = setup is not None and setup.path != nightly
        for part in (self.nightly, self.once, self.every_night):
            part.setVisible(is_asked)
        self.close_button.setHidden(is_asked)
        if is_asked and nightly:
            text = self.tr("It takes the place of %1, which is read every night now.")
            self.instead.setText(text.replace("%1", isolate_name(nightly)))
            self.instead.show()
        self.focus_on(self.once if is_asked else self.close_button)

    def _keep(self) -> None:
        if self.flow.setup is not None:
            self.every_night.setEnabled(False)
            future = self._context.backend.pulls.save(self._context.shop.id, self.flow.setup)
            self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.every_night.setEnabled(True)
        self.flow.show_fault(error)


NO_TEXTS: Mapping[str, str] = MappingProxyType({})
_NAME, _REORDER_NAME = "catalogue.xlsx", "reorder list.xlsx"
PAGE = 200
MAX_RELOADED = 2000
"""The most rows that are read again at once; rows below are loaded when the user scrolls there."""

_DETAIL = 384
_LEAST_HEIGHT = 440
"""Below it the page scrolls. At scale 2 the buttons of a part are in sight; its facts scroll."""


class NoItems(Card):
    """In staging one click adds a sample; in the live shop it shows the ways to send parts."""

    def __init__(
        self, context: PaneContext, fill: Callable[[], None], load: Callable[[], None], enter: Callable[[], None]
    ) -> None:
        super().__init__(context.theme)
        if context.staging:
            title = self.tr("No test parts yet")
            text = self.tr(
                "Staging is for practice. Fill it with a sample and try everything: your stock stays as it is."
            )
            self.main = Button(
                context.theme, self.tr("Fill staging with a sample"), Kind.PRIMARY, icon="package", main=True
            )
            self.main.clicked.connect(fill)
            script = "counterpart sample"
        else:
            title = self.tr("No parts yet")
            text = self.tr(
                "Send them from your till or accounts program, let us read a price list that it saves, or enter them."
            )
            self.main = Button(
                context.theme, self.tr("Load a file"), Kind.PRIMARY, icon="upload", main=True
            ).keep_at_service()
            self.main.clicked.connect(load)
            script = ""
        other = Button(context.theme, self.tr("Make a key for your till"), icon="key", main=True)
        other.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "new-key"))
        self.enter = Button(context.theme, self.tr("New part"), icon="plus", main=True, changes=True, on_click=enter)
        self.enter.setEnabled(not context.shop.read_only)
        buttons: tuple[QWidget, ...] = (self.main, self.enter, other)
        label = self.tr("From a script:")
        self.body.addWidget(
            EmptyState(context.theme, "package", title, text, *buttons, script_label=label, script=script)
        )


class NoMatch(Card):
    """The page for a search or view without parts; `add` enters the part that was searched."""

    def __init__(self, context: PaneContext, clear: Callable[[], None], add: Callable[[], None]) -> None:
        super().__init__(context.theme, padding=0)
        self.clear = Button(context.theme, self.tr("Show all parts"), main=True, on_click=clear)
        self.add = Button(context.theme, self.tr("Add it…"), main=True, icon="plus", changes=True, on_click=add)
        self.add.setEnabled(not context.shop.read_only)
        title, text = self.tr("No part matches"), self.tr("Choose another search or fewer filters, or add the part.")
        self.body.addWidget(EmptyState(context.theme, "list-filter", title, text, self.add, self.clear))


class UnknownItemDialog(Dialog):
    """A call or an order named a SKU that the catalogue does not have."""

    def __init__(self, context: PaneContext, parent: QWidget, sku: str) -> None:
        title = self.tr("%1 is not in your catalogue").replace("%1", isolate_name(sku))
        super().__init__(context.theme, parent, title, icon="package", tone=Tone.WARN)
        text = self.tr("A call named it, but its row was rejected or the part was removed. The call's notes say why.")
        self.body.addWidget(Label(context.theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.buttons(self.main_button(self.tr("Close"), self.accept))


class TypeToSearch(QObject):
    """The first letter or digit replaces what the search holds. `page` gets the keys that its
    widgets leave, `view` would look for a row that begins with them.
    """

    def __init__(self, page: QWidget, view: QWidget, search: SearchField, reveal: Callable[[], None]) -> None:
        super().__init__(page)
        self._search, self._reveal = search, reveal
        for watched in (page, view):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and is_typed(event)
        if is_key:
            self._reveal()
        if not is_key or not self._search.isVisible():
            return super().eventFilter(watched, event)
        self._search.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.edit.selectAll()
        QCoreApplication.sendEvent(self._search.edit, event)
        return True


class LongWork(QObject):
    """Runs one piece of work at a time; `bar` displays it."""

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self._pane = pane
        self._reply: PendingReply[int] | None = None
        self.bar = WorkBar(pane.theme, pane.context.formats, self.stop)

    def ask_export(self, query: ItemQuery) -> None:
        """Asks where to, then writes what is listed."""
        low = query.view is ItemView.LOW
        title, name = (self.tr("Save the reorder list"), _REORDER_NAME) if low else (self.tr("Save the parts"), _NAME)
        self._pane.context.chooser.save_file(
            self._pane, title, name, TABLE_KINDS, lambda path: self.export_to(path, query)
        )

    def export_to(self, path: str, query: ItemQuery) -> None:
        """Writes the listed parts to a file."""
        context = self._pane.context
        words = make_table_words(context.formats, {"condition": condition_words().items()})
        future = context.backend.catalogue.export(context.shop.id, query, path, words, self._progress())

        def done(count: int) -> None:
            self._end()
            text = self.tr("%n part(s) saved in %1.", "", count).replace("%1", isolate_name(Path(path).name))
            context.toasts.show(text)

        self.bar.begin(self.tr("Saving the parts"))
        self._reply = self._pane.dispatcher.fetch(future, done, self._on_failed)

    def fill(self) -> None:
        context = self._pane.context
        future = context.backend.host.fill_sample(context.shop.id, self._progress())

        def done(_count: int) -> None:
            self._end()

        self.bar.begin(self.tr("Filling staging with a sample"))
        self._reply = self._pane.dispatcher.fetch(future, done, self._on_failed)

    def stop(self) -> None:
        if self._reply:
            self._reply.cancel()
        self._end()

    def _progress(self) -> OnProgress:
        return self._pane.dispatcher.progress(self.bar.show_progress)

    def _end(self) -> None:
        self._reply = None
        self.bar.end()

    def _on_failed(self, error: BackendError) -> None:
        self._end()
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()


class CataloguePane(Pane):
    """Parts with their stock (desktop §2.3)."""

    key: ClassVar[PaneKey] = PaneKey.CATALOGUE
    listens: ClassVar[frozenset[ChangeKind]] = frozenset(
        {ChangeKind.ITEMS, ChangeKind.STOCK, ChangeKind.BRANCHES, ChangeKind.SHOPS}
    )

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._page: ItemPage | None = None
        self._wanted_sku = ""
        self._filling = False
        self._opens_first = False
        self._page_reply: PendingReply[ItemPage] | None = None
        self._item_reply: PendingReply[Item] | None = None
        self._last_reply: PendingReply[LedgerPage] | None = None
        self._movement: MovementDialog | None = None
        self.work = LongWork(self)
        self.filters = ItemFilters(self.theme, context.formats, self._ask)
        self.filters.search.edit.returnPressed.connect(self.open_first)
        self.parts = ItemTable(context)
        self.parts.table.picked.connect(self._on_picked)
        self.parts.table.sort_requested.connect(self.filters.sort_by)
        self.parts.table.end_reached.connect(self._ask_more)
        self.bulk = BulkActions(self, self.parts, self.filters)
        TypeToSearch(self, self.parts.table, self.filters.search, self.bulk.clear)
        self.cells = CellEditor(
            context, self.parts, lambda: self.filters.query().branch, lambda: self.move_stock(Cause.COUNT)
        )
        self.parts.table.opened.connect(self.cells.open)
        self.detail = ItemDetail(context, self.move_stock, self.show_ledger, self.edit_part)
        self.detail.history.triggered.connect(self.show_history)
        self.pictures = ItemPictures(self, self.detail)
        self.labels = PrintLabels(self, self._labelled)
        self.bulk.bar.labels.clicked.connect(self.print_shown)
        self.detail.print_label.triggered.connect(self.print_shown)
        self.empty = NoItems(context, self.work.fill, self.load_file, self.new)
        self.no_match = NoMatch(context, self._show_all, self._add_searched)
        self._fill()

    def load(self) -> None:
        shop = self.context.shop.id
        self.dispatcher.fetch(self.context.backend.shops.branches(shop), self.filters.show_branches, self.show_error)
        self._ask()

    def update_context(self, context: PaneContext) -> None:
        super().update_context(context)
        self.detail.update_context(context)
        self.cells.update_context(context)
        self.enter.setEnabled(not context.shop.read_only)
        self.empty.enter.setEnabled(not context.shop.read_only)
        self.no_match.add.setEnabled(not context.shop.read_only)

    def tick(self, now: Millis) -> None:
        if self._page is not None:
            self.header.subtitle.setText(self._subtitle(self._page, now))

    def open_target(self, target: str) -> None:
        if target == NEW_PART:
            self.new()
            return
        self.filters.show_all()
        if target == LOW_STOCK:
            self.filters.views.choose(ItemView.LOW)
        else:
            self._wanted_sku = target
        self.reload()

    def focus_filter(self) -> None:
        self.bulk.clear()
        self.filters.search.edit.setFocus()
        self.filters.search.edit.selectAll()

    def open_first(self) -> None:
        """Enter in the search: opens the best part, as a barcode reader expects."""
        self._opens_first = bool(self.filters.search.text())
        self.filters.search.search_now()

    def new(self) -> None:
        """Ctrl N: a new part."""
        self._enter_part("")

    def load_file(self) -> None:
        """A price list that is read now."""
        dialog = LoadFileDialog(self.context, self)
        dialog.open()
        dialog.flow.choose_file()

    def edit_part(self) -> None:
        """F2: every field of the chosen part."""
        item = self.detail.item
        if item is None or not self.detail.isVisible() or self.context.shop.read_only:
            return
        if not self.refuse_in_read_only():
            self._open_editor(item, "")

    def export(self) -> None:
        """Ctrl E: the listed parts as CSV."""
        if self.save.isEnabled():
            self.work.ask_export(self.filters.query())

    def print_shown(self) -> None:
        """Ctrl P: labels of the selected parts, or of the displayed one."""
        self.labels.open()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.filters.search, self.parts.table, self.detail.buttons[Cause.COUNT])

    def move_stock(self, cause: Cause) -> None:
        """Opens the movement dialog for the chosen part."""
        if self.detail.item is not None and not self.context.shop.read_only:
            branch = self.filters.query().branch
            self._movement = MovementDialog(self.context, self, self.detail.item, cause, branch)
            self._movement.finished.connect(self._forget_movement)
            self._movement.open()

    def show_history(self) -> None:
        if self.detail.item is not None:
            ItemHistoryDialog(self.context, self, self.detail.item).open()

    def show_ledger(self) -> None:
        if self.detail.item is not None:
            LedgerDialog(self.context, self, self.detail.item).open()

    def _fill(self) -> None:
        self.save = Button(self.theme, self.tr("Export"), icon="download", on_click=self.export)
        load = Button(self.theme, self.tr("Load a file"), icon="upload").keep_at_service()
        load.clicked.connect(self.load_file)
        self.enter = Button(self.theme, self.tr("New part"), Kind.PRIMARY, icon="plus", changes=True, on_click=self.new)
        self.enter.setEnabled(not self.context.shop.read_only)
        QShortcut(QKeySequence("F2"), self, self.edit_part)
        self.header = PageHeader(self.theme, self.tr("Catalogue"), "", self.save, load, self.enter)
        left = Card(self.theme, padding=0)
        left.body.addWidget(self.parts.table)
        self.detail.setFixedWidth(_DETAIL)
        both = QWidget()
        row((left, 1), self.detail, spacing=16, inside=both)
        holder = QWidget()
        self._views = QStackedLayout(holder)
        for page in (both, self.empty, self.no_match):
            self._views.addWidget(page)
        self.content.setMinimumHeight(_LEAST_HEIGHT)
        column(
            self.header,
            self.bulk.line,
            self.work.bar,
            (holder, 1),
            spacing=14,
            inside=self.content,
            margins=PAGE_PADDING,
        )

    def _enter_part(self, saved_before: str) -> None:
        if not self.context.shop.read_only:
            self._open_editor(None, saved_before)

    def _add_searched(self) -> None:
        """A new part with the searched text: a number has digits, a name has spaces or no digit."""
        text = self.filters.search.text().strip()
        is_number = " " not in text and any(char.isdigit() for char in text)
        self._open_editor(None, "", {"sku" if is_number else "name": text})

    def _open_editor(self, item: Item | None, saved_before: str, texts: Mapping[str, str] = NO_TEXTS) -> None:
        def show(branches: tuple[BranchFacts, ...]) -> None:
            names = tuple(facts.branch.name for facts in branches)
            editor = ItemEditor(self.context, self, item, names, self._on_saved, saved_before=saved_before)
            for name, text in texts.items():
                editor.fields.edits[name].setText(text)
            editor.open()

        self.dispatcher.fetch(self.context.backend.shops.branches(self.context.shop.id), show, self._on_failed)

    def _on_saved(self, sku: str, again: bool) -> None:
        if again:
            self._enter_part(sku)
        elif self.detail.item is None or self.detail.item.sku != sku:
            self.open_target(sku)

    def _ask(self) -> None:
        if self._page_reply:
            self._page_reply.cancel()
        query = self.filters.query()
        limit = min(MAX_RELOADED, max(PAGE, self.parts.model.rowCount()))
        future = self.context.backend.catalogue.page(self.context.shop.id, query, 0, limit)
        self._page_reply = self.dispatcher.fetch(future, self._show, self.show_error)

    def _ask_more(self) -> None:
        loaded = self.parts.model.rowCount()
        waiting = self._page_reply is not None and self._page_reply.pending
        if self._page is not None and loaded < self._page.total and not waiting:
            query = self.filters.query()
            future = self.context.backend.catalogue.page(self.context.shop.id, query, loaded, PAGE)
            self._page_reply = self.dispatcher.fetch(future, self._append, self._on_failed)

    def _append(self, page: ItemPage) -> None:
        known = {item.sku for item in self.parts.model.rows}
        self.parts.model.append([item for item in page.rows if item.sku not in known])

    def _show(self, page: ItemPage) -> None:
        self._page = page
        query = self.filters.query()
        self.parts.branch = query.branch
        self.parts.table.show_sorted(query.sort.value, down=query.descending)
        bar = self.parts.table.verticalScrollBar()
        place = bar.value()
        self._filling = True
        self.parts.model.set_rows(page.rows)
        self._filling = False
        bar.setValue(place)
        self.parts.model.repaint_rows()
        self.bulk.show_found(page.total)
        self.filters.show_counts(page.counts)
        self.header.subtitle.setText(self._subtitle(page, self.context.now()))
        self._views.setCurrentIndex(0 if page.rows else 2 if page.held else 1)
        self.bulk.line.setVisible(page.held > 0)
        self.enter.setVisible(bool(page.rows or page.held))  # The empty page has its own.
        self.save.setEnabled(bool(page.total))
        low = query.view is ItemView.LOW
        self.save.setText(self.tr("Export the reorder list") if low else self.tr("Export"))
        self.save.updateGeometry()
        self.show_content()
        self._choose()

    def _choose(self) -> None:
        """Shows the requested part, else the selected one, else the first."""
        if self._opens_first and self.parts.model.rowCount():
            self._wanted_sku = self.parts.model.row(0).sku
            self.parts.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._opens_first = False
        wanted, self._wanted_sku = self._wanted_sku, ""
        current = self.parts.table.current()
        sku = wanted or (current.sku if current else "")
        if not sku and self.parts.model.rowCount():
            sku = self.parts.model.row(0).sku
        self._filling = True
        # Choosing the chosen one would end a selection of several.
        if not (current and current.sku == sku) and not self.parts.table.choose(sku):
            self.parts.table.clearSelection()
        self._filling = False
        self.detail.setVisible(bool(sku))
        if sku:
            self._ask_item(sku, was_asked_for=bool(wanted))

    def _on_picked(self, item: Item | None) -> None:
        if item is not None and not self._filling:
            self._show_item(item)

    def _ask_item(self, sku: str, *, was_asked_for: bool) -> None:
        """Reads a part that another pane named, if it exists."""
        if self._item_reply:
            self._item_reply.drop()

        def on_failed(error: BackendError) -> None:
            if was_asked_for and error.code is ErrorCode.NOT_FOUND:
                UnknownItemDialog(self.context, self, sku).open()
                self._choose()
            else:
                self._on_failed(error)

        future = self.context.backend.catalogue.item(self.context.shop.id, sku)
        self._item_reply = self.dispatcher.fetch(future, self._show_item, on_failed)

    def _show_item(self, item: Item) -> None:
        self.detail.show_item(item)
        if self._movement is not None:
            self._movement.show_item(item)
        self.pictures.load(item)
        if self._last_reply:
            self._last_reply.drop()
        future = self.context.backend.catalogue.ledger(self.context.shop.id, item.sku, None, 1)
        self._last_reply = self.dispatcher.fetch(future, self._show_last, self._on_failed)

    def _forget_movement(self) -> None:
        self._movement = None

    def _show_last(self, page: LedgerPage) -> None:
        self.detail.show_last(page.rows[0] if page.rows else None)

    def _labelled(self) -> ItemSelection:
        selection = self.bulk.selection()
        shown = self.detail.item
        if selection.query is None and not selection.skus and shown is not None and self.detail.isVisible():
            return ItemSelection((shown.sku,))
        return selection

    def _show_all(self) -> None:
        self.filters.show_all()
        self.reload()

    def _subtitle(self, page: ItemPage, now: Millis) -> str:
        if not page.held:
            return self.tr("Your parts with their prices and stock.")
        text = f"{self.context.formats.items(page.held)}."
        if page.changed_at is None:
            return text
        when = self.context.formats.ago(page.changed_at, now)
        if not page.changed_by:
            changed = self.tr("Changed last %1.")
            return f"{text} {changed.replace('%1', when)}"
        sentence = self.tr("Changed last by %1, %2.").replace("%1", author_text(page.changed_by)).replace("%2", when)
        return f"{text} {sentence}"

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.context.clipboard).open()
