"""Walks through the wizard as an owner would."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from ui.i18n import Language
from ui.wizard.connect_step import ConnectStep
from ui.wizard.first_start import FirstStart, LanguageStep
from ui.wizard.ready_step import ReadyStep
from ui.wizard.shop_step import ShopStep
from ui.wizard.system_step import SystemStep
from ui.wizard.wizard_answers import ConnectionKind
from ui.wizard.wizard_frame import Wizard

Settle = Callable[[], None]
LANGUAGE, SHOP, SYSTEM, CONNECT, READY = range(5)


class WizardDriver:
    """Walks through the wizard as an owner would."""

    def __init__(self, start: FirstStart, settle: Settle) -> None:
        self.start, self.settle = start, settle

    @property
    def wizard(self) -> Wizard:
        assert self.start.wizard is not None
        return self.start.wizard

    @property
    def shop(self) -> ShopStep:
        step = self.start.steps[SHOP]
        assert isinstance(step, ShopStep)
        return step

    @property
    def system(self) -> SystemStep:
        step = self.start.steps[SYSTEM]
        assert isinstance(step, SystemStep)
        return step

    @property
    def connect(self) -> ConnectStep:
        step = self.start.steps[CONNECT]
        assert isinstance(step, ConnectStep)
        return step

    @property
    def ready(self) -> ReadyStep:
        step = self.start.steps[READY]
        assert isinstance(step, ReadyStep)
        return step

    def main(self) -> None:
        self.wizard.main.click()
        self.settle()

    def name_shop(self, name: str = "Sitra Auto Parts") -> None:
        self.main()
        self.shop.shop.setText(name)
        self.main()

    def click_through(self, way: ConnectionKind) -> None:
        """To the step that connects, with the mouse and as few clicks as there can be: two."""
        language = self.start.steps[LANGUAGE]
        assert isinstance(language, LanguageStep)
        self.click(language.cards[Language.ENGLISH])
        QTest.keyClicks(self.shop.shop, "Sitra Auto Parts")
        self.click(self.wizard.main)
        self.click(self.system.cards[way])

    def click(self, widget: QWidget) -> None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.settle()

    def choose(self, way: ConnectionKind) -> None:
        self.name_shop()
        self.system.cards[way].click()
        self.main()


First = Callable[[], WizardDriver]
