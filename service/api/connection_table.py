"""The open connections, and which one ends when there are too many: those without a valid key
first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

_MAX_KNOWN_ADDRESSES = 1_000
_MAX_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Bounds of the connections; `reserve` of `total` are for addresses that have
    used a valid key.
    """

    total: int = 1_000
    per_address: int = 250
    reserve: int = 100
    keyless_idle_s: float = 15.0
    """Seconds that a connection may be idle before its first valid key."""
    keep_alive_s: float = 75.0
    """The same after a valid key."""
    handshake_s: int = 10
    """Seconds for the first byte of a connection from the network, and then for its handshake."""


class OpenConnection(Protocol):
    """What the table needs of a connection."""

    @property
    def is_idle(self) -> bool:
        """Whether no call is in progress."""
        ...

    def force_close(self) -> None:
        """Ends the connection at once."""
        ...


Connections = OrderedDict[OpenConnection, None]
"""Connections in order of arrival."""


class ConnectionTable:
    """Every open connection by its address, and those that have had no valid key."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._addresses: dict[OpenConnection, str] = {}
        self._keyless: dict[str, Connections] = {}
        self._all_keyless: Connections = OrderedDict()
        self._counts: dict[str, int] = {}
        self._known: OrderedDict[str, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._addresses)

    def __iter__(self) -> Iterator[OpenConnection]:
        return iter(tuple(self._addresses))

    def make_room(self, address: str) -> bool:
        """Whether a connection from the address is accepted. If needed, one without a valid key is
        ended for it.
        """
        if self._counts.get(address, 0) >= self._limits.per_address:
            return self._end_one(self._keyless.get(address))
        reserve = 0 if address in self._known else self._limits.reserve
        if len(self) >= self._limits.total - reserve:
            return self._end_one(self._all_keyless)
        return True

    def end_one(self) -> bool:
        """Ends a connection without a valid key; False if there is none."""
        return self._end_one(self._all_keyless)

    def add(self, connection: OpenConnection, address: str) -> None:
        """Adds a new connection."""
        self._addresses[connection] = address
        self._counts[address] = self._counts.get(address, 0) + 1
        self._keyless.setdefault(address, OrderedDict())[connection] = None
        self._all_keyless[connection] = None

    def remove(self, connection: OpenConnection) -> None:
        """Removes a connection; a second call does nothing."""
        address = self._addresses.pop(connection, None)
        if address is None:
            return
        self._forget_keyless(connection, address)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def note_key(self, connection: OpenConnection) -> None:
        """Notes that a connection had a valid key."""
        address = self._addresses.get(connection)
        if address is None:
            return
        self._forget_keyless(connection, address)
        self._known[address] = None
        self._known.move_to_end(address)
        if len(self._known) > _MAX_KNOWN_ADDRESSES:
            self._known.popitem(last=False)

    def _forget_keyless(self, connection: OpenConnection, address: str) -> None:
        self._all_keyless.pop(connection, None)
        of_address = self._keyless.get(address)
        if of_address is not None:
            of_address.pop(connection, None)
            if not of_address:
                del self._keyless[address]

    def _end_one(self, connections: Connections | None) -> bool:
        """Ends the oldest idle connection, or else the oldest."""
        if not connections:
            return False
        oldest = next(iter(connections))
        victim = next((some for some in islice(connections, _MAX_LOOKED_AT) if some.is_idle), oldest)
        self.remove(victim)
        victim.force_close()
        return True
