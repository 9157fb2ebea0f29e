"""Notes of the Overview: each is hidden while there is nothing to say."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.clock_trust import ClockDoubt
from service.domain.keys import EndingKey
from service.domain.marketplace.orders import ACCEPT_MINUTES
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.domain.update_rules import UpdateStatus
from ui.backend.overview_port import TargetTrouble
from ui.backend.settings_port import BACKUP_RETRY_MINUTES
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.state_texts import changes_text
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone
from ui.widgets import Button, Kind, Note, NoteSlot

_MOST_LINES = 3


class BackupNote(NoteSlot[Sentence]):
    """A missing nightly backup: why, and a button to the setting that helps."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context

    def build_note(self, fault: Sentence, /) -> Note:
        see = Button(self._context.theme, self.tr("Open the backups"), Kind.PRIMARY, icon="archive")
        see.clicked.connect(lambda: self._context.go(PaneKey.SETTINGS, "backups"))
        lines = (
            translate_sentence(fault),
            self.tr("It is tried again every %1.").replace("%1", self._context.formats.minutes(BACKUP_RETRY_MINUTES)),
        )
        title = self.tr("The nightly backup was not made")
        return Note(self._context.theme, Tone.WARN, title, lines, see, icon="archive")


class ClockNote(NoteSlot[ClockDoubt]):
    """A computer clock that jumped: what it showed, and the button that confirms it."""

    def __init__(self, context: PaneContext, on_confirm: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._on_confirm = context, on_confirm

    def build_note(self, doubt: ClockDoubt, /) -> Note:
        confirm = Button(self._context.theme, self.tr("The clock is right"), icon="check", changes=True)
        confirm.clicked.connect(lambda _checked: self._on_confirm())
        jump = self.tr("It showed %1 when about %2 was expected.")
        lines = (
            jump.replace("%1", self._format(doubt.shown_at)).replace("%2", self._format(doubt.expected_at)),
            self.tr("If it is wrong, set it in the system's settings: this note goes by itself."),
            self.tr("No order is cancelled by time meanwhile; waiting orders then have %1 again.").replace(
                "%1", self._context.formats.minutes(ACCEPT_MINUTES)
            ),
        )
        title = self.tr("Is this computer's clock right?")
        return Note(self._context.theme, Tone.WARN, title, lines, confirm, icon="clock")

    def _format(self, moment: Millis) -> str:
        formats = self._context.formats
        return f"{formats.date(moment)} {formats.time(moment)}"


class KeysNote(NoteSlot[tuple[EndingKey, ...]]):
    """Keys that end soon or ended just now: which and when, and the button that opens them."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context

    def build_note(self, keys: tuple[EndingKey, ...], /) -> Note:
        see = Button(self._context.theme, self.tr("See the keys"), Kind.PRIMARY, icon="key")
        see.clicked.connect(lambda: self._context.go(PaneKey.SYSTEM, ""))
        lines = [self._describe(key) for key in keys[:_MOST_LINES]]
        if len(keys) > _MOST_LINES:
            lines.append(self.tr("%n more key(s) end soon.", "", len(keys) - _MOST_LINES))
        lines.append(self.tr("Give a key a later last day, or make a new one for its system."))
        return Note(self._context.theme, Tone.WARN, self.tr("The end of a key is near"), tuple(lines), see, icon="key")

    def _describe(self, key: EndingKey) -> str:
        text = self.tr("%1 has not worked since %2.") if key.expired else self.tr("%1 works until %2.")
        day = self._context.formats.date(key.expires_at)
        return text.replace("%1", isolate_name(key.name)).replace("%2", day)


class UpdateNote(NoteSlot[tuple[str, str, str]]):
    """A newer version that can be installed, with what changed in it."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context

    def show_status(self, status: UpdateStatus) -> None:
        """Shows the version that is ready; another one replaces it."""
        changes = changes_text(status, self._context.formats)
        can_install = status.is_ready or bool(status.version and status.command)
        self.show_about((status.version, changes, status.command) if can_install else None)

    def build_note(self, ready: tuple[str, str, str], /) -> Note:
        version, changes, command = ready
        formats = self._context.formats
        see = Button(self._context.theme, self.tr("See and install"), icon="info")
        see.clicked.connect(lambda: self._context.go(PaneKey.SETTINGS, "about"))
        title = self.tr("Version %1 can be installed").replace("%1", formats.ltr(version))
        lines = tuple(filter(None, (changes, formats.ltr(command) if command else "")))
        return Note(self._context.theme, Tone.ACCENT, title, lines, see, icon="package")


class TargetTroubles(QWidget):
    """One note per failing target and per reason for waiting; hidden if there is none."""

    def __init__(self, context: PaneContext, try_now: Callable[[int], None]) -> None:
        super().__init__()
        self._context, self._try_now = context, try_now
        self._troubles: tuple[TargetTrouble, ...] = ()
        self.notes: list[Note] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_troubles(self, troubles: tuple[TargetTrouble, ...]) -> None:
        """Shows other troubles."""
        if troubles == self._troubles:
            return
        self._troubles = troubles
        for old in self.notes:
            self._layout.removeWidget(old)
            old.deleteLater()
        reasons: list[Sentence] = []
        for trouble in troubles:
            if trouble.note is not None and trouble.note not in reasons:
                reasons.append(trouble.note)
        self.notes = [
            self._build_waiting_note(reason, [one for one in troubles if one.note == reason]) for reason in reasons
        ]
        self.notes += [self._build_note(trouble) for trouble in troubles if trouble.note is None]
        for note in self.notes:
            self._layout.addWidget(note)
        self.setVisible(bool(troubles))

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
        return " ".join((text, following.replace("%1", self._context.formats.time(trouble.next_try))))

    def _build_waiting_note(self, reason: Sentence, troubles: list[TargetTrouble]) -> Note:
        names = self._context.formats.join_names(tuple(isolate_name(trouble.name) for trouble in troubles))
        title = self.tr("Deliveries to %1 are waiting").replace("%1", names)
        open_it = Button(self._context.theme, self.tr("See what waits"), Kind.PRIMARY)
        open_it.clicked.connect(lambda: self._context.go(PaneKey.WEBHOOKS, str(troubles[0].target)))
        waiting = self.tr("%n event(s) waiting.", "", sum(trouble.waiting for trouble in troubles))
        return Note(self._context.theme, Tone.WARN, title, (translate_sentence(reason), waiting), open_it, icon="timer")

    def _build_note(self, trouble: TargetTrouble) -> Note:
        see = Button(self._context.theme, self.tr("See what it answered") if trouble.answers else self.tr("See why"))
        see.clicked.connect(lambda: self._context.go(PaneKey.WEBHOOKS, str(trouble.target)))
        again = Button(self._context.theme, self.tr("Try now"), Kind.PRIMARY, changes=True)
        again.clicked.connect(lambda: self._try_now(trouble.target))
        return Note(self._context.theme, Tone.BAD, self.describe(trouble), (), see, again)
