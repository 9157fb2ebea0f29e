"""The wizard over a shop that the first start has just made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.fake.fake_clock import ZONE
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from tests.ui.wizard.wizard_driver import Settle, WizardDriver
from ui.i18n import Formats, Translations
from ui.theme import Theme
from ui.wizard.first_start import FirstStart, WizardDependencies


@pytest.fixture
def chooser() -> FakeFileChooser:
    return FakeFileChooser()


@pytest.fixture
def backend() -> Iterator[ReadyShop]:
    backend = ReadyShop(is_new=True)
    yield backend
    backend.close()


@pytest.fixture
def first(
    theme: Theme,
    translations: Translations,
    backend: ReadyShop,
    qapp: QApplication,
    chooser: FakeFileChooser,
    settle: Settle,
) -> Iterator[Callable[[], WizardDriver]]:
    """Opens the wizard over a shop that the first start has just made."""
    opened: list[FirstStart] = []

    def make() -> WizardDriver:
        setting = WizardDependencies(
            theme,
            translations,
            backend,
            backend.clock,
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
