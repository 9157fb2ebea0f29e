"""Step 3: what the till or shop system can do; sets the integration mode by it, and makes the first key."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QVBoxLayout

from service.domain.keys import NewKey
from service.domain.shops import Mode
from ui.backend import BackendError
from ui.backend.courier import Courier
from ui.backend.shops import ShopPair
from ui.i18n.faults import fault_text
from ui.panes.system.key_dialogs import NewKeyDialog, key_texts
from ui.shell.wizard import WizardStep
from ui.theme import Tone
from ui.widgets import Note, SecretDialog
from ui.wizard.choice import ChoiceCard
from ui.wizard.course import Course, Tools, Way

_MODES: dict[Way, dict[Mode, bool]] = {
    Way.CALLS: {Mode.API_PUSH: True, Mode.WEBHOOKS: True, Mode.SCHEDULED_PULL: False},
    Way.FILE: {Mode.API_PUSH: False, Mode.WEBHOOKS: False},
    Way.NONE: {Mode.API_PUSH: False, Mode.WEBHOOKS: False, Mode.SCHEDULED_PULL: False},
    Way.ASK: {},
}
"""What an answer switches; the pull goes on when its file is saved, "I don't know" changes nothing."""


class SystemStep(WizardStep):
    """Four answers; the first makes a key on leaving, shown once."""

    def __init__(self, tools: Tools, course: Course) -> None:
        super().__init__("", "", "", "")
        self.name = self.tr("Your system")
        self.summary = self.tr("How it will connect")
        self.question = self.tr("What can your till or shop system do?")
        self.explanation = self.tr("Not sure? Choose the last one: we write the question for your supplier.")
        self._tools, self._course = tools, course
        self._courier = Courier(self)
        self._left: list[tuple[Mode, bool]] = []
        self._leaving = False
        self.fault = Note(tools.theme, Tone.BAD, "")
        self.fault.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.fault)
        group = QButtonGroup(self)
        self.cards = self._cards()
        for way, card in self.cards.items():
            card.setChecked(way is course.way)
            card.toggled.connect(lambda on, way=way: self._choose(way) if on else None)
            card.entered.connect(self.leave)
            group.addButton(card)
            layout.addWidget(card)
        layout.addStretch(1)

    def main_text(self) -> str:
        texts = {
            Way.CALLS: self.tr("Go on") if self._course.key is not None else self.tr("Make a key and go on"),
            Way.FILE: self.tr("Choose the file"),
            Way.NONE: self.tr("Go on"),
            Way.ASK: self.tr("Write the message"),
        }
        return texts[self._course.way]

    def enter(self) -> None:
        self.cards[self._course.way].setFocus()

    def leave(self) -> None:
        if self._leaving:
            return
        self._leaving = True
        self.fault.hide()
        shop = self._course.shop
        self._left = [(mode, on) for mode, on in _MODES[self._course.way].items() if shop.has(mode) is not on]
        self._next_mode()

    def _next_mode(self) -> None:
        """Switches one mode after the other, then goes on."""
        if self._left:
            mode, on = self._left.pop(0)
            future = self._tools.backend.shops.set_mode(self._course.shop.id, mode, on)
            self._courier.fetch(future, lambda _none: self._next_mode(), self._failed)
        elif self._course.way is Way.CALLS and self._course.key is None:
            self._leaving = False
            NewKeyDialog(
                self._tools.theme, self, self._tools.backend.keys, self._course.shop, self._show_key, self.tr("Till 1")
            ).open()
        else:
            self._courier.fetch(self._tools.backend.shops.list(), self._switched, self._failed)

    def _switched(self, pairs: tuple[ShopPair, ...]) -> None:
        self._leaving = False
        shop = self._course.shop.id
        self._course.pair = next((pair for pair in pairs if pair.live.id == shop), self._course.pair)
        self._summarise()
        self.advance.emit()

    def _show_key(self, new: NewKey) -> None:
        course, tools = self._course, self._tools
        course.key, course.key_name, course.key_prefix = new.key.id, new.key.name, new.key.prefix
        texts = key_texts(new.key, course.shop, course.address)
        SecretDialog(tools.theme, self, tools.clipboard, tools.forgetful, texts, new.text, self._next_mode).open()

    def _choose(self, way: Way) -> None:
        self._course.way = way
        self._summarise()
        self.altered.emit()

    def _summarise(self) -> None:
        summaries = {
            Way.CALLS: self.tr("It calls an address"),
            Way.FILE: self.tr("It saves a file"),
            Way.NONE: self.tr("No system"),
            Way.ASK: self.tr("To be asked"),
        }
        self.summary = summaries[self._course.way]

    def _failed(self, error: BackendError) -> None:
        self._leaving = False
        self.fault.title.setText(fault_text(error))
        self.fault.show()

    def _cards(self) -> dict[Way, ChoiceCard]:
        theme = self._tools.theme
        return {
            Way.CALLS: ChoiceCard(
                theme,
                "arrow-up-from-line",
                self.tr("It can call an address"),
                self.tr("You give it an address and a key; it sends prices and fetches orders. (API push, webhooks)"),
                self.tr("Most tills"),
            ),
            Way.FILE: ChoiceCard(
                theme,
                "file-spreadsheet",
                self.tr("It can save a file every night"),
                self.tr("Excel or CSV with part numbers, prices and quantities. We read it at 02:00. (Scheduled pull)"),
            ),
            Way.NONE: ChoiceCard(
                theme,
                "store",
                self.tr("We have no system"),
                self.tr("Keep stock and orders here, on this screen. You can connect a till later."),
            ),
            Way.ASK: ChoiceCard(
                theme,
                "message-square-text",
                self.tr("I don’t know"),
                self.tr("We write a short message that you can send to your supplier on WhatsApp or by e-mail."),
            ),
        }
