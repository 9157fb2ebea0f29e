"""The wizard over a shop that the first start has just made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from service.domain.shops import Shop
from tests.ui.fake import ZONE, FakeBackend
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.price_list_data import FILE
from tests.ui.wizard.wizard_driver import Settle, WizardDriver
from ui.backend.pulls_port import PullState
from ui.backend.shops_port import ShopPair
from ui.i18n import Formats, Translations
from ui.theme import Theme
from ui.wizard.first_start import FirstStart, WizardDependencies


@pytest.fixture
def chooser() -> FakeFileChooser:
    return FakeFileChooser(FILE)


@pytest.fixture
def first(
    theme: Theme,
    translations: Translations,
    backend: FakeBackend,
    qapp: QApplication,
    chooser: FakeFileChooser,
    settle: Settle,
) -> Iterator[Callable[[], WizardDriver]]:
    """Opens the wizard over a shop that the first start has just made."""
    world = backend.world
    live = Shop(1, "My shop", staging=False)
    world.pairs = (ShopPair(live, Shop(2, "My shop", staging=True)),)
    backend.ready.set(wizard_done=False)
    world.pull = PullState(False, None, None, None)
    backend.ready.remove_keys()
    opened: list[FirstStart] = []

    def make() -> WizardDriver:
        setting = WizardDependencies(
            theme,
            translations,
            backend,
            world.clock,
            qapp.clipboard(),
            chooser,
            lambda language: Formats(language, ZONE),
        )
        start = FirstStart(setting)
        opened.append(start)
        start.open()
        settle()
        return WizardDriver(start, settle)

    yield make
    for start in opened:
        start.close()
        start.deleteLater()
    settle()
