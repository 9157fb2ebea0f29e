"""A damaged database at start: set aside, read out as far as it goes, the newest good backup named (DESKTOP.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from bridge.backups.label import stamp_of
from bridge.command_lines import for_data, quoted
from bridge.paths import database_file
from service.domain.errors import Unavailable
from service.domain.sentences import say, why
from service.domain.times import Clock
from service.store.copies import parts_of
from service.store.salvage import Salvaged, salvage

log = logging.getLogger(__name__)

NOTE = "damaged.txt"
"""Stands in the data folder from a damage until a backup is restored or the owner takes it away."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """`recovered` is what could be read, `whole` whether all business is in it and it was put in place."""

    set_aside: Path
    recovered: Path | None
    whole: bool
    newest_backup: str

    @property
    def sentence(self) -> str:
        """What happened, then what to do on the command line."""
        told = f"The database was damaged; it is kept as {self.set_aside}."
        if self.whole:
            return f"{told} Everything but some of the logs could be read out of it and is in use. Look at your stock."
        ways = []
        if self.newest_backup:
            ways.append(f"the newest good backup with `{self._restore(self.newest_backup)}`")
        if self.recovered is not None:
            ways.append(f"what could be read out of it with `{self._restore(str(self.recovered))}`")
        if not ways:
            return f"{told} There is no backup and nothing could be read: remove {NOTE} beside it to start empty."
        return f"{told} Bring back {', or '.join(ways)}."

    def _restore(self, file: str) -> str:
        return f"counterpart restore {quoted(file)}{for_data(self.set_aside.parent)}"


def rescue(folder: Path, clock: Clock, newest_good: Callable[[], str]) -> Rescue:
    """Sets the database aside and tries what can be tried. Raises Unavailable where the folder cannot be written.

    The database is read where it lies, which may take long, and moved when the note stands: whenever this is cut off,
    the next start finds the damage or the note, and never goes on with nothing as if there had been nothing.
    """
    database, stamp = database_file(folder), stamp_of(clock.now())
    aside = database.with_name(f"damaged-{stamp}.db")
    recovered = database.with_name(f"recovered-{stamp}.db")
    try:
        found = _read_out(database, recovered)
        whole = found is not None and found.whole
        left = Rescue(aside, recovered if found is not None else None, whole=False, newest_backup=newest_good())
        (folder / NOTE).write_text(left.sentence + "\n", encoding="utf-8")
        _move(database, aside)
        if whole:
            recovered.rename(database)
            (folder / NOTE).unlink()
    except OSError as error:
        raise Unavailable(
            say(
                "The damaged database in {folder} cannot be set aside: {reason}.", folder=str(folder), reason=why(error)
            )
        ) from error
    log.warning("The database was damaged; %d rows could be read", found.rows if found else 0)
    return replace(left, whole=whole)


def undecided(folder: Path, newest_good: Callable[[], str]) -> Rescue | None:
    """A damage that an earlier run set aside and nobody has decided on; None where there is none. Raises OSError."""
    database = database_file(folder)
    if database.exists() or not note_of(folder):
        return None
    aside = max(folder.glob("damaged-*.db"), default=None)
    if aside is None:
        return None
    _move(database, aside)
    recovered = aside.with_name(aside.name.replace("damaged-", "recovered-", 1))
    return Rescue(aside, recovered if recovered.exists() else None, whole=False, newest_backup=newest_good())


def use_recovered(done: Rescue, folder: Path) -> bool:
    """For the window, which shows what happened: what could be read is better than nothing. Whether there is any."""
    if not done.whole and done.recovered is not None:
        done.recovered.rename(database_file(folder))
    (folder / NOTE).unlink(missing_ok=True)
    return done.recovered is not None


def note_of(folder: Path) -> str:
    """What a damage left to be decided, empty if nothing."""
    try:
        return (folder / NOTE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _move(database: Path, aside: Path) -> None:
    """With its logs, which would be replayed into whatever takes its place; also what an earlier move left behind."""
    for part, beside in zip(parts_of(database), parts_of(aside), strict=True):
        if part.exists():
            part.rename(beside)


def _read_out(damaged: Path, recovered: Path) -> Salvaged | None:
    """Under another name until it is complete. Raises OSError where that cannot be changed."""
    being_read = recovered.with_name(".being-recovered.db")
    try:
        found = salvage(damaged, being_read)
    except (Unavailable, OSError) as error:
        log.warning("Nothing could be read out of the damaged database: %s", error)
        return None
    if found is not None:
        being_read.rename(recovered)
    return found
