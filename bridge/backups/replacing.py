"""A database takes another's place; what it replaces is kept, and at no moment is there neither."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

from service.domain.errors import Unavailable
from service.domain.sentences import say, why
from service.store.copies import drop_database, need_room, parts_of, settle
from service.store.faults import as_unavailable, is_damage


def replace_database(present: Path, new: Path, kept: Path) -> Path | None:
    """Puts `new` in the place of `present`, which is kept as `kept`. Raises Unavailable, also where others hold it.

    Gives where the old one lies, None where there was none.
    """
    try:
        there = present.exists()
        if there:
            _keep(present, kept)
        # A log that belongs to the old database would be replayed into the new one.
        for log in parts_of(present)[1:]:
            log.unlink(missing_ok=True)
        os.replace(new, present)  # noqa: PTH105 - atomic
        drop_database(new)
    except OSError as error:
        raise Unavailable(
            say(
                "The data in {parent} could not be replaced: {reason}. It is as it was.",
                parent=str(present.parent),
                reason=why(error),
            )
        ) from error
    return kept if there else None


def _keep(present: Path, kept: Path) -> None:
    """A second name for the file, where the disk can do that, else a copy."""
    try:
        settle(present)
    except sqlite3.Error as error:
        held = as_unavailable(error)
        if held is not None and not is_damage(error):
            raise held from error
        # One that is damaged keeps its log beside it.
    for part, beside in zip(parts_of(present)[:2], parts_of(kept)[:2], strict=True):
        if not part.exists() or (part != present and part.stat().st_size == 0):
            continue
        try:
            os.link(part, beside)
        except OSError:
            need_room(part, beside.parent)
            shutil.copy2(part, beside)
