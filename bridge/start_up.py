"""What the last run left behind, looked at before anything else: an unclean end, a trace, a damaged database.

A file stands in the data folder while the program runs; the one that finds it there knows that the last
run did not end by itself. Then the database is checked before it is used. A damaged one is set aside,
never deleted (DESKTOP.md, host behaviour).
"""

from __future__ import annotations

import faulthandler
import logging
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bridge.paths import database_file, program_log
from service.domain.blotting import blot_text
from service.domain.times import Clock
from service.store.checks import quick_check

log = logging.getLogger(__name__)

_RUNNING = "running"
_TRACE = "trace.txt"
_MOST_TRACE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Found:
    """`unclean`: the last run was cut off; `trace`: what a crash left; `set_aside`: where a damaged database lies."""

    unclean: bool = False
    trace: str = ""
    set_aside: Path | None = None
    faults: tuple[str, ...] = ()


class StartUp:
    """One run of the program in a data folder, from its first look to its clean end."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._marker = folder / _RUNNING
        self._trace_file = program_log(folder).with_name(_TRACE)
        self._trace: IO[str] | None = None

    def begin(self) -> Found:
        """Looks at what there is and marks the run. Raises OSError where the folder cannot be written."""
        unclean = self._marker.exists()
        trace = self._read_trace()
        faults = self._database_faults() if unclean else ()
        aside = self._set_aside() if faults else None
        self._marker.write_text("", encoding="ascii")
        self._watch_for_crashes()
        if unclean:
            log.warning(
                "The last run did not end by itself%s", f"; {len(faults)} faults in the database" if faults else ""
            )
        return Found(unclean, trace, aside, faults)

    def end(self) -> None:
        """The run ended by itself."""
        if self._trace is not None:
            faulthandler.disable()
            self._trace.close()
            self._trace_file.unlink(missing_ok=True)
        self._marker.unlink(missing_ok=True)

    def set_damaged_aside(self) -> Path:
        """Moves the database out of the way, with its log, and gives its new place."""
        aside = self._set_aside()
        log.warning("The database was set aside as %s", aside)
        return aside

    def _read_trace(self) -> str:
        try:
            return blot_text(self._trace_file.read_text(encoding="utf-8", errors="replace")[:_MOST_TRACE])
        except OSError:
            return ""

    def _watch_for_crashes(self) -> None:
        self._trace_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._trace = self._trace_file.open("w", encoding="utf-8")
        faulthandler.enable(self._trace)

    def _database_faults(self) -> tuple[str, ...]:
        path = database_file(self._folder)
        if not path.exists():
            return ()
        try:
            return tuple(quick_check(path))
        except sqlite3.DatabaseError as error:
            return (str(error),)

    def _set_aside(self) -> Path:
        path = database_file(self._folder)
        stamp = f"{datetime.fromtimestamp(self._clock.now() / 1000, UTC):%Y%m%d-%H%M%S}"
        aside = path.with_name(f"damaged-{stamp}.db")
        for ending in ("", "-wal", "-shm"):
            part = path.with_name(path.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
        return aside
