"""The nightly price file: last and next run, run now."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import Run, RunState
from service.domain.sentences import EMPTY
from service.domain.times import Millis
from ui.backend.progress import Progress
from ui.backend.pulls_port import PullState
from ui.i18n import translate_sentence
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import Badge, Button, Card, Fact, FactRows, Ink, Kind, Label, WorkBar, row


class PullSummaryCard(Card):
    """Shows a sentence when a nightly run failed."""

    def __init__(self, context: PaneContext, run_now: Callable[[], None]) -> None:
        super().__init__(context.theme, "")
        self._context = context
        self._cancel: Callable[[], bool] | None = None
        self.badge = Badge(context.theme, "")
        self.body.addLayout(row(Label(context.theme, self.tr("Nightly price file"), Type.HEADING), None, self.badge))
        self.body.addWidget(Label(context.theme, self.tr("Scheduled pull"), Type.SMALL, Ink.TEXT2))
        self.fault = Label(context.theme, "", Type.SMALL_MEDIUM, Ink.BAD, wrap=True)
        self.fault.hide()
        self._facts: QWidget | None = None
        self.body.addWidget(self.fault)
        self.body.addStretch(1)
        self.work = WorkBar(context.theme, context.formats, self._stop)
        self.body.addWidget(self.work)
        self.run = Button(context.theme, self.tr("Run now"), icon="play", changes=True)
        self.run.clicked.connect(run_now)
        self.set_up = Button(context.theme, self.tr("Set it up"), icon="file-spreadsheet")
        self.set_up.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "pull"))
        self.rejected = Button(context.theme, "", Kind.GHOST)
        self.rejected.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "pull-history"))
        self.body.addLayout(row(self.run, self.set_up, self.rejected, None))

    def show_state(self, state: PullState, now: Millis) -> None:
        """Shows the state of the pull. A run that this card began stays displayed."""
        on = state.on and state.setup is not None
        self.badge.show_state(self.tr("On") if on else self.tr("Off"), Tone.GOOD if on else Tone.NEUTRAL, dot=on)
        self.run.setVisible(state.setup is not None)
        self.set_up.setVisible(state.setup is None)
        self._show_facts(state, now)
        last = state.last
        rejected = last.counts.rejected if last else 0
        self.rejected.setVisible(bool(rejected))
        self.rejected.setText(self.tr("See %n rejected row(s)", "", rejected))
        self.rejected.setAccessibleName(self.rejected.text())
        self.rejected.updateGeometry()
        wrong = last is not None and last.state in (RunState.FAILED, RunState.NEEDS_APPROVAL)
        self.fault.setVisible(wrong)
        if last is not None and wrong:
            self.fault.setText(translate_sentence(last.fault or (last.held.reason if last.held else EMPTY)))

    def show_running(self, cancel: Callable[[], bool]) -> None:
        """Shows that a run has begun."""
        self._cancel = cancel
        self.run.setEnabled(False)
        self.work.begin(self.tr("Reading the file"))

    def show_progress(self, progress: Progress) -> None:
        """Shows the progress of the run."""
        self.work.show_progress(progress)

    def show_idle(self) -> None:
        """Shows that no run is in progress."""
        self._cancel = None
        self.run.setEnabled(True)
        self.work.end()

    def _show_facts(self, state: PullState, now: Millis) -> None:
        formats = self._context.formats
        if self._facts:
            self.body.removeWidget(self._facts)
            self._facts.deleteLater()
        facts = []
        if state.setup is None:
            text = self.tr(
                "Every night we can read a price list that your system saves in a folder. Nothing to program."
            )
            self._facts = Label(self._context.theme, text, Type.BODY, Ink.TEXT2, wrap=True)
        else:
            if state.last:
                facts.append(Fact(self.tr("Last"), self._describe_run(state.last, now), icon="history"))
            else:
                facts.append(Fact(self.tr("Last"), self.tr("never"), icon="history"))
            following = formats.day_time(state.next_at, now) if state.next_at and state.on else "\u2014"
            facts.append(Fact(self.tr("Next"), following, icon="calendar-clock"))
            self._facts = FactRows(self._context.theme, tuple(facts), ruled=True)
        self.body.insertWidget(2, self._facts)

    def _describe_run(self, run: Run, now: Millis) -> str:
        formats = self._context.formats
        when = formats.day_time(run.at, now)
        if run.state is RunState.FAILED:
            return " · ".join((when, self.tr("failed")))
        if run.state is RunState.NEEDS_APPROVAL:
            return " · ".join((when, self.tr("waits for you")))
        if run.state is RunState.UNCHANGED:
            return " · ".join((when, self.tr("nothing new")))
        if run.state is RunState.UNDONE:
            return " · ".join((when, self.tr("taken back")))
        text = self.tr("%1 saved, %2 rejected").replace("%1", formats.count(run.counts.saved))
        return f"{when} · {text.replace('%2', formats.count(run.counts.rejected))}"

    def _stop(self) -> None:
        if self._cancel:
            self._cancel()
            self.show_idle()
