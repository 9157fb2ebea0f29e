"""Copies of the database as files: made by SQLite's backup API, told from one another by a label, looked into."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from service.domain.errors import Unavailable
from service.domain.sentences import say, why
from service.store.checks import integrity_check
from service.store.database import connect
from service.store.faults import HELD, as_unavailable

SPARE_BYTES = 64 * 1024 * 1024
"""What a copy leaves free on its disk, so that it never fills it."""

_PAGES_A_STEP = 1_000
_LABEL_TABLE = "_backup"
_MIB = 1024 * 1024

Told = Callable[[int, int], None]
"""Done, and in all."""

Stop = Callable[[], bool]


class Stopped(Unavailable):
    """Whoever asked for a copy no longer wants it."""

    def __init__(self) -> None:
        super().__init__(say("The copy was stopped before it was complete; nothing of it was kept."))


def never() -> bool:
    """A copy that nobody stops."""
    return False


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a copy holds; `secrets` are the names of the webhook secrets that its targets need."""

    schema: int
    shops: tuple[str, ...]
    items: int
    orders: int
    calls: int
    targets: int
    secrets: frozenset[str]


def copy_database(source: Path, target: Path, label: str | None, told: Told, stop: Stop = never) -> None:
    """Copies a database that may be in use to a file, whole and verified or not at all. Raises Unavailable, Stopped."""
    partial = target.with_name(f".{target.name}.part")
    try:
        drop_database(partial)
        need_room(source, target.parent)
        _copy(source, partial, label, told, stop)
        faults = integrity_check(partial, stop)
        if stop():
            raise Stopped
        if faults:
            raise Unavailable(
                say(
                    "The database is damaged ({fault}), so no copy was kept. Run `counterpart doctor`.", fault=faults[0]
                )
            )
        os.replace(partial, target)  # noqa: PTH105 - atomic
    except OSError as error:
        raise Unavailable(
            say(
                "{target} cannot be written: {reason}. Choose another folder, or mend that.",
                target=str(target),
                reason=why(error),
            )
        ) from error
    except sqlite3.Error as error:
        if stop():
            raise Stopped from None
        raise as_unavailable(error) or error from error
    finally:
        drop_database(partial)


def need_room(source: Path, folder: Path, times: int = 1) -> None:
    """Raises Unavailable where copies of `source` would leave less than SPARE_BYTES in `folder`. Raises OSError."""
    need = times * sum(part.stat().st_size for part in parts_of(source) if part.exists()) + SPARE_BYTES
    free = shutil.disk_usage(folder).free
    if free < need:
        raise Unavailable(
            say(
                "There is not enough room in {folder}: {free} MiB are free, {need} MiB are needed. "
                "Make room, or choose another folder.",
                folder=str(folder),
                free=free // _MIB,
                need=need // _MIB + 1,
            )
        )


def parts_of(path: Path) -> tuple[Path, ...]:
    """The files that a database may consist of."""
    return tuple(path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", "-journal"))


def drop_database(path: Path) -> None:
    """Removes a copy with all its parts; what is not there is no error."""
    for part in parts_of(path):
        part.unlink(missing_ok=True)


def read_label(path: Path) -> str | None:
    """The label of a copy, or None where it has none. Raises sqlite3.Error."""
    with closing(_look_into(path)) as db:
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (_LABEL_TABLE,)).fetchone():
            return None
        row = db.execute(f"SELECT label FROM {_LABEL_TABLE}").fetchone()
        return None if row is None else str(row[0])


def is_whole(path: Path) -> bool:
    """Whether the file is as long as its pages say; a quick look, no proof. Raises sqlite3.Error, OSError."""
    with closing(_look_into(path)) as db:
        pages, size = (int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
        return 0 < pages * size == path.stat().st_size


def read_holdings(path: Path) -> Holdings:
    """What a copy holds, whichever version wrote it. Raises sqlite3.Error where it is no database of Counterpart."""
    with closing(_look_into(path)) as db:
        shops = tuple(row[0] for row in db.execute("SELECT name FROM shops WHERE staging = 0 ORDER BY id"))
        items, orders, calls = (_count(db, table) for table in ("items", "orders", "calls"))
        rows = db.execute("SELECT secret_name, next_secret_name FROM targets WHERE removed_at IS NULL").fetchall()
        names = frozenset(name for row in rows for name in row if name)
        schema = int(db.execute("PRAGMA user_version").fetchone()[0])
        return Holdings(schema, shops, items, orders, calls, len(rows), names)


def read_origin(path: Path) -> int | None:
    """When the installation began, in Millis, which tells it from others. Raises sqlite3.Error."""
    with closing(_look_into(path)) as db:
        began = db.execute("SELECT min(created_at) FROM shops").fetchone()[0]
        return None if began is None else int(began)


def make_usable(path: Path) -> None:
    """A copy becomes a database to work with: without its label, with a write-ahead log. Raises sqlite3.Error."""
    with closing(connect(path, writes=True)) as db:
        db.execute(f"DROP TABLE IF EXISTS {_LABEL_TABLE}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def settle(path: Path) -> None:
    """Brings what is in the write-ahead log into the file, which is then everything.

    Raises sqlite3.Error, and Unavailable while another process reads or writes: what that writes would be lost.
    """
    with closing(connect(path, writes=True)) as db:
        (held, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if held:
            raise Unavailable(HELD)


def _copy(source: Path, partial: Path, label: str | None, told: Told, stop: Stop) -> None:
    def step(_status: int, left: int, total: int) -> None:
        if stop():
            raise Stopped
        told(total - left, total)

    with closing(connect(source, writes=False)) as live, closing(sqlite3.connect(partial)) as copy:
        # One view for the whole copy: without it, each write of the service would begin it anew.
        live.execute("BEGIN")
        live.execute("SELECT 1 FROM sqlite_schema").fetchone()
        live.backup(copy, pages=_PAGES_A_STEP, progress=step)
        live.execute("COMMIT")
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute(f"DROP TABLE IF EXISTS {_LABEL_TABLE}")
        if label is not None:
            copy.execute(f"CREATE TABLE {_LABEL_TABLE} (label TEXT NOT NULL) STRICT")
            copy.execute(f"INSERT INTO {_LABEL_TABLE} VALUES (?)", (label,))
        copy.commit()


def _count(db: sqlite3.Connection, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _look_into(path: Path) -> sqlite3.Connection:
    """Reads without leaving a trace beside the file, which may lie on a stick that cannot be written to."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
