"""The work of the pull's buttons: run, dry run, approve, forget."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import Run
from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.pulls_port import DryRun
from ui.panes.shared.run_facts import DryRunDialog, ask_approval
from ui.panes.system.pull.pull_card import PullActions, PullCard
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.widgets import ConfirmDialog

translate = QCoreApplication.translate


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

    def run(self, *, even_if_unchanged: bool) -> None:
        """Reads the file now."""
        if not self.busy:
            progress = self._begin(translate("PullWork", "Reading the file"))
            pulls = self._context.backend.pulls
            self._run(pulls.run(self._context.shop.id, progress, even_if_unchanged=even_if_unchanged))

    def dry_run(self) -> None:
        """Reads the file and shows what a run would change."""
        setup = self.card.setup if self.card else None
        if not self.busy and setup is not None:
            progress = self._begin(translate("PullWork", "Reading the whole file, saving nothing"))
            future = self._context.backend.pulls.dry_run(self._context.shop.id, setup, progress)
            self._reply = self._dispatcher.fetch(future, self._on_dry_run, self._on_failed)

    def _save(self) -> None:
        """What the rehearsal showed is confirmed, and saved."""
        setup = self.card.setup if self.card else None
        if setup is not None:
            future = self._context.backend.pulls.confirm(self._context.shop.id, setup)
            self._dispatcher.fetch(future, lambda _none: self.run(even_if_unchanged=True), self._on_failed)

    def ask_approval(self, run: Run) -> None:
        """Asks before a run that waits is approved."""
        ask_approval(self._context.theme, self._parent, run, self._context.formats, lambda: self._approve(run))

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
        DryRunDialog(self._context.theme, self._parent, look, self._context.formats, self._save).open()

    def _end_work(self) -> None:
        self._reply = None
        if self.card:
            self.card.show_idle()

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        FaultDialog(self._context.theme, self._parent, error, self._context.clipboard).open()
