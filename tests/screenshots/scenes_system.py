"""The other states of Your own system: dialogs, set-up, history, a run that waits,
nothing set up.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QApplication, QWidget

from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Counts, Difference, RunState
from service.domain.sentences import message
from service.store.engine.transaction import Tx
from service.store.keys import list_keys, set_expiry
from tests.screenshots.scenes import Scene
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.sentence_data import HALF_THE_ROWS
from tests.ui.ready_data import FILE_OPEN, SEMICOLONS, make_run
from tests.ui.ready_shop import ReadyShop
from ui.backend import Progress
from ui.backend.host_port import HostState, HostStatus
from ui.backend.pulls_port import PlaceTrial
from ui.panes.shared.price_file.address_dialog import AddressDialog
from ui.panes.system.key_dialogs import NewKeyDialog
from ui.panes.system.system_pane import SystemPane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.widgets import SecretDialog

DIFFERENCE = Difference(HALF_THE_ROWS, 1245, 612, 633, 0, 41)
HELD = make_run(moment(15, 2, 0), RunState.NEEDS_APPROVAL, Counts(612), held=DIFFERENCE)


def _pane(window: MainWindow) -> SystemPane:
    assert isinstance(window.pane, SystemPane)
    return window.pane


def _settle() -> None:
    for _ in range(12):
        QApplication.processEvents()


def _dialog(window: MainWindow, kind: type[QWidget]) -> QWidget:
    return next(each for each in window.findChildren(kind) if each.isVisible())


def _name_key(window: MainWindow) -> None:
    _pane(window).new()


def _open_to_network(backend: ReadyShop) -> None:
    backend.computer.host = HostStatus(HostState.LISTENING, "https://till-server.local:8710", 8710)
    backend.make_certificate()


def _pair(window: MainWindow) -> None:
    _pane(window).pair()


def _show_key(window: MainWindow) -> None:
    _pane(window).new()
    dialog = _dialog(window, NewKeyDialog)
    assert isinstance(dialog, NewKeyDialog)
    dialog.edit.setText("Till 3")
    dialog.action.click()
    _settle()
    shown = _dialog(window, SecretDialog)
    assert isinstance(shown, SecretDialog)
    shown.stored.setChecked(True)


def _last_day(window: MainWindow) -> None:
    pane = _pane(window)
    pane._ask_expiry(pane.keys.model.row(3))


def _record(window: MainWindow) -> None:
    _pane(window).open_audit()


def _ending(backend: ReadyShop) -> None:
    def end(tx: Tx) -> None:
        ending, expired, *_rest = list_keys(tx, 1)
        set_expiry(tx, ending, moment(20, 23, 59))
        set_expiry(tx, expired, moment(12, 23, 59))

    backend.write(end)


def _revoke(window: MainWindow) -> None:
    pane = _pane(window)
    pane._ask_revoke(pane.keys.model.row(1))


def _key_menu(window: MainWindow) -> None:
    pane = _pane(window)
    pane.keys.open_menu(pane.keys.model.row(1))


def _nothing_yet(backend: ReadyShop) -> None:
    backend.remove_keys()
    backend.change("UPDATE targets SET removed_at = 1")
    backend.forget_pull()


def _held(backend: ReadyShop) -> None:
    backend.add_run(HELD)


def _failed(backend: ReadyShop) -> None:
    backend.add_run(replace(HELD, state=RunState.FAILED, held=None, fault=FILE_OPEN))


def _nightly(backend: ReadyShop) -> None:
    backend.set_up_file()


def _asking(backend: ReadyShop) -> None:
    backend.set_up_file(SEMICOLONS)


def _unread(backend: ReadyShop) -> None:
    backend.set_up_file()
    backend.write_file("")


def _set_up(window: MainWindow) -> None:
    _pane(window).open_set_up()


def _set_up_below(window: MainWindow) -> None:
    _set_up(window)
    _settle()
    bar = _pane(window).set_up.page.verticalScrollBar()
    bar.setValue(bar.maximum())


def _places(backend: ReadyShop) -> None:
    backend.set_up_file()
    backend.give_place()


def _place(window: MainWindow, kind: str, address: str) -> AddressDialog:
    """The dialog for a place, with a tried address."""
    _set_up(window)
    _settle()
    _pane(window).set_up.flow.choose_address()
    dialog = window.findChild(AddressDialog)
    if not isinstance(dialog, AddressDialog):
        raise TypeError(window)
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    dialog.address.setText(address)
    dialog.password.setText("secret")
    dialog.query.setPlainText("SELECT sku, name, price, quantity FROM parts")
    dialog.try_button.click()
    return dialog


def _place_found(window: MainWindow) -> None:
    _place(window, "postgresql", "postgresql://reader@192.168.1.5/pos")


def _place_unknown(backend: ReadyShop) -> None:
    sentence = message(
        "{host} is not known yet. Its key has the fingerprint {fingerprint}. Compare it with what its "
        "administrator says, and confirm it.",
        host="shop.example",
        fingerprint="SHA256:9CrfReFDrX4gQrsw1Cj3fbl3HOfZL1qW+ZWH3OnlQng",
    )
    _nightly(backend)
    backend.give_place(PlaceTrial(SetupChoices(""), unknown=sentence, fingerprint="SHA256:9Crf"))


def _place_asked(window: MainWindow) -> None:
    _place(window, "sftp", "sftp://till@shop.example/export")


def _place_sql_server(window: MainWindow) -> None:
    dialog = _place(window, "sqlserver", "")
    dialog.server.host.setText("till-pc")
    dialog.server.instance.setText("SQLEXPRESS")
    dialog.server.database.setText("pos")
    dialog.server.user.setText("reader")
    dialog.try_place()
    _settle()


def _place_readable(window: MainWindow) -> None:
    _place(window, "ftp", "ftp://till@192.168.1.5/export")


def _column_menu(window: MainWindow) -> None:
    _set_up(window)
    _settle()
    columns = _pane(window).set_up.flow.columns
    columns.open_menu(columns.model.row(3))


def _history(window: MainWindow) -> None:
    _pane(window).open_history()


def _try_out(window: MainWindow) -> None:
    _pane(window).pull.rehearse()


def _hold_run(backend: ReadyShop) -> None:
    backend.answers.hold("pulls.run")


def _running(window: MainWindow) -> None:
    pane = _pane(window)
    pane.pull.read(even_if_unchanged=False)
    pane.pull.show_progress(Progress(612, 1245))


SCENES: tuple[Scene, ...] = (
    Scene("system-name-key", PaneKey.SYSTEM, act=_name_key),
    Scene("system-pair", PaneKey.SYSTEM, _open_to_network, _pair, every_look=True),
    Scene("system-key", PaneKey.SYSTEM, act=_show_key, every_look=True),
    Scene("system-last-day", PaneKey.SYSTEM, _ending, _last_day, every_look=True),
    Scene("system-record", PaneKey.SYSTEM, act=_record, every_look=True),
    Scene("system-revoke", PaneKey.SYSTEM, act=_revoke),
    Scene("system-key-menu", PaneKey.SYSTEM, act=_key_menu),
    Scene("system-nothing-yet", PaneKey.SYSTEM, _nothing_yet),
    Scene("system-held", PaneKey.SYSTEM, _held),
    Scene("system-failed", PaneKey.SYSTEM, _failed),
    Scene("system-running", PaneKey.SYSTEM, _hold_run, _running),
    Scene("system-set-up", PaneKey.SYSTEM, _nightly, _set_up, every_look=True),
    Scene("system-set-up-below", PaneKey.SYSTEM, _nightly, _set_up_below),
    Scene("system-set-up-questions", PaneKey.SYSTEM, _asking, _set_up, every_look=True),
    Scene("system-place-found", PaneKey.SYSTEM, _places, _place_found, every_look=True),
    Scene("system-place-sql-server", PaneKey.SYSTEM, _places, _place_sql_server, every_look=True),
    Scene("system-place-readable", PaneKey.SYSTEM, _places, _place_readable, every_look=True),
    Scene("system-place-unknown", PaneKey.SYSTEM, _place_unknown, _place_asked, every_look=True),
    Scene("system-set-up-unread", PaneKey.SYSTEM, _unread, _set_up),
    Scene("system-column-menu", PaneKey.SYSTEM, _nightly, _column_menu),
    Scene("system-history", PaneKey.SYSTEM, act=_history, every_look=True),
    Scene("system-history-held", PaneKey.SYSTEM, _held, _history),
    Scene("system-try-out", PaneKey.SYSTEM, _nightly, _try_out),
    Scene("system-staging", PaneKey.SYSTEM, staging=True),
)
