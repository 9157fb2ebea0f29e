"""The link to a marketplace in one line: its state, what it says, and the way to its pane."""

from __future__ import annotations

from ui.backend.overview_port import LinkSummary
from ui.i18n import translate_sentence
from ui.i18n.link_texts import link_state_name
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.link_tones import LINK_TONES
from ui.widgets import Badge, Button, Card, ElidedLabel, Ink, Label, row
from ui.widgets.card import column


class LinkSummaryCard(Card):
    """Hidden while the shop has no link."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.badge = Badge(theme, "", Tone.NEUTRAL)
        self.practice = Badge(theme, self.tr("Practice"), Tone.STAGING)
        self.sentence = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2)
        self.open = Button(theme, self.tr("Open"))
        self.open.setAccessibleName(self.tr("Open the marketplace's pane"))
        self.open.clicked.connect(lambda: context.go(PaneKey.MARKETPLACE, ""))
        head = row(Label(theme, self.tr("Marketplace"), Type.HEADING), self.badge, self.practice, None, spacing=10)
        line = row(spacing=16)
        line.addLayout(column(head, self.sentence, spacing=4), 1)
        line.addWidget(self.open)
        self.body.setContentsMargins(20, 14, 20, 14)
        self.body.addLayout(line)
        self.hide()

    def show_link(self, link: LinkSummary | None) -> None:
        """How it is now."""
        self.setVisible(link is not None)
        if link is None:
            return
        self.badge.show_state(link_state_name(link.state), LINK_TONES[link.state])
        self.practice.setVisible(link.is_practice)
        parts = [translate_sentence(link.text)]
        if link.needs_look:
            parts.append(self.tr("%n need(s) your attention.", "", link.needs_look))
        if link.waiting:
            parts.append(self.tr("%n wait(s) to go up.", "", link.waiting))
        self.sentence.setText(" ".join(parts))
