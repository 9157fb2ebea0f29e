"""Why a target's deliveries wait or fail, in a sentence, and the button that helps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.sentences import Sentence
from service.domain.webhooks.webhook_secrets import needs_rotation
from ui.backend.webhooks_port import Health, TargetRow
from ui.i18n import isolate_name, translate_sentence
from ui.panes.webhooks.webhook_words import fault_word
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Button, Kind, Note


@dataclass(frozen=True, slots=True)
class NoteActions:
    """The actions of the notes' buttons."""

    try_now: Callable[[], None]
    rotate: Callable[[], None]
    finish: Callable[[], None]


class TargetNotes(QWidget):
    """Why deliveries wait or fail, and an unfinished rotation; hidden if there is neither."""

    def __init__(self, context: PaneContext, acts: NoteActions) -> None:
        super().__init__()
        self._context, self._actions = context, acts
        self.notes: list[Note] = []
        self._target: TargetRow | None = None
        self._keyring_note_above = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self.hide()

    def show_target(self, row: TargetRow) -> None:
        """Shows another target, or a new state of the same one. Notes with the same text stay, so
        that a click on them counts.
        """
        if row != self._target:
            self._target = row
            self._rebuild(row)

    def set_keyring_note_above(self, above: bool) -> None:
        """Notes whether a keyring note above already gives the reason."""
        if above != self._keyring_note_above:
            self._keyring_note_above = above
            if self._target is not None:
                self._rebuild(self._target)

    def _rebuild(self, row: TargetRow) -> None:
        for old in self.notes:
            self._layout.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.notes = list(filter(None, (self._build_trouble_or_waiting(row), self._build_rotation_note(row))))
        for note in self.notes:
            self._layout.addWidget(note)
        self.setVisible(bool(self.notes))

    def _build_trouble_or_waiting(self, row: TargetRow) -> Note | None:
        note = row.target.note
        if row.health is Health.WAITING and note is not None:
            return None if self._keyring_note_above else self._build_waiting_note(row, note)
        return self._build_trouble_note(row) if row.target.on and row.target.trouble_since is not None else None

    def _build_waiting_note(self, row: TargetRow, note: Sentence) -> Note:
        """An unfinished rotation ends this too: its note has the button for it."""
        title = self.tr("Deliveries to %1 are waiting").replace("%1", isolate_name(row.name))
        lines = (translate_sentence(note), self.tr("%n event(s) waiting.", "", row.waiting))
        buttons: tuple[Button, ...] = ()
        if not needs_rotation(note):
            buttons = (self._retry_button(row),)
        elif row.target.next_secret_name is None:
            rotate = Button(self._context.theme, self.tr("Rotate secret…"), Kind.PRIMARY, icon="key", changes=True)
            rotate.clicked.connect(self._actions.rotate)
            buttons = (rotate,)
        return Note(self._context.theme, Tone.WARN, title, lines, *buttons, icon="timer")

    def _build_trouble_note(self, row: TargetRow) -> Note:
        lines = tuple(filter(None, (self._describe_cause(row), self._describe_next_attempt(row))))
        buttons = (self._retry_button(row),) if row.waiting else ()
        return Note(self._context.theme, Tone.BAD, self._headline(row), lines, *buttons)

    def _retry_button(self, row: TargetRow) -> Button:
        again = Button(self._context.theme, self.tr("Try all %n now", "", row.waiting), Kind.PRIMARY, changes=True)
        again.clicked.connect(self._actions.try_now)
        return again

    def _headline(self, row: TargetRow) -> str:
        name, formats = isolate_name(row.name), self._context.formats
        if row.last_status is None:
            return self.tr("%1 does not answer").replace("%1", name)
        status = formats.ltr(str(row.last_status))
        if not row.last_fault:
            return self.tr("%1 answers %2").replace("%1", name).replace("%2", status)
        text = self.tr("%1 answers %2: “%3”")
        return text.replace("%1", name).replace("%2", status).replace("%3", formats.ltr(row.last_fault))

    def _describe_cause(self, row: TargetRow) -> str:
        status = row.last_status
        if status is None:
            return fault_word(row.last_fault) if row.last_fault else ""
        if status in (401, 403) and row.rotated_at is not None:
            when = self._context.formats.day_time(row.rotated_at, self._context.now())
            return self.tr("It probably still uses the old secret. You rotated it: %1.").replace("%1", when)
        if status in (401, 403):
            return self.tr("It does not accept the signature. Check the secret in its settings, or rotate it.")
        if 300 <= status < 400:
            return self.tr("It sends on to another address, which we don’t follow. Enter its final address.")
        if status in (404, 405, 410):
            return self.tr("Nothing takes events at this path. Check the address.")
        if status >= 500:
            return self.tr("The fault is in the receiving program. Its own log says more.")
        return ""

    def _describe_next_attempt(self, row: TargetRow) -> str:
        waiting = row.waiting
        if row.next_try is None:
            return self.tr("%n event(s) waiting.", "", waiting) if waiting else ""
        text = self.tr("Next try at %1; %n event(s) waiting.", "", waiting)
        return text.replace("%1", self._context.formats.time(row.next_try))

    def _build_rotation_note(self, row: TargetRow) -> Note | None:
        if row.target.next_secret_name is None:
            return None
        title = self.tr("Two secrets sign at present")
        text = self.tr("Enter the new one in %1, then finish. Until then nothing breaks.")
        done = Button(self._context.theme, self.tr("Finish the rotation…"), changes=True)
        done.clicked.connect(self._actions.finish)
        return Note(
            self._context.theme, Tone.ACCENT, title, (text.replace("%1", isolate_name(row.name)),), done, icon="key"
        )
