"""Replaces a database with another. The old one is retained, and at every moment one of the two is
in place.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason
from service.store.engine.sqlite_errors import is_corruption, to_unavailable
from service.store.recovery.copies import check_free_space, delete_database, list_database_files, merge_wal
from service.store.recovery.folder_sync import sync_folder


def replace_database(present: Path, new: Path, replaced: Path) -> Path | None:
    """Puts `new` in the place of `present`, which is moved to `replaced`. Raises Unavailable, also
    if others use it.

    Returns the path of the old one, None if there was none.
    """
    try:
        there = present.exists()
        if there:
            _keep_replaced(present, replaced)
        # SQLite would replay the log of the old database into the new one.
        for log in list_database_files(present)[1:]:
            log.unlink(missing_ok=True)
        os.replace(new, present)  # noqa: PTH105 - atomic
        sync_folder(present.parent)
        delete_database(new)
    except OSError as error:
        raise Unavailable(
            message(
                "The data in {parent} could not be replaced: {reason}. It is as it was.",
                parent=str(present.parent),
                reason=os_reason(error),
            )
        ) from error
    return replaced if there else None


def _keep_replaced(present: Path, replaced: Path) -> None:
    """Makes a second link to the file, if the disk can do that, else a copy."""
    try:
        merge_wal(present)
    except sqlite3.Error as error:
        held = to_unavailable(error)
        if held is not None and not is_corruption(error):
            raise held from error
        # A damaged one has its log next to it.
    for part, target in zip(list_database_files(present)[:2], list_database_files(replaced)[:2], strict=True):
        if not part.exists() or (part != present and part.stat().st_size == 0):
            continue
        try:
            os.link(part, target)
        except OSError:
            check_free_space(part, target.parent)
            shutil.copy2(part, target)
