"""A backup of either engine is the same file and is restored into either."""

from __future__ import annotations

import shutil
import time
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import BackupService, newest_backup
from bridge.backups.nightly_backup import AFTER_START, NightlyBackup
from bridge.backups.shared_data import SharedData
from service.domain.audit import OwnerAction
from service.domain.errors import Unavailable
from service.domain.times import DAY
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.postgres.connection import connect as connect_to_server
from service.store.postgres.database import PostgresDatabase
from service.store.recovery import engine_copy
from service.store.recovery.copies import CopyStopped
from service.store.settings import write_setting
from tests.bridge.backups.conftest import in_file
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.clock import FakeClock
from tests.fakes.filled_database import read_everything

WAIT_S = 20.0
PHRASE = "three quiet harbours"


@pytest.fixture
def here(tmp_path: Path, filled: Path) -> Cli:
    return in_file(tmp_path, filled, "here")


@pytest.fixture
def there(tmp_path: Path, filled: Path, address: str) -> Cli:
    """The same data on PostgreSQL."""
    cli = in_file(tmp_path, filled, "there")
    cli.ok("move", "--to", address)
    return cli


def read_all(cli: Cli, tmp_path: Path) -> dict[str, list[Any]]:
    """Every row, as a backup has it, without what a move and chance wrote. The chain is whole."""
    assert cli.json("audit", "verify")["broken"] is None
    file = tmp_path / "read" / "counterpart.db"
    shutil.rmtree(file.parent, ignore_errors=True)
    file.parent.mkdir()
    cli.ok("backup", str(file))
    tables = read_everything(file)
    tables["settings"] = [row for row in tables["settings"] if not str(row[0]).startswith("moved_")]
    tables["audit_entries"] = [row[1:7] for row in tables["audit_entries"] if row[3] != OwnerAction.MOVED]
    tables["feed_epochs"] = [row[::2] for row in tables["feed_epochs"]]
    return tables


@pytest.mark.parametrize("phrase", ["", PHRASE], ids=["plain", "sealed"])
@pytest.mark.parametrize("made_on", ["here", "there"])
def test_a_backup_of_either_engine_is_restored_into_either(
    here: Cli, there: Cli, tmp_path: Path, made_on: str, phrase: str
) -> None:
    source, file = {"here": here, "there": there}[made_on], tmp_path / "a.cpbackup"
    for cli in (here, there):
        cli.environment |= {
            "COUNTERPART_BACKUP_PASSPHRASE": phrase,
            "COUNTERPART_VAULT_PASSPHRASE": "only for this test",
        }
    made = source.json("backup", str(file))
    assert made["encrypted"] == bool(phrase)
    for cli in (here, there):
        held = cli.json("restore", str(file), "--look")
        assert (held["items"], held["staging_items"], held["keys_to_confirm"]) == (1, 3, [])
        kept = cli.json("restore", str(file))["kept"]
        assert Path(kept).exists(), "what was there is kept"
    for cli in (here, there):
        cli.environment.pop("COUNTERPART_BACKUP_PASSPHRASE", None)
    ours, theirs = (read_all(cli, tmp_path) for cli in (here, there))
    for table, rows in ours.items():
        assert rows, table
        assert theirs[table] == rows, table


def test_a_restore_into_an_empty_database_is_that_into_an_empty_folder(here: Cli, tmp_path: Path, address: str) -> None:
    file = tmp_path / "a.cpbackup"
    here.ok("backup", str(file))
    other, shared = Cli(tmp_path / "other"), Cli(tmp_path / "shared")
    shared.environment["COUNTERPART_DATABASE"] = address
    for cli in (other, shared):
        assert not cli.json("restore", str(file))["kept"]
    ours, theirs = read_all(other, tmp_path), read_all(shared, tmp_path)
    for table, rows in ours.items():
        assert theirs[table] == rows, table


def test_services_are_refused_during_a_restore_and_see_the_new_data_after_it(
    there: Cli, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.cpbackup"
    there.ok("backup", str(file))
    store = Store(tmp_path / "service" / "counterpart.db", PostgresDatabase(address))
    led: list[int | None] = []
    store.serve(lambda: led.append(store.term))
    term = store.term

    def write(tx: Tx) -> None:
        write_setting(tx, "language", "ar")

    store.submit(write).result(WAIT_S)
    epoch, original = store.epoch, engine_copy.fill_postgres

    def write_meanwhile(*arguments: object) -> None:
        with pytest.raises(Unavailable, match="is being moved or restored"):
            store.submit(write).result(WAIT_S)
        original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("bridge.backups.shared_data.fill_postgres", write_meanwhile)
    there.ok("restore", str(file))
    read = store.submit_read(lambda db: db.scalar("SELECT value FROM settings WHERE name = 'language'"))
    assert read.result(WAIT_S) is None
    store.submit(lambda tx: tx.scalar("SELECT 1")).result(WAIT_S)
    assert store.epoch > epoch, "what was looked up is looked up again"
    ends = time.monotonic() + WAIT_S
    while len(led) < 3 and time.monotonic() < ends:
        store.submit(lambda tx: tx.scalar("SELECT 1")).result(WAIT_S)
    assert led[1:] == [None, (term or 0) + 1], "the leader begins again from what is there now"
    store.close()


def test_a_restore_that_fails_changes_nothing(there: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.cpbackup"
    there.ok("backup", str(file))
    before = read_all(there, tmp_path)

    def fail(*_arguments: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(engine_copy, "_make_rules", fail)
    there.fails("restore", str(file), code=1)
    monkeypatch.undo()
    assert read_all(there, tmp_path) == before
    left = {path.name for path in there.folder.iterdir()}
    assert [name for name in left if name.startswith((".", "replaced"))] == []


def test_a_moved_database_takes_no_restore(there: Cli, address: str, tmp_path: Path) -> None:
    file = tmp_path / "a.cpbackup"
    there.ok("backup", str(file))
    there.ok("move", "--to-folder", str(there.folder))
    there.environment["COUNTERPART_DATABASE"] = address
    assert "This data was moved to" in there.fails("restore", str(file), code=1)


async def test_a_nightly_backup_of_a_shared_database_is_retained_by_the_same_rule(there: Cli, address: str) -> None:
    clock = FakeClock()
    shared = SharedData(PostgresDatabase(address))
    with connect_to_server(address) as raw:
        raw.execute("UPDATE shops SET created_at = $1", (clock.now(),))
        raw.execute("INSERT INTO settings VALUES ('clock_trusted_at', $1)", (str(clock.now()),))
    backups = BackupService(there.folder, clock, FakeSecretStore(), lambda work: work(), shared=shared)
    nightly = NightlyBackup(BackupLocation(there.folder, shared=shared), backups, clock, UTC)
    clock.advance(AFTER_START)
    for night in range(1, 4):
        clock.advance(DAY)
        await nightly.step()
        assert [one.kind for one in backups.list()].count("daily") == night
    assert backups.newest_good() == backups.list()[0].path


def test_a_copy_ends_when_the_service_stops(there: Cli, address: str, tmp_path: Path) -> None:
    backups = BackupService(
        there.folder, FakeClock(), FakeSecretStore(), lambda work: work(), shared=SharedData(PostgresDatabase(address))
    )
    with pytest.raises(CopyStopped):
        backups.back_up_nightly(lambda: True)
    assert [path.name for path in there.folder.rglob("*") if path.name.startswith(".being")] == []


def test_the_doctor_looks_for_backups_where_postgres_says_they_are(there: Cli, tmp_path: Path, address: str) -> None:
    clock, shared = FakeClock(), SharedData(PostgresDatabase(address))
    backups = BackupService(there.folder, clock, FakeSecretStore(), lambda work: work(), shared=shared)
    (elsewhere := tmp_path / "elsewhere").mkdir()
    backups.choose_folder(str(elsewhere))
    backups.back_up_nightly(lambda: False)
    assert newest_backup(there.folder, clock) is None, "what the move has left does not know"
    newest = newest_backup(there.folder, clock, shared)
    assert newest is not None
    assert Path(newest.path).parent == elsewhere
