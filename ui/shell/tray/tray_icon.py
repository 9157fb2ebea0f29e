"""The tray icon: running, attention, stopped, staging; its menu; messages that ring."""

from __future__ import annotations

import sys
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from service.domain.link.link_state import LinkState
from ui.backend.host_port import HostState, HostStatus
from ui.backend.shops_port import Badges
from ui.i18n import Formats, ltr
from ui.i18n.state_texts import link_state_name
from ui.theme.icons import template_icon, tray_icon
from ui.widgets.window_use import list_windows, make_timer

translate = QCoreApplication.translate
_RETRY_MS = 5000


class TrayState(StrEnum):
    """The state of the icon; the value is the drawing's name."""

    RUNNING = "running"
    ATTENTION = "attention"
    STOPPED = "stopped"
    STAGING = "staging"


def tray_state(host: HostStatus, badges: Badges, *, staging: bool) -> TrayState:
    """Stopped comes before attention, attention before staging."""
    if host.state in (HostState.PORT_TAKEN, HostState.STOPPED) or host.cannot_save:
        return TrayState.STOPPED
    if badges.orders_waiting or badges.webhooks_in_trouble or badges.link is not None:
        return TrayState.ATTENTION
    return TrayState.STAGING if staging else TrayState.RUNNING


def tray_text(host: HostStatus, link: LinkState | None = None) -> str:
    """What the icon says under the pointer; `link` is the state of a link with a problem."""
    host_text = _host_text(host)
    if link is None:
        return host_text
    return translate("Tray", "%1\nMarketplace: %2").replace("%1", host_text).replace("%2", link_state_name(link))


def _host_text(host: HostStatus) -> str:
    if host.cannot_save:
        return translate("Tray", "Counterpart cannot save anything. Open it to see why.")
    if host.state is HostState.LISTENING:
        return translate("Tray", "Counterpart: listening at %1").replace("%1", ltr(host.address))
    if host.state is HostState.STARTING:
        return translate("Tray", "Counterpart is starting")
    return translate("Tray", "Counterpart is not listening. Open it to see why.")


def _icon(state: TrayState, platform: str) -> QIcon:
    """The icon. The menu bar of macOS colours it itself; staging stays amber there too."""
    if platform == "darwin" and state is not TrayState.STAGING:
        return template_icon(state.value)
    return tray_icon(state.value)


def has_balloon() -> bool:
    """Whether Qt itself shows a message: on a desktop whose tray has none."""
    return any(window.metaObject().className() == "QBalloonTip" for window in list_windows())


class Tray(QObject):
    """Emits signals for actions. Without a tray it retries regularly and emits `missing` once."""

    opened = Signal()
    orders_requested = Signal()
    quit_requested = Signal()
    missing = Signal()
    message_opened = Signal()

    def __init__(self, parent: QObject | None = None, platform: str = sys.platform) -> None:
        super().__init__(parent)
        self.icon = QSystemTrayIcon(self)
        self.menu = QMenu()
        self.state = TrayState.RUNNING
        self._standing = ("Counterpart", "")
        self._platform = platform
        self._message_about: object = None
        self._icons = {state: _icon(state, platform) for state in TrayState}
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        self.icon.messageClicked.connect(self.message_opened.emit)
        self._retry_timer = make_timer(self, _RETRY_MS, self._show_if_available, repeats=True)
        self.retranslate()
        self.show_state(TrayState.RUNNING, "Counterpart")

    def start(self) -> None:
        """Shows the icon, or reports that there is no tray and tries again regularly."""
        if not self._show_if_available():
            self.missing.emit()
            self._retry_timer.start()

    def retranslate(self) -> None:
        """Builds the menu in the present language."""
        self.menu.clear()
        self.host_line = self.menu.addAction("")
        self.host_line.setEnabled(False)
        self.orders_line = self.menu.addAction("")
        self.orders_line.triggered.connect(self.orders_requested.emit)
        self.menu.addSeparator()
        self.show_standing(*self._standing)
        for text, signal in (
            (self.tr("Open Counterpart"), self.opened),
            (self.tr("Orders"), self.orders_requested),
        ):
            self.menu.addAction(text).triggered.connect(signal.emit)
        self.menu.addSeparator()
        self.menu.addAction(self.tr("Quit…")).triggered.connect(self.quit_requested.emit)

    def show_state(self, state: TrayState, text: str) -> None:
        """Shows another drawing and tool tip."""
        self.state = state
        self.icon.setIcon(self._icons[state])
        self.icon.setToolTip(text)

    def show_standing(self, host: str, orders: str) -> None:
        """Shows in the menu how the service and the orders are; a line without text is hidden."""
        self._standing = (host, orders)
        self.host_line.setText(host.replace("\n", " · "))
        self.orders_line.setText(orders)
        self.orders_line.setVisible(bool(orders))

    def describe_waiting(self, badges: Badges, formats: Formats) -> str:
        """How many orders wait, and until when the most urgent one can be accepted."""
        if not badges.orders_waiting:
            return self.tr("No order waits")
        text = self.tr("%n order(s) wait", "", badges.orders_waiting)
        if badges.accept_by is None:
            return text
        until = self.tr("%1, the first until %2").replace("%1", text)
        return until.replace("%2", formats.time(badges.accept_by))

    def describe_lock(self) -> str:
        """What stands for the orders while the window is locked."""
        return self.tr("Locked")

    def show_message(self, title: str, text: str, about: object = None) -> None:
        """Shows a desktop message; a click emits `message_opened`, `hide_message` names `about`."""
        self._message_about = about
        if self.icon.isVisible():
            self.icon.showMessage(title, text, self._icons[self.state])

    def hide_message(self, about: object) -> None:
        """Removes the message about this, unless a later one has its place. Windows and Qt's own
        balloon take an empty message for that; other desktops would show it as one.
        """
        if self._message_about != about:
            return
        self._message_about = None
        if self._platform == "win32" or has_balloon():
            self.icon.showMessage("", "")

    def show_still_running(self) -> None:
        """Shows the message for the first closing of the window."""
        self.show_message("Counterpart", self.tr("Still running in the tray. Orders will ring."))

    def _show_if_available(self) -> bool:
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return False
        self.icon.show()
        self._retry_timer.stop()
        return True

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.opened.emit()
