"""The versions of the schema, and the steps that lead to them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from importlib import resources
from typing import TYPE_CHECKING

from service.domain.catalogue.row_types import FIELDS

if TYPE_CHECKING:
    from sqlite_utils import Database

SCHEMA_MARK = 0x9215503
"""`PRAGMA application_id`, from the checksum of schema.sql: builds before the first release changed
that file in place, and this tells their databases.
"""

Step = Callable[["Database"], None]
Steps = Sequence[Step]
"""Step N leads from version N - 1 to version N; a new file has version 0."""


def create_schema(db: Database) -> None:
    """Creates everything that version 0.1.0 needs."""
    run_script(db, "schema.sql")
    db.execute(f"PRAGMA application_id = {SCHEMA_MARK}")
    make_history_trigger(db)


def make_history_trigger(db: Database) -> None:
    """Makes the trigger that records what an update changes of an item's fields. A step that adds a
    column for a field calls it again.

    SQLite has old and new values in hand while it updates; reading them first takes longer. One
    statement inserts the rows of all fields: one for each field takes twice as long.
    """
    changed = " UNION ALL ".join(
        f"SELECT NEW.change_id, '{field}', OLD.{field}, NEW.{field} WHERE OLD.{field} IS NOT NEW.{field}"
        for field in sorted(FIELDS[1:])
    )
    db.execute("DROP TRIGGER IF EXISTS items_have_a_history")
    db.execute(
        "CREATE TRIGGER items_have_a_history AFTER UPDATE OF change_id ON items BEGIN "
        "INSERT INTO value_changes VALUES (NEW.change_id, OLD.id, OLD.change_id); "
        f"INSERT INTO field_changes {changed}; END"
    )


STEPS: Steps = (create_schema,)
"""A step and its file never change after their release: what follows is a step of its own."""

SCHEMA_VERSION = len(STEPS)
"""Written to `PRAGMA user_version`: a program refuses a database with a higher number."""


def read_schema_version(db: sqlite3.Connection) -> int:
    """The schema's number, 0 for a new file. Raises sqlite3.Error."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def apply_steps(connection: sqlite3.Connection, steps: Steps) -> None:
    """Makes the steps that the database has not had, each whole or not at all. Raises
    sqlite3.Error. The connection has other settings afterwards.
    """
    # A database that is up to date needs none of it, and it takes longer than a short command.
    from sqlite_utils import Database, Migrations  # noqa: PLC0415 - as above

    migrations = Migrations("counterpart")
    for number, step in enumerate(steps, 1):
        migrations(name=f"{number:03}_{step.__name__}")(_with_number(step, number))
    migrations.apply(Database(connection, execute_plugins=False))


def _with_number(step: Step, number: int) -> Step:
    def make_step(db: Database) -> None:
        step(db)
        db.execute(f"PRAGMA user_version = {number}")

    return make_step


def run_script(db: Database, name: str) -> None:
    """Runs a file next to this module in the step's transaction. Comments are not stored."""
    text = resources.files("service.store.engine").joinpath(name).read_text(encoding="utf-8")
    statement = ""
    for line in re.sub(r"[ \t]*--.*", "", text).splitlines():
        statement += f"{line}\n"
        # A trigger has semicolons of its own.
        if sqlite3.complete_statement(statement):
            db.execute(statement.strip().removesuffix(";"))
            statement = ""
    if statement.strip():
        db.execute(statement)
