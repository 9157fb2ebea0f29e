"""The integration mode: three cards with an explanation, a switch and the state of each mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from service.domain.pull.pulls import RunState
from service.domain.shops import Mode
from service.domain.times import Millis
from ui.backend.keys_port import PushState
from ui.backend.pulls_port import PullState
from ui.backend.webhooks_port import Health, TargetRow
from ui.i18n import Formats, isolate_name
from ui.panes.system.key_dialogs import CountedWords
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Card, ElidedLabel, Hairline, Ink, Label, Mark, Switch, Tile, column, row, set_margins

translate = QCoreApplication.translate
ModeState = tuple[Tone, str]
OnModeSwitched = Callable[[Mode, bool], None]


def push_state(state: PushState, formats: Formats, now: Millis, *, on: bool) -> ModeState:
    """When a system last sent, and how much."""
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: what your system sends is refused")
    if state.at is None:
        return Tone.NEUTRAL, translate("ModeStates", "Nothing was sent yet")
    when = formats.time(state.at) if now - state.at < 12 * 3_600_000 else formats.day_time(state.at, now)
    return Tone.GOOD if state.rows else Tone.WARN, CountedWords().last_push(state.rows).replace("%1", when)


def webhooks_state(targets: tuple[TargetRow, ...], *, on: bool) -> ModeState:
    """How many targets are well, and the first failing one."""
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: events are kept, none is sent")
    live = [target for target in targets if target.target.on]
    if not live:
        return Tone.NEUTRAL, translate("ModeStates", "No address to tell yet")
    refusing = [target for target in live if target.health is Health.REFUSING]
    held_up = [target for target in live if target.health is Health.WAITING]
    if not refusing and not held_up:
        return Tone.GOOD, CountedWords().targets_healthy(len(live))
    tone, text = Tone.BAD, translate("ModeStates", "%1 of %2 targets well; %3 refuses")
    if not refusing:
        tone, text = Tone.WARN, translate("ModeStates", "%1 of %2 targets well; %3 is held up")
    ill = refusing + held_up
    well = str(len(live) - len(ill))
    return tone, text.replace("%1", well).replace("%2", str(len(live))).replace("%3", isolate_name(ill[0].name))


def pull_state(state: PullState, formats: Formats, now: Millis, *, on: bool) -> ModeState:
    """When the file is read next, or why it is not."""
    if state.setup is None:
        return Tone.NEUTRAL, translate("ModeStates", "No file chosen yet")
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: the file is not read automatically")
    if state.last is not None and state.last.state is RunState.NEEDS_APPROVAL:
        return Tone.WARN, translate("ModeStates", "The last file waits for you")
    if state.last is not None and state.last.state is RunState.FAILED:
        when = formats.day_time(state.last.at, now)
        return Tone.BAD, translate("ModeStates", "Could not read the file: %1").replace("%1", when)
    if state.next_at is None:
        return Tone.GOOD, translate("ModeStates", "On")
    return Tone.GOOD, translate("ModeStates", "Next run: %1").replace("%1", formats.day_time(state.next_at, now))


@dataclass(frozen=True, slots=True)
class ModeText:
    """The explanation of one mode: plain title, technical term, two sentences."""

    icon: str
    title: str
    term: str
    text: str


class ModeCard(Card):
    """One mode."""

    def __init__(self, context: PaneContext, mode: Mode, text: ModeText, on_switched: OnModeSwitched) -> None:
        super().__init__(context.theme)
        self.mode = mode
        self.setAccessibleName(text.title)
        self.setAccessibleDescription(text.text)
        self._tile = Tile(context.theme, text.icon, Tone.ACCENT)
        self._icon = text.icon
        self.switch = Switch(context.theme, text.title)
        self.switch.toggled.connect(lambda on: on_switched(mode, on))
        names = column(
            Label(context.theme, text.title, Type.HEADING),
            Label(context.theme, text.term, Type.SMALL, Ink.TEXT2),
            spacing=1,
        )
        head = row(self._tile, spacing=12)
        head.addLayout(names, 1)
        head.addWidget(self.switch)
        set_margins(self.body, context.theme, 18, 13, 16, 10)
        self.body.setSpacing(10)
        self.body.addLayout(head)
        about = Label(context.theme, text.text, Type.BODY, Ink.TEXT2, wrap=True)
        about.setMinimumHeight(about.fontMetrics().lineSpacing() * 3)
        self.body.addWidget(about, 1)
        self.body.addWidget(Hairline(context.theme))
        self._mark = Mark(context.theme, Tone.NEUTRAL, 7)
        self.state = ElidedLabel(context.theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        line = row(self._mark, spacing=8)
        line.addWidget(self.state, 1)
        line.setAlignment(self._mark, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(line)

    def show_state(self, state: ModeState, *, on: bool) -> None:
        """Shows the mode's state."""
        tone, text = state
        self.switch.show_state(on)
        self._tile.show_icon(self._icon, Tone.ACCENT if on else Tone.NEUTRAL)
        self._mark.set_tone(tone)
        self.state.setText(text)
        self.state.set_ink(Ink.TEXT if on else Ink.TEXT2)
        self.switch.setAccessibleDescription(text)


class ModeCards(QWidget):
    """The three, side by side."""

    def __init__(self, context: PaneContext, on_switched: OnModeSwitched) -> None:
        super().__init__()
        self.cards = {mode: ModeCard(context, mode, text, on_switched) for mode, text in self._texts().items()}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        for card in self.cards.values():
            line.addWidget(card, 1)

    def _texts(self) -> dict[Mode, ModeText]:
        return {
            Mode.API_PUSH: ModeText(
                "arrow-up-from-line",
                self.tr("Your system sends"),
                self.tr("API push"),
                self.tr(
                    "Your till or ERP calls this PC when a price or quantity changes."
                    " Best if the seller of your till can program it."
                ),
            ),
            Mode.WEBHOOKS: ModeText(
                "webhook",
                self.tr("We tell your system"),
                self.tr("Webhooks"),
                self.tr("The moment an order arrives or stock moves, we post it to an address your system listens on."),
            ),
            Mode.SCHEDULED_PULL: ModeText(
                "calendar-clock",
                self.tr("We fetch a file"),
                self.tr("Scheduled pull"),
                self.tr(
                    "Every night we read a CSV or Excel file that your system saves in a folder. Nothing to program."
                ),
            ),
        }
