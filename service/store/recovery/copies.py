"""Copies of the database as files, by SQLite's backup API, with a label."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import encode_sentence, message, os_reason
from service.domain.times import Millis
from service.store.engine.connection import connect
from service.store.engine.data_folders import sync_folder
from service.store.engine.migrations import SCHEMA_MARK, read_schema_version
from service.store.engine.moved_mark import MARK
from service.store.engine.sqlite_errors import DATABASE_LOCKED, to_unavailable
from service.store.recovery.integrity import run_integrity_check

MIN_FREE_BYTES = 64 * 1024 * 1024
"""Bytes that a copy leaves free on its disk."""

LABEL_TABLE = "_backup"
LABEL_SQL = f"CREATE TABLE {LABEL_TABLE} (label TEXT NOT NULL) STRICT"

_PAGES_PER_STEP = 1_000
_FILE_HEAD = b"SQLite format 3\x00"
NEEDED_SECRETS = """
SELECT secret_name FROM targets WHERE removed_at IS NULL
UNION ALL SELECT next_secret_name FROM targets WHERE removed_at IS NULL
UNION ALL SELECT secret_name FROM links WHERE removed_at IS NULL
UNION ALL SELECT secret_name FROM alert_channels
UNION ALL SELECT secret_name FROM heartbeat
UNION ALL SELECT secret_name FROM pull_sources
"""
"""The names of all secrets that rows need, in the column `secret_name`."""
_WORKING_KEYS = """
SELECT api_keys.id, iif(shops.staging, shops.name || ' (staging)', shops.name), api_keys.name, prefix, last_used_at
FROM api_keys JOIN shops ON shops.id = shop_id WHERE revoked_at IS NULL AND expired_at IS NULL ORDER BY api_keys.id
"""
_MIB = 1024 * 1024

OnProgress = Callable[[int, int], None]
"""Pages done, and in all."""

ShouldStop = Callable[[], bool]


def write_plain_copy(db: sqlite3.Connection, target: Path) -> None:
    """Writes all committed data to one new file, whole unless it raises. Raises sqlite3.Error."""
    with closing(sqlite3.connect(target)) as copy:
        # The caller drops a copy that is not complete, so it needs no journal.
        copy.execute("PRAGMA journal_mode = OFF")
        db.backup(copy)


class CopyStopped(Unavailable):
    """The caller stopped the copy."""

    def __init__(self) -> None:
        super().__init__(message("The copy was stopped before it was complete; nothing of it was kept."))


def never_stop() -> bool:
    """Never stops a copy."""
    return False


@dataclass(frozen=True, slots=True)
class CopyContents:
    """What the live shops of a copy contain; `test_items` and `test_orders` are those of staging,
    `secrets` the names of the webhook secrets that its targets need.
    """

    schema: int
    shops: tuple[str, ...]
    items: int
    orders: int
    calls: int
    targets: int
    secrets: frozenset[str]
    keys: tuple[CopyKey, ...]
    test_items: int = 0
    test_orders: int = 0


@dataclass(frozen=True, slots=True)
class CopyKey:
    """An API key that worked when the copy was made."""

    id: int
    shop: str
    name: str
    prefix: str
    last_used_at: Millis | None


def copy_database(
    source: Path, target: Path, label: str | None, on_progress: OnProgress, should_stop: ShouldStop = never_stop
) -> None:
    """Copies a database in use or not, whole and verified. Raises Unavailable, CopyStopped."""
    partial = target.with_name(f".{target.name}.part")
    try:
        delete_database(partial)
        check_free_space(source, target.parent)
        _copy_pages(source, partial, label, on_progress, should_stop)
        faults = run_integrity_check(partial, should_stop)
        if should_stop():
            raise CopyStopped
        if faults:
            raise Unavailable.saying(
                "The database is damaged ({fault}), so no copy was kept. Run `counterpart doctor`.", fault=faults[0]
            )
        os.replace(partial, target)  # noqa: PTH105 - atomic
        sync_folder(target.parent)
    except OSError as error:
        raise unwritable_target(target, error) from error
    except sqlite3.Error as error:
        if should_stop():
            raise CopyStopped from None
        raise to_unavailable(error) or error from error
    finally:
        delete_database(partial)


def unwritable_target(target: Path, error: OSError) -> Unavailable:
    return Unavailable.saying(
        "{target} cannot be written: {reason}. Choose another folder, or mend that.",
        target=str(target),
        reason=os_reason(error),
    )


def check_free_space(source: Path, folder: Path, times: int = 1) -> None:
    """Raises Unavailable where copies would leave less than MIN_FREE_BYTES, OSError."""
    need = times * sum(part.stat().st_size for part in list_database_files(source) if part.exists()) + MIN_FREE_BYTES
    free = shutil.disk_usage(folder).free
    if free < need:
        raise Unavailable.saying(
            "There is not enough room in {folder}: {free} MiB are free, {need} MiB are needed. "
            "Make room, or choose another folder.",
            folder=str(folder),
            free=free // _MIB,
            need=need // _MIB + 1,
        )


def list_database_files(path: Path) -> tuple[Path, ...]:
    """The files that a database can consist of."""
    return tuple(path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", "-journal"))


def delete_database(path: Path) -> None:
    """Removes a copy with all its files; a missing one is no error."""
    for part in list_database_files(path):
        part.unlink(missing_ok=True)


def read_label(path: Path) -> str | None:
    """The label of a copy, or None where it has none. Raises sqlite3.Error."""
    with closing(_open_read_only(path)) as db:
        # A view of that name could run for ever, and backups are listed before they are checked.
        made = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql = ?"
        if not db.execute(made, (LABEL_TABLE, LABEL_SQL)).fetchone():
            return None
        row = db.execute(f"SELECT label FROM {LABEL_TABLE}").fetchone()
        return None if row is None else str(row[0])


def read_version_of_copy(path: Path) -> int:
    """The version of the schema. Raises sqlite3.Error where the file is no database."""
    with closing(_open_read_only(path)) as db:
        return read_schema_version(db)


def is_of_older_build(path: Path) -> bool:
    """Whether our copy has the schema of a build before the first release. Raises sqlite3.Error."""
    with closing(_open_read_only(path)) as db:
        return int(db.execute("PRAGMA application_id").fetchone()[0]) != SCHEMA_MARK


def is_complete(path: Path) -> bool:
    """Whether the file is as long as its header says; no proof. Raises sqlite3.Error, OSError."""
    with closing(_open_read_only(path)) as db:
        pages, size = (int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
        return 0 < pages * size == path.stat().st_size


def read_contents(path: Path) -> CopyContents:
    """What a copy of any version contains. Raises sqlite3.Error where it is not Counterpart's."""
    with closing(_open_read_only(path)) as db:
        shops = tuple(row[0] for row in db.execute("SELECT name FROM shops WHERE staging = 0 ORDER BY id"))
        (items, test_items), (orders, test_orders), (calls, _), (targets, _) = (
            _count_by_shop(db, table) for table in ("items", "orders", "calls", "targets WHERE removed_at IS NULL")
        )
        secrets = frozenset(row[0] for row in db.execute(NEEDED_SECRETS) if row[0])
        keys = tuple(CopyKey(*row) for row in db.execute(_WORKING_KEYS))
        version = read_schema_version(db)
        return CopyContents(version, shops, items, orders, calls, targets, secrets, keys, test_items, test_orders)


def _count_by_shop(db: sqlite3.Connection, rows: str) -> tuple[int, int]:
    """How many rows live shops have, and staging shops. A call without a key counts as live."""
    of_shop = f"SELECT shop_id IN (SELECT id FROM shops WHERE staging) AS test, count(*) FROM {rows} GROUP BY test"
    counts = {bool(test): int(count) for test, count in db.execute(of_shop)}
    return counts.get(False, 0), counts.get(True, 0)


def activate_copy(path: Path) -> None:
    """Makes a working database of a copy: no label, a write-ahead log. Raises sqlite3.Error."""
    with closing(connect(path, writes=True)) as db:
        db.execute(f"DROP TABLE IF EXISTS {LABEL_TABLE}")
        db.execute(f"DELETE FROM settings WHERE name = '{MARK}'")  # this copy is used from now on
        db.execute("PRAGMA journal_mode = WAL")
        # Two computers must never act as one shop: the owner decides which one does.
        db.execute("UPDATE links SET is_on = 0, off_reason = ? WHERE is_on = 1", (encode_sentence(_RESTORED),))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


_RESTORED = message(
    "This data was restored from a backup, and another computer may act for the shop. Switch the link on when it is "
    "the only one."
)


def merge_wal(path: Path) -> None:
    """Moves the write-ahead log into the file, which then has all data. Raises sqlite3.Error, and
    Unavailable while another process reads or writes: its writes would be lost.
    """
    head = b""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(len(_FILE_HEAD))
    if head and head != _FILE_HEAD:
        # SQLite itself may write the log into such a file before it looks at the head.
        damaged = sqlite3.DatabaseError("file is not a database")
        damaged.sqlite_errorcode = sqlite3.SQLITE_NOTADB
        raise damaged
    with closing(connect(path, writes=True)) as db:
        (held, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if held:
            raise Unavailable(DATABASE_LOCKED, UnavailableCode.DATABASE_LOCKED)


def _copy_pages(
    source: Path, partial: Path, label: str | None, on_progress: OnProgress, should_stop: ShouldStop
) -> None:
    def step(_status: int, left: int, total: int) -> None:
        if should_stop():
            raise CopyStopped
        on_progress(total - left, total)

    with closing(connect(source, writes=False)) as live, closing(sqlite3.connect(partial)) as copy:
        # One view for the whole copy: without it, each write of the service would restart it.
        live.execute("BEGIN")
        live.execute("SELECT 1 FROM sqlite_schema").fetchone()
        live.backup(copy, pages=_PAGES_PER_STEP, progress=step)
        live.execute("COMMIT")
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute(f"DROP TABLE IF EXISTS {LABEL_TABLE}")
        if label is not None:
            copy.execute(LABEL_SQL)
            copy.execute(f"INSERT INTO {LABEL_TABLE} VALUES (?)", (label,))
        copy.commit()


def _open_read_only(path: Path) -> sqlite3.Connection:
    """Opens for reading without writing next to the file, which may be on a read-only stick."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
