"""What only SQLite has, of a store that is open."""

from __future__ import annotations

from service.store.engine.checkpoints import Checkpointer
from service.store.engine.connection import SqliteConnection
from service.store.engine.store import SqliteDatabase, Store
from service.store.engine.transaction import ReadTx


def sqlite_of(db: ReadTx) -> SqliteConnection:
    """The connection of a transaction."""
    assert isinstance(db._connection, SqliteConnection)
    return db._connection


def checkpointer_of(store: Store) -> Checkpointer:
    assert isinstance(store._database, SqliteDatabase)
    return store._database._checkpoints
