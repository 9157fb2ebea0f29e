"""The call log: pages by cursor in both directions, search in bodies, detail, export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from service.domain.call_log.body_layout import EMPTY_LAYOUT, BodyLayout, Mark
from service.domain.call_log.calls import Bodies, Call, CallFilter, Cursor
from service.domain.times import Millis
from ui.backend.access import Access, needs
from ui.backend.local_file import SavedFile
from ui.backend.progress import OnProgress


@dataclass(frozen=True, slots=True)
class CallPage:
    """Newest first. `older` and `newer` say whether there is more on that side."""

    rows: tuple[Call, ...]
    older: bool
    newer: bool


@dataclass(frozen=True, slots=True)
class CallCounts:
    """The number of entries under the filter, in total and per status class."""

    total: int
    by_class: dict[int, int]
    retention_days: int
    oldest: Millis | None


OnHits = Callable[[tuple[Call, ...]], None]
"""Called with the hits since the last call; any thread may call it."""


class Shell(StrEnum):
    """A program that a copied command is pasted into."""

    CMD = "cmd"
    POWERSHELL = "powershell"
    POSIX = "posix"


@dataclass(frozen=True, slots=True)
class CallDetail:
    """A call with its bodies; `curl` is the command without the key, for this system's shell first.

    `request` and `response` are the bodies as displayed, indented and with marked faults; `faults`
    are the same places in the request as it was sent, whose lines count from 1. `undone_by` is the
    write that undid an upload.
    """

    call: Call
    bodies: Bodies | None
    faults: tuple[Mark, ...]
    orders: tuple[str, ...]
    skus: tuple[str, ...]
    sku_count: int
    curl: Mapping[Shell, str]
    request: BodyLayout = EMPTY_LAYOUT
    response: BodyLayout = EMPTY_LAYOUT
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class CallHour:
    """One hour's calls: answered (2xx) and faults (4xx and 5xx)."""

    start: Millis
    answered: int
    faults: int


@dataclass(frozen=True, slots=True)
class CallDay:
    """24 hours, oldest first, and their typical time of an answer."""

    hours: tuple[CallHour, ...]
    typical_us: int | None

    @property
    def calls(self) -> int:
        return sum(hour.answered + hour.faults for hour in self.hours)

    @property
    def faults(self) -> int:
        return sum(hour.faults for hour in self.hours)


class ExportFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    JSON_WITH_BODIES = "json_with_bodies"


class Calls(Protocol):
    @needs(Access.READ)
    def page(
        self, shop: int, which: CallFilter, limit: int, *, before: Cursor | None = None, after: Cursor | None = None
    ) -> Future[CallPage]:
        """The page just older than `before` or newer than `after`; without both the newest one."""
        ...

    @needs(Access.READ)
    def search(
        self,
        shop: int,
        which: CallFilter,
        text: str,
        limit: int,
        progress: OnProgress,
        *,
        before: Cursor | None = None,
        on_hits: OnHits | None = None,
        part: str = "",
    ) -> Future[CallPage]:
        """Searches bodies, newest first, until `limit` hits; stopped with `Future.cancel()`. With
        `part`, a SKU, only among the calls about that part, where the text may be "".

        `on_hits` is called with hits as they come. The answer has all of them, and `older` if there
        may be more.
        """
        ...

    @needs(Access.READ)
    def counts(self, shop: int, which: CallFilter) -> Future[CallCounts]: ...

    @needs(Access.READ)
    def day(self, shop: int, now: Millis) -> Future[CallDay]:
        """The 24 hours up to now."""
        ...

    @needs(Access.READ)
    def keys(self, shop: int) -> Future[tuple[str, ...]]: ...

    @needs(Access.READ)
    def detail(self, shop: int, call: int) -> Future[CallDetail]: ...

    @needs(Access.READ)
    def export(
        self,
        shop: int,
        which: CallFilter,
        path: SavedFile,
        form: ExportFormat,
        progress: OnProgress,
        *,
        text: str = "",
        part: str = "",
    ) -> Future[int]:
        """Writes the calls of a filter, of bodies with `text`, about `part`; answers how many."""
        ...
