"""The pull's set-up: what was recognised in the file, how it is mapped, and what will be saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QHBoxLayout

from service.domain.pull_choices import FileForm
from service.domain.shops import Mode
from ui.backend import BackendError, Progress
from ui.backend.courier import Courier, Reply
from ui.backend.pulls import DryLook, FilePreview, PullMapping, PullSetup, PullState
from ui.backend.shops import BranchFacts
from ui.i18n.faults import fault_text
from ui.panes.system.chooser import Chooser
from ui.panes.system.columns_card import ColumnsCard
from ui.panes.system.file_card import FileCard
from ui.panes.system.form_card import FormCard
from ui.panes.system.options_card import OptionsCard
from ui.panes.system.preview_card import PreviewCard
from ui.panes.system.subpage import SubPage
from ui.panes.system.try_out import TryOutDialog
from ui.shell.desk import Desk
from ui.shell.fault import FaultDialog
from ui.theme import Tone
from ui.widgets import Button, Kind, Note, WorkBar

_SIDE = 344
_EVERY = "*"


class SetupPage(SubPage):
    """Opened with a set-up, or with a file just chosen; `saved` when the backend has kept it."""

    def __init__(self, desk: Desk, chooser: Chooser, back: Callable[[], None], saved: Callable[[], None]) -> None:
        super().__init__(desk.theme, back)
        self.try_out = Button(desk.theme, self.tr("Look without saving"), icon="eye")
        self.save = Button(desk.theme, self.tr("Save"), Kind.PRIMARY, icon="save")
        self.head.addWidget(self.try_out)
        self.head.addWidget(self.save)
        self.title.setText(self.tr("Preview and mapping"))
        self._desk, self._chooser, self._saved = desk, chooser, saved
        self._courier = Courier(self)
        self._reply: Reply[FilePreview] | None = None
        self._run: Reply[DryLook] | None = None
        self.setup: PullSetup | None = None
        self._branches: tuple[str, ...] = ()
        self.file = FileCard(desk.theme, desk.formats, self._refiled, self.choose_file, self.choose_folder)
        self.form = FormCard(desk.theme, self._reformed)
        self.columns = ColumnsCard(desk, self._remapped)
        self.options = OptionsCard(desk.theme, self._remapped)
        self.preview = PreviewCard(desk.theme, desk.formats)
        self.work = WorkBar(desk.theme, desk.formats, self._stop)
        self.fault = Note(desk.theme, Tone.BAD, "")
        self.fault.hide()
        self.save.clicked.connect(self._save)
        self.try_out.clicked.connect(self._try_out)
        self._fill()

    def open_setup(self, setup: PullSetup) -> None:
        """Shows what is kept."""
        self._ask_branches()
        self._look(setup, anew=False)

    def choose_file(self) -> bool:
        """Asks for a file; False if none was chosen."""
        path = self._chooser.file(self, self.setup.path if self.setup else "")
        if path:
            self._ask_branches()
            self._look(replace(self._kept(), path=path, pattern=None, form=FileForm()), anew=True)
        return bool(path)

    def choose_folder(self) -> bool:
        """Asks for a folder; every file in it fits until a pattern is typed."""
        path = self._chooser.folder(self, self.setup.path if self.setup else "")
        if path:
            self._ask_branches()
            self._look(replace(self._kept(), path=path, pattern=_EVERY, form=FileForm()), anew=True)
        return bool(path)

    def _kept(self) -> PullSetup:
        return self.setup or PullSetup("")

    def _fill(self) -> None:
        body = self.page.body
        body.setSpacing(14)
        body.addWidget(self.fault)
        body.addWidget(self.work)
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

        self._courier.fetch(self._desk.backend.shops.branches(self._desk.shop.id), take, self._failed)

    def _look(self, setup: PullSetup, *, anew: bool) -> None:
        """Reads the file's head under a set-up; `anew` forgets the mapping, as the columns may be others."""
        self.setup = setup
        if self._reply:
            self._reply.drop()
        self.fault.hide()
        self._say(self.tr("Reading the file…"))
        pulls, shop = self._desk.backend.pulls, self._desk.shop.id
        if anew and setup.pattern is not None:
            newest = pulls.newest(shop, setup.path, setup.pattern)
            self._courier.fetch(newest, lambda path: self._found(setup, path), self._unread)
        elif anew:
            self._recognise(setup, setup.path)
        else:
            self._reply = self._courier.fetch(pulls.preview(shop, setup), self._show, self._unread)

    def _found(self, setup: PullSetup, path: str) -> None:
        """The newest file of a folder; by now something else may have been chosen."""
        if self.setup is setup:
            self._recognise(setup, path)

    def _recognise(self, setup: PullSetup, path: str) -> None:
        def show(preview: FilePreview) -> None:
            self.setup = replace(setup, mapping=preview.mapping)
            self._show(preview)

        future = self._desk.backend.pulls.recognise(self._desk.shop.id, path, setup.form)
        self._reply = self._courier.fetch(future, show, self._unread)

    def _show(self, preview: FilePreview) -> None:
        setup = self._kept()
        self.file.show_setup(setup, preview.path, preview.size)
        self.form.show_preview(preview, setup.form)
        self.columns.show_columns(preview.columns, setup.mapping, self._branches)
        self.options.show_preview(preview, setup.mapping, self._branches)
        self.preview.show_preview(preview)
        for card in (self.form, self.columns, self.options, self.preview):
            card.show()
        has_sku = "sku" in setup.mapping.columns.values()
        self.save.setEnabled(has_sku)
        self.try_out.setEnabled(has_sku)
        text = self.tr("Look at what we recognised, correct it, save it, and forget about it.")
        self.subtitle.setText(text if has_sku else self.tr("Choose which column is the part number (SKU)."))

    def _unread(self, error: BackendError) -> None:
        """The file cannot be read: the sentence, and the file card to choose another."""
        self.file.show_setup(self._kept(), "", 0)
        for card in (self.form, self.columns, self.options, self.preview):
            card.hide()
        self._say("")
        self.fault.title.setText(fault_text(error))
        self.fault.setAccessibleName(fault_text(error))
        self.fault.show()

    def _say(self, text: str) -> None:
        self.subtitle.setText(text)
        self.save.setEnabled(False)
        self.try_out.setEnabled(False)

    def _refiled(self, setup: PullSetup) -> None:
        """Another pattern reads the folder anew; another time changes nothing that is shown."""
        before = self._kept()
        self.setup = replace(before, pattern=setup.pattern, minute_of_day=setup.minute_of_day)
        if setup.pattern != before.pattern:
            self._look(self.setup, anew=True)

    def _reformed(self, form: FileForm) -> None:
        self._look(replace(self._kept(), form=form), anew=True)

    def _remapped(self, mapping: PullMapping) -> None:
        self._look(replace(self._kept(), mapping=mapping), anew=False)

    def _save(self) -> None:
        self.save.setEnabled(False)
        future = self._desk.backend.pulls.save(self._desk.shop.id, self._kept())
        self._courier.fetch(future, self._kept_now, self._failed)

    def _kept_now(self, _state: PullState) -> None:
        """A saved file is meant to be read: the mode goes on with it."""
        if self._desk.shop.scheduled_pull:
            self._saved()
            return
        future = self._desk.backend.shops.set_mode(self._desk.shop.id, Mode.SCHEDULED_PULL, True)
        self._courier.fetch(future, lambda _none: self._saved(), self._failed)

    def _try_out(self) -> None:
        self.try_out.setEnabled(False)
        self.work.begin(self.tr("Reading the whole file, saving nothing"))
        progress = self._courier.progress(self._show_progress)
        future = self._desk.backend.pulls.try_out(self._desk.shop.id, self._kept(), progress)
        self._run = self._courier.fetch(future, self._tried, self._failed)

    def _show_progress(self, progress: Progress) -> None:
        if self._run and self._run.pending:
            self.work.show_progress(progress)

    def _tried(self, look: DryLook) -> None:
        self._idle()
        TryOutDialog(self._desk.theme, self, look, self._desk.formats).open()

    def _stop(self) -> None:
        if self._run:
            self._run.cancel()
        self._idle()

    def _idle(self) -> None:
        self.work.end()
        self.try_out.setEnabled(True)

    def _failed(self, error: BackendError) -> None:
        self._idle()
        self.save.setEnabled(True)
        FaultDialog(self._desk.theme, self, error, self._desk.clipboard).open()
