"""Why a target's deliveries wait or fail, in a sentence, and the button that helps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.sentences import Sentence
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.webhook_secrets import needs_rotation
from ui.backend.webhooks_port import Health, TargetRow
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.delivery_list import DeliveryList
from ui.panes.webhooks.delivery_strip import DeliveryStrip
from ui.panes.webhooks.webhook_words import fault_word, kind_sentence, kind_word
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Badge,
    Button,
    Card,
    ElidedLabel,
    Hairline,
    IconButton,
    Ink,
    Kind,
    Label,
    Note,
    Switch,
    clear_layout,
    column,
    fill,
    row,
)


@dataclass(frozen=True, slots=True)
class TargetHeadActions:
    switch: Callable[[bool], None]
    test: Callable[[], None]
    rotate: Callable[[], None]
    edit: Callable[[], None]
    remove: Callable[[], None]


class TargetHead(QWidget):
    """Name and switch, address and events, buttons."""

    def __init__(self, context: PaneContext, acts: TargetHeadActions) -> None:
        super().__init__()
        self._context = context
        theme = context.theme
        self.name = ElidedLabel(theme, "", Type.TITLE)
        self.badge = Badge(theme, "")
        self.state = Label(theme, "", Type.MEDIUM, Ink.TEXT2)
        self.switch = Switch(theme, "")
        self.switch.toggled.connect(acts.switch)
        self.url = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.copy = IconButton(theme, "copy", self.tr("Copy the address"), on_click=self._copy)
        self._events = QHBoxLayout()
        self._events.setSpacing(4)
        self.test = Button(theme, self.tr("Send a test"), icon="send", changes=True)
        self.rotate = Button(theme, self.tr("Rotate secret…"), icon="key", changes=True)
        self.edit = Button(theme, self.tr("Edit"), Kind.GHOST, changes=True)
        self.remove = Button(theme, self.tr("Remove…"), Kind.DESTRUCTIVE, changes=True)
        pairs = ((self.test, acts.test), (self.rotate, acts.rotate), (self.edit, acts.edit), (self.remove, acts.remove))
        for button, act in pairs:
            button.clicked.connect(act)
        title = row(self.name, self.badge, spacing=10)
        fill(title, None, row(self.state, self.switch, spacing=10))
        address = row(self.url, self.copy, spacing=4)
        fill(address, None, self._events)
        column(title, address, 8, row(self.test, self.rotate, None, self.edit, self.remove), spacing=0, inside=self)

    def show_target(self, row: TargetRow) -> None:
        """Shows another target, or a new state of the same one."""
        target = row.target
        self.name.setText(isolate_name(row.name))
        words = {
            Health.WELL: (self.tr("All well"), Tone.GOOD),
            Health.REFUSING: (self.tr("Refusing"), Tone.BAD),
            Health.WAITING: (self.tr("Held up"), Tone.WARN),
            Health.OFF: (self.tr("Off"), Tone.NEUTRAL),
            Health.NEW: (self.tr("New"), Tone.NEUTRAL),
        }
        text, tone = words[row.health]
        if row.health is Health.REFUSING and row.last_status is None:
            text = self.tr("No answer")
        self.badge.show_state(text, tone, dot=row.health in (Health.WELL, Health.REFUSING, Health.WAITING))
        self.state.setText(self.tr("On") if target.on else self.tr("Off"))
        self.switch.show_state(target.on)
        self.switch.setAccessibleName(self.tr("Send to %1").replace("%1", strip_marks(row.name)))
        self.url.setText(self._context.formats.ltr(target.url))
        self.test.setVisible(target.on)
        self._show_events(target.events)

    def _show_events(self, events: frozenset[EventKind]) -> None:
        clear_layout(self._events)
        for kind in EventKind:
            if kind in events:
                badge = Badge(self._context.theme, kind_word(kind))
                badge.setToolTip(f"{kind.value}: {kind_sentence(kind)}")
                badge.setAccessibleDescription(kind.value)
                self._events.addWidget(badge)

    def _copy(self) -> None:
        self._context.clipboard.setText(strip_marks(self.url.text()))
        self._context.toasts.show(self.tr("Copied"))


@dataclass(frozen=True, slots=True)
class NoteActions:
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
        """Shows another target or state. Notes of the same text stay, so that clicks count."""
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
        return self.tr("%1 answers %2").replace("%1", name).replace("%2", formats.ltr(str(row.last_status)))

    def _describe_cause(self, row: TargetRow) -> str:
        status = row.last_status
        if status is None:
            return fault_word(row.last_fault) if row.last_fault else ""
        if status in (401, 403):
            return self.tr("It does not accept the signature. Check the secret in its settings, or rotate it.")
        if 300 <= status < 400:
            return self.tr("It sends on to another address, which we don't follow. Enter its final address.")
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
        done = Button(self._context.theme, self.tr("Finish the rotation…"), changes=True, on_click=self._actions.finish)
        return Note(
            self._context.theme, Tone.ACCENT, title, (text.replace("%1", isolate_name(row.name)),), done, icon="key"
        )


@dataclass(frozen=True, slots=True)
class DeliveryActions:
    reload: Callable[[], None]
    load_more: Callable[[str], None]
    open_body: Callable[[], None]
    send_again: Callable[[], None]
    try_all: Callable[[], None]
    finish_rotation: Callable[[], None]


class TargetDetail(Card):
    """Composes the parts; the pane fills them."""

    def __init__(self, context: PaneContext, acts: TargetHeadActions, delivery_actions: DeliveryActions) -> None:
        super().__init__(context.theme, padding=0)
        self.target: TargetRow | None = None
        self.head = TargetHead(context, acts)
        self.notes = TargetNotes(
            context, NoteActions(delivery_actions.try_all, acts.rotate, delivery_actions.finish_rotation)
        )
        self.strip = DeliveryStrip(context, delivery_actions.open_body, delivery_actions.send_again)
        self.deliveries = DeliveryList(context, delivery_actions.reload, delivery_actions.load_more)
        top = column(self.head, self.notes, spacing=12, margins=(20, 14, 20, 14))
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        fill(self.body, top, Hairline(context.theme), self.strip, (self.deliveries, 1))

    def show_target(self, row: TargetRow) -> None:
        """Shows another target, or a new state of the same one."""
        self.target = row
        self.setAccessibleName(row.name)
        self.head.show_target(row)
        self.notes.show_target(row)
