"""A damaged database at start: set aside, read out as far as it goes, the newest good backup named (DESKTOP.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bridge.backups.label import stamp_of
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
            ways.append(f"the newest good backup with `counterpart restore {self.newest_backup}`")
        if self.recovered is not None:
            ways.append(f"what could be read out of it with `counterpart restore {self.recovered}`")
        if not ways:
            return f"{told} There is no backup and nothing could be read: remove {NOTE} beside it to start empty."
        return f"{told} Bring back {', or '.join(ways)}."


def rescue(folder: Path, clock: Clock, newest_good: Callable[[], str]) -> Rescue:
    """Sets the database aside and tries what can be tried. Raises Unavailable where the folder cannot be written."""
    database, stamp = database_file(folder), stamp_of(clock.now())
    aside = database.with_name(f"damaged-{stamp}.db")
    recovered = database.with_name(f"recovered-{stamp}.db")
    try:
        for part, beside in zip(parts_of(database), parts_of(aside), strict=True):
            if part.exists():
                part.rename(beside)
        found = _read_out(aside, recovered)
        whole = found is not None and found.whole
        if whole:
            recovered.rename(database)
        done = Rescue(aside, recovered if found is not None else None, whole, newest_good())
        if not whole:
            (folder / NOTE).write_text(done.sentence + "\n", encoding="utf-8")
    except OSError as error:
        raise Unavailable(
            say(
                "The damaged database in {folder} cannot be set aside: {reason}.", folder=str(folder), reason=why(error)
            )
        ) from error
    log.warning("The database was damaged; %d rows could be read", found.rows if found else 0)
    return done


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


def _read_out(aside: Path, recovered: Path) -> Salvaged | None:
    try:
        return salvage(aside, recovered)
    except (Unavailable, OSError) as error:
        log.warning("Nothing could be read out of the damaged database: %s", error)
        return None
