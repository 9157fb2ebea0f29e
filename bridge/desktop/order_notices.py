"""Which notifications each system has for orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.shell.tray.order_notice import OrderNotices


def make_notices(platform: str) -> OrderNotices:
    """Notifications with buttons on Linux; elsewhere the tray's message, which opens the order."""
    if platform != "linux":
        from ui.shell.tray.order_notice import NoNotices  # noqa: PLC0415 - the panes load after the service has started

        return NoNotices()
    from bridge.desktop.dbus_notifications import DBusNotifications  # noqa: PLC0415 - its library is on Linux only

    return DBusNotifications()
