"""The strip on top of the Overview: the worst that is wrong, and behind a button all the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.clock_trust import ClockDoubt
from service.domain.keys import EndingKey
from service.domain.marketplace.orders import ACCEPT_MINUTES
from service.domain.pull.pulls import RunState
from service.domain.sentences import EMPTY, Sentence
from service.domain.times import Millis
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.backend.overview_port import LinkSummary, Overview
from ui.backend.pulls_port import PullState
from ui.backend.settings_port import BACKUP_RETRY_MINUTES
from ui.backend.webhooks_port import TargetTrouble
from ui.i18n import Formats, isolate_name, translate_sentence
from ui.i18n.state_texts import changes_text, link_state_name
from ui.panes.shared.run_facts import held_title
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone
from ui.theme.tokens import LINK_TONES
from ui.widgets import Button, Kind, LinkButton, Note, clear_layout, column

_MOST_LINES = 3
_HEIGHT = 60
"""Of a note with one line, so that what is below stays where it is when one comes."""

_ORDER = (Tone.BAD, Tone.WARN, Tone.ACCENT, Tone.GOOD)


@dataclass(frozen=True, slots=True)
class AlertButton:
    """Opens a pane at a target; without one, the Overview runs `target` as its own command."""

    text: str
    target: str = ""
    pane: PaneKey | None = None
    is_main: bool = False
    icon: str = ""
    changes: bool = False
    at_service: bool = False


@dataclass(frozen=True, slots=True)
class Alert:
    """What is wrong, what follows, and what helps."""

    tone: Tone
    title: str
    lines: tuple[str, ...] = ()
    buttons: tuple[AlertButton, ...] = ()
    icon: str = ""


class AlertWords(QObject):
    """Says what is wrong, from what the backend answered."""

    def __init__(self, formats: Formats, parent: QObject) -> None:
        super().__init__(parent)
        self._formats = formats

    def list_alerts(self, status: HostStatus | None, overview: Overview | None) -> tuple[Alert, ...]:
        """The worst first; what is said where nothing is wrong is one too."""
        found = [] if status is None else [*self._of_host(status)]
        if overview is not None:
            found += self._of_overview(overview)
        found = found or [self._calm(status)]
        return tuple(sorted(found, key=lambda alert: _ORDER.index(alert.tone)))

    def _calm(self, status: HostStatus | None) -> Alert:
        if status is None or status.state is HostState.STARTING:
            text = self.tr("Your till can reach this PC as soon as it has started.")
            return Alert(Tone.ACCENT, self.tr("The service is starting"), (text,), icon="timer")
        text = self.tr("Your systems can reach this computer, and everything was sent.")
        return Alert(Tone.GOOD, self.tr("Everything works"), (text,), icon="circle-check")

    def describe(self, trouble: TargetTrouble) -> str:
        """The target, the failures, the next attempt, and how much waits."""
        if trouble.answers:
            text = self.tr("%1 refused %n time(s).", "", trouble.refusals)
        else:
            text = self.tr("%1 did not answer %n time(s).", "", trouble.refusals)
        text = text.replace("%1", isolate_name(trouble.name))
        if trouble.next_try is None:
            return " ".join((text, self.tr("%n event(s) waiting.", "", trouble.waiting)))
        following = self.tr("Next try at %1; %n event(s) waiting.", "", trouble.waiting)
        return " ".join((text, following.replace("%1", self._formats.time(trouble.next_try))))

    def _of_overview(self, overview: Overview) -> Iterator[Alert]:
        if overview.clock_doubt is not None:
            yield self._of_clock(overview.clock_doubt)
        yield from self._of_targets(overview.troubles)
        if overview.link is not None:
            yield from self._of_link(overview.link)
        yield from self._of_file(overview.pull)
        if overview.backup_fault is not None:
            yield self._of_backup(overview.backup_fault)
        if overview.ending_keys:
            yield self._of_keys(overview.ending_keys)
        if overview.wants_outside_backup:
            yield self._of_outside_backup()
        update = overview.update
        if update.is_ready or (update.version and update.command):
            command = self._formats.ltr(update.command) if update.command else ""
            yield Alert(
                Tone.ACCENT,
                self.tr("Version %1 can be installed").replace("%1", self._formats.ltr(update.version)),
                tuple(filter(None, (changes_text(update, self._formats), command))),
                (AlertButton(self.tr("See and install"), "about", PaneKey.SETTINGS, icon="info"),),
                "package",
            )

    def _of_host(self, status: HostStatus) -> Iterator[Alert]:
        copy = AlertButton(self.tr("Copy details for support"), "copy_host", icon="copy")
        again = AlertButton(self.tr("Try again"), "try_again", is_main=True, icon="rotate-ccw")
        if status.cannot_save:
            lines = (
                self.tr("Each till is asked to send again later. What is saved is safe."),
                self.tr("This window still shows everything; tills save and read nothing until then."),
            )
            yield Alert(Tone.BAD, translate_sentence(status.fault), lines, (copy,), "circle-alert")
        if status.state is HostState.PORT_TAKEN:
            holder = status.holder or PortHolder()
            lines = (
                self._describe_fix(holder, status),
                self.tr("Your till cannot reach this PC until the port is free. Orders and stock are safe."),
            )
            other = AlertButton(self.tr("Choose another port…"), "port", PaneKey.SETTINGS, at_service=True)
            yield Alert(Tone.BAD, self._describe_holder(holder), lines, (copy, other, again), "circle-alert")
        if status.state is HostState.STOPPED and status.counter_of:
            if status.can_start_here:
                text = self.tr("Set this counter up again")
                again = AlertButton(text, "try_again", is_main=True, icon="rotate-ccw")
            if status.can_update:
                text = self.tr("Install the newer version")
                again = AlertButton(text, "try_again", is_main=True, icon="package")
            others = self.tr("Tills and the other counters still work without this one.")
            yield Alert(Tone.BAD, translate_sentence(status.reason), (others,), (copy, again), "circle-alert")
        elif status.state is HostState.STOPPED:
            if status.can_start_here:
                again = AlertButton(self.tr("Start it here"), "try_again", is_main=True, icon="rotate-ccw")
                help_line = self.tr(
                    "What you see stays readable. Tills keep their sales and send them when it runs again."
                )
            else:
                help_line = self.tr("Try again. If it ends once more, copy the details for support.")
            reason = translate_sentence(status.reason)
            title = reason or self.tr("The service ended and was started again without success")
            lines = (
                self.tr("Your till cannot reach this PC until it runs again. Orders and stock are safe."),
                help_line,
            )
            yield Alert(Tone.BAD, title, lines, (copy, again), "circle-alert")

    def _describe_holder(self, holder: PortHolder) -> str:
        if holder.ours and holder.user:
            text = self.tr("Counterpart already runs for another user of this PC: %1")
            return text.replace("%1", isolate_name(holder.user))
        if holder.program:
            return self.tr("%1 holds the port").replace("%1", isolate_name(holder.program))
        return self.tr("Another program holds the port")

    def _describe_fix(self, holder: PortHolder, status: HostStatus) -> str:
        process = ""
        if holder.program and holder.process:
            known = self.tr("%1, process %2").replace("%1", holder.program).replace("%2", str(holder.process))
            process = f" ({isolate_name(known)})"
        if holder.ours and holder.user:
            first = self.tr("%1 is still signed in, and that Counterpart holds the port%2. Quit it there or sign out.")
            first = first.replace("%1", isolate_name(holder.user))
        else:
            first = self.tr("Close that program%2, or choose another port and enter it in your tills.")
        never = self.tr("The port is never changed automatically: your tills know only %1.")
        return f"{first.replace('%2', process)} {never.replace('%1', self._formats.ltr(str(status.port)))}"

    def _of_clock(self, doubt: ClockDoubt) -> Alert:
        jump = self.tr("It showed %1 when about %2 was expected.")
        lines = (
            jump.replace("%1", self._write_moment(doubt.shown_at)).replace("%2", self._write_moment(doubt.expected_at)),
            self.tr("If it is wrong, set it in the system's settings: this message then disappears."),
            self.tr("No order is cancelled by time meanwhile; waiting orders then have %1 again.").replace(
                "%1", self._formats.minutes(ACCEPT_MINUTES)
            ),
        )
        confirm = AlertButton(self.tr("The clock is right"), "confirm_clock", icon="check", changes=True)
        return Alert(Tone.WARN, self.tr("Is this computer's clock right?"), lines, (confirm,), "clock")

    def _write_moment(self, moment: Millis) -> str:
        return f"{self._formats.date(moment)} {self._formats.time(moment)}"

    def _of_targets(self, troubles: tuple[TargetTrouble, ...]) -> Iterator[Alert]:
        """One for each that fails, and one for each reason for which several wait."""
        for trouble in troubles:
            if trouble.note is None:
                why = self.tr("See what it answered") if trouble.answers else self.tr("See why")
                see = AlertButton(why, str(trouble.target), PaneKey.WEBHOOKS)
                again = AlertButton(self.tr("Try now"), f"try:{trouble.target}", is_main=True, changes=True)
                yield Alert(Tone.BAD, self.describe(trouble), (), (see, again))
        reasons: list[Sentence] = []
        for trouble in troubles:
            if trouble.note is not None and trouble.note not in reasons:
                reasons.append(trouble.note)
        for reason in reasons:
            held = [trouble for trouble in troubles if trouble.note == reason]
            names = self._formats.join_names(tuple(isolate_name(trouble.name) for trouble in held))
            waiting = self.tr("%n event(s) waiting.", "", sum(trouble.waiting for trouble in held))
            title = self.tr("Deliveries to %1 are waiting").replace("%1", names)
            see = AlertButton(self.tr("See what waits"), str(held[0].target), PaneKey.WEBHOOKS, is_main=True)
            yield Alert(Tone.WARN, title, (translate_sentence(reason), waiting), (see,), "timer")

    def _of_link(self, link: LinkSummary) -> Iterator[Alert]:
        tone = LINK_TONES[link.state]
        look = AlertButton(self.tr("Open the marketplace's pane"), "", PaneKey.MARKETPLACE)
        if tone in (Tone.BAD, Tone.WARN):
            title = " · ".join((self.tr("Marketplace"), link_state_name(link.state)))
            yield Alert(tone, title, (translate_sentence(link.text),), (look,), "store")
        elif link.needs_look:
            title = self.tr("%n thing(s) of the marketplace need(s) your attention", "", link.needs_look)
            yield Alert(Tone.WARN, title, (), (look,), "store")

    def _of_file(self, pull: PullState) -> Iterator[Alert]:
        run = pull.last
        if run is None or run.state not in (RunState.NEEDS_APPROVAL, RunState.FAILED):
            if pull.same_file is not None:
                look = AlertButton(self.tr("See the runs"), "pull-history", PaneKey.SYSTEM)
                yield Alert(Tone.WARN, translate_sentence(pull.same_file), (), (look,))
            return
        if run.state is RunState.NEEDS_APPROVAL and run.held is not None:
            see = AlertButton(self.tr("See the difference"), "pull-history", PaneKey.SYSTEM)
            if run.held.is_unconfirmed:
                see = AlertButton(self.tr("Look at it"), "pull", PaneKey.SYSTEM, at_service=True)
            yield Alert(Tone.WARN, held_title(run.held), (translate_sentence(run.held.reason),), (see,))
        if run.state is RunState.FAILED:
            title = self.tr("The price file could not be read")
            again = AlertButton(self.tr("Read it now"), "run", icon="play", changes=True, at_service=True)
            yield Alert(Tone.BAD, title, (translate_sentence(run.fault or EMPTY),), (again,))

    def _of_backup(self, fault: Sentence) -> Alert:
        again = self.tr("It is tried again every %1.").replace("%1", self._formats.minutes(BACKUP_RETRY_MINUTES))
        text = self.tr("Open the backups")
        see = AlertButton(text, "backups", PaneKey.SETTINGS, is_main=True, icon="archive", at_service=True)
        lines = (translate_sentence(fault), again)
        return Alert(Tone.WARN, self.tr("The nightly backup was not made"), lines, (see,), "archive")

    def _of_outside_backup(self) -> Alert:
        text = self.tr("A USB stick or a folder of another computer keeps your data if this one is lost.")
        choose = AlertButton(self.tr("Choose where"), "backups", PaneKey.SETTINGS, icon="archive", at_service=True)
        later = AlertButton(self.tr("Not now"), "dismiss_backup", changes=True)
        return Alert(Tone.ACCENT, self.tr("All backups are on this computer"), (text,), (later, choose), "archive")

    def _of_keys(self, keys: tuple[EndingKey, ...]) -> Alert:
        lines = [self._describe_key(key) for key in keys[:_MOST_LINES]]
        if len(keys) > _MOST_LINES:
            lines.append(self.tr("%n more key(s) end soon.", "", len(keys) - _MOST_LINES))
        lines.append(self.tr("Give a key a later last day, or make a new one for its system."))
        see = AlertButton(self.tr("See the keys"), "", PaneKey.SYSTEM, is_main=True, icon="key")
        return Alert(Tone.WARN, self.tr("A key stops working soon"), tuple(lines), (see,), "key")

    def _describe_key(self, key: EndingKey) -> str:
        text = self.tr("%1 has not worked since %2.") if key.expired else self.tr("%1 works until %2.")
        return text.replace("%1", isolate_name(key.name)).replace("%2", self._formats.date(key.expires_at))


class AlertStrip(QWidget):
    """The first of the alerts, and the others when they are asked for. The notes stay as long as
    they say the same, so that a click on one counts.
    """

    def __init__(self, context: PaneContext, run: Callable[[str], Future[Any] | None]) -> None:
        super().__init__()
        self._context, self._run = context, run
        self.alerts: tuple[Alert, ...] = ()
        self.notes: list[Note] = []
        self.more = LinkButton(context.theme, "")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._show_rest)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(8)
        column(self._lines, self.more, spacing=4, inside=self)

    def show_alerts(self, alerts: tuple[Alert, ...]) -> None:
        """Shows others; the calm state is one of them."""
        if alerts == self.alerts:
            return
        self.alerts = alerts
        clear_layout(self._lines)
        self.notes = [self._make_note(alert) for alert in alerts]
        for note in self.notes:
            self._lines.addWidget(note)
        self._show_rest(self.more.isChecked())

    def _begin_work(self, button: Button, command: str) -> None:
        """It looks pressed at once, until its own work has ended in any way, or is stopped."""
        work = self._run(command)
        if work is not None:
            button.set_busy(on=True)
            dispatcher = GuiDispatcher(button)
            work.add_done_callback(lambda _done: dispatcher.post(lambda: button.set_busy(on=False)))

    def _show_rest(self, shown: bool) -> None:
        for note in self.notes[1:]:
            note.setVisible(shown)
        rest = len(self.notes) - 1
        text = self.tr("Show only the first") if shown else self.tr("%n more", "", rest)
        self.more.setText(text)
        self.more.setAccessibleName(text)
        self.more.updateGeometry()
        self.more.setVisible(rest > 0)

    def _make_note(self, alert: Alert) -> Note:
        buttons = [self._make_button(button) for button in alert.buttons]
        note = Note(self._context.theme, alert.tone, alert.title, alert.lines, *buttons, icon=alert.icon)
        note.setMinimumHeight(_HEIGHT)
        return note

    def _make_button(self, asked: AlertButton) -> Button:
        kind = Kind.PRIMARY if asked.is_main else Kind.OUTLINE
        button = Button(
            self._context.theme,
            asked.text,
            kind,
            icon=asked.icon,
            changes=asked.changes,
        )
        if asked.at_service:
            button.keep_at_service()
        if asked.pane is None:
            button.clicked.connect(lambda: self._begin_work(button, asked.target))
        else:
            pane = asked.pane
            button.clicked.connect(lambda: self._context.go(pane, asked.target))
        return button
