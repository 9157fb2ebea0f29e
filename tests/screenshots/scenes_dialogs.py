"""Dialogs and pages that open on a bad day or deep in a set-up: a fault, a forgotten PIN, damaged
and lost data, an unknown part, another name for a key, the sheets and widths of a file.
"""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from service.domain.sentences import message
from tests.screenshots.scenes import Scene
from tests.screenshots.scenes_people import _pins
from tests.screenshots.scenes_settings import _alerts
from tests.ui.fake.fake_computer import BACKUPS
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import MissingDataReport, StartEvent, StartReport
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.settings.settings_pane import SettingsPane
from ui.panes.shared.price_file.form_dialogs import SheetsDialog, WidthsDialog
from ui.panes.system.system_pane import SystemPane
from ui.shell.counter.pin_prompt import ResetPinDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.start_notice import StartDialog
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey

_LINES = ("SKU       NAME                QTY", "04465-603 Front brake pads      9", "90915-YZZ فلتر زيت          120")


def _settle() -> None:
    for _ in range(12):
        QApplication.processEvents()


def _lose_data(backend: ReadyShop) -> None:
    backend.computer.start_report = StartReport(StartEvent.DATA_MISSING, missing=MissingDataReport(BACKUPS[0], 1_243))
    backend.answers.fail("shops.list", BackendError("gone", code=ErrorCode.SERVICE_STOPPED))


def _show_fault(window: MainWindow) -> None:
    sentence = message("The disk with C:\\Users\\Till\\AppData\\Local\\Counterpart is full.")
    error = BackendError(sentence, code=ErrorCode.DISK_FULL)
    FaultDialog(window._theme, window, error, QApplication.clipboard()).open()


def _tell_damage(window: MainWindow) -> None:
    report = StartReport(StartEvent.DATABASE_DAMAGED, trace="Fatal Python error")
    StartDialog(window._theme, window, report, QApplication.clipboard(), lambda: None).open()


def _forget_pin(window: MainWindow) -> None:
    ResetPinDialog(window._theme, window, window._backend).open()


def _open_unknown_part(window: MainWindow) -> None:
    assert isinstance(window.pane, CataloguePane)
    window.pane.open_target("REJECTED-1")


def _rename_key(window: MainWindow) -> None:
    assert isinstance(window.pane, SystemPane)
    window.pane._rename(window.pane.keys.model.row(1))


def _edit_alert(window: MainWindow) -> None:
    assert isinstance(window.pane, SettingsPane)
    window.pane.open_target("alerts")
    _settle()
    button(window.pane.alerts, "Change…" if not window._theme.arabic else "غيّر…").click()


def _choose_sheets(window: MainWindow) -> None:
    sheets = ("Stock", "Riffa", "Hamad Town", "Old prices")
    SheetsDialog(window._theme, window, sheets, sheets[:1], lambda _sheets: None).open()


def _choose_widths(window: MainWindow) -> None:
    WidthsDialog(window._theme, window, _LINES, (10, 30), lambda _breaks: None).open()


SCENES: tuple[Scene, ...] = (
    Scene("dialog-fault", PaneKey.ORDERS, act=_show_fault),
    Scene("dialog-forgotten-pin", PaneKey.ORDERS, _pins, _forget_pin),
    Scene("dialog-unknown-part", PaneKey.CATALOGUE, act=_open_unknown_part),
    Scene("dialog-rename-key", PaneKey.SYSTEM, act=_rename_key),
    Scene("dialog-edit-alert", PaneKey.SETTINGS, _alerts, _edit_alert),
    Scene("dialog-sheets", PaneKey.SYSTEM, act=_choose_sheets),
    Scene("dialog-widths", PaneKey.SYSTEM, act=_choose_widths),
    Scene("start-damaged", PaneKey.OVERVIEW, act=_tell_damage),
    Scene("start-without-data", PaneKey.OVERVIEW, _lose_data),
)
