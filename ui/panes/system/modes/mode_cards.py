"""The integration mode: three cards with an explanation, a switch and the state of each mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from service.domain.shops import Mode
from ui.panes.system.modes.mode_states import ModeState
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Card, ElidedLabel, Hairline, Ink, Label, Mark, Switch, Tile, column, row, set_margins

OnModeSwitched = Callable[[Mode, bool], None]


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
