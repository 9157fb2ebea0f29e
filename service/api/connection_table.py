"""Which connections there are, and which one goes when there are too many:
those that never showed a key go first.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

_MAX_KNOWN_ADDRESSES = 1_000
_MAX_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Bounds of the connections; `reserve` of `total` are for addresses
    that have shown a valid key.
    """

    total: int = 1_000
    per_address: int = 250
    reserve: int = 100
    keyless_idle_s: float = 15.0
    """How long a connection may be without a call while it has shown no valid key."""
    keep_alive_s: float = 75.0
    """The same for one that has."""


class OpenConnection(Protocol):
    """What the table asks of a connection."""

    @property
    def is_idle(self) -> bool:
        """Whether no call is in hand."""
        ...

    def force_close(self) -> None:
        """Ends it at once."""
        ...


Connections = OrderedDict[OpenConnection, None]
"""Connections in the order in which they came."""


class ConnectionTable:
    """Every open connection by its address, and which of them have shown no valid key."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._addresses: dict[OpenConnection, str] = {}
        self._keyless: dict[str, Connections] = {}
        self._all_keyless: Connections = OrderedDict()
        self._counts: dict[str, int] = {}
        self._known: OrderedDict[str, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._addresses)

    def make_room(self, address: str) -> bool:
        """Whether a connection from the address may come;
        one that never showed a key goes for it where it must.
        """
        if self._counts.get(address, 0) >= self._limits.per_address:
            return self._end_one(self._keyless.get(address))
        reserve = 0 if address in self._known else self._limits.reserve
        if len(self) >= self._limits.total - reserve:
            return self._end_one(self._all_keyless)
        return True

    def end_one(self) -> bool:
        """Ends a connection that never showed a key; False where there is none."""
        return self._end_one(self._all_keyless)

    def add(self, connection: OpenConnection, address: str) -> None:
        """A connection has come."""
        self._addresses[connection] = address
        self._counts[address] = self._counts.get(address, 0) + 1
        self._keyless.setdefault(address, OrderedDict())[connection] = None
        self._all_keyless[connection] = None

    def remove(self, connection: OpenConnection) -> None:
        """It has gone; that it has may be said twice."""
        address = self._addresses.pop(connection, None)
        if address is None:
            return
        self._forget_keyless(connection, address)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def note_key(self, connection: OpenConnection) -> None:
        """It has shown a valid key."""
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
        """Ends the oldest that waits for a call, or else the oldest."""
        if not connections:
            return False
        oldest = next(iter(connections))
        victim = next((some for some in islice(connections, _MAX_LOOKED_AT) if some.is_idle), oldest)
        self.remove(victim)
        victim.force_close()
        return True
