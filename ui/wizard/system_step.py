"""Step 3: what the till or shop system can do; sets the mode by it, and makes the first key."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QButtonGroup

from service.domain.keys import NewKey
from service.domain.shops import Mode
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.keys_port import KeyRow
from ui.backend.shops_port import ShopPair
from ui.i18n.error_texts import fault_text
from ui.widgets import FaultNote, column
from ui.wizard.wizard_answers import ConnectionKind, StepContext, WizardAnswers
from ui.wizard.wizard_cards import ChoiceCard
from ui.wizard.wizard_frame import WizardStep

_MODES: dict[ConnectionKind, dict[Mode, bool]] = {
    ConnectionKind.CALLS: {Mode.API_PUSH: True, Mode.WEBHOOKS: True, Mode.SCHEDULED_PULL: False},
    ConnectionKind.FILE: {Mode.API_PUSH: False, Mode.WEBHOOKS: False},
    ConnectionKind.NONE: {Mode.API_PUSH: False, Mode.WEBHOOKS: False, Mode.SCHEDULED_PULL: False},
    ConnectionKind.ASK: {},
}
"""Each answer's mode. Saving its file switches the pull on; "I don't know" changes nothing."""


class SystemStep(WizardStep):
    """Four answers, none of which is chosen before; the first makes a key."""

    skippable: ClassVar[bool] = False

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
        self.ready = answers.connection_kind is not None
        self.fault = FaultNote(context.theme)
        layout = column(self.fault, spacing=12, inside=self)
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
            ConnectionKind.FILE: self.tr("Choose the file"),
            ConnectionKind.ASK: self.tr("Write the message"),
        }
        kind = self._answers.connection_kind
        return texts.get(kind, self.tr("Continue")) if kind is not None else self.tr("Continue")

    def enter(self) -> None:
        self.cards[self._answers.connection_kind or ConnectionKind.CALLS].setFocus()

    def leave(self) -> None:
        kind, shop = self._answers.connection_kind, self._answers.shop
        if self._leaving or kind is None:
            return
        self._leaving = True
        self.fault.hide()
        self._modes_to_set = [(mode, on) for mode, on in _MODES[kind].items() if shop.has(mode) is not on]
        self._next_mode()

    def _next_mode(self) -> None:
        """Switches one mode after the other, then goes on."""
        backend, shop = self._context.backend, self._answers.shop.id
        if self._modes_to_set:
            mode, on = self._modes_to_set.pop(0)
            self._dispatcher.fetch(
                backend.shops.set_mode(shop, mode, on), lambda _none: self._next_mode(), self._on_failed
            )
        elif self._answers.connection_kind is ConnectionKind.CALLS and self._answers.key is None:
            self._dispatcher.fetch(backend.keys.list(shop), self._make_first_key, self._on_failed)
        else:
            self._read_shops()

    def _make_first_key(self, rows: tuple[KeyRow, ...]) -> None:
        """A shop's key stays: the page that waits for the first call makes another on demand."""
        if any(one.key.revoked_at is None for one in rows):
            self._read_shops()
        else:
            future = self._context.backend.keys.create(self._answers.shop.id, self.tr("Till 1"))
            self._dispatcher.fetch(future, self._on_key_made, self._on_failed)

    def _on_key_made(self, new: NewKey) -> None:
        self._answers.take_key(new)
        self._read_shops()

    def _read_shops(self) -> None:
        self._dispatcher.fetch(self._context.backend.shops.list(), self._on_modes_set, self._on_failed)

    def _on_modes_set(self, pairs: tuple[ShopPair, ...]) -> None:
        self._leaving = False
        shop = self._answers.shop.id
        self._answers.pair = next((pair for pair in pairs if pair.live.id == shop), self._answers.pair)
        self._summarise()
        self.advance.emit()

    def _choose(self, way: ConnectionKind) -> None:
        self._answers.connection_kind = way
        self.ready = True
        self._summarise()
        self.changed.emit()

    def _summarise(self) -> None:
        summaries = {
            ConnectionKind.CALLS: self.tr("It calls an address"),
            ConnectionKind.FILE: self.tr("It saves a file"),
            ConnectionKind.NONE: self.tr("No system"),
            ConnectionKind.ASK: self.tr("To be asked"),
        }
        kind = self._answers.connection_kind
        self.summary = summaries[kind] if kind else self.summary

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
