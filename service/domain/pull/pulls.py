"""The pull: its set-up, its runs, and what a run reports."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

from service.domain.actors import TIME
from service.domain.sentences import Sentence, message
from service.domain.times import Millis

MAX_TRIES = 3
"""Runs of one state of a file that may end with the program."""

_DONE = 0
DEFAULT_MINUTE = 120
"""02:00."""

UNDO_RUNS = 7
"""How many runs of a shop can be undone."""


@dataclass(frozen=True, slots=True)
class WatchProgress:
    """The file's last state, and how many runs of it have begun; 0 once one has ended."""

    mark: str = ""
    tries: int = _DONE

    @property
    def text(self) -> str:
        return f"{self.tries}|{self.mark}" if self.mark else ""

    def may_read(self, mark: str) -> bool:
        """Whether the file in this state is to be read."""
        return mark != self.mark or _DONE < self.tries < MAX_TRIES

    def begin(self, mark: str) -> WatchProgress:
        """A run of this state begins."""
        return WatchProgress(mark, self.tries + 1 if mark == self.mark else 1)

    def end(self, mark: str) -> WatchProgress:
        """A run of this state has ended, well or not."""
        return WatchProgress(mark)


def parse_progress(text: str | None) -> WatchProgress:
    """The stored progress; nothing was read if there is none."""
    tries, bar, mark = (text or "").partition("|")
    return WatchProgress(mark, int(tries)) if bar and tries.isdigit() else WatchProgress()


class RunState(StrEnum):
    """How a run ended, or that it waits for the owner (`NEEDS_APPROVAL`, stored as "held")."""

    RUNNING = "running"
    DONE = "done"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    NEEDS_APPROVAL = "held"
    UNDONE = "undone"


class MissingRule(StrEnum):
    """What happens to active items that are not in the file: nothing, no stock, or inactive."""

    STAY = "stay"
    ZERO = "zero"
    INACTIVE = "inactive"


@dataclass(frozen=True, slots=True)
class PlaceAccess:
    """What a file at an address needs to be fetched, without its password.

    `secret_name` names the password in the secret store. `trust` is the fingerprint of the server's
    key or certificate that the owner confirmed, or the path of a file with the authorities to
    trust; empty means the system's authorities. `query` is what a database is asked.
    """

    secret_name: str | None = None
    trust: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class PullSetup:
    """Where the file is and how it is read.

    `path` is an address (service.domain.pull.place_address), or a folder where there is a
    `pattern`. `plan` is what the owner decided, as text of service.files.columns.mapping. `access`
    is not part of what a run read.
    """

    path: str
    plan: str
    pattern: str | None = None
    missing: MissingRule = MissingRule.STAY
    access: PlaceAccess = field(default=PlaceAccess(), compare=False)

    @property
    def reading(self) -> str:
        """A digest of how the file is read: what the owner confirms."""
        text = f"{self.missing.value}\n{self.plan}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class PullSource:
    """A shop's set-up and its nightly times: minutes after local midnight, and the progress of the
    present night.

    `dealt_with` is the last due moment that is over. `tries` counts the failed tries of the present
    one. With `watch` the file is also read after each change; `seen` is the last state of the file
    that was read so.
    """

    shop_id: int
    setup: PullSetup
    minute: int
    dealt_with: Millis
    tries: int = 0
    next_try_at: Millis | None = None
    watch: bool = False
    seen: str | None = None
    computer: str = ""
    """Whose path it is: of several services only one there can read it."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What happened to a file's rows. `noted` are remarks, also on rows that were saved."""

    read: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0
    noted: int = 0
    inactive: int = 0
    """Items that were missing from the file and became inactive."""

    @property
    def saved(self) -> int:
        return self.created + self.updated + self.unchanged

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.read + other.read,
            self.created + other.created,
            self.updated + other.updated,
            self.unchanged + other.unchanged,
            self.rejected + other.rejected,
            self.noted + other.noted,
            self.inactive + other.inactive,
        )


NOT_CONFIRMED = message("This set-up was not confirmed yet: look at what it understood of the file, then approve it.")


@dataclass(frozen=True, slots=True)
class Difference:
    """Why a file needs approval, in numbers: rows, stock levels (an item at a branch), prices."""

    reason: Sentence
    rows_before: int
    rows_now: int
    dropped: int
    zeroed: int
    prices_changed: int

    @property
    def is_unconfirmed(self) -> bool:
        """Whether the owner has not confirmed yet how the file is read, among other reasons."""
        return NOT_CONFIRMED in (self.reason, *self.reason.gaps.values())


def describe_same_file(nights: int) -> Sentence:
    return message("The file has been the same for {n:,} nights: see whether your system still exports it.", n=nights)


@dataclass(frozen=True, slots=True)
class RunRow:
    """A rejected or noted row with its line in the file; line 0 is about the run as a whole."""

    line: int
    sku: str | None
    text: Sentence
    rejected: bool


@dataclass(frozen=True, slots=True)
class Run:
    """One stored run. `by` is who asked for it: "owner", or "time" for the nightly one."""

    id: int
    shop_id: int
    at: Millis
    state: RunState
    file: str
    by: str
    setup: PullSetup
    counts: Counts = field(default_factory=Counts)
    duration_ms: int = 0
    fingerprint: str | None = None
    fault: Sentence | None = None
    held: Difference | None = None
    can_undo: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether a person asked for it."""
        return self.by != TIME
