"""What the pull's buttons do: run, look without saving, let a held file through, forget it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.backend import BackendError, Progress
from ui.backend.courier import Courier, Reply
from ui.backend.pulls import DryLook, PullRun
from ui.panes.system.pull_card import PullActs, PullCard
from ui.panes.system.run_note import difference_text
from ui.panes.system.try_out import TryOutDialog
from ui.shell.desk import Desk
from ui.shell.fault import FaultDialog
from ui.widgets import ConfirmDialog

translate = QCoreApplication.translate


class PullWork:
    """One piece of work at a time, with its progress on the card; `home` shows the card, `changed` loads anew."""

    def __init__(self, desk: Desk, parent: QWidget, home: Callable[[], None], changed: Callable[[], None]) -> None:
        self._desk, self._parent, self._home, self._changed = desk, parent, home, changed
        self._courier = Courier(parent)
        self._reply: Reply[PullRun] | Reply[DryLook] | None = None
        self.card: PullCard | None = None

    def acts(self, choose: Callable[[], None], set_up: Callable[[], None], history: Callable[[], None]) -> PullActs:
        """The card's buttons."""
        return PullActs(
            choose=choose,
            set_up=set_up,
            run=lambda again: self.run(even_if_unchanged=again),
            try_out=self.try_out,
            history=history,
            let_through=self.ask_let_through,
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
            pulls = self._desk.backend.pulls
            self._follow(pulls.run(self._desk.shop.id, progress, even_if_unchanged=even_if_unchanged))

    def try_out(self) -> None:
        """Reads the file and says what a run would change."""
        setup = self.card.setup if self.card else None
        if not self.busy and setup is not None:
            progress = self._begin(translate("PullWork", "Reading the whole file, saving nothing"))
            future = self._desk.backend.pulls.try_out(self._desk.shop.id, setup, progress)
            self._reply = self._courier.fetch(future, self._tried, self._failed)

    def ask_let_through(self, run: PullRun) -> None:
        """Asks before a held run is carried out."""
        title = translate("PullWork", "Let this file through?")
        text = difference_text(run.held, self._desk.formats) if run.held else ""
        more = translate("PullWork", "It can be taken back afterwards, under History.")
        action = translate("PullWork", "Let it through")
        ConfirmDialog(
            self._desk.theme, self._parent, title, f"{text}\n{more}", action, lambda: self._let_through(run)
        ).open()

    def ask_forget(self) -> None:
        """Asks before the set-up is dropped."""
        title = translate("PullWork", "Forget this file?")
        text = translate(
            "PullWork",
            "It is no longer read at night, and what you chose for its columns is gone."
            " Items, prices and history stay.",
        )
        action = translate("PullWork", "Forget the file")
        ConfirmDialog(
            self._desk.theme, self._parent, title, text, action, self._forget, destroys=True, icon="trash-2"
        ).open()

    def stop(self) -> None:
        """Stops what runs."""
        if self._reply:
            self._reply.cancel()
        self._idle()
        self._changed()

    def _let_through(self, run: PullRun) -> None:
        self._home()
        if not self.busy:
            progress = self._begin(translate("PullWork", "Reading the file"))
            self._follow(self._desk.backend.pulls.approve(self._desk.shop.id, run.id, progress))

    def _forget(self) -> None:
        future = self._desk.backend.pulls.forget(self._desk.shop.id)
        self._courier.fetch(future, lambda _none: self._changed(), self._failed)

    def _begin(self, text: str) -> Callable[[Progress], None]:
        card = self.card
        if card is None:
            return self._courier.progress(lambda _progress: None)
        card.show_running(text)
        return self._courier.progress(card.show_progress)

    def _follow(self, future: Future[PullRun]) -> None:
        def ended(_run: PullRun) -> None:
            self._idle()
            self._changed()

        self._reply = self._courier.fetch(future, ended, self._failed)

    def _tried(self, look: DryLook) -> None:
        self._idle()
        TryOutDialog(self._desk.theme, self._parent, look, self._desk.formats).open()

    def _idle(self) -> None:
        self._reply = None
        if self.card:
            self.card.show_idle()

    def _failed(self, error: BackendError) -> None:
        self._idle()
        FaultDialog(self._desk.theme, self._parent, error, self._desk.clipboard).open()
