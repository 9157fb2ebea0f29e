"""What a database server of several services says about itself."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class ServerHealth:
    """Seen from this computer, over one connection."""

    version: str
    collation: str
    mebibytes: int
    """What the database takes."""
    switched_off: tuple[str, ...]
    """Settings without which a power cut loses or damages what was answered."""
    may_create: bool
    """Whether the user may create tables, as an update does."""
    connections: int
    connections_left: int
    needed: int
    """How many connections one service takes."""
    ahead: Millis
    """The server's clock less this computer's."""
    round_trip_us: int
    leader: str | None
    """Where a service leads, empty on the server's own computer; None where none does."""
    oldest_s: int
    """For how long the oldest transaction has been open."""
    table: str
    """The one with the most dead rows."""
    dead_rows: int
    rows: int
