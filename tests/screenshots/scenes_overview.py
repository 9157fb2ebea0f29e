"""The other states of the Overview and of the window."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QApplication

from service.domain.sentences import encode_sentence, message
from service.domain.update_rules import UpdateStatus
from tests.screenshots.scenes import Scene
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.sentence_data import NO_NETWORK, STICK_AWAY
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.panes.overview.overview_pane import OverviewPane
from ui.shell.frame.help_page import HelpPage
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def offer_update(backend: ReadyShop) -> None:
    """A newer version is on this computer."""
    backend.computer.updates.newest = UpdateStatus(
        "0.2.0", "Orders ring on a second counter too.", "ترن الطلبات على طاولة ثانية أيضًا.", True, moment(20, 14, 0)
    )


def _nothing_happened(backend: ReadyShop) -> None:
    backend.empty()
    backend.change("DELETE FROM calls")


def _summary(window: MainWindow) -> None:
    assert isinstance(window.pane, OverviewPane)
    window.pane.print_shown()
    for _ in range(8):
        QApplication.processEvents()


def _keys_end(backend: ReadyShop) -> None:
    for name, day in (("Till 2", 12), ("Till 1", 20)):
        backend.change("UPDATE api_keys SET expires_at = ? WHERE name = ?", moment(day, 23, 59), name)


def _port_taken(backend: ReadyShop) -> None:
    holder = PortHolder("counterpart.exe", 4312, "Ahmed", moment(15, 8, 2), ours=True)
    backend.computer.host = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=holder)


def _disk_full(backend: ReadyShop) -> None:
    full = message(
        "The disk with {folder} is full. Delete or move large files, or empty the recycle bin; the program then "
        "continues automatically.",
        folder="C:\\Users\\Till\\AppData\\Local\\Counterpart",
    )
    backend.computer.host = replace(backend.computer.host, fault=full)


def _overview_fails(backend: ReadyShop) -> None:
    backend.answers.fail("overview.read", BackendError("The disk is full.", code=ErrorCode.DISK_FULL))


def _overview_waits(backend: ReadyShop) -> None:
    backend.answers.hold("overview.read")


def _show_skeleton(window: MainWindow) -> None:
    if window.pane:
        window.pane._skeleton.show_now()


def _held_up(backend: ReadyShop) -> None:
    backend.computer.backup_fault = STICK_AWAY
    backend.change("UPDATE targets SET note = ?, failures = 0, trouble_since = NULL", encode_sentence(NO_NETWORK))
    backend.change("UPDATE deliveries SET state = 'waiting' WHERE target_id = 1 AND seq % 3 = 0")


def _all_keys(window: MainWindow) -> None:
    window.show_help()
    page = window.findChild(HelpPage)
    assert page is not None
    page.keys.click()


def _first_day(backend: ReadyShop) -> None:
    backend.empty()
    backend.remove_keys()
    backend.forget_pull()
    backend.change("DELETE FROM calls")
    backend.change("UPDATE targets SET removed_at = 1")


SCENES: tuple[Scene, ...] = (
    Scene("overview-summary", PaneKey.OVERVIEW, act=_summary, every_look=True),
    Scene("overview-summary-empty", PaneKey.OVERVIEW, _nothing_happened, act=_summary),
    Scene("overview-update", PaneKey.OVERVIEW, offer_update, every_look=True),
    Scene("overview-keys", PaneKey.OVERVIEW, _keys_end, every_look=True),
    Scene("overview-port-taken", PaneKey.OVERVIEW, _port_taken),
    Scene("overview-disk-full", PaneKey.OVERVIEW, _disk_full, every_look=True),
    Scene("overview-error", PaneKey.OVERVIEW, _overview_fails),
    Scene("overview-loading", PaneKey.OVERVIEW, _overview_waits, _show_skeleton),
    Scene("overview-held-up", PaneKey.OVERVIEW, _held_up),
    Scene("overview-first-day", PaneKey.OVERVIEW, _first_day),
    Scene("overview-staging", PaneKey.OVERVIEW, staging=True),
    Scene("overview-help", PaneKey.OVERVIEW, act=MainWindow.show_help),
    Scene("keys-help", PaneKey.CATALOGUE, act=_all_keys),
)
