"""The support view: what changes something is disabled and says why, in every pane; no click in any
pane, menu or dialog that can be opened from it leads to a refused call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QDialog, QMenu, QWidget
from shiboken6 import isValid

from service.domain.people import OWNER_ID
from service.store.staff import write_support_view
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import texts
from ui.backend.access import Access, access_of
from ui.backend.protocol import list_ports
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.orders.orders_pane import OrdersPane
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.widgets import Button, ConfirmDialog, Segment, Segmented, Switch
from ui.widgets.controls.change_control import add_change, disable_in_read_only
from ui.widgets.window_use import list_windows

Settle = Callable[[], None]
REASON = "This is the support view: nothing can be changed."
TARGETS = {PaneKey.ORDERS: "ORD-2026-000123", PaneKey.CATALOGUE: "SK20HR11"}
opens_menus = pytest.mark.qt_log_ignore(
    r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)"
)


class NoBrowser(QObject):
    """Takes what would be opened in another program."""

    @Slot(QUrl)
    def take(self, _address: QUrl) -> None:
        return


@pytest.fixture
def support(window: MainWindow, backend: ReadyShop, theme: Theme, settle: Settle) -> Iterator[MainWindow]:
    """The window in the support view."""
    backend.change_people(lambda tx: write_support_view(tx, on=True))
    settle()
    no_browser = NoBrowser(window)
    for scheme in ("http", "https", "file"):
        QDesktopServices.setUrlHandler(scheme, no_browser, "take")  # type: ignore[arg-type]  # the stub is wrong
    yield window
    for scheme in ("http", "https", "file"):
        QDesktopServices.unsetUrlHandler(scheme)
    theme.set_read_only("")


def find_open(kind: type[QWidget]) -> list[QWidget]:
    """What is above the window, the newest first."""
    shown = [one for one in list_windows() if isinstance(one, kind) and one.isVisible()]
    return list(reversed(shown))


def click_all(root: QWidget, settle: Settle, depth: int = 0) -> None:
    """Clicks every button that can be clicked, and the same in what opens."""
    for button in root.findChildren(QAbstractButton):
        if isValid(button) and button.isVisible() and button.isEnabled():
            button.click()
            settle()
            close_all(settle, depth)


def close_all(settle: Settle, depth: int) -> None:
    for menu in find_open(QMenu):
        assert isinstance(menu, QMenu)
        for action in menu.actions():
            if isValid(menu) and isValid(action) and action.isEnabled() and action.menu() is None:
                action.trigger()
                settle()
        if isValid(menu):
            menu.close()
    for dialog in find_open(QDialog):
        if depth < 1 and isValid(dialog):
            click_all(dialog, settle, depth + 1)
        if isValid(dialog):
            dialog.close()
    settle()


def find_changes(backend: ReadyShop) -> list[str]:
    """The calls since then that the real backend refuses in the support view."""
    found = []
    for name, arguments in backend.answers.asked:
        port, _, method = name.partition(".")
        rule = access_of(getattr(list_ports()[port], method))
        access = rule if isinstance(rule, Access) else rule(*arguments)
        if access in (Access.COUNTER, Access.PROTECTED):
            found.append(name)
    return found


@opens_menus
@pytest.mark.parametrize("key", list(PaneKey))
def test_no_click_is_refused(support: MainWindow, backend: ReadyShop, settle: Settle, key: PaneKey) -> None:
    support.go(key, TARGETS.get(key, ""))
    settle()
    pane = support.pane
    assert pane is not None
    backend.answers.asked.clear()
    if isinstance(pane, SettingsPane):
        for name in pane.buttons:
            pane.choose(name)
            settle()
            click_all(pane.section(name), settle)
    else:
        click_all(pane, settle)
    assert find_changes(backend) == []
    locked = [one for one in pane.findChildren(Button) if one.toolTip() == REASON]
    assert all(not one.isEnabled() for one in locked)
    assert locked or key in (PaneKey.CALLS, PaneKey.HISTORY)


@pytest.mark.parametrize("key", [PaneKey.ORDERS, PaneKey.CATALOGUE, PaneKey.SYSTEM, PaneKey.WEBHOOKS])
def test_a_key_opens_no_form_and_says_why(support: MainWindow, settle: Settle, key: PaneKey) -> None:
    support.go(key, TARGETS.get(key, ""))
    settle()
    pane = support.pane
    assert pane is not None
    pane.run_command("new")
    settle()
    if isinstance(pane, CataloguePane):
        pane.edit_part()
        settle()
    assert find_open(QDialog) == []
    assert REASON in texts(support)


def test_it_begins_and_ends_in_an_open_pane(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    window.go(PaneKey.ORDERS)
    settle()
    pane = window.pane
    assert isinstance(pane, OrdersPane)
    phone = next(one for one in pane.findChildren(Button) if one.text() == "Enter a phone order")
    assert phone.isEnabled()
    for is_on in (True, False):
        backend.change_people(partial(write_support_view, on=is_on))
        settle()
        assert (phone.isEnabled(), phone.toolTip()) == (not is_on, REASON if is_on else "")


def test_what_a_pane_says_meanwhile_holds_afterwards(theme: Theme, show: Callable[[QWidget], None]) -> None:
    button, switch = Button(theme, "Save", changes=True), Switch(theme, "On")
    segments = Segmented(theme, (Segment("a", "A"),), lambda _key: None, name="Which", changes=True)
    theme.set_read_only("Why not")
    button.setEnabled(True)
    button.setToolTip("Stores it")
    switch.setEnabled(False)
    controls = (button, switch, segments)
    assert [(one.isEnabled(), one.toolTip()) for one in controls] == [(False, "Why not")] * 3
    theme.set_read_only("")
    assert [one.isEnabled() for one in controls] == [True, False, True]
    assert button.toolTip() == "Stores it"
    for one in controls:
        one.deleteLater()


def test_menus_and_fields_follow_too(theme: Theme, show: Callable[[QWidget], None]) -> None:
    menu, field = QMenu(), QWidget()
    field.setToolTip("Its own")
    action = add_change(menu, theme, "Forget")
    disable_in_read_only(theme, field)
    action.setEnabled(True)
    theme.set_read_only("Why not")
    assert (action.isEnabled(), action.toolTip(), menu.toolTipsVisible()) == (False, "Why not", True)
    assert (field.isEnabled(), field.toolTip()) == (False, "Why not")
    theme.set_read_only("")
    assert (action.isEnabled(), field.isEnabled(), field.toolTip()) == (True, True, "Its own")
    menu.deleteLater()
    field.deleteLater()


def test_with_a_pin_it_asks_before_it_begins(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    backend.set_pin(OWNER_ID)
    settle()
    window.counter.make_button().support_requested.emit()
    settle()
    assert not backend.is_support_view
    (question,) = window.findChildren(ConfirmDialog)
    question.confirm.click()
    settle()
    assert backend.is_support_view


def test_without_a_pin_it_begins_at_once(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    window.counter.make_button().support_requested.emit()
    settle()
    assert backend.is_support_view
