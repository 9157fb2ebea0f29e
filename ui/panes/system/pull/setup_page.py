"""The pull's set-up: what was recognised in the file, its mapping, and what will be saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QHBoxLayout

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.place_address import is_database, is_remote
from service.domain.pull.pull_choices import FileForm, PullChoices, SetupChoices
from service.domain.pull.pulls import MissingRule
from service.domain.shops import Mode
from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.pulls_port import DryRun
from ui.backend.shops_port import BranchFacts
from ui.i18n.error_texts import fault_text
from ui.panes.shared.price_file.address_dialog import AddressDialog, AddressTools
from ui.panes.shared.price_file.columns_card import ColumnsCard, PreviewCard
from ui.panes.shared.price_file.format_card import FormatCard
from ui.panes.shared.price_file.setup_cards import (
    FileCard,
    OptionsCard,
    QuestionsCard,
    choose_price_folder,
    choose_price_list,
)
from ui.panes.system.pull.pull_work import DryRunDialog
from ui.panes.system.subpage import SubPage
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, FaultNote, Kind, WorkBar

_SIDE = 344
_EVERY = "*"


class SetupPage(SubPage):
    """Opened with a set-up, or with a new file; calls `on_saved` when the backend has stored it."""

    def __init__(
        self, context: PaneContext, chooser: FileChooser, back: Callable[[], None], on_saved: Callable[..., None]
    ) -> None:
        super().__init__(context.theme, back)
        self.dry_run_button = Button(context.theme, self.tr("Look without saving"), icon="eye")
        self.save = Button(context.theme, self.tr("Save"), Kind.PRIMARY, icon="save", changes=True)
        self.head.addWidget(self.dry_run_button)
        self.head.addWidget(self.save)
        self.title.setText(self.tr("Preview and mapping"))
        self._context, self._chooser, self._on_saved = context, chooser, on_saved
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[FileInspection] | None = None
        self._dry_run_reply: PendingReply[DryRun] | None = None
        self.setup: SetupChoices | None = None
        self._nightly = True
        self._stored: SetupChoices | None = None
        self._branches: tuple[str, ...] = ()
        self.file = FileCard(
            context.theme,
            context.formats,
            self._on_file_changed,
            self.choose_file,
            self.choose_folder,
            lambda: self.choose_address(),  # noqa: PLW0108 - a click has an argument of its own
        )
        self.form = FormatCard(context.theme, self._on_format_changed)
        self.columns = ColumnsCard(context, self._on_choices_changed)
        self.questions = QuestionsCard(context.theme, self._on_answer)
        self.options = OptionsCard(context.theme, self._on_options_changed)
        self.preview = PreviewCard(context.theme, context.formats)
        self.work = WorkBar(context.theme, context.formats, self._stop)
        self.fault = FaultNote(context.theme)
        self.save.clicked.connect(self._save)
        self.dry_run_button.clicked.connect(self._dry_run)
        self._fill()

    def begin(self, *, nightly: bool, stored: SetupChoices | None = None) -> None:
        """What "Save" does: with `nightly` the file is read each night from now on, without it once
        and at once. `stored` is the set-up of a nightly run that a file read once does not change.
        """
        self._nightly, self._stored = nightly, stored
        self._name_save()

    def open_setup(self, setup: SetupChoices) -> None:
        """Shows the stored set-up."""
        self._ask_branches()
        self._preview(setup, is_new=False)

    def choose_file(self) -> None:
        """Asks for a file and reads it."""
        self.choose_file_first(lambda: None)

    def choose_file_first(self, on_chosen: Callable[[], None]) -> None:
        """The same, for a page that is shown only once a file is chosen."""

        def read(path: str) -> None:
            self._read_new(path, None)
            on_chosen()

        choose_price_list(self._chooser, self, self._current_setup().path, read)

    def choose_folder(self) -> None:
        """Asks for a folder; every file in it fits until a pattern is typed."""
        start = self._current_setup().path
        choose_price_folder(self._chooser, self, start, lambda path: self._read_new(path, _EVERY))

    def choose_address(self, on_found: Callable[[], None] = lambda: None) -> None:
        """Asks for an address and tries it; `on_found` is called when its file is used."""

        def read(setup: SetupChoices) -> None:
            self._ask_branches()
            self.questions.forget()
            self._preview(setup, is_new=False)
            on_found()

        context = self._context
        tools = AddressTools(context.theme, context.backend, context.formats, self._chooser, context.shop.id)
        AddressDialog(tools, self.window(), self._current_setup(), read).open()

    def _current_setup(self) -> SetupChoices:
        return self.setup or SetupChoices("")

    def _read_new(self, path: str, pattern: str | None) -> None:
        """Another file or folder, read at the same time; nothing is chosen for it yet."""
        self._ask_branches()
        before = self._current_setup()
        self._preview(SetupChoices(path, before.minute, pattern, watch=before.watch), is_new=True)

    def _fill(self) -> None:
        body = self.page.body
        body.setSpacing(14)
        body.addWidget(self.fault)
        body.addWidget(self.work)
        body.addWidget(self.questions)
        for main, side in ((self.file, self.form), (self.columns, self.options)):
            side.setFixedWidth(_SIDE)
            line = QHBoxLayout()
            line.setSpacing(14)
            line.addWidget(main, 1)
            line.addWidget(side)
            body.addLayout(line)
        body.addWidget(self.preview)
        body.addStretch(1)

    def _ask_branches(self) -> None:
        def take(branches: tuple[BranchFacts, ...]) -> None:
            self._branches = tuple(facts.branch.name for facts in branches)

        self._dispatcher.fetch(self._context.backend.shops.branches(self._context.shop.id), take, self._on_failed)

    def _preview(self, setup: SetupChoices, *, is_new: bool) -> None:
        """Reads the file's head with a set-up; a new file or form is recognised first."""
        self.setup = setup
        self._name_save()
        if self._reply:
            self._reply.drop()
        self.fault.hide()
        if is_new:
            self.questions.forget()
        self._show_status(self.tr("Reading the file…"))
        pulls, shop = self._context.backend.pulls, self._context.shop.id
        # A file at an address is fetched and recognised in one step.
        recognises = is_new and not is_remote(setup.path)
        if recognises and setup.pattern is not None:
            newest = pulls.newest(shop, setup.path, setup.pattern)
            self._dispatcher.fetch(newest, lambda path: self._on_newest_found(setup, path), self._on_read_failed)
        elif recognises:
            self._recognise(setup, setup.path)
        else:
            self._reply = self._dispatcher.fetch(pulls.preview(shop, setup), self._show, self._on_read_failed)

    def _on_newest_found(self, setup: SetupChoices, path: str) -> None:
        """Handles the newest file of a folder; the choice may have changed meanwhile."""
        if self.setup is setup:
            self._recognise(setup, path)

    def _recognise(self, setup: SetupChoices, path: str) -> None:
        def show(inspection: FileInspection) -> None:
            fixed = {**inspection.choices.fixed, **setup.choices.fixed}
            self.setup = replace(setup, choices=replace(inspection.choices, fixed=fixed))
            self._show(inspection)

        future = self._context.backend.pulls.recognise(self._context.shop.id, path, setup.choices.form)
        self._reply = self._dispatcher.fetch(future, show, self._on_read_failed)

    def _show(self, inspection: FileInspection) -> None:
        setup = self._current_setup()
        if setup.choices.columns is None:
            # Another sheet or encoding was chosen: its columns were recognised again.
            known = inspection.choices
            setup = replace(setup, choices=replace(setup.choices, columns=known.columns, branches=known.branches))
            self.setup = setup
        self.file.show_setup(setup, str(inspection.file), inspection.size)
        self.form.show_form(inspection, setup.choices.form, from_query=is_database(setup.path))
        self.columns.show_columns(inspection.columns, setup.choices, self._branches)
        self.options.show_options(inspection, setup, self._branches)
        self.preview.show_rows(inspection)
        for card in (self.form, self.columns, self.options, self.preview):
            card.show()
        self.questions.show_questions(inspection.questions, setup.choices.answers)
        ready = inspection.has_sku and not inspection.open_questions
        self.save.setEnabled(ready)
        self.dry_run_button.setEnabled(ready)
        text = self.tr("Look at what we recognised, correct it, save it, and forget about it.")
        if not inspection.has_sku:
            text = self.tr("Choose which column is the part number (SKU).")
        elif not ready:
            text = self.tr("Answer the questions about the file first. Nothing is guessed.")
        self.subtitle.setText(text)

    def _on_read_failed(self, error: BackendError) -> None:
        """Shows why the file cannot be read, and the file card to choose another."""
        self.file.show_setup(self._current_setup(), "", 0)
        for card in (self.form, self.columns, self.options, self.questions, self.preview):
            card.hide()
        self._show_status("")
        self.fault.show_text(fault_text(error))

    def _show_status(self, text: str) -> None:
        self.subtitle.setText(text)
        self.save.setEnabled(False)
        self.dry_run_button.setEnabled(False)

    def _on_file_changed(self, setup: SetupChoices) -> None:
        """Reads the folder again for another pattern; another time changes nothing on the page."""
        before = self._current_setup()
        self.setup = replace(before, minute=setup.minute, watch=setup.watch)
        if setup.pattern != before.pattern:
            form = PullChoices(before.choices.form)
            self._preview(replace(self.setup, pattern=setup.pattern, choices=form), is_new=True)

    def _on_format_changed(self, form: FileForm) -> None:
        """Reads the same file in another form: its columns may differ, fixed values stay."""
        setup = self._current_setup()
        self._preview(replace(setup, choices=PullChoices(form, fixed=setup.choices.fixed)), is_new=True)

    def _on_answer(self, key: str, answer: str) -> None:
        """Reads the rows again after an answer."""
        self._on_choices_changed(self._current_setup().choices.with_answer(key, answer))

    def _on_choices_changed(self, choices: PullChoices) -> None:
        self._preview(replace(self._current_setup(), choices=choices), is_new=False)

    def _on_options_changed(self, choices: PullChoices, missing: MissingRule) -> None:
        self._preview(replace(self._current_setup(), choices=choices, missing=missing), is_new=False)

    def _is_read_once(self) -> bool:
        """Whether the file is another than that of the nightly run, which stays as it is."""
        return self._stored is not None and self._current_setup().path != self._stored.path

    def _name_save(self) -> None:
        text = self.tr("Save") if self._nightly else self.tr("Save and read it now")
        self.save.setText(self.tr("Read it now") if self._is_read_once() else text)
        self.save.updateGeometry()

    def _save(self) -> None:
        self.save.setEnabled(False)
        if self._is_read_once():
            self._on_saved(nightly=False, once=self._current_setup())
            return
        future = self._context.backend.pulls.save(self._context.shop.id, self._current_setup(), nightly=self._nightly)
        self._dispatcher.fetch(future, lambda _none: self._on_setup_saved(), self._on_failed)

    def _on_setup_saved(self) -> None:
        """Continues after saving: switches the mode on, or reads the file now."""
        if self._context.shop.scheduled_pull or not self._nightly:
            self._on_saved(nightly=self._nightly)
            return
        future = self._context.backend.shops.set_mode(self._context.shop.id, Mode.SCHEDULED_PULL, True)
        self._dispatcher.fetch(future, lambda _none: self._on_saved(nightly=True), self._on_failed)

    def _dry_run(self) -> None:
        self.dry_run_button.setEnabled(False)
        self.work.begin(self.tr("Reading the whole file, saving nothing"))
        progress = self._dispatcher.progress(self._show_progress)
        future = self._context.backend.pulls.dry_run(self._context.shop.id, self._current_setup(), progress)
        self._dry_run_reply = self._dispatcher.fetch(future, self._on_dry_run, self._on_failed)

    def _show_progress(self, progress: Progress) -> None:
        if self._dry_run_reply and self._dry_run_reply.pending:
            self.work.show_progress(progress)

    def _on_dry_run(self, look: DryRun) -> None:
        self._end_work()
        DryRunDialog(self._context.theme, self, look, self._context.formats).open()

    def _stop(self) -> None:
        if self._dry_run_reply:
            self._dry_run_reply.cancel()
        self._end_work()

    def _end_work(self) -> None:
        self.work.end()
        self.dry_run_button.setEnabled(True)

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        self.save.setEnabled(True)
        FaultDialog(self._context.theme, self, error, self._context.clipboard).open()
