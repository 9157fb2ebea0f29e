"""Notifications with buttons, over D-Bus: the desktop notifications of freedesktop.org."""

from __future__ import annotations

import html
import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    message_bus,
    new_method_call,
)
from jeepney.io.threading import ReceiveStopped, open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

from ui.shell.tray.order_notice import NoticeAction, OrderKey, OrderNotice

log = logging.getLogger(__name__)

_LIMIT_S = 5.0
_INTERFACE = "org.freedesktop.Notifications"
_SERVER = DBusAddress("/org/freedesktop/Notifications", bus_name=_INTERFACE, interface=_INTERFACE)
_DEFAULT = "default"
"""The key of a click on the notification itself."""

OnAction = Callable[[OrderKey, NoticeAction], None]


@dataclass(frozen=True, slots=True)
class _Show:
    notice: OrderNotice
    on_unshown: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Hide:
    order: OrderKey


class _Session:
    """One connection to the bus, used by one thread. A second thread receives.

    Raises OSError, TimeoutError or DBusErrorResponse. When the connection is lost, the next call
    says so.
    """

    def __init__(self, arrivals: queue.Queue[Any]) -> None:
        self._arrivals = arrivals
        self._replies: queue.Queue[Message | None] = queue.Queue()
        self._connection = open_dbus_connection("SESSION", auth_timeout=_LIMIT_S)
        self._receiver = threading.Thread(target=self._receive, name="notifications, incoming", daemon=True)
        self._receiver.start()
        try:
            for member in ("ActionInvoked", "NotificationClosed"):
                rule = MatchRule(
                    type="signal", sender=_INTERFACE, interface=_INTERFACE, member=member, path=_SERVER.object_path
                )
                self._ask(message_bus.AddMatch(rule))
            self.abilities = frozenset(self.call("GetCapabilities")[0])
        except BaseException:
            self.close()
            raise

    def call(self, method: str, signature: str | None = None, body: tuple[Any, ...] = ()) -> tuple[Any, ...]:
        """Calls the server of notifications and returns its answer."""
        return self._ask(new_method_call(_SERVER, method, signature, body))

    def close(self) -> None:
        self._connection.interrupt()
        self._receiver.join(_LIMIT_S)
        self._connection.close()

    def _ask(self, message: Message) -> tuple[Any, ...]:
        serial = next(self._connection.outgoing_serial)
        self._connection.send(message, serial=serial)
        while True:
            try:
                reply = self._replies.get(timeout=_LIMIT_S)
            except queue.Empty:
                raise TimeoutError from None
            if reply is None:
                raise ConnectionResetError
            if reply.header.fields.get(HeaderFields.reply_serial) == serial:
                answer: tuple[Any, ...] = unwrap_msg(reply)
                return answer

    def _receive(self) -> None:
        """Sorts what arrives: answers, and signals for the thread that shows notices."""
        try:
            while True:
                message = self._connection.receive()
                kind = message.header.message_type
                if kind in (MessageType.method_return, MessageType.error):
                    self._replies.put(message)
                elif kind is MessageType.signal and message.header.fields.get(HeaderFields.interface) == _INTERFACE:
                    self._arrivals.put(message)
        except (OSError, ReceiveStopped) as error:
            log.debug("The connection to the desktop ended: %s", type(error).__name__)
        self._replies.put(None)


class DBusNotifications:
    """Shows notices about orders in a thread of its own. `on_action` is called in that thread.

    A later notice about the same order replaces the earlier one.
    """

    def __init__(self) -> None:
        self._arrivals: queue.Queue[_Show | _Hide | Message | None] = queue.Queue()
        self._on_action: OnAction = lambda _order, _action: None
        self._session: _Session | None = None
        self._ids: dict[OrderKey, int] = {}
        self._thread = threading.Thread(target=self._run, name="notifications", daemon=True)

    def start(self, on_action: OnAction) -> None:
        """Begins; the connection is made at the first notice."""
        self._on_action = on_action
        self._thread.start()

    def show(self, notice: OrderNotice, on_unshown: Callable[[], None]) -> None:
        """`on_unshown`: called in the thread if the desktop shows no notices, or no buttons."""
        self._arrivals.put(_Show(notice, on_unshown))

    def hide(self, order: OrderKey) -> None:
        """Removes the notice about an order, if it is still there."""
        self._arrivals.put(_Hide(order))

    def close(self) -> None:
        """Ends the thread."""
        self._arrivals.put(None)
        if self._thread.is_alive():
            self._thread.join(_LIMIT_S)

    def _run(self) -> None:
        while (arrival := self._arrivals.get()) is not None:
            try:
                self._handle(arrival)
            except Exception:
                # One bad answer of the desktop must not end every later notice.
                log.exception("A notification went wrong")
        if self._session is not None:
            self._session.close()

    def _handle(self, arrival: _Show | _Hide | Message) -> None:
        if isinstance(arrival, _Show):
            if not self._try(lambda session: self._show(session, arrival.notice)):
                arrival.on_unshown()
        elif isinstance(arrival, _Hide):
            number = self._ids.pop(arrival.order, None)
            if number is not None:
                self._try(lambda session: session.call("CloseNotification", "u", (number,)))
        else:
            self._on_signal(arrival)

    def _try(self, work: Callable[[_Session], object]) -> bool:
        """Does something over the bus; a connection that failed is made again at the next try."""
        try:
            if self._session is None:
                self._session = _Session(self._arrivals)
            return bool(work(self._session))
        except (OSError, TimeoutError, DBusErrorResponse, KeyError, ValueError) as error:
            log.info("The desktop does not show notifications with buttons: %s", type(error).__name__)
            self._drop_session()
            return False

    def _drop_session(self) -> None:
        if self._session is not None:
            self._session.close()
        self._session = None

    def _show(self, session: _Session, notice: OrderNotice) -> bool:
        if "actions" not in session.abilities:
            return False
        text = html.escape(notice.text) if "body-markup" in session.abilities else notice.text
        buttons = [_DEFAULT, notice.open_label]
        if notice.accept_label:
            buttons += [NoticeAction.ACCEPT.value, notice.accept_label]
        hints = {"urgency": ("y", 2 if notice.is_urgent else 1), "desktop-entry": ("s", "counterpart")}
        body = ("Counterpart", self._ids.get(notice.order, 0), "counterpart", notice.title, text, buttons, hints, -1)
        (self._ids[notice.order],) = session.call("Notify", "susssasa{sv}i", body)
        return True

    def _on_signal(self, message: Message) -> None:
        number, word = message.body
        order = next((order for order, known in self._ids.items() if known == number), None)
        if order is None:
            return
        if message.header.fields[HeaderFields.member] == "NotificationClosed":
            self._ids.pop(order)
        elif word == NoticeAction.ACCEPT.value:
            self._on_action(order, NoticeAction.ACCEPT)
        elif word == _DEFAULT:
            self._on_action(order, NoticeAction.OPEN)
