"""The screen of the installed program, read like a screen reader does: over AT-SPI on the desktop's
bus.

An installed program cannot be looked into from inside, so it is asked through the same door as for
people who do not see: every button has a name, a place and a state there.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, cast

from jeepney import DBusAddress, DBusErrorResponse, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

from tests.desktop.inspection import VisibleWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_ROOT: Final = "/org/a11y/atspi/accessible/root"
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_CHECKED, _ENABLED, _FOCUSED, _SHOWING = 4, 8, 12, 25
_ANSWER_S: Final = 10.0
_DEEPEST: Final = 40

_KINDS: Final = {
    "push button": ["QAbstractButton"],
    "button": ["QAbstractButton"],
    "check box": ["QCheckBox", "NavButton", "Switch", "QAbstractButton"],
    "radio button": ["QAbstractButton"],
    "list item": ["row"],
    "menu item": ["QMenu"],
    "page tab": ["tab"],
    "text": ["QLineEdit"],
    "label": ["QLabel"],
}
"""The roles, and what the program's own classes are called."""
_BOX: Final = 20

ObjectReference = tuple[str, str]
"""An object of AT-SPI: whose bus name, which path."""


class ScreenReader:
    """Looks at one program by its name.
    `root` is the folder in which the bus's own paths are found.
    """

    def __init__(self, session_bus: str, root: Path, program: str) -> None:
        with _connect(session_bus, root) as session:
            asked = new_method_call(DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress")
            address = str(unwrap_msg(session.send_and_get_reply(asked, timeout=_ANSWER_S))[0])
        self._bus = _connect(address, root)
        self._program = program

    def close(self) -> None:
        self._bus.close()

    def read_widgets(self) -> list[VisibleWidget]:
        found: list[VisibleWidget] = []
        for place in self._children(("org.a11y.atspi.Registry", _ROOT)):
            if self._name(place).lower() == self._program:
                for window in self._children(place):
                    found.extend(self._walk(window, self._name(window), 0))
        return found[::-1]

    def _walk(self, place: ObjectReference, window: str, depth: int) -> Iterator[VisibleWidget]:
        """Things come and go while they are looked at; one that has gone was not there."""
        with suppress(DBusErrorResponse):
            states = self._states(place)
            if not states >> _SHOWING & 1 or depth > _DEEPEST:
                return
            name, role = self._name(place), str(self._call(place, _ACCESSIBLE, "GetRoleName"))
            if name:
                at = cast("tuple[int, int, int, int]", self._call(place, _COMPONENT, "GetExtents", "u", (0,)))
                yield describe(name, _KINDS.get(role, [role]), at, window, lambda bit: bool(states >> bit & 1))
            for child in self._children(place):
                yield from self._walk(child, window, depth + 1)

    def _children(self, place: ObjectReference) -> list[ObjectReference]:
        found = cast("list[tuple[str, str]]", self._call(place, _ACCESSIBLE, "GetChildren"))
        return [(bus, path) for bus, path in found]

    def _name(self, place: ObjectReference) -> str:
        asked = (_ACCESSIBLE, "Name")
        _signature, name = cast("tuple[str, str]", self._call(place, _PROPERTIES, "Get", "ss", asked))
        return name

    def _states(self, place: ObjectReference) -> int:
        low, high = cast("tuple[int, int]", self._call(place, _ACCESSIBLE, "GetState"))
        return low | high << 32

    def _call(
        self,
        place: ObjectReference,
        interface: str,
        method: str,
        signature: str | None = None,
        body: tuple[object, ...] = (),
    ) -> object:
        """The first value of the answer."""
        bus, path = place
        message = new_method_call(DBusAddress(path, bus, interface), method, signature, body)
        return unwrap_msg(self._bus.send_and_get_reply(message, timeout=_ANSWER_S))[0]


def describe(
    name: str, kinds: list[str], at: tuple[int, int, int, int], window: str, has: Callable[[int], bool]
) -> VisibleWidget:
    """What is ticked is clicked on its box, which is at the left."""
    x, y, width, height = at
    return VisibleWidget(
        kinds=kinds, words=[name], at=(x, y, min(width, _BOX) if "QCheckBox" in kinds else width, height),
        enabled=has(_ENABLED), checked=has(_CHECKED), focus=has(_FOCUSED), whole=True, covered=False, window=window,
    )  # fmt: skip


def _connect(address: str, root: Path) -> DBusConnection:
    """The bus at an address whose socket is inside `root`."""
    path = address.split("unix:path=", 1)[1].split(",", 1)[0]
    return open_dbus_connection(f"unix:path={root}{path}")
