"""The link's state: one word, one sentence, what waits, and the buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.link.link_state import LinkState
from ui.backend.marketplace_port import LinkLine, LinkView
from ui.i18n import translate_sentence
from ui.i18n.link_texts import link_state_name
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.link_tones import LINK_TONES
from ui.widgets import Badge, Button, Card, ElidedLabel, Fact, FactRows, Ink, Kind, Label, clear_layout, row
from ui.widgets.card import column


class LinkCard(Card):
    """State, facts and buttons; `show_link` updates them."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.badge = Badge(theme, "", Tone.NEUTRAL)
        self.address = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.sentence = Label(theme, "", Type.BODY, Ink.TEXT, wrap=True)
        self.practice = Badge(theme, self.tr("Practice"), Tone.STAGING)
        self.approve = Button(theme, self.tr("Send all the same"), Kind.PRIMARY, changes=True)
        self.switch = Button(theme, "", changes=True)
        self.retry = Button(theme, self.tr("Try parked rows again"), changes=True)
        self.remove = Button(theme, self.tr("Remove the link"), Kind.GHOST, changes=True)
        self.end_practice = Button(theme, self.tr("End the practice"), Kind.GHOST, changes=True)
        self._facts = QWidget()
        self._facts_layout = QVBoxLayout(self._facts)
        self._facts_layout.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(14)
        self.body.addLayout(row(self.badge, self.practice, self.address, None, spacing=12))
        self.body.addWidget(self.sentence)
        self.body.addWidget(self._facts)
        self.body.addLayout(row(self.approve, self.switch, self.retry, None, self.end_practice, self.remove))

    def show_link(self, view: LinkView) -> None:
        """Shows the present state."""
        self.badge.show_state(link_state_name(view.state), LINK_TONES[view.state])
        self.practice.setVisible(view.is_practice)
        self.end_practice.setVisible(view.is_practice)
        self.remove.setVisible(not view.is_practice)
        self.address.setVisible(not view.is_practice)
        self.address.setText(view.url)
        self.sentence.setText(translate_sentence(view.text))
        self.switch.setText(self.tr("Switch off") if view.is_on else self.tr("Switch on"))
        self.approve.setVisible(view.state is LinkState.HELD and view.approved)
        self.retry.setVisible(bool(view.parked))
        clear_layout(self._facts_layout)
        self._facts_layout.addWidget(FactRows(self._context.theme, self._rows(view), ruled=True))

    def _rows(self, view: LinkView) -> tuple[Fact, ...]:
        formats = self._context.formats
        facts = [
            Fact(self.tr("Last answer"), self._moment(view.last_answer_at)),
            Fact(self.tr("Items that wait to go up"), formats.count(view.to_push)),
            Fact(self.tr("Actions that wait for the marketplace"), formats.count(view.actions_waiting)),
            Fact(self.tr("Waiting since"), self._moment(view.oldest_waiting_at)),
            Fact(self.tr("Open orders of the marketplace"), formats.count(view.mirrored_open)),
            Fact(self.tr("Last comparison"), self._moment(view.compared_at)),
        ]
        return tuple(facts)

    def _moment(self, at: int | None) -> str:
        return "-" if at is None else self._context.formats.day_time(at, self._context.now())


class LinesCard(Card):
    """Parked rows, or orders on which the two sides disagree."""

    def __init__(self, context: PaneContext, title: str) -> None:
        super().__init__(context.theme)
        self._context = context
        self._rows = QWidget()
        self._layout = QVBoxLayout(self._rows)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(10)
        self.body.addWidget(Label(context.theme, title, Type.HEADING))
        self.body.addWidget(self._rows)

    def show_lines(self, lines: tuple[LinkLine, ...]) -> None:
        """Shows other lines; without any the card is hidden."""
        self.setVisible(bool(lines))
        clear_layout(self._layout)
        for line in lines:
            one, theme = QWidget(), self._context.theme
            subject = ElidedLabel(theme, line.subject, Type.MONO)
            one.setLayout(column(subject, Label(theme, translate_sentence(line.text), Type.BODY, Ink.TEXT2, wrap=True)))
            self._layout.addWidget(one)
