"""Runs a command of the program that is killed at a point of a move: POINT COMMAND…"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from bridge.backups import move_data
from bridge.cli.program import program
from service.store.engine.connection import SqliteConnection
from service.store.recovery import engine_copy

_TENTH = 10


def die(*_arguments: object, **_named: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_at_tenth(original: Callable[..., Any]) -> Callable[..., Any]:
    calls = iter(range(1_000))

    def count(*arguments: Any) -> Any:  # noqa: ANN401 - of any function
        return die() if next(calls) == _TENTH else original(*arguments)

    return count


def _die_after_commit(self: SqliteConnection, sql: str, values: Any = ()) -> Any:  # noqa: ANN401 - of the library
    done = super(SqliteConnection, self).execute(sql, values)
    if sql == "COMMIT":
        die()
    return done


def _set(owner: object, name: str, value: object) -> Callable[[], None]:
    return lambda: setattr(owner, name, value)


TO_POSTGRES: dict[str, Callable[[], None]] = {
    "before the copy": _set(engine_copy, "fill_postgres", die),
    "in the copy": _set(engine_copy, "_import_table", _die_at_tenth(engine_copy._import_table)),
    "before the indexes": _set(engine_copy, "_make_rules", die),
    "in the comparison": _set(engine_copy, "_compare", _die_at_tenth(engine_copy._compare)),
    "before the mark": _set(move_data, "_check_audit", die),
    "between the mark and the commit": _set(SqliteConnection, "execute", _die_after_commit),
    "before the address": _set(move_data, "write_engine_file", die),
}
TO_FOLDER: dict[str, Callable[[], None]] = {
    "before the copy": _set(engine_copy, "fill_file", die),
    "in the copy": _set(engine_copy, "_import_lines", _die_at_tenth(engine_copy._import_lines)),
    "in the comparison": _set(engine_copy, "_compare", _die_at_tenth(engine_copy._compare)),
    "before the mark": _set(move_data, "_check_audit", die),
    "between the mark and the file": _set(move_data, "replace_database", die),
    "before the address": _set(move_data, "write_engine_file", die),
    "before the head": _set(move_data, "store_head", die),
}

if __name__ == "__main__":
    point, words = sys.argv[1], sys.argv[2:]
    (TO_POSTGRES if "--to" in words else TO_FOLDER)[point]()
    sys.exit(program.main(words, prog_name="counterpart", standalone_mode=False))
