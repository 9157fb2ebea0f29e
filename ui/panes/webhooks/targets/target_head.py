"""One target: name, state, address, events, and its actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.webhooks.events import EventKind
from ui.backend.webhooks_port import Health, TargetRow
from ui.i18n import isolate_name
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.webhook_words import kind_sentence, kind_word
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Badge, Button, ElidedLabel, IconButton, Ink, Kind, Label, Switch, clear_layout, row


@dataclass(frozen=True, slots=True)
class TargetHeadActions:
    """What the owner can do with a target."""

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
        self.copy = IconButton(theme, "copy", self.tr("Copy the address"))
        self.copy.clicked.connect(self._copy)
        self._events = QHBoxLayout()
        self._events.setSpacing(4)
        self.test = Button(theme, self.tr("Send a test"), icon="send", changes=True)
        self.rotate = Button(theme, self.tr("Rotate secret…"), icon="key", changes=True)
        self.edit = Button(theme, self.tr("Edit"), Kind.GHOST, changes=True)
        self.remove = Button(theme, self.tr("Remove…"), Kind.DESTRUCTIVE, changes=True)
        pairs = ((self.test, acts.test), (self.rotate, acts.rotate), (self.edit, acts.edit), (self.remove, acts.remove))
        for button, act in pairs:
            button.clicked.connect(act)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        title = row(self.name, self.badge, spacing=10)
        title.addStretch(1)
        title.addLayout(row(self.state, self.switch, spacing=10))
        layout.addLayout(title)
        address = row(self.url, self.copy, spacing=4)
        address.addStretch(1)
        address.addLayout(self._events)
        layout.addLayout(address)
        layout.addSpacing(8)
        layout.addLayout(row(self.test, self.rotate, None, self.edit, self.remove))

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
