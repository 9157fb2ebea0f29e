"""Where webhook secrets are, and whether they are readable."""

from __future__ import annotations

from ui.panes.settings.section import Section
from ui.panes.shared.keyring_notes import KeyringNotes
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Card, Fact, FactRows, Ink, Label


class SecretsSection(Section):
    """The same notes as in the Webhooks pane, and what is stored where."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        card = Card(theme, self.tr("Secrets"))
        text = self.tr(
            "A secret signs what we send, so that a receiver knows it is from us. It is never in the database."
        )
        card.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        card.body.addSpacing(4)
        self.keyring = KeyringNotes(context, full=True)
        card.body.addWidget(self.keyring)
        card.body.addSpacing(4)
        facts = (
            Fact(self.tr("Webhook secrets"), self.tr("In the keyring, or the encrypted file"), icon="key"),
            Fact(self.tr("API keys"), self.tr("Only their fingerprint is kept"), icon="cable"),
            Fact(self.tr("Backups"), self.tr("Hold secrets only when encrypted"), icon="archive"),
        )
        card.body.addWidget(FactRows(theme, facts, ruled=True))
        self.page.addWidget(card)
        self.page.addStretch(1)

    def load(self) -> None:
        self.keyring.load()
