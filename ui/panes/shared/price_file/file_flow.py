"""From a chosen file to what is saved of it: columns, what is understood of them, one "Save it"."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QWidget

from service.domain.pull.file_inspection import FileInspection, InspectedColumn, Question, SampleRow
from service.domain.pull.pull_choices import FileForm, PullChoices, SetupChoices
from service.domain.pull.pulls import Run, RunState
from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.pulls_port import DryRun, PullState
from ui.backend.shops_port import BranchFacts
from ui.i18n import Formats, isolate_name, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.panes.shared.price_file.address_dialog import AddressDialog, FileTools
from ui.panes.shared.price_file.assumptions import SHEETS, Statement, Way, read_sheets, state_assumptions
from ui.panes.shared.price_file.columns_card import ColumnsCard
from ui.panes.shared.price_file.form_dialogs import SheetsDialog, WidthsDialog
from ui.panes.shared.price_file.setup_cards import FileCard, Purpose, QuestionsCard
from ui.panes.shared.run_facts import DryRunDialog, RunNote, ask_approval, saved_text
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import BUTTON_HEIGHT
from ui.widgets import Button, Card, FaultNote, Ink, Label, LinkButton, Note, WorkBar, announce, column, fill, row
from ui.widgets.containers import reveal
from ui.widgets.label import escape_mnemonic

_EVERY = "*"
_NAMES = "*.csv *.tsv *.txt *.prn *.xlsx *.xls *.ods *.json *.jsonl *.html *.htm *.xml *.dbf *.zip *.gz"
_MOST_UNUSED = 6
_LEAST_WIDTH = 760
"""Below it the columns are under the sheet."""


class SheetCard(Card):
    """What is understood of a file: columns that are not used, sentences that can be changed, and
    eight parts as they will be saved. Calls `change` with another set-up, `ask` with a dialog.
    """

    def __init__(
        self,
        theme: Theme,
        formats: Formats,
        change: Callable[[SetupChoices], None],
        ask: Callable[[str], None],
        columns: ColumnsCard,
    ) -> None:
        super().__init__(theme)
        self._formats, self._change, self._ask, self._columns = formats, change, ask, columns
        self._asked: dict[str, Question] = {}
        self.statements: dict[str, Statement] = {}
        self.unused: dict[str, LinkButton] = {}
        self.changes: dict[str, LinkButton] = {}
        self.samples: dict[str, list[str]] = {}
        self.again = LinkButton(theme, self.tr("Recognise again"), on_click=self._recognise_again)
        self._setup = SetupChoices("")
        self.body.addLayout(row(Label(theme, self.tr("How it is read"), Type.HEADING), None, self.again))
        self._holder = QWidget()
        self._lines = column(spacing=8)
        fill(self.body, self._holder, None)

    def forget(self) -> None:
        """Another file: its questions are others."""
        self._asked.clear()

    def show_sheet(self, inspection: FileInspection, setup: SetupChoices, branches: tuple[str, ...]) -> None:
        self._setup, sheet = setup, inspection.sheet
        self.again.setVisible(setup.choices != PullChoices(columns=setup.choices.columns))
        stated = {question.key: question for question in inspection.questions}
        statements = state_assumptions(inspection, setup, branches, self._formats, self._answered(stated))
        self._asked |= stated
        focused = next((key for key, button in self.changes.items() if button.hasFocus()), "")
        self._begin_lines()
        self.unused = {one.header: self._add_unused(one) for one in sheet.unused[:_MOST_UNUSED]}
        self.statements = {statement.key: statement for statement in statements if statement.ways}
        self._statements = column(spacing=0)
        self._lines.addLayout(self._statements)
        for statement in statements:
            self._add_statement(statement)
        self._add_samples(sheet.samples)
        fill(self._lines, 6, Label(self.theme, self._count(sheet.counts), Type.SMALL_MEDIUM, Ink.TEXT2, wrap=True))
        if focused in self.changes:
            self.changes[focused].setFocus()

    def _begin_lines(self) -> None:
        """An empty page in the place of the one before."""
        before, self._holder, self._lines = self._holder, QWidget(), column(spacing=8)
        self._holder.setLayout(self._lines)
        self.body.replaceWidget(before, self._holder)
        before.hide()
        before.deleteLater()
        self.unused, self.changes = {}, {}

    def _add_samples(self, samples: tuple[SampleRow, ...]) -> None:
        """Each part once, with all that it is an example of."""
        self.samples = {}
        for sample in samples:
            text, why = translate_sentence(sample.text), translate_sentence(sample.why)
            self.samples.setdefault(text, []).append(why)
        if self.samples:
            fill(self._lines, 8, Label(self.theme, self.tr("Parts as they will be saved"), Type.HEADING))
        for text, whys in self.samples.items():
            examples = Label(self.theme, " · ".join(dict.fromkeys(whys)), Type.CAPTION, Ink.TEXT2, wrap=True)
            self._lines.addLayout(column(examples, Label(self.theme, text, Type.MEDIUM, wrap=True), spacing=1))
            row_of = next(sample.row for sample in samples if translate_sentence(sample.text) == text)
            noted = " ".join(translate_sentence(remark) for remark in (row_of.fault, *row_of.notes) if remark)
            if noted:
                self._lines.addWidget(Label(self.theme, noted, Type.SMALL, Ink.WARN, wrap=True))

    def _answered(self, stated: dict[str, Question]) -> list[Question]:
        return [question for key, question in self._asked.items() if key not in stated]

    def _count(self, counts: dict[str, int]) -> str:
        words = (
            (self.tr("Rows: %1"), "rows"),
            (self.tr("Parts: %1"), "parts"),
            (self.tr("Rows that repeat a part: %1"), "repeated"),
            (self.tr("Rows left out: %1"), "left_out"),
        )
        named = [(text, counts.get(key, 0)) for text, key in words]
        return " · ".join(text.replace("%1", self._formats.count(number)) for text, number in named if number)

    def _add_unused(self, one: InspectedColumn) -> LinkButton:
        use = LinkButton(self.theme, self.tr("Use it as…"), on_click=lambda: _popup(self._columns.menu_of(one), use))
        name = self.tr("%1 is not used").replace("%1", isolate_name(one.header))
        use.setAccessibleDescription(name)
        samples = " · ".join(isolate_name(sample) for sample in one.samples if sample)
        self._lines.addWidget(Note(self.theme, Tone.WARN, name, (samples,) if samples else (), use))
        return use

    def _add_statement(self, statement: Statement) -> None:
        text = Label(self.theme, statement.text, Type.BODY, wrap=True)
        text.centre_lines()
        line = row(text, spacing=12)
        line.setStretch(0, 1)
        if statement.ways:
            change = LinkButton(self.theme, self.tr("Change"))
            change.setAccessibleName(f"{self.tr('Change')}: {statement.text}")
            change.clicked.connect(lambda: self._open_ways(statement, change))
            line.addWidget(change)
            self.changes[statement.key] = change
        holder = QWidget()
        holder.setMinimumHeight(BUTTON_HEIGHT)
        holder.setLayout(line)
        self._statements.addWidget(holder)

    def _open_ways(self, statement: Statement, button: LinkButton) -> None:
        menu = _open_menu(button)
        for way in statement.ways:
            action = menu.addAction(escape_mnemonic(way.text))
            action.setCheckable(True)
            action.setChecked(way.is_chosen)
            action.triggered.connect(lambda _on=False, way=way: self.take(way))
        _popup(menu, button)

    def take(self, way: Way) -> None:
        if way.dialog:
            self._ask(way.dialog)
        else:
            self._change(way.setup)

    def _recognise_again(self) -> None:
        self._change(replace(self._setup, choices=PullChoices()))


def _open_menu(parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def _popup(menu: QMenu, button: QWidget) -> None:
    """Below its button, within the card."""
    x = 0 if button.layoutDirection() is Qt.LayoutDirection.RightToLeft else button.width() - menu.sizeHint().width()
    menu.popup(button.mapToGlobal(QPoint(x, button.height() + 2)))


class _Halves(QWidget):
    """Columns at the start, sheet at the end or, where narrow, on top. Tab follows the layout."""

    def __init__(self, columns: QWidget, sheet: QWidget) -> None:
        super().__init__()
        self._columns = columns
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(14)
        for half in (columns, sheet):
            self._line.addWidget(half, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= _LEAST_WIDTH
        directions = QBoxLayout.Direction
        self._line.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._line.insertWidget(0 if is_wide else 1, self._columns, 1)


class FileFlow(QWidget):
    """Calls `on_change` when what the buttons around it may do has changed, `on_saved` with the run
    that saved the file, or None where only the time of a stored set-up was changed.
    """

    def __init__(
        self, tools: FileTools, purpose: Purpose, on_change: Callable[[], None], on_saved: Callable[[Run | None], None]
    ) -> None:
        super().__init__()
        self._tools, self._purpose, self._on_change, self._on_saved = tools, purpose, on_change, on_saved
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[FileInspection] | None = None
        self._work_reply: PendingReply[DryRun] | PendingReply[PullState] | PendingReply[None] | None = None
        self._branches: tuple[str, ...] = ()
        self._inspection: FileInspection | None = None
        self._busy = self._is_stored = self._is_stopped = False
        self._stopped_text = ""
        self._try_again: Callable[[], None] | None = None
        self.setup: SetupChoices | None = None
        self.run: Run | None = None
        self.state: PullState | None = None
        theme, formats = tools.theme, tools.formats
        self.file = FileCard(theme, formats, purpose, self._on_file_changed)
        self.file.file.clicked.connect(lambda _on=False: self.choose_file())
        self.file.folder.clicked.connect(self.choose_folder)
        self.file.place.clicked.connect(lambda _on=False: self.choose_address())
        self.work = WorkBar(theme, formats, self.stop)
        self.again = Button(theme, self.tr("Try again"), icon="rotate-ccw", on_click=self._on_again)
        self.fault = FaultNote(theme, self.again)
        self.stopped = FaultNote(theme, tone=Tone.WARN)
        self.run_note = RunNote(theme, formats, self._ask_approval, self.save_it)
        self.questions = QuestionsCard(theme, self._on_answer)
        self.columns = ColumnsCard(theme, self._on_choices)
        self.sheet = SheetCard(theme, formats, self._preview, self._ask_form, self.columns)
        self.halves = _Halves(self.columns, self.sheet)
        column(
            self.fault,
            self.stopped,
            self.run_note,
            self.file,
            self.work,
            self.questions,
            self.halves,
            None,
            spacing=14,
            inside=self,
        )
        self.questions.hide()
        self.halves.hide()

    @property
    def ready(self) -> bool:
        """Whether the file can be saved as it is read now."""
        look = self._inspection
        return look is not None and not self._busy and look.has_sku and not look.open_questions

    @property
    def busy(self) -> bool:
        return self._busy

    def what_next(self) -> str:
        """What the owner does next, in a sentence."""
        look = self._inspection
        if look is None:
            return ""
        if look.open_questions:
            return self.tr("Answer the questions about the file first. Nothing is guessed.")
        return self.tr("Look at how it is read, change what is wrong, and save it.")

    def open_setup(self, setup: SetupChoices) -> None:
        """Shows a set-up that is stored, or was chosen before."""
        self._begin_file()
        self._preview(setup)
        self._is_stored = self._purpose is Purpose.NIGHTLY

    def choose_file(self, on_chosen: Callable[[], None] = lambda: None) -> None:
        def read(path: str) -> None:
            self._read_new(path, None)
            on_chosen()

        title = self.tr("Choose the file that your system saves")
        lists, every = self.tr("Price lists"), self.tr("All files")
        kinds = f"{lists} ({_NAMES});;{every} (*)"
        self._tools.chooser.open_file(self, title, self._current().path, kinds, read)

    def choose_folder(self) -> None:
        """Asks for a folder; every file in it fits until a pattern is typed."""
        title, start = self.tr("Choose the folder that your system saves into"), self._current().path
        self._tools.chooser.open_folder(self, title, start, lambda path: self._read_new(path, _EVERY))

    def choose_address(self, on_found: Callable[[], None] = lambda: None) -> None:
        """Asks for a server, a mailbox or a database, and tries it."""

        def read(setup: SetupChoices) -> None:
            self._begin_file()
            self._preview(setup)
            on_found()

        AddressDialog(self._tools, self.window(), self._current(), read).open()

    def save_it(self) -> None:
        """Confirms what was understood, and reads the file now."""
        setup, reads = self.setup, not self._is_stored
        if setup is None or self._busy:
            return
        self._begin_work(self.tr("Reading the file"))
        pulls, shop = self._tools.backend.pulls, self._tools.shop
        once = setup if self._purpose is Purpose.ONCE else None
        confirmed = pulls.confirm(shop, setup) if once else pulls.save(shop, setup)

        def read(_none: None) -> None:
            if not reads:
                self._end_work()
                self._on_saved(None)
            elif self._is_stopped:
                self._end_work()
                self.stopped.show_text(self.tr("Stopped before the file was read. The set-up is saved."))
            else:
                self._run(pulls.run(shop, self._progress(), even_if_unchanged=True, once=once))

        reply = self._dispatcher.fetch(confirmed, read, self._on_failed)
        self._work_reply = reply if once else None

    def rehearse(self) -> None:
        """Reads the whole file and says what would be saved of it."""
        if self.setup is not None and not self._busy:
            self._begin_work(self.tr("Reading the whole file, saving nothing"))
            future = self._tools.backend.pulls.dry_run(self._tools.shop, self.setup, self._progress())
            self._work_reply = self._dispatcher.fetch(future, self._on_rehearsed, self._on_failed)

    def stop(self) -> None:
        """Stops the work, and says what is saved. A set-up is stored first: nothing stops that."""
        if self._work_reply is None:
            self._is_stopped = True
            self.work.stop.setEnabled(False)
            return
        self._work_reply.cancel()
        self._end_work()
        self.stopped.show_text(self._stopped_text)

    def show_run(self, run: Run) -> None:
        """What a run saved; the file's reading can no longer be changed."""
        formats = self._tools.formats
        self.run = run
        saved = saved_text(run, formats)
        minute = self._current().minute
        time = formats.ltr(f"{minute // 60:02d}:{minute % 60:02d}")
        daily = self.tr("From now on it is read every day at %1.").replace("%1", time)
        self.file.show_saved(saved, "" if self._purpose is Purpose.ONCE else daily)
        self.questions.hide()
        self.halves.hide()
        reveal(self.file)
        announce(self, saved)

    def show_fault(self, error: BackendError, try_again: Callable[[], None] | None = None) -> None:
        """Says why something in or around the flow did not work."""
        self._try_again = try_again
        self.again.setVisible(try_again is not None)
        self.fault.show_text(fault_text(error))

    def _current(self) -> SetupChoices:
        return self.setup or SetupChoices("")

    def _begin_file(self) -> None:
        def take(branches: tuple[BranchFacts, ...]) -> None:
            self._branches = tuple(facts.branch.name for facts in branches)

        def keep_time(state: PullState) -> None:
            """The file takes the place of the stored one at the same time of day."""
            if state.setup is not None and self.setup is not None:
                self.setup = replace(self.setup, minute=state.setup.minute, watch=state.setup.watch)

        self._dispatcher.fetch(self._tools.backend.shops.branches(self._tools.shop), take, self._on_failed)
        if self._purpose is not Purpose.NIGHTLY:
            self._dispatcher.fetch(self._tools.backend.pulls.state(self._tools.shop), keep_time, self._on_failed)
        self.questions.forget()
        self.sheet.forget()

    def _read_new(self, path: str, pattern: str | None) -> None:
        """Another file or folder, at the same time of day; nothing is chosen for it yet."""
        self._begin_file()
        before = self._current()
        self._preview(SetupChoices(path, before.minute, pattern, watch=before.watch), is_new=True)

    def _preview(self, setup: SetupChoices, *, is_new: bool = False) -> None:
        """Reads the file with a set-up."""
        self.setup, self._inspection, self._is_stored = setup, None, False
        if self._reply:
            self._reply.drop()
        self._hide_notes()
        self.file.show_reading()
        self._on_change()
        pulls, shop = self._tools.backend.pulls, self._tools.shop
        future: Future[FileInspection] = pulls.recognise(shop, setup) if is_new else pulls.preview(shop, setup)

        def on_unread(error: BackendError) -> None:
            """Says why the file cannot be read; another can be chosen."""
            self.file.show_setup(self._current(), None)
            self.questions.hide()
            self.halves.hide()
            self.show_fault(error, lambda: self._preview(self._current(), is_new=is_new))
            self._on_change()

        self._reply = self._dispatcher.fetch(future, self._show, on_unread)

    def _show(self, inspection: FileInspection) -> None:
        self._inspection = inspection
        setup = self.setup = replace(self._current(), choices=inspection.choices)
        self.file.show_setup(setup, inspection)
        self.columns.show_columns(inspection.columns, setup.choices, self._branches)
        self.sheet.show_sheet(inspection, setup, self._branches)
        self.questions.show_questions(inspection.open_questions, setup.choices.answers)
        self.halves.show()
        self._on_change()

    def _on_file_changed(self, setup: SetupChoices) -> None:
        """Reads the folder again for another pattern; another time changes nothing on the page."""
        before = self._current()
        self.setup = replace(before, minute=setup.minute, watch=setup.watch)
        if setup.pattern != before.pattern:
            choices = PullChoices(before.choices.form)
            self._preview(replace(self.setup, pattern=setup.pattern, choices=choices), is_new=True)

    def _on_answer(self, key: str, answer: str) -> None:
        self._on_choices(self._current().choices.with_answer(key, answer))

    def _on_choices(self, choices: PullChoices) -> None:
        self._preview(replace(self._current(), choices=choices))

    def _ask_form(self, dialog: str) -> None:
        """Asks which sheets are read, or where the columns begin."""
        look, setup = self._inspection, self._current()
        if look is None:
            return

        theme, found, chosen = self._tools.theme, look.form, setup.choices.form

        def take(form: FileForm) -> None:
            self._preview(replace(setup, choices=PullChoices(form, fixed=setup.choices.fixed)))

        def take_sheets(sheets: tuple[str, ...]) -> None:
            take(read_sheets(chosen, sheets))

        def take_breaks(breaks: tuple[int, ...]) -> None:
            take(replace(chosen, breaks=breaks, header_row=None))

        if dialog == SHEETS:
            read = found.sheets or ((found.sheet,) if found.sheet else ())
            SheetsDialog(theme, self.window(), look.sheets, read, take_sheets).open()
        else:
            WidthsDialog(theme, self.window(), look.lines, found.breaks, take_breaks).open()

    def _progress(self) -> Callable[[Progress], None]:
        def show(progress: Progress) -> None:
            if self._busy:
                self.work.show_progress(progress)

        return self._dispatcher.progress(show)

    def _begin_work(self, text: str) -> None:
        self._set_busy(True)
        self._hide_notes()
        self._work_reply, self._is_stopped = None, False
        self._stopped_text = self.tr("Stopped. Nothing was saved.")
        self.work.stop.setEnabled(True)
        self.work.begin(text)

    def _hide_notes(self) -> None:
        for note in (self.fault, self.stopped):
            note.hide()
        self.run_note.show_about(None)

    def _on_again(self) -> None:
        self.fault.hide()
        if self._try_again is not None:
            self._try_again()

    def _end_work(self) -> None:
        self.work.end()
        self._set_busy(False)

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        for part in (self.file, self.questions, self.halves):
            part.setEnabled(not busy)
        self._on_change()

    def _run(self, future: Future[None]) -> None:
        self._stopped_text = self.tr(
            "Stopped. Rows that were saved before stay. They can be taken back, under History."
        )
        self._work_reply = self._dispatcher.fetch(future, lambda _none: self._ask_run(), self._on_failed)

    def _ask_run(self) -> None:
        """The result of a run is read like other data."""

        def on_failed(error: BackendError) -> None:
            self._end_work()
            self.show_fault(error, self._ask_run)

        state = self._tools.backend.pulls.state(self._tools.shop)
        self._work_reply = self._dispatcher.fetch(state, self._on_run, on_failed)

    def _on_run(self, state: PullState) -> None:
        self._end_work()
        self.state, run = state, state.last
        if run is None:
            return
        if run.state in (RunState.DONE, RunState.UNCHANGED):
            if self._purpose is not Purpose.NIGHTLY:
                self.show_run(run)
            self._on_saved(run)
        self.run_note.show_run(run, run.at)
        if self.run_note.note is not None:
            announce(self, self.run_note.note.accessibleName())
        self._on_change()

    def _ask_approval(self, run: Run) -> None:
        def approve() -> None:
            self._begin_work(self.tr("Reading the file"))
            self._run(self._tools.backend.pulls.approve(self._tools.shop, run.id, self._progress()))

        ask_approval(self._tools.theme, self, run, self._tools.formats, approve)

    def _on_rehearsed(self, look: DryRun) -> None:
        self._end_work()
        DryRunDialog(self._tools.theme, self, look, self._tools.formats, self._save_rehearsed).open()

    def _save_rehearsed(self) -> None:
        """Reads the file, also where its set-up is stored."""
        self._is_stored = False
        self.save_it()

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        self.show_fault(error)
