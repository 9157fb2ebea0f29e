"""The work of the pull's buttons: run, dry run, approve, forget."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Run, RunRow
from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.pulls_port import DryRun
from ui.i18n import Formats
from ui.panes.shared.run_facts import Figures, fault_columns, impact_text
from ui.panes.system.pull.pull_card import PullActions, PullCard
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Tone
from ui.theme.metrics import LOG_ROW
from ui.widgets import ConfirmDialog, Dialog, Note, RowsModel, Table

translate = QCoreApplication.translate

_HEADER = 32
_MOST_ROWS = 8
_WIDTH = 720


class DryRunDialog(Dialog):
    """Counts, whether the file would need approval, and the rows with faults and notes."""

    def __init__(self, theme: Theme, parent: QWidget, look: DryRun, formats: Formats) -> None:
        title = translate("DryRunDialog", "What a run would do")
        subtitle = translate("DryRunDialog", "The whole file was read; nothing was saved.")
        super().__init__(theme, parent, title, subtitle, icon="eye", width=_WIDTH)
        self.figures = Figures(theme, look.run, formats)
        self.body.addWidget(self.figures)
        if look.run.held is not None:
            held = self.tr("It would be held back and wait for you, as it changes a great deal.")
            self.body.addWidget(Note(theme, Tone.WARN, held, (impact_text(look.run.held, formats),)))
        columns = fault_columns(inset=0)
        self.model: RowsModel[RunRow] = RowsModel(columns, lambda row: (row.line, row.text), self)
        self.model.set_rows(look.rows)
        self.table: Table[RunRow] = Table(
            theme, self.model, name=self.tr("Rows with faults and notes"), row_height=LOG_ROW
        )
        self.table.setFixedHeight(_HEADER + LOG_ROW * min(_MOST_ROWS, len(look.rows)) + 2)
        self.body.addWidget(self.table)
        self.table.setVisible(bool(look.rows))
        close = self.main_button(self.tr("Close"), self.accept)
        self.buttons(close)
        close.setFocus()


class PullWork:
    """Runs one piece of work at a time, with its progress on the card; `show_card` shows it."""

    def __init__(self, context: PaneContext, parent: QWidget, show_card: Callable[[], None]) -> None:
        self._context, self._parent, self._show_card = context, parent, show_card
        self._dispatcher = GuiDispatcher(parent)
        self._reply: PendingReply[None] | PendingReply[DryRun] | None = None
        self.card: PullCard | None = None

    def card_actions(
        self,
        choose: Callable[[], None],
        choose_address: Callable[[], None],
        set_up: Callable[[], None],
        history: Callable[[], None],
    ) -> PullActions:
        """The card's buttons."""
        return PullActions(
            choose=choose,
            choose_address=choose_address,
            set_up=set_up,
            run=lambda again: self.run(even_if_unchanged=again),
            dry_run=self.dry_run,
            history=history,
            approve=self.ask_approval,
            forget=self.ask_forget,
            stop=self.stop,
        )

    @property
    def busy(self) -> bool:
        return self._reply is not None and self._reply.pending

    def run(self, *, even_if_unchanged: bool, once: SetupChoices | None = None) -> None:
        """Reads the file now, or that of `once`, whose set-up is not stored."""
        if not self.busy:
            progress = self._begin(translate("PullWork", "Reading the file"))
            pulls = self._context.backend.pulls
            self._run(pulls.run(self._context.shop.id, progress, even_if_unchanged=even_if_unchanged, once=once))

    def dry_run(self) -> None:
        """Reads the file and shows what a run would change."""
        setup = self.card.setup if self.card else None
        if not self.busy and setup is not None:
            progress = self._begin(translate("PullWork", "Reading the whole file, saving nothing"))
            future = self._context.backend.pulls.dry_run(self._context.shop.id, setup, progress)
            self._reply = self._dispatcher.fetch(future, self._on_dry_run, self._on_failed)

    def ask_approval(self, run: Run) -> None:
        """Asks before a run that waits is approved."""
        title = translate("PullWork", "Let this file through?")
        text = impact_text(run.held, self._context.formats) if run.held else ""
        more = translate("PullWork", "It can be taken back afterwards, under History.")
        action = translate("PullWork", "Let it through")
        ConfirmDialog(
            self._context.theme, self._parent, title, f"{text}\n{more}", action, lambda: self._approve(run)
        ).open()

    def ask_forget(self) -> None:
        """Asks before the set-up is deleted."""
        title = translate("PullWork", "Forget this file?")
        text = translate(
            "PullWork",
            "It is no longer read at night, and what you chose for its columns is gone."
            " Items, prices and history stay.",
        )
        action = translate("PullWork", "Forget the file")
        ConfirmDialog(
            self._context.theme, self._parent, title, text, action, self._forget, destructive=True, icon="trash-2"
        ).open()

    def stop(self) -> None:
        """Stops the present work."""
        if self._reply:
            self._reply.cancel()
        self._end_work()

    def _approve(self, run: Run) -> None:
        self._show_card()
        if not self.busy:
            progress = self._begin(translate("PullWork", "Reading the file"))
            self._run(self._context.backend.pulls.approve(self._context.shop.id, run.id, progress))

    def _forget(self) -> None:
        future = self._context.backend.pulls.forget(self._context.shop.id)
        self._dispatcher.send(future, self._on_failed)

    def _begin(self, text: str) -> Callable[[Progress], None]:
        card = self.card
        if card is None:
            return self._dispatcher.progress(lambda _progress: None)
        card.show_running(text)
        return self._dispatcher.progress(card.show_progress)

    def _run(self, future: Future[None]) -> None:
        self._reply = self._dispatcher.fetch(future, lambda _none: self._end_work(), self._on_failed)

    def _on_dry_run(self, look: DryRun) -> None:
        self._end_work()
        DryRunDialog(self._context.theme, self._parent, look, self._context.formats).open()

    def _end_work(self) -> None:
        self._reply = None
        if self.card:
            self.card.show_idle()

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        FaultDialog(self._context.theme, self._parent, error, self._context.clipboard).open()
