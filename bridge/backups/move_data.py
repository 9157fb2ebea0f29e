"""Moves all data from the folder to PostgreSQL or back (`counterpart move`).

The copy is one transaction of its target, so a move that was cut off left nothing there. The source
is marked before that transaction is committed: at no moment can both be used.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from psycopg import errors

from bridge.backups.backup_label import name_replaced
from bridge.backups.backup_location import BEING_MOVED, BackupLocation
from bridge.backups.backup_service import replace_database
from bridge.secrets.engine_choice import write_engine_file
from bridge.system.instance_lock import InstanceLock
from bridge.system.paths import database_file, has_database, make_data_folder
from service.domain.audit import Origin, OwnerAction, check_chain, name_host
from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.store.audit_log import iterate_entries, read_head, record_action, store_head
from service.store.engine.connection import SqliteConnection, connect, open_database
from service.store.engine.moved_mark import ARRIVED, MARK, MovedTo, read_mark, read_setting, write_mark, write_setting
from service.store.engine.sqlite_errors import as_unavailable
from service.store.engine.transaction import Connection, ReadTx, Tx
from service.store.postgres.connection import PostgresConnection
from service.store.postgres.database import PostgresDatabase, has_schema
from service.store.recovery import engine_copy
from service.store.recovery.copies import OnProgress

_UNMARK = f"DELETE FROM settings WHERE name = '{MARK}'"  # noqa: S608 - a constant
_NOT_EMPTY = message("The database is not empty. Nothing was changed; create another one for the data.")


def move_to_postgres(
    folder: Path, target: PostgresDatabase, address: str, origin: Origin, on_progress: OnProgress
) -> None:
    """Moves the file of the data folder to an empty database, or finishes that. Raises
    CounterpartError; then the folder's data is as it was.
    """
    file = database_file(folder)
    if not has_database(folder):
        raise Unavailable.saying("There is no data in {folder} that could be moved.", folder=str(folder))
    with _alone_in(folder), as_unavailable(folder):
        mark = _read_file_mark(file)
        if mark is None:
            open_database(file).close()  # of an older version, maybe
        elif mark.place != address:
            raise Unavailable(mark.sentence)
        if mark is None or not _has_arrived(target, mark):
            with closing(connect(file, writes=True)) as source:
                _copy_to_postgres(source, target, _Move.begin(source, str(folder), address, origin), on_progress)
                store_head(folder, read_head(ReadTx(source)))
        write_engine_file(folder, address)


class _Move(NamedTuple):
    """What the source says of a move."""

    source: Connection
    before: str
    """The folder or the address of the source."""
    mark: MovedTo
    origin: Origin

    @classmethod
    def begin(cls, source: Connection, before: str, place: str, origin: Origin) -> _Move:
        return cls(source, before, MovedTo(place, secrets.token_hex(16)), origin)

    def record(self) -> None:
        """Adds an entry to the audit in the open transaction, unless a run that was cut off did."""
        if read_mark(self.source.execute) is None:
            tx, before = Tx(self.source, origin=self.origin), _name_place(self.before)
            record_action(tx, OwnerAction.MOVED, _name_place(self.mark.place), before=before)

    def undo(self) -> None:
        """Uses the source again, which may have been marked. Raises the engine's error."""
        self.source.rollback()
        self.source.execute("BEGIN")
        if (mark := read_mark(self.source.execute)) is not None:
            self.source.execute(_UNMARK)
            record_action(Tx(self.source, origin=self.origin), OwnerAction.MOVE_UNDONE, _name_place(mark.place))
        self.source.execute("COMMIT")


def _name_place(place: str) -> str:
    """A folder, or what the audit stores of an address (contract §11.1)."""
    return name_host(place) if "://" in place else place


def _copy_to_postgres(source: SqliteConnection, target: PostgresDatabase, move: _Move, on_progress: OnProgress) -> None:
    # No other program writes until this ends, and all is read from one view.
    source.execute("BEGIN IMMEDIATE")
    move.record()
    try:
        with target.open_alone() as raw, raw.transaction():
            if engine_copy.has_shops(raw):
                raise Unavailable(_NOT_EMPTY)
            target.prepare(raw)
            engine_copy.fill_postgres(source, raw, on_progress)
            _check_audit(PostgresConnection(lambda: raw))
            write_setting(raw.execute, ARRIVED, move.mark.number)
            write_mark(source.execute, move.mark)
            source.execute("COMMIT")
    except BaseException as error:
        is_only_here = source.in_transaction
        source.rollback()
        with suppress(Unavailable):  # then only a further run can know
            if is_only_here or not _has_arrived(target, move.mark):
                move.undo()
        if isinstance(error, (errors.DuplicateTable, errors.DuplicateFunction)):
            raise Unavailable(_NOT_EMPTY) from error
        raise


def _has_arrived(target: PostgresDatabase, mark: MovedTo) -> bool:
    """Whether the database has the data of this move. Raises Unavailable."""
    with target.open_alone() as raw:
        return has_schema(raw) and read_setting(raw.execute, ARRIVED) == mark.number


def move_to_folder(
    folder: Path, source: PostgresDatabase, address: str, target: Path, origin: Origin, on_progress: OnProgress
) -> Path | None:
    """Moves the database of a data folder to the file of the folder `target`, or finishes that; a
    file that was moved from there before is kept, and its path returned. Raises CounterpartError;
    then the database's data is as it was.
    """
    make_data_folder(target)
    file, new = database_file(target), target / BEING_MOVED
    kept = None
    with _alone_in(target), as_unavailable(target), source.open_alone() as raw:
        if not engine_copy.has_shops(raw):
            raise Unavailable.saying("The database has no data of Counterpart that could be moved.")
        mark = read_mark(raw.execute)
        if mark is not None and mark.place != str(target):
            raise Unavailable(mark.sentence)
        if mark is None or not _is_in_file(target, mark):
            if has_database(target) and _read_file_mark(file) is None:
                raise Unavailable.saying(
                    "{folder} has data already. Nothing was changed; name another folder.", folder=str(target)
                )
            move = _Move.begin(PostgresConnection(lambda: raw), address, str(target), origin)
            try:
                _copy_to_file(raw, new, move, on_progress)
                kept = replace_database(file, new, name_replaced(file, origin.now()))
            except BaseException:
                move.undo()
                raise
    if folder == target:
        write_engine_file(folder, None)
    with closing(connect(file, writes=False)) as db:
        store_head(target, read_head(ReadTx(db)))
    return kept


def _copy_to_file(raw: psycopg.Connection[Any], new: Path, move: _Move, on_progress: OnProgress) -> None:
    """Makes the file, then marks the database."""

    def settle(made: SqliteConnection) -> None:
        _check_audit(made)
        write_setting(made.execute, ARRIVED, move.mark.number)

    raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    move.record()
    engine_copy.fill_file(raw, new, on_progress, settle)
    write_mark(raw.execute, move.mark)
    raw.execute("COMMIT")


def _is_in_file(folder: Path, mark: MovedTo) -> bool:
    if not has_database(folder):
        return False
    with closing(connect(database_file(folder), writes=False)) as db:
        return read_setting(db.execute, ARRIVED) == mark.number


def _read_file_mark(file: Path) -> MovedTo | None:
    with closing(connect(file, writes=False)) as db:
        has_settings = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").fetchone()
        return read_mark(db.execute) if has_settings else None


def _check_audit(copy: Connection) -> None:
    """Raises Unavailable unless the chain in the copy is whole."""
    report = check_chain(iterate_entries(ReadTx(copy)))
    if report.broken is not None:
        raise Unavailable.saying(
            "Entry {number} of the audit was changed. Nothing was moved; run `counterpart doctor`.",
            number=report.broken,
        )


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Nothing else runs with the folder or backs it up. Raises AlreadyRunning, Unavailable."""
    instance = InstanceLock(folder)
    try:
        with BackupLocation(folder).exclusive_lock():
            yield
    finally:
        instance.release()
