"""`counterpart move`: both ways, cut off anywhere and begun again, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bridge.backups import move_data
from bridge.backups.backup_location import BackupLocation
from bridge.secrets.engine_choice import read_engine_file, write_engine_file
from bridge.system.instance_lock import InstanceLock
from bridge.system.paths import database_file
from service.domain.audit import AuditHead, OwnerAction, name_host
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.store.audit_log import read_head, read_head_file
from service.store.engine.connection import SqliteConnection, connect
from service.store.engine.moved_mark import ARRIVED, MARK
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.postgres.connection import connect as connect_to_server
from service.store.postgres.database import PostgresDatabase
from service.store.recovery import engine_copy
from service.store.settings import write_setting
from tests.bridge.backups import killed_move
from tests.bridge.backups.conftest import in_file
from tests.bridge.cli.cli_runner import NOON, USER, Cli
from tests.fakes.filled_database import read_everything
from tests.fakes.postgres_server import run_on_server, without_schema
from tests.programs import ROOT

WAIT_S = 20.0
_MOVES = """
SELECT action, subject, actor, at, details FROM audit_entries
WHERE action IN ('data_moved', 'move_undone') ORDER BY id
"""


@pytest.fixture
def cli(tmp_path: Path, filled: Path) -> Cli:
    """Commands in a data folder whose database has rows in every table."""
    return in_file(tmp_path, filled, "data")


def read_database(address: str, tmp_path: Path) -> dict[str, list[Any]]:
    """What is in PostgreSQL, through the copier."""
    path = tmp_path / "read" / "counterpart.db"
    path.parent.mkdir(exist_ok=True)
    with PostgresDatabase(address).open_snapshot() as raw:
        engine_copy.fill_file(raw, path, lambda _done, _total: None, lambda _: None)
    return read_everything(path)


def without_marks(tables: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """What the move itself wrote is left out."""
    settings = [row for row in tables["settings"] if row[0] not in (MARK, ARRIVED)]
    entries = [row for row in tables["audit_entries"] if row[3] not in (OwnerAction.MOVED, OwnerAction.MOVE_UNDONE)]
    return {**tables, "settings": settings, "audit_entries": entries}


def moves_in(place: Path | str) -> list[tuple[str, str, str, int, Any]]:
    """What the audit of a file or of a database says: what, of which place, through what, when and
    the details.
    """
    with closing(connect(place, writes=False) if isinstance(place, Path) else connect_to_server(place)) as db:
        rows = db.execute(_MOVES).fetchall()
    return [(*facts, json.loads(details)) for *facts, details in rows]


def newest_entry(file: Path) -> AuditHead:
    with closing(connect(file, writes=False)) as db:
        return read_head(ReadTx(db))


def moved(place: str, before: str, what: str = "data_moved") -> tuple[str, str, str, int, Any]:
    details = {"by": USER, "before": before} if what == "data_moved" else {"by": USER}
    return what, place, "command line", NOON, details


def is_bare(address: str) -> bool:
    with connect_to_server(address) as raw:
        return raw.execute("SELECT to_regclass('versions')").fetchall() == [(None,)]


def die_in_a_process(point: str, folder: Path, *words: str) -> None:
    environment = {**os.environ, "COUNTERPART_DATA_DIR": str(folder)}
    line = [sys.executable, "-m", killed_move.__name__, point, "move", *words]
    done = subprocess.run(line, check=False, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


def test_all_goes_to_postgres_and_back(cli: Cli, filled: Path, address: str, tmp_path: Path) -> None:
    before = read_everything(filled)
    assert f"All data is in {address}" in cli.ok("move", "--to", address)
    assert read_engine_file(cli.folder) == address
    assert without_marks(read_database(address, tmp_path)) == before
    assert "All data is in" in cli.ok("move", "--to", address), "once more finds itself done"
    kept = cli.json("move", "--to-folder", str(cli.folder))["kept"]
    assert read_engine_file(cli.folder) is None
    assert without_marks(read_everything(database_file(cli.folder))) == before
    assert without_marks(read_everything(Path(kept))) == before
    assert [file.name for file in cli.folder.iterdir() if file.name.startswith(".")] == []
    with closing(connect(database_file(cli.folder), writes=False)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert cli.json("audit", "verify")["broken"] is None


def test_both_databases_say_who_moved_the_data_when_and_from_where(cli: Cli, address: str) -> None:
    file, folder, host = database_file(cli.folder), str(cli.folder), name_host(address)
    cli.ok("move", "--to", address)
    assert moves_in(file) == moves_in(address) == [moved(host, folder)]
    assert read_head_file(cli.folder) == newest_entry(file)
    kept = cli.json("move", "--to-folder", folder)["kept"]
    assert moves_in(file) == moves_in(address) == [moved(host, folder), moved(folder, host)]
    assert moves_in(Path(kept)) == [moved(host, folder)]
    assert read_head_file(cli.folder) == newest_entry(file)


def test_a_move_that_fails_at_the_end_is_undone_in_the_audit_too(
    cli: Cli, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder, host = database_file(cli.folder), str(cli.folder), name_host(address)
    said = [moved(host, folder), moved(host, folder, "move_undone")]
    monkeypatch.setattr(SqliteConnection, "execute", _cut_after_commit)
    assert "does not answer" in cli.fails("move", "--to", address, code=1)
    monkeypatch.undo()
    assert moves_in(file) == said
    cli.ok("settings", "language", "ar")
    cli.ok("move", "--to", address)

    def fail(*_arguments: object) -> None:
        raise Unavailable(verbatim("The file could not be replaced."))

    monkeypatch.setattr(move_data, "replace_database", fail)
    cli.fails("move", "--to-folder", folder, code=1)
    said += [moved(host, folder), moved(folder, host), moved(folder, host, "move_undone")]
    assert moves_in(address) == said
    cli.ok("settings", "language", "system")
    assert cli.json("audit", "verify")["broken"] is None


@pytest.mark.parametrize("way", ["there", "back"])
def test_the_source_refuses_to_start_with_one_sentence(cli: Cli, address: str, way: str) -> None:
    cli.ok("move", "--to", address)
    if way == "back":
        cli.ok("move", "--to-folder", str(cli.folder))
        cli.environment["COUNTERPART_DATABASE"] = address
    else:
        write_engine_file(cli.folder, None)
    place = address if way == "there" else str(cli.folder)
    for words in (["serve", *(["--database", address] if way == "back" else [])], ["shops", "list"]):
        said = cli.fails(*words, code=1)
        assert f"This data was moved to {place}, and nothing uses what is left here." in said


@pytest.mark.parametrize("point", killed_move.TO_POSTGRES)
def test_a_move_to_postgres_is_killed_and_begun_again(
    cli: Cli, filled: Path, address: str, tmp_path: Path, point: str
) -> None:
    die_in_a_process(point, cli.folder, "--to", address)
    if point in ("between the mark and the commit", "before the address"):
        assert "run `counterpart move` again" in cli.fails("shops", "list", code=1)
        assert is_bare(address) == (point != "before the address")
    else:
        assert is_bare(address)
        cli.ok("settings", "language", "ar")  # the data is in use as before
        cli.ok("settings", "language", "system")
    cli.ok("move", "--to", address)
    assert moves_in(address) == moves_in(database_file(cli.folder))
    assert [entry[:2] for entry in moves_in(address)] == [("data_moved", name_host(address))], "once, by the first run"
    there, before = without_marks(read_database(address, tmp_path)), read_everything(filled)
    for table in before.keys() - {"settings", "audit_entries"}:
        assert there[table] == before[table], table
    assert there["audit_entries"][: len(before["audit_entries"])] == before["audit_entries"]
    assert read_engine_file(cli.folder) == address


@pytest.mark.parametrize("point", killed_move.TO_FOLDER)
def test_a_move_to_a_folder_is_killed_and_begun_again(cli: Cli, filled: Path, address: str, point: str) -> None:
    cli.ok("move", "--to", address)
    die_in_a_process(point, cli.folder, "--to-folder", str(cli.folder))
    if point == "before the head":
        assert read_engine_file(cli.folder) is None, "the folder has the data"
    elif point in ("between the mark and the file", "before the address"):
        assert "run `counterpart move` again" in cli.fails("shops", "list", code=1)
    else:
        cli.ok("settings", "language", "ar")
    if point != "before the head":
        cli.ok("move", "--to-folder", str(cli.folder))
    back, before = without_marks(read_everything(database_file(cli.folder))), read_everything(filled)
    for table in before.keys() - {"settings", "audit_entries"}:
        assert back[table] == before[table], table
    assert [file.name for file in cli.folder.iterdir() if file.name.startswith(".")] == []
    assert read_engine_file(cli.folder) is None


def test_a_move_that_was_cut_off_goes_nowhere_else(cli: Cli, address: str, tmp_path: Path) -> None:
    die_in_a_process("between the mark and the commit", cli.folder, "--to", address)
    with without_schema() as other:
        assert f"was moved to {address}" in cli.fails("move", "--to", other, code=1)
    cli.ok("move", "--to", address)
    die_in_a_process("between the mark and the file", cli.folder, "--to-folder", str(cli.folder))
    assert f"was moved to {cli.folder}" in cli.fails("move", "--to-folder", str(tmp_path / "other"), code=1)
    cli.ok("move", "--to-folder", str(cli.folder))


def test_where_there_is_nothing_nothing_is_moved(tmp_path: Path, address: str) -> None:
    cli = Cli(tmp_path / "empty")
    assert "There is no data in" in cli.fails("move", "--to", address, code=1)
    cli.environment["COUNTERPART_DATABASE"] = address
    assert "no data of Counterpart" in cli.fails("move", "--to-folder", str(tmp_path / "other"), code=1)


def test_services_are_refused_during_the_move_and_after_it(
    cli: Cli, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.ok("move", "--to", address)
    store = Store(tmp_path / "service" / "counterpart.db", PostgresDatabase(address))

    def write(tx: Tx) -> None:
        write_setting(tx, "language", "ar")

    def write_of_shop() -> None:
        store.submit(lambda tx: tx.update("UPDATE shops SET vat = vat WHERE id = 1"), shops={1}).result(WAIT_S)

    store.submit(write).result(WAIT_S)
    original = engine_copy.fill_file

    def write_meanwhile(*arguments: object) -> None:
        for attempt in (write_of_shop, lambda: store.submit(write).result(WAIT_S)):
            with pytest.raises(Unavailable, match="is being moved or restored"):
                attempt()
        original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(engine_copy, "fill_file", write_meanwhile)
    cli.ok("move", "--to-folder", str(cli.folder))
    for attempt in (write_of_shop, lambda: store.submit(write).result(WAIT_S)):
        with pytest.raises(Unavailable, match="The data was moved elsewhere"):
            attempt()
    store.close()


def test_a_running_program_and_a_second_move_are_refused(
    cli: Cli, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = InstanceLock(cli.folder)
    assert "already running" in cli.fails("move", "--to", address, code=1)
    instance.release()
    with BackupLocation(cli.folder).exclusive_lock():
        assert "A backup is being made" in cli.fails("move", "--to", address, code=1)
    cli.ok("move", "--to", address)
    monkeypatch.setattr("service.store.postgres.database._LONGEST_WRITE_S", 0.1)
    with PostgresDatabase(address).open_alone():
        said = cli.fails("move", "--to-folder", str(cli.folder), code=1)
    assert "being moved or restored by another program" in said


def _fill_with_shop(address: str) -> None:
    PostgresDatabase(address).check()
    with connect_to_server(address) as raw:
        raw.execute("INSERT INTO shops (name, folded, staging, created_at) VALUES ('a', 'a', 0, 1)")


def _fill_with_others(address: str) -> None:
    with connect_to_server(address) as raw:
        raw.execute("CREATE TABLE orders (anything int)")


@pytest.mark.parametrize("fill", [_fill_with_shop, _fill_with_others])
def test_a_database_with_data_is_refused(cli: Cli, address: str, fill: Callable[[str], None]) -> None:
    fill(address)
    assert "The database is not empty" in cli.fails("move", "--to", address, code=1)
    cli.ok("shops", "list")


def test_a_database_with_an_empty_schema_is_filled(cli: Cli, filled: Path, address: str, tmp_path: Path) -> None:
    PostgresDatabase(address).check()  # as `counterpart database password` does
    cli.ok("move", "--to", address)
    assert without_marks(read_database(address, tmp_path)) == read_everything(filled)


def test_a_folder_with_data_is_refused(cli: Cli, address: str, filled: Path) -> None:
    cli.ok("move", "--to", address)
    assert "has data already" in cli.fails("move", "--to-folder", str(filled.parent), code=1)
    cli.ok("shops", "list")


def test_no_database_and_no_rights_are_said(cli: Cli, address: str) -> None:
    nowhere = address.replace("/bare_", "/nowhere_")
    assert "refuses the connection" in cli.fails("move", "--to", nowhere, code=1)
    run_on_server("CREATE ROLE visitor LOGIN")
    try:
        guest = address.replace("counterpart@", "visitor@")
        assert "no right to create tables" in cli.fails("move", "--to", guest, code=1)
    finally:
        run_on_server("DROP ROLE visitor")
    cli.ok("shops", "list")


def test_where_it_is_already_and_no_place_are_said(cli: Cli, address: str) -> None:
    assert "is in" in cli.fails("move", "--to-folder", str(cli.folder))
    assert "Say where" in cli.fails("move", code=2)
    cli.ok("move", "--to", address)
    assert "whose own tools move it" in cli.fails("move", "--to", f"{address}&connect_timeout=3")


def test_data_of_another_version_is_refused(cli: Cli, address: str) -> None:
    cli.ok("move", "--to", address)
    with connect_to_server(address) as raw:
        raw.execute("UPDATE versions SET schema = 1")
    assert "another version of Counterpart" in cli.fails("move", "--to-folder", str(cli.folder), code=1)


def _cut(*_arguments: object) -> None:
    run_on_server("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'bare%'")


def _cut_after_commit(self: SqliteConnection, sql: str, *values: Any) -> object:  # noqa: ANN401 - of the library
    done = super(SqliteConnection, self).execute(sql, *values)
    if sql == "COMMIT":
        _cut()
    return done


def _fill_disk(*_arguments: object) -> None:
    raise psycopg.errors.DiskFull("could not extend file: No space left on device")


@pytest.mark.parametrize(("fault", "sentence"), [(_fill_disk, "disk of PostgreSQL is full"), (_cut, "does not answer")])
@pytest.mark.parametrize("way", ["--to", "--to-folder"])
def test_a_full_disk_and_a_cut_line_change_nothing(
    cli: Cli, address: str, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., None], sentence: str, way: str
) -> None:
    name, place = ("_import_table", address) if way == "--to" else ("_import_lines", str(cli.folder))
    if way == "--to-folder":
        cli.ok("move", "--to", address)
    original, calls = getattr(engine_copy, name), iter(range(1_000))

    def fail_at_tenth(*arguments: object) -> object:
        if next(calls) == 10:
            fault(*arguments)
        return original(*arguments)

    monkeypatch.setattr(engine_copy, name, fail_at_tenth)
    assert sentence in cli.fails("move", way, place, code=1)
    monkeypatch.undo()
    assert is_bare(address) == (way == "--to")
    cli.ok("shops", "list")
    assert [file.name for file in cli.folder.iterdir() if file.name.startswith(".")] == []


def test_a_line_that_is_cut_in_the_commit_is_settled_by_the_next_move(
    cli: Cli, filled: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def be_away(*_arguments: object) -> bool:
        raise Unavailable(verbatim("PostgreSQL does not answer"))

    monkeypatch.setattr(SqliteConnection, "execute", _cut_after_commit)
    monkeypatch.setattr(move_data, "_has_arrived", be_away)
    assert "does not answer" in cli.fails("move", "--to", address, code=1)
    monkeypatch.undo()
    assert "run `counterpart move` again" in cli.fails("shops", "list", code=1)
    cli.ok("move", "--to", address)
    assert without_marks(read_database(address, tmp_path)) == read_everything(filled)


def test_an_entry_of_the_audit_that_was_changed_stops_it(cli: Cli, address: str) -> None:
    with closing(connect(database_file(cli.folder), writes=True)) as db:
        sql = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'audit_entries_are_not_changed'").fetchone()[0]
        db.execute("DROP TRIGGER audit_entries_are_not_changed")
        db.execute("UPDATE audit_entries SET subject = 'other' WHERE id = 2")
        db.execute(sql)
    assert "Entry 2 of the audit was changed" in cli.fails("move", "--to", address, code=1)
    assert is_bare(address)


def test_an_entry_of_the_audit_that_was_changed_stops_the_way_back_too(cli: Cli, address: str) -> None:
    cli.ok("move", "--to", address)
    with connect_to_server(address) as raw:
        raw.execute("SET session_replication_role = replica")
        raw.execute("UPDATE audit_entries SET subject = 'other' WHERE id = 2")
    assert "Entry 2 of the audit was changed" in cli.fails("move", "--to-folder", str(cli.folder), code=1)
    cli.ok("shops", "list")


def test_a_command_that_had_the_file_open_writes_nothing_after_the_move(cli: Cli, address: str) -> None:
    with closing(connect(database_file(cli.folder), writes=True)) as early:
        early.begin_write()
        early.rollback()
        cli.ok("move", "--to", address)
        with pytest.raises(Unavailable, match="was moved to"):
            early.begin_write()
        assert not early.in_transaction
