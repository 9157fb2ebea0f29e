"""The first start, step by step, over an empty shop."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from tests.screenshots.scenes import Scene
from tests.ui.fake.fake_clock import ZONE
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.i18n import Formats
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.wizard.connect_step import ConnectStep
from ui.wizard.first_start import FirstStart, JoinDialog, LanguageStep, WizardDependencies
from ui.wizard.shop_step import ShopStep
from ui.wizard.system_step import SystemStep
from ui.wizard.wizard_answers import ConnectionKind


def _settle() -> None:
    for _ in range(12):
        QApplication.processEvents()


def _empty(backend: ReadyShop) -> None:
    backend.remove_keys()
    backend.forget_pull()
    backend.change("UPDATE shops SET name = 'My shop', folded = 'my shop' WHERE id < 3")
    backend.set(wizard_done=False)


def _open(window: MainWindow) -> FirstStart:
    around, backend = window._dependencies, window._backend
    setting = WizardDependencies(
        around.theme,
        around.translations,
        around.backend,
        around.clock,
        around.clipboard,
        FakeFileChooser(str(backend.write_file()) if isinstance(backend, ReadyShop) else ""),
        lambda language: Formats(language, ZONE),
    )
    start = FirstStart(setting, window)
    start.open(window)
    _settle()
    return start


def _go(start: FirstStart, steps: int, way: ConnectionKind = ConnectionKind.CALLS) -> None:
    wizard = start.wizard
    assert wizard is not None
    for at in range(steps):
        step = start.steps[at]
        if isinstance(step, ShopStep):
            arabic = wizard._theme.arabic
            step.shop.setText("سترة لقطع الغيار" if arabic else "Sitra Auto Parts")
        if isinstance(step, SystemStep):
            step.cards[way].setChecked(True)
        wizard.main.click()
        _settle()


def _at(steps: int, way: ConnectionKind = ConnectionKind.CALLS) -> Callable[[MainWindow], None]:
    def act(window: MainWindow) -> None:
        _go(_open(window), steps, way)

    return act


def _chosen(way: ConnectionKind) -> Callable[[MainWindow], None]:
    def act(window: MainWindow) -> None:
        start = _open(window)
        _go(start, 2)
        step = start.steps[2]
        assert isinstance(step, SystemStep)
        step.cards[way].setChecked(True)

    return act


def _tried(window: MainWindow) -> None:
    start = _open(window)
    _go(start, 3)
    step = start.steps[3]
    assert isinstance(step, ConnectStep)
    step.listening.trial.click()
    _settle()


def _heard(window: MainWindow) -> None:
    _go(_open(window), 3)
    backend = window._backend
    assert isinstance(backend, ReadyShop)
    backend.use_key("كاشير 1" if window._theme.arabic else "Till 1")


def _elsewhere(window: MainWindow) -> None:
    start = _open(window)
    _go(start, 3, ConnectionKind.FILE)
    step = start.steps[3]
    assert isinstance(step, ConnectStep)
    step.file.flow.choose_address()
    _settle()


def _ready(window: MainWindow) -> None:
    start = _open(window)
    _go(start, 3)
    backend = window._backend
    assert isinstance(backend, ReadyShop)
    backend.use_key("كاشير 1" if window._theme.arabic else "Till 1")
    _settle()
    assert start.wizard is not None
    start.wizard.main.click()


def _counter(window: MainWindow) -> None:
    start = _open(window)
    step = start.steps[0]
    assert isinstance(step, LanguageStep)
    step.counter.click()
    _settle()
    assert start.wizard is not None
    joining = start.wizard.findChild(JoinDialog)
    assert joining is not None
    joining.address.setText("192.168.1.10")
    joining.code.setText("K7QM-3XRD")
    joining.go.click()


SCENES: tuple[Scene, ...] = (
    Scene("wizard-counter", PaneKey.OVERVIEW, _empty, _counter),
    Scene("wizard-language", PaneKey.OVERVIEW, _empty, _at(0)),
    Scene("wizard-shop", PaneKey.OVERVIEW, _empty, _at(1)),
    Scene("wizard-system", PaneKey.OVERVIEW, _empty, _at(2), every_look=True),
    Scene("wizard-system-file", PaneKey.OVERVIEW, _empty, _chosen(ConnectionKind.FILE)),
    Scene("wizard-tried", PaneKey.OVERVIEW, _empty, _tried),
    Scene("wizard-waiting", PaneKey.OVERVIEW, _empty, _at(3), every_look=True),
    Scene("wizard-heard", PaneKey.OVERVIEW, _empty, _heard, every_look=True),
    Scene("wizard-file", PaneKey.OVERVIEW, _empty, _at(3, ConnectionKind.FILE), every_look=True),
    Scene("wizard-file-elsewhere", PaneKey.OVERVIEW, _empty, _elsewhere, every_look=True),
    Scene("wizard-none", PaneKey.OVERVIEW, _empty, _at(3, ConnectionKind.NONE)),
    Scene("wizard-message", PaneKey.OVERVIEW, _empty, _at(3, ConnectionKind.ASK)),
    Scene("wizard-ready", PaneKey.OVERVIEW, _empty, _ready, every_look=True),
)
