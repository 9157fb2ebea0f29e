"""The screen of the installed program, read like a screen reader does: over AT-SPI on the desktop's
bus.

An installed program cannot be looked into from inside, so it is asked through the same door as for
people who do not see: every button has a name, a place and a state there.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from jeepney import DBusAddress, DBusErrorResponse, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_ROOT: Final = "/org/a11y/atspi/accessible/root"
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_ENABLED, _SHOWING, _CHECKED = 8, 25, 4
DIRECTION_MARKS: Final = dict.fromkeys((0x200E, 0x200F, 0x2066, 0x2067, 0x2068, 0x2069))
_ANSWER_S: Final = 10.0
_DEEPEST: Final = 40

TextMatch = str | re.Pattern[str]
"""What a thing says: all of its words, or a pattern that is found in them."""

ObjectReference = tuple[str, str]
"""An object of AT-SPI: whose bus name, which path."""


@dataclass(frozen=True, slots=True)
class ScreenElement:
    """One thing in sight: its words without the marks that keep numbers in order,
    x, y, width and height.
    """

    text: str
    role: str
    bounds: tuple[int, int, int, int]
    enabled: bool
    checked: bool

    @property
    def click_point(self) -> tuple[int, int]:
        x, y, width, height = self.bounds
        return (x + 10 if self.role == "check box" else x + width // 2), y + height // 2


def matches_text(words: TextMatch, text: str) -> bool:
    """Whether what is said is what was looked for."""
    return text == words if isinstance(words, str) else words.search(text) is not None


def choose_element(
    elements: Sequence[ScreenElement], words: TextMatch, roles: Sequence[str] = ()
) -> ScreenElement | None:
    """The one that says so and has one of the roles, if any is named; of several, the last."""
    fits = [one for one in elements if matches_text(words, one.text) and (not roles or one.role in roles)]
    return fits[-1] if fits else None


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

    def read_elements(self) -> list[ScreenElement]:
        """All that is in sight, what is on top last."""
        found: list[ScreenElement] = []
        for place in self._children(("org.a11y.atspi.Registry", _ROOT)):
            if self._name(place).lower() == self._program:
                for window in self._children(place):
                    found.extend(self._walk(window, 0))
        return found

    def find(self, words: TextMatch, *roles: str) -> ScreenElement | None:
        """The thing that says so; of several, the one that came last."""
        return choose_element(self.read_elements(), words, roles)

    def _walk(self, place: ObjectReference, depth: int) -> Iterator[ScreenElement]:
        """Things come and go while they are looked at; one that has gone was not there."""
        with suppress(DBusErrorResponse):
            states = self._states(place)
            if not states >> _SHOWING & 1 or depth > _DEEPEST:
                return
            name, role = (
                self._name(place).translate(DIRECTION_MARKS),
                str(self._call(place, _ACCESSIBLE, "GetRoleName")),
            )
            if name:
                at = cast("tuple[int, int, int, int]", self._call(place, _COMPONENT, "GetExtents", "u", (0,)))
                yield ScreenElement(name, role, at, bool(states >> _ENABLED & 1), bool(states >> _CHECKED & 1))
            for child in self._children(place):
                yield from self._walk(child, depth + 1)

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


def _connect(address: str, root: Path) -> DBusConnection:
    """The bus at an address whose socket is inside `root`."""
    path = address.split("unix:path=", 1)[1].split(",", 1)[0]
    return open_dbus_connection(f"unix:path={root}{path}")
