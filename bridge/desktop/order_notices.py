"""Which notifications each system has for orders."""

from __future__ import annotations

from ui.shell.tray.order_notice import NoNotices, OrderNotices


def make_notices(platform: str) -> OrderNotices:
    """Notifications with buttons on Linux; elsewhere the tray's message, which opens the order."""
    if platform != "linux":
        return NoNotices()
    from bridge.desktop.dbus_notifications import DBusNotifications  # noqa: PLC0415 - its library is on Linux only

    return DBusNotifications()
