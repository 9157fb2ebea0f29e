"""The health of what is connected to the shop, one line each."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import Run, RunState
from service.domain.times import DAY, Millis
from ui.backend.host_port import HostState, HostStatus
from ui.backend.overview_port import Overview
from ui.backend.progress import Progress
from ui.backend.pulls_port import PullState
from ui.i18n import isolate_name
from ui.i18n.state_texts import link_state_name
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.tokens import LINK_TONES
from ui.widgets import Badge, Button, Card, CopyField, ElidedLabel, Ink, Kind, Label, Mark, WorkBar, row

_ADDRESS_WIDTH = 224
_NAME_WIDTH = 132


class ConnectionLine(QWidget):
    """A mark, a name, how it is in one line, and what can be done."""

    def __init__(self, context: PaneContext, name: str, *buttons: QWidget) -> None:
        super().__init__()
        self._mark = Mark(context.theme, Tone.NEUTRAL, 8)
        self.detail = ElidedLabel(context.theme, "", Type.BODY, Ink.TEXT2)
        title = Label(context.theme, name, Type.MEDIUM)
        title.setMinimumWidth(_NAME_WIDTH)
        line = row(self._mark, title, spacing=12)
        line.addWidget(self.detail, 1)
        for button in buttons:
            line.addWidget(button)
        self.setLayout(line)
        self.setMinimumHeight(36)

    def show_state(self, tone: Tone, text: str) -> None:
        """How it is now."""
        self._mark.set_tone(tone)
        self.detail.setText(text)


class ConnectionsCard(Card):
    """The address of the service, the nightly file, webhooks and the marketplace; those that the
    shop does not use are left out.
    """

    def __init__(self, context: PaneContext, test_call: Callable[[], None], run_now: Callable[[], object]) -> None:
        super().__init__(context.theme, "")
        self._context = context
        self._status: HostStatus | None = None
        self._last: tuple[Millis | None, str] = (None, "")
        self._cancel: Callable[[], bool] | None = None
        theme = context.theme
        self.body.addWidget(Label(theme, self.tr("Connections"), Type.HEADING))
        self.copy_field = CopyField(theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"))
        self.copy_field.setFixedWidth(_ADDRESS_WIDTH)
        self.test = Button(theme, self.tr("Test call"), changes=True)
        self.test.clicked.connect(test_call)
        self.host = ConnectionLine(context, self.tr("Your own system"), self.copy_field, self.test)
        self.rejected = Button(theme, "", Kind.GHOST)
        self.rejected.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "pull-history"))
        self.run = Button(theme, self.tr("Read it now"), icon="play", changes=True).keep_at_service()
        self.run.clicked.connect(run_now)
        self.file = ConnectionLine(context, self.tr("Nightly file"), self.rejected, self.run)
        self.work = WorkBar(theme, context.formats, self._stop)
        self.webhooks = ConnectionLine(context, self.tr("Webhooks"), self._make_opener(PaneKey.WEBHOOKS))
        self.practice = Badge(theme, self.tr("Practice"), Tone.STAGING)
        self.link = ConnectionLine(
            context, self.tr("Marketplace"), self.practice, self._make_opener(PaneKey.MARKETPLACE)
        )
        for line in (self.host, self.file, self.work, self.webhooks, self.link):
            self.body.addWidget(line)

    def show_status(self, status: HostStatus) -> None:
        """Shows the state of the service."""
        self._status = status
        well = status.state is HostState.LISTENING
        self.copy_field.setVisible(well)
        self.test.setVisible(well)
        self.copy_field.set_value(status.address)
        self.tick(self._context.now())

    def show_overview(self, overview: Overview, now: Millis) -> None:
        """Shows the others, and who called last."""
        self._last = (overview.last_call, overview.last_call_key)
        self.tick(now)
        self._show_file(overview.pull, now)
        targets, troubles = overview.setup.targets, overview.troubles
        self.webhooks.setVisible(bool(targets))
        names = self._context.formats.join_names(tuple(isolate_name(name) for name in targets))
        well = self.tr("%1 are on") if len(targets) > 1 else self.tr("%1 is on")
        trouble = self.tr("%n address(es) do(es) not get everything", "", len(troubles))
        worst = Tone.BAD if any(one.note is None for one in troubles) else Tone.WARN
        if troubles:
            self.webhooks.show_state(worst, trouble)
        else:
            self.webhooks.show_state(Tone.GOOD, well.replace("%1", names))
        self._show_link(overview)

    def tick(self, now: Millis) -> None:
        """Runs every second."""
        status = self._status
        if status is None:
            return
        texts = {
            HostState.LISTENING: self._describe_calls(status, now),
            HostState.STARTING: self.tr("Starting"),
            HostState.PORT_TAKEN: self.tr("Not listening: port %1 is in use").replace("%1", str(status.port)),
            HostState.STOPPED: self.tr("Not listening: the service has stopped"),
        }
        tones = {HostState.LISTENING: Tone.GOOD, HostState.STARTING: Tone.NEUTRAL}
        if status.cannot_save:
            self.host.show_state(Tone.BAD, self.tr("Nothing can be saved now"))
        else:
            self.host.show_state(tones.get(status.state, Tone.BAD), texts[status.state])

    def show_running(self, cancel: Callable[[], bool]) -> None:
        """Shows that a reading of the file has begun."""
        self._cancel = cancel
        self.run.setEnabled(False)
        self.work.begin(self.tr("Reading the file"))

    def show_progress(self, progress: Progress) -> None:
        """Shows its progress."""
        self.work.show_progress(progress)

    def show_idle(self) -> None:
        """Shows that no file is being read."""
        self._cancel = None
        self.run.setEnabled(True)
        self.work.end()

    def _describe_calls(self, status: HostStatus, now: Millis) -> str:
        formats = self._context.formats
        at, key = self._last
        if at is not None:
            text = self.tr("last call %1 from %2") if key else self.tr("last call %1")
            called = text.replace("%1", formats.ago(at, now)).replace("%2", isolate_name(key))
        else:
            called = self.tr("no call yet")
        if status.since is None:
            return " · ".join((self.tr("Listening"), called))
        is_old = now - status.since > DAY
        since = formats.day_time(status.since, now) if is_old else formats.time(status.since)
        return " · ".join((self.tr("Listening since %1").replace("%1", since), called))

    def _show_file(self, state: PullState, now: Millis) -> None:
        self.file.setVisible(state.setup is not None)
        last, formats = state.last, self._context.formats
        rejected = last.counts.rejected if last else 0
        self.rejected.setVisible(bool(rejected))
        self.rejected.setText(self.tr("See %n rejected row(s)", "", rejected))
        self.rejected.setAccessibleName(self.rejected.text())
        self.rejected.updateGeometry()
        parts = [self._describe_run(last, now) if last else self.tr("never read")]
        if state.next_at and state.on:
            parts.append(self.tr("next: %1").replace("%1", formats.day_time(state.next_at, now)))
        else:
            parts.append(self.tr("switched off"))
        tone = Tone.GOOD if state.on else Tone.NEUTRAL
        if last is not None and last.state in (RunState.FAILED, RunState.NEEDS_APPROVAL):
            tone = Tone.BAD if last.state is RunState.FAILED else Tone.WARN
        self.file.show_state(tone, " · ".join(parts))

    def _describe_run(self, run: Run, now: Millis) -> str:
        formats = self._context.formats
        texts = {
            RunState.FAILED: self.tr("failed"),
            RunState.NEEDS_APPROVAL: self.tr("waits for you"),
            RunState.UNCHANGED: self.tr("nothing new"),
            RunState.UNDONE: self.tr("taken back"),
        }
        saved = self.tr("%1 saved, %2 rejected").replace("%1", formats.count(run.counts.saved))
        saved = saved.replace("%2", formats.count(run.counts.rejected))
        return f"{formats.day_time(run.at, now)} · {texts.get(run.state, saved)}"

    def _show_link(self, overview: Overview) -> None:
        link = overview.link
        self.link.setVisible(link is not None)
        if link is None:
            return
        self.practice.setVisible(link.is_practice)
        parts = [link_state_name(link.state)]
        if link.needs_look:
            parts.append(self.tr("%n need(s) your attention", "", link.needs_look))
        if link.waiting:
            parts.append(self.tr("%n wait(s) to be sent", "", link.waiting))
        self.link.show_state(LINK_TONES[link.state], " · ".join(parts))

    def _make_opener(self, key: PaneKey) -> Button:
        opener = Button(self._context.theme, self.tr("Open"), Kind.GHOST)
        names = {PaneKey.WEBHOOKS: self.tr("Open the webhooks"), PaneKey.MARKETPLACE: self.tr("Open the marketplace")}
        opener.setAccessibleName(names[key])
        opener.clicked.connect(lambda: self._context.go(key, ""))
        return opener

    def _stop(self) -> None:
        if self._cancel:
            self._cancel()
            self.show_idle()
