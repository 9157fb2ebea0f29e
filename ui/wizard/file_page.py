"""Step 4 for a system that saves a file: what was recognised, its first rows, and the first run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import FileForm, SetupChoices
from service.domain.pull.pulls import Run, RunState
from service.domain.sentences import EMPTY
from service.domain.shops import Mode
from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.pulls_port import PullState
from ui.i18n import isolate_name, ltr, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.panes.shared.price_file.address_dialog import AddressDialog, AddressTools
from ui.panes.shared.price_file.columns_card import PreviewCard
from ui.panes.shared.price_file.pull_words import kind_words
from ui.panes.shared.price_file.setup_cards import QuestionsCard, choose_price_list
from ui.panes.system.pull.pull_card import ColumnChips
from ui.shell.pane import Page
from ui.theme import Tone, Type
from ui.widgets import Button, Card, ElidedLabel, FaultNote, Ink, Label, Tile, WorkBar, column, row
from ui.wizard.wizard_answers import StepContext, WizardAnswers

_FIRST_ROWS = 6


class FilePage(QWidget):
    """Stores the file for the nightly run and reads it once now; the owner can correct columns in
    the pane later.
    """

    def __init__(self, context: StepContext, answers: WizardAnswers, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._answers, self._on_change = context, answers, on_change
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[None] | None = None
        self.setup: SetupChoices | None = None
        theme = context.theme
        self.tile = Tile(theme, "file-spreadsheet", Tone.ACCENT, 44, icon_size=22)
        self.headline = Label(theme, self.tr("No file chosen yet"), Type.HEADING)
        self.detail = ElidedLabel(theme, self.tr("Have your system save it once first."), Type.BODY, Ink.TEXT2)
        self.choose = Button(theme, self.tr("Choose a file…"), icon="folder")
        self.choose.clicked.connect(self.choose_file)
        self.elsewhere = Button(theme, self.tr("Elsewhere…"), icon="link")
        self.elsewhere.clicked.connect(lambda: self.choose_address())  # noqa: PLW0108 - a click has an argument of its own
        self._busy = False
        self._has_sku = True
        self._asks = False
        self.chips = ColumnChips(theme, self.tr("Recognised"))
        self.work = WorkBar(theme, context.formats, self._stop)
        self.note = FaultNote(theme)
        self.questions = QuestionsCard(theme, self._answer)
        self.preview = PreviewCard(theme, context.formats)
        self._fill()

    @property
    def done(self) -> bool:
        """Whether the file was read."""
        return self._answers.run is not None

    @property
    def ready(self) -> bool:
        """Whether the wizard's main button is enabled."""
        return not self._busy and self._has_sku and not self._asks

    def enter(self) -> None:
        """Asks for the file at once, the first time. A page in another language shows what was
        chosen or read before.
        """
        if self._answers.run is not None:
            self._show_run(self._answers.run)
        elif self.setup is None and self._answers.setup is not None:
            self._recognise_place(self._answers.setup)
        elif self.setup is None:
            self.choose_file()

    def choose_file(self) -> None:
        """Asks for a file, then recognises it."""
        choose_price_list(self._context.chooser, self, self.setup.path if self.setup else "", self._recognise)

    def choose_address(self) -> None:
        """Asks for a server, a mailbox or a database, tries it, then recognises its file."""
        context = self._context
        tools = AddressTools(context.theme, context.backend, context.formats, context.chooser, self._answers.shop.id)
        AddressDialog(tools, self.window(), self.setup or SetupChoices(""), self._recognise_place).open()

    def _recognise(self, path: str) -> None:
        self._begin_reading()
        future = self._context.backend.pulls.recognise(self._answers.shop.id, path, FileForm())
        self._dispatcher.fetch(future, lambda found: self._show(SetupChoices(str(found.file)), found), self._on_failed)

    def _recognise_place(self, setup: SetupChoices) -> None:
        self._begin_reading()
        self._preview(setup)

    def _begin_reading(self) -> None:
        self.note.hide()
        self.questions.forget()
        self.headline.setText(self.tr("Reading the file…"))

    def _preview(self, setup: SetupChoices) -> None:
        future = self._context.backend.pulls.preview(self._answers.shop.id, setup)
        self._dispatcher.fetch(future, lambda found: self._show(setup, found), self._on_failed)

    def _fill(self) -> None:
        card = Card(self._context.theme)
        head = row(self.tile, spacing=14)
        head.addLayout(column(self.headline, self.detail, spacing=3), 1)
        head.addWidget(self.choose)
        head.addWidget(self.elsewhere)
        card.body.setSpacing(12)
        card.body.addLayout(head)
        card.body.addWidget(self.chips)
        card.body.addWidget(self.work)
        page = Page(spacing=14)
        page.body.setContentsMargins(0, 0, 0, 0)
        cards: tuple[QWidget, ...] = (self.note, card, self.questions, self.preview)
        for each in cards:
            page.body.addWidget(each)
        page.body.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(page)
        for widget in (self.note, self.chips, self.questions, self.preview):
            widget.hide()

    def _show(self, setup: SetupChoices, inspection: FileInspection) -> None:
        """Shows what was recognised of a place or file; its choices are those of the file."""
        path = str(inspection.file)
        self.setup = self._answers.setup = replace(setup, choices=inspection.choices)
        kind = kind_words().get(inspection.form.kind or "", "")
        name = path.replace("\\", "/").rsplit("/", 1)[-1]
        system = self.tr("from %1").replace("%1", isolate_name(inspection.system)) if inspection.system else ""
        count = self.tr("Rows: %1").replace("%1", self._context.formats.count(inspection.count))
        self.headline.setText(ltr(name))
        self.detail.setText(" · ".join(filter(None, (kind, system, count))))
        self.chips.show_pairs(tuple((one.header, one.field) for one in inspection.columns if one.field))
        self.preview.show_rows(replace(inspection, rows=inspection.rows[:_FIRST_ROWS]))
        self.chips.show()
        self.preview.show()
        self.questions.show_questions(inspection.questions, inspection.choices.answers)
        self._asks = bool(inspection.open_questions)
        self._has_sku = inspection.has_sku
        self._on_change()

    def _answer(self, key: str, answer: str) -> None:
        """Inspects the file again after an answer."""
        if self.setup is not None:
            self._preview(replace(self.setup, choices=self.setup.choices.with_answer(key, answer)))

    def read(self) -> None:
        """Stores the file for the nightly run, then reads it."""
        if self.setup is not None and not self._busy:
            self._set_busy(True)
            self.work.begin(self.tr("Reading the file"))
            future = self._context.backend.pulls.save(self._answers.shop.id, self.setup)
            self._dispatcher.fetch(future, lambda _none: self._switch_on(), self._on_failed)

    def _switch_on(self) -> None:
        future = self._context.backend.shops.set_mode(self._answers.shop.id, Mode.SCHEDULED_PULL, True)
        self._dispatcher.fetch(future, lambda _none: self._run(), self._on_failed)

    def _run(self) -> None:
        progress = self._dispatcher.progress(self._show_progress)
        future = self._context.backend.pulls.run(self._answers.shop.id, progress, even_if_unchanged=True)
        self._reply = self._dispatcher.fetch(future, lambda _none: self._ask_run(), self._on_failed)

    def _ask_run(self) -> None:
        """Requests the run, whose result is read like other data."""
        future = self._context.backend.pulls.state(self._answers.shop.id)
        self._dispatcher.fetch(future, self._on_run_finished, self._on_failed)

    def _show_progress(self, progress: Progress) -> None:
        if self._reply is None or self._reply.pending:
            self.work.show_progress(progress)

    def _on_run_finished(self, state: PullState) -> None:
        run = state.last
        if run is None or run.state is RunState.FAILED:
            self._show_note(translate_sentence(run.fault if run and run.fault else EMPTY))
            return
        self._answers.run = run
        self._set_busy(False)
        self._show_run(run)

    def _show_run(self, run: Run) -> None:
        """Shows how many rows the first run saved."""
        formats = self._context.formats
        self.tile.show_icon("check", Tone.GOOD)
        text = self.tr("Saved %1, rejected %2").replace("%1", formats.count(run.counts.saved))
        self.headline.setText(text.replace("%2", formats.count(run.counts.rejected)))
        self.detail.setText(self.tr("From now on it is read every day at %1.").replace("%1", formats.ltr("02:00")))
        # What is answered now would not be stored.
        for widget in (self.choose, self.elsewhere, self.questions):
            widget.hide()

    def _stop(self) -> None:
        if self._reply:
            self._reply.cancel()
        self._set_busy(False)

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.choose.setEnabled(not busy)
        self.elsewhere.setEnabled(not busy)
        if not busy:
            self.work.end()
        self._on_change()

    def _on_failed(self, error: BackendError) -> None:
        self._show_note(fault_text(error))

    def _show_note(self, text: str) -> None:
        """Shows what went wrong; the user can try another file, or the same again."""
        self._set_busy(False)
        self.note.show_text(text)
        if self.setup is None:
            self.headline.setText(self.tr("No file chosen yet"))
