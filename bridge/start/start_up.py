"""Checks what the last run left before anything else: an unclean end, a trace, a damaged database.

A file is in the data folder while the program runs. If the next start finds it, the last run did
not end by itself, and the database is checked before use. A damaged one is set aside, never deleted
(desktop §3.7).
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from xml.parsers import expat

from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import MissingData, find_missing_data
from bridge.backups.damaged_database import DamageOutcome, find_undecided_damage, set_aside_damaged
from bridge.system.paths import database_file, has_database, program_log
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.redaction import redact_text
from service.domain.sentences import message
from service.domain.times import Clock
from service.schedule.database_watch import RESCUED_FILE
from service.store.engine.connection import connect
from service.store.engine.data_folders import make_private_folder
from service.store.engine.migrations import SCHEMA_VERSION, read_schema_version
from service.store.engine.sqlite_errors import is_corruption, to_unavailable
from service.store.recovery.copies import activate_copy, delete_database, list_database_files
from service.store.recovery.integrity import can_open, run_quick_check
from ui.backend.host_port import MissingDataReport, StartEvent, StartReport

log = logging.getLogger(__name__)

_RUNNING_FILE = "running"
_TRACE_FILE = "trace.txt"
_MAX_TRACE = 64 * 1024


@dataclass(frozen=True, slots=True)
class StartFindings:
    """`unclean`: the last run was interrupted. `trace`: what a crash left. `damage`: what was done
    about one.

    `missing`: there is no database now. `log_lost`: what LOG_LOST says. `held`: another program
    held the database all the time that a statement waits for it.
    """

    unclean: bool = False
    trace: str = ""
    damage: DamageOutcome | None = None
    faults: tuple[str, ...] = ()
    too_new: bool = False
    log_lost: bool = False
    held: bool = False
    missing: MissingData | None = None


LOG_LOST = message(
    "The program was cut off, and the database's write-ahead log (-wal) has been removed since. What was answered just "
    "before is missing. Compare the newest orders and stock with your till."
)


class StartUp:
    """One run of the program in a data folder, from its first check to its clean end."""

    def __init__(
        self, folder: Path, clock: Clock, newest_good: Callable[[], str], *, is_elsewhere: bool = False
    ) -> None:
        """`newest_good` finds a backup when needed. With PostgreSQL no database is missing here."""
        self._is_elsewhere = is_elsewhere
        self._folder = folder
        self._clock = clock
        self._newest_good = newest_good
        self._marker = folder / _RUNNING_FILE
        self._trace_file = program_log(folder).with_name(_TRACE_FILE)
        self.trace: IO[str] | None = None
        """Where a crash or a hang is written to."""
        self._was_unclean = self._is_held = False
        self._damaged_file: tuple[int, int] | None = None

    @property
    def is_damaged(self) -> bool:
        """Whether the look after the start has met damage; a restored database is another file."""
        return self._damaged_file is not None and self._damaged_file == _identify(database_file(self._folder))

    def begin(self) -> StartFindings:
        """Checks the folder and marks the run. Raises OSError if the folder cannot be written."""
        unclean = self._was_unclean = self._marker.exists()
        log.info("SQLite %s, %s", sqlite3.sqlite_version, expat.EXPAT_VERSION)
        self._use_rescued_copy()
        with contextlib.suppress(Unavailable), BackupLocation(self._folder).exclusive_lock():
            pass  # what a killed backup or restore left is gone now
        log_lost = unclean and _is_log_lost(database_file(self._folder))
        trace = self._read_trace()
        faults = self._database_faults(thorough=unclean)
        if faults:
            done: DamageOutcome | None = set_aside_damaged(self._folder, self._clock, self._newest_good)
        else:
            done = find_undecided_damage(self._folder, self._newest_good)
        self._marker.write_text("", encoding="ascii")
        self._watch_for_crashes()
        if unclean:
            log.warning(
                "The last run did not end by itself%s", f"; {len(faults)} faults in the database" if faults else ""
            )
        if log_lost:
            log.error("%s", LOG_LOST)
        if trace:
            # This run writes its own trace file.
            log.info("The last run left this trace:\n%s", trace)
        too_new = not self._is_held and self._is_too_new()
        missing = None if self._is_elsewhere else find_missing_data(self._folder, self._clock)
        return StartFindings(unclean, trace, done, faults, too_new, log_lost, self._is_held, missing)

    def end(self) -> None:
        """Marks a clean end."""
        if self.trace is not None:
            faulthandler.disable()
            self.trace.close()
            self._trace_file.unlink(missing_ok=True)
        if not self.is_damaged:
            self._marker.unlink(missing_ok=True)

    def check_database_later(self) -> None:
        """Checks fully after a clean end, while the program runs; the next start handles damage."""
        if self._was_unclean or self._is_held:
            return
        looked_at = _identify(database_file(self._folder))
        faults = self._database_faults(thorough=True)
        if faults:
            log.error("The database is damaged (%s). End the program and start it again.", faults[0])
            self._damaged_file = looked_at

    def _use_rescued_copy(self) -> None:
        """Uses what the last run saved of a deleted database (service.schedule.database_watch)."""
        rescued, database = self._folder / RESCUED_FILE, database_file(self._folder)
        if rescued.exists() and not has_database(self._folder):
            delete_database(database)  # the logs of the deleted database
            activate_copy(rescued)
            rescued.rename(database)
            log.warning("The database was deleted while the program ran; the copy that was saved then is in use")

    def _read_trace(self) -> str:
        try:
            return redact_text(self._trace_file.read_text(encoding="utf-8", errors="replace")[:_MAX_TRACE])
        except OSError:
            return ""

    def _watch_for_crashes(self) -> None:
        make_private_folder(self._trace_file.parent)
        self.trace = self._trace_file.open("w", encoding="utf-8")
        faulthandler.enable(self.trace)

    def _database_faults(self, *, thorough: bool) -> tuple[str, ...]:
        path = database_file(self._folder)
        if not path.exists():
            return ()
        try:
            if not can_open(path):
                return ("its schema cannot be read",)
            return tuple(run_quick_check(path)) if thorough else ()
        except sqlite3.DatabaseError as error:
            if is_corruption(error):
                return (str(error),)
            unavailable = to_unavailable(error)
            self._is_held = unavailable is not None and unavailable.code is UnavailableCode.DATABASE_LOCKED
            log.warning("The database could not be looked through: %s", unavailable or error)
            return ()

    def _is_too_new(self) -> bool:
        path = database_file(self._folder)
        if not path.exists():
            return False
        try:
            with closing(connect(path, writes=False)) as db:
                return read_schema_version(db) > SCHEMA_VERSION
        except sqlite3.DatabaseError as error:
            # The next opening reports it.
            log.warning("The database's version could not be read: %s", to_unavailable(error) or error)
            return False


def _is_log_lost(database: Path) -> bool:
    """Whether the log is missing: a killed run leaves both the log (-wal) and its index (-shm)."""
    _, wal, index, _ = list_database_files(database)
    return index.exists() and not wal.exists()


def make_start_report(findings: StartFindings, *, in_use: bool) -> StartReport:
    """A damaged database goes before an unclean end; `in_use`: the salvaged data is used."""
    if findings.damage is not None:
        event = StartEvent.RECOVERED if findings.damage.complete or in_use else StartEvent.DATABASE_DAMAGED
        aside, newest = str(findings.damage.set_aside), findings.damage.newest_backup
        missing = None if in_use else _report_missing(findings)
        return StartReport(event, findings.trace, aside, newest, missing)
    if findings.missing is not None:
        return StartReport(StartEvent.DATA_MISSING, findings.trace, missing=_report_missing(findings))
    if findings.too_new:
        return StartReport(StartEvent.DATABASE_TOO_NEW, findings.trace)
    if findings.log_lost:
        return StartReport(StartEvent.LOG_LOST, findings.trace)
    if findings.unclean:
        return StartReport(StartEvent.UNCLEAN_END, findings.trace)
    return StartReport(StartEvent.CLEAN)


def _report_missing(findings: StartFindings) -> MissingDataReport | None:
    if findings.missing is None:
        return None
    newest = findings.missing.newest
    return MissingDataReport(None, None) if newest is None else MissingDataReport(newest.backup, newest.items)


def _identify(file: Path) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None where there is none."""
    with contextlib.suppress(OSError):
        stat = file.stat()
        return stat.st_dev, stat.st_ino
    return None
