"""A damaged database at start: set aside, salvaged, the newest good backup named (desktop §3.6)."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from bridge.backups.backup_label import find_free, format_stamp
from bridge.system.paths import data_dir_option, database_file, quote_word
from service.domain.errors import Unavailable
from service.domain.sentences import os_reason
from service.domain.times import Clock
from service.store.engine.connection import connect
from service.store.engine.transaction import Tx
from service.store.recovery.copies import list_database_files
from service.store.recovery.salvage import SalvageResult, salvage
from service.store.webhooks.event_feed import begin_epoch

NOTE_FILE = "damaged.txt"
"""In the data folder after a damage, until a backup is restored or the owner removes it."""
log = logging.getLogger(__name__)


def read_damage_note(folder: Path) -> str:
    """What the owner has to decide after a damage, empty if nothing."""
    try:
        return (folder / NOTE_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class DamageOutcome:
    """`recovered`: the salvaged database. `complete`: it has all business data and is in use."""

    set_aside: Path
    recovered: Path | None
    complete: bool
    newest_backup: str

    @property
    def sentence(self) -> str:
        """What happened, then what to do on the command line."""
        text = f"The database was damaged; it is kept as {self.set_aside}."
        if self.complete:
            return f"{text} Everything but some of the logs could be read out of it and is in use. Look at your stock."
        ways = []
        if self.newest_backup:
            ways.append(f"the newest good backup with `{self._restore_command(self.newest_backup)}`")
        if self.recovered is not None:
            ways.append(f"what could be read out of it with `{self._restore_command(str(self.recovered))}`")
        if not ways:
            empty = f"counterpart restore --empty{data_dir_option(self.set_aside.parent)}"
            return f"{text} There is no backup and nothing could be read: start empty with `{empty}`."
        return f"{text} Bring back {', or '.join(ways)}."

    def _restore_command(self, file: str) -> str:
        return f"counterpart restore {quote_word(file)}{data_dir_option(self.set_aside.parent)}"


def set_aside_damaged(folder: Path, clock: Clock, newest_good: Callable[[], str]) -> DamageOutcome:
    """Sets the database aside and salvages what is possible. Raises Unavailable if the folder
    cannot be written.

    The database is read in place, which may take long, and moved after the note is written. After
    an interruption at any point the next start finds the damage or the note, and never starts empty
    as if nothing had happened.
    """
    database, stamp = database_file(folder), format_stamp(clock.now())
    aside = find_free(lambda more: database.with_name(f"damaged-{stamp}{more}.db"))
    recovered = aside.with_name(aside.name.replace("damaged-", "recovered-", 1))
    try:
        salvaged = _salvage_database(database, recovered)
        whole = salvaged is not None and salvaged.is_complete
        left = DamageOutcome(
            aside, recovered if salvaged is not None else None, complete=False, newest_backup=newest_good()
        )
        (folder / NOTE_FILE).write_text(left.sentence + "\n", encoding="utf-8")
        _move_database(database, aside)
        if whole:
            recovered.rename(database)
            (folder / NOTE_FILE).unlink()
    except OSError as error:
        raise Unavailable.saying(
            "The damaged database in {folder} cannot be set aside: {reason}.",
            folder=str(folder),
            reason=os_reason(error),
        ) from error
    log.warning("The database was damaged; %d rows could be read", salvaged.rows if salvaged else 0)
    return replace(left, complete=whole)


def find_undecided_damage(folder: Path, newest_good: Callable[[], str]) -> DamageOutcome | None:
    """A damage that an earlier run set aside and nobody has decided on, or None. Raises OSError."""
    database = database_file(folder)
    if database.exists() or not read_damage_note(folder):
        return None
    aside = max(folder.glob("damaged-*.db"), default=None)
    if aside is None:
        return None
    _move_database(database, aside)
    recovered = aside.with_name(aside.name.replace("damaged-", "recovered-", 1))
    return DamageOutcome(aside, recovered if recovered.exists() else None, complete=False, newest_backup=newest_good())


def use_recovered(outcome: DamageOutcome, folder: Path) -> bool:
    """Uses the salvaged database for the window, which shows that. Returns whether there is one."""
    if not outcome.complete and outcome.recovered is not None:
        outcome.recovered.rename(database_file(folder))
    (folder / NOTE_FILE).unlink(missing_ok=True)
    return outcome.recovered is not None


def _move_database(database: Path, aside: Path) -> None:
    """Moves it with its logs, which a new one would replay; also what an earlier move left."""
    for part, set_aside in zip(list_database_files(database), list_database_files(aside), strict=True):
        if part.exists():
            part.rename(set_aside)


def _salvage_database(damaged: Path, recovered: Path) -> SalvageResult | None:
    """Under another name until complete. Raises OSError if the database cannot be moved."""
    being_read = recovered.with_name(".being-recovered.db")
    try:
        salvaged = salvage(damaged, being_read)
        if salvaged is not None:
            # The newest events may be lost, and other events will get their numbers.
            with closing(connect(being_read, writes=True)) as db:
                begin_epoch(Tx(db))
    except (Unavailable, OSError, sqlite3.Error) as error:
        log.warning("Nothing could be read out of the damaged database: %s", error)
        return None
    if salvaged is not None:
        being_read.rename(recovered)
    return salvaged
