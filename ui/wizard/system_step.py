"""Step 3: what the till or shop system can do; sets the integration mode by it, and makes the first
key.
"""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QVBoxLayout

from service.domain.keys import NewKey
from service.domain.shops import Mode
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.shops_port import ShopPair
from ui.i18n.error_texts import fault_text
from ui.panes.system.key_dialogs import NewKeyDialog, key_texts
from ui.widgets import FaultNote, SecretDialog
from ui.wizard.wizard_answers import ConnectionKind, StepContext, WizardAnswers
from ui.wizard.wizard_cards import ChoiceCard
from ui.wizard.wizard_frame import WizardStep

_MODES: dict[ConnectionKind, dict[Mode, bool]] = {
    ConnectionKind.CALLS: {Mode.API_PUSH: True, Mode.WEBHOOKS: True, Mode.SCHEDULED_PULL: False},
    ConnectionKind.FILE: {Mode.API_PUSH: False, Mode.WEBHOOKS: False},
    ConnectionKind.NONE: {Mode.API_PUSH: False, Mode.WEBHOOKS: False, Mode.SCHEDULED_PULL: False},
    ConnectionKind.ASK: {},
}
"""The mode for each answer. The pull is switched on when its file is saved; "I don't know" changes
nothing.
"""


class SystemStep(WizardStep):
    """Four answers; the first makes a key at the end of the step, displayed once."""

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__("", "", "", "")
        self.name = self.tr("Your system")
        self.summary = self.tr("How it will connect")
        self.question = self.tr("What can your till or shop system do?")
        self.explanation = self.tr(
            "Not sure? Choose the last one: we write the question for the company that sold you the till."
        )
        self._context, self._answers = context, answers
        self._dispatcher = GuiDispatcher(self)
        self._modes_to_set: list[tuple[Mode, bool]] = []
        self._leaving = False
        self.fault = FaultNote(context.theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.fault)
        group = QButtonGroup(self)
        self.cards = self._cards()
        for way, card in self.cards.items():
            card.setChecked(way is answers.connection_kind)
            card.toggled.connect(lambda on, way=way: self._choose(way) if on else None)
            card.entered.connect(self.leave)
            group.addButton(card)
            layout.addWidget(card)
        layout.addStretch(1)

    def main_text(self) -> str:
        texts = {
            ConnectionKind.CALLS: self.tr("Continue")
            if self._answers.key is not None
            else self.tr("Make a key and go on"),
            ConnectionKind.FILE: self.tr("Choose the file"),
            ConnectionKind.NONE: self.tr("Continue"),
            ConnectionKind.ASK: self.tr("Write the message"),
        }
        return texts[self._answers.connection_kind]

    def enter(self) -> None:
        self.cards[self._answers.connection_kind].setFocus()

    def leave(self) -> None:
        if self._leaving:
            return
        self._leaving = True
        self.fault.hide()
        shop = self._answers.shop
        self._modes_to_set = [
            (mode, on) for mode, on in _MODES[self._answers.connection_kind].items() if shop.has(mode) is not on
        ]
        self._next_mode()

    def _next_mode(self) -> None:
        """Switches one mode after the other, then goes on."""
        if self._modes_to_set:
            mode, on = self._modes_to_set.pop(0)
            future = self._context.backend.shops.set_mode(self._answers.shop.id, mode, on)
            self._dispatcher.fetch(future, lambda _none: self._next_mode(), self._on_failed)
        elif self._answers.connection_kind is ConnectionKind.CALLS and self._answers.key is None:
            self._leaving = False
            NewKeyDialog(
                self._context.theme,
                self,
                self._context.backend.keys,
                self._answers.shop,
                self._show_key,
                formats=self._context.formats,
                now=self._context.now(),
                name=self.tr("Till 1"),
            ).open()
        else:
            self._dispatcher.fetch(self._context.backend.shops.list(), self._on_modes_set, self._on_failed)

    def _on_modes_set(self, pairs: tuple[ShopPair, ...]) -> None:
        self._leaving = False
        shop = self._answers.shop.id
        self._answers.pair = next((pair for pair in pairs if pair.live.id == shop), self._answers.pair)
        self._summarise()
        self.advance.emit()

    def _show_key(self, new: NewKey) -> None:
        answers, context = self._answers, self._context
        answers.key, answers.key_name, answers.key_prefix = new.key.id, new.key.name, new.key.prefix
        texts = key_texts(new.key, answers.shop, answers.address)
        SecretDialog(
            context.theme, self, context.clipboard, context.clipboard_clearer, texts, new.text, self._next_mode
        ).open()

    def _choose(self, way: ConnectionKind) -> None:
        self._answers.connection_kind = way
        self._summarise()
        self.changed.emit()

    def _summarise(self) -> None:
        summaries = {
            ConnectionKind.CALLS: self.tr("It calls an address"),
            ConnectionKind.FILE: self.tr("It saves a file"),
            ConnectionKind.NONE: self.tr("No system"),
            ConnectionKind.ASK: self.tr("To be asked"),
        }
        self.summary = summaries[self._answers.connection_kind]

    def _on_failed(self, error: BackendError) -> None:
        self._leaving = False
        self.fault.show_text(fault_text(error))

    def _cards(self) -> dict[ConnectionKind, ChoiceCard]:
        theme = self._context.theme
        return {
            ConnectionKind.CALLS: ChoiceCard(
                theme,
                "arrow-up-from-line",
                self.tr("It can call an address"),
                self.tr("You give it an address and a key; it sends prices and fetches orders. (API push, webhooks)"),
                self.tr("Most tills"),
            ),
            ConnectionKind.FILE: ChoiceCard(
                theme,
                "file-spreadsheet",
                self.tr("It can save a file every night"),
                self.tr("Excel or CSV with part numbers, prices and quantities. We read it at 02:00. (Scheduled pull)"),
            ),
            ConnectionKind.NONE: ChoiceCard(
                theme,
                "store",
                self.tr("We have no system"),
                self.tr("Keep stock and orders here, on this screen. You can connect a till later."),
            ),
            ConnectionKind.ASK: ChoiceCard(
                theme,
                "message-square-text",
                self.tr("I don't know"),
                self.tr("We write a short message for the company that sold you the till, for WhatsApp or e-mail."),
            ),
        }
