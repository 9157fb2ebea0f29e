"""A small server of desktop notifications on a session bus of its own."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jeepney import DBusAddress, MessageType, message_bus, new_method_return, new_signal
from jeepney.io.threading import open_dbus_connection
from jeepney.wrappers import unwrap_msg

from tests.programs import program

NAME = "org.freedesktop.Notifications"
_EMITTER = DBusAddress("/org/freedesktop/Notifications", interface=NAME)
WAIT_S = 20


class NotificationServer:
    """Answers every call; `shown` gets the body of each Notify, `closed` the closed ids."""

    def __init__(self, address: str, abilities: tuple[str, ...]) -> None:
        self.shown: queue.Queue[tuple[Any, ...]] = queue.Queue()
        self.closed: queue.Queue[int] = queue.Queue()
        self._abilities, self._number = abilities, 0
        self._connection = open_dbus_connection(address)
        self._connection.send(message_bus.RequestName(NAME))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._owned = threading.Event()
        self._thread.start()
        assert self._owned.wait(WAIT_S)

    def press(self, number: int, key: str) -> None:
        """The owner presses a button of a notification."""
        self._connection.send(new_signal(_EMITTER, "ActionInvoked", "us", (number, key)))

    def dismiss(self, number: int) -> None:
        self._connection.send(new_signal(_EMITTER, "NotificationClosed", "uu", (number, 2)))

    def stop(self) -> None:
        self._connection.interrupt()
        self._thread.join(WAIT_S)
        self._connection.close()

    def _serve(self) -> None:
        while True:
            try:
                message = self._connection.receive()
            except Exception:  # noqa: BLE001 - interrupted
                return
            if message.header.message_type is MessageType.method_return:
                unwrap_msg(message)
                self._owned.set()
            elif message.header.message_type is MessageType.method_call:
                self._answer(message)

    def _answer(self, message: Any) -> None:  # noqa: ANN401 - the library's
        member = next(value for field, value in message.header.fields.items() if field.name == "member")
        if member == "GetCapabilities":
            self._connection.send(new_method_return(message, "as", (list(self._abilities),)))
        elif member == "Notify":
            self._number = message.body[1] or self._number + 1
            self.shown.put((self._number, *message.body))
            self._connection.send(new_method_return(message, "u", (self._number,)))
        elif member == "CloseNotification":
            self.closed.put(message.body[0])
            self._connection.send(new_method_return(message))


@contextmanager
def session_bus() -> Iterator[str]:
    """The address of a session bus of its own."""
    line = [program("dbus-daemon"), "--session", "--nofork", "--nopidfile", "--print-address=1"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as bus:
        assert bus.stdout is not None
        try:
            yield bus.stdout.readline().strip()
        finally:
            bus.terminate()
