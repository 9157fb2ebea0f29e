"""Backups are made, listed, retained, inspected and restored."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.backup_label import Label, encode_label
from bridge.backups.backup_service import BackupService
from bridge.backups.inspect_backup import describe, describe_all
from bridge.paths import database_file
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import verbatim
from service.domain.times import DAY
from service.domain.webhooks.webhook_secrets import SecretStoreState
from service.store.engine.connection import connect
from service.store.engine.readers import run_read
from service.store.engine.schema_version import SCHEMA_VERSION
from service.store.engine.store import Store
from service.store.recovery.copies import CopyStopped, copy_database, list_database_files
from service.store.webhooks.event_feed import read_epochs
from tests.bridge.backups.backup_fixture import PHRASE, WHSEC, BackupFixture, ignore_progress
from tests.fakes.shop_fixture import ShopFixture


def test_a_backup_of_a_database_in_use_holds_it_all_and_is_told_of(yard: BackupFixture) -> None:
    made = yard.backups.back_up(None, ignore_progress)
    assert (made.verified, made.encrypted, made.kind, made.at) == (True, False, "manual", yard.clock.now())
    held = yard.backups.inspect(made.path, None)
    assert (held.items, held.targets, held.has_secrets, held.version) == (1, 1, False, "0.1.0")
    assert held.shops == (yard.floor.shop.name,)
    assert yard.backups.list() == (made,)
    assert yard.partial_files() == []


def test_a_backup_comes_to_an_end_while_others_write_and_is_one_moment(yard: BackupFixture) -> None:
    """Without one view for the whole copy, every write would restart it."""
    floor, seen = yard.floor, []
    floor.upload(*({"sku": f"L{n}", "name": "N" * 900} for n in range(9_000)))

    def told(progress: object) -> None:
        seen.append(progress)
        floor.add(f"LATER-{len(seen)}")

    made = yard.backups.back_up(None, told)
    assert len(seen) > 2
    assert yard.backups.inspect(made.path, None).items == floor.count("items") - len(seen)


def test_an_encrypted_one_carries_the_webhook_secrets_and_shows_none(yard: BackupFixture) -> None:
    yard.backups.set_passphrase(PHRASE)
    assert yard.location.settings().backup_encrypted
    made = yard.backups.back_up(None, ignore_progress)
    assert (made.encrypted, made.verified, made.at) == (True, True, yard.clock.now())
    sealed = Path(made.path).read_bytes()
    assert all(word not in sealed for word in (b"SQLite", b"PAD-1", b"brake", WHSEC.encode(), PHRASE.encode()))
    for typed in (PHRASE, None):
        held = yard.backups.inspect(made.path, typed)
        assert (held.items, held.targets, held.has_secrets) == (1, 1, True)
    assert yard.partial_files() == []


def test_switching_encryption_off_forgets_the_passphrase(yard: BackupFixture) -> None:
    yard.backups.set_passphrase(PHRASE)
    yard.backups.set_passphrase(PHRASE + "s")
    assert [one.text for name, one in yard.secrets.secrets.items() if name.startswith("backup-")] == [PHRASE + "s"]
    yard.backups.set_passphrase(None)
    assert not [name for name in yard.secrets.secrets if name.startswith("backup-")]
    assert not yard.backups.back_up(None, ignore_progress).encrypted


def test_without_its_passphrase_no_backup_is_made_rather_than_a_plain_one(yard: BackupFixture) -> None:
    yard.backups.set_passphrase(PHRASE)
    yard.secrets.state = SecretStoreState.LOCKED
    with pytest.raises(Unavailable, match="passphrase for backups cannot be read"):
        yard.backups.back_up(None, ignore_progress)
    yard.secrets.state = SecretStoreState.WORKS
    yard.secrets.secrets.clear()
    with pytest.raises(Unavailable, match="is not kept on this computer"):
        yard.backups.back_up(None, ignore_progress)
    yard.set("backup_secret", "")
    with pytest.raises(Unavailable, match="there is no passphrase"):
        yard.backups.back_up(None, ignore_progress)
    assert yard.backups.list() == ()


def test_a_wrong_passphrase_is_told_apart_from_a_damaged_file(yard: BackupFixture) -> None:
    made = yard.backups.back_up(str(yard.folder / "sealed"), ignore_progress, PHRASE)
    for typed in ("another", None, ""):
        with pytest.raises(Refused) as wrong:
            yard.backups.inspect(made.path, typed)
        assert wrong.value.code == "wrong_passphrase"
    whole = Path(made.path).read_bytes()
    for place in (0, 8, 9, 20, 40, 48, 60, 130, 300, len(whole) // 2, len(whole) - 1):
        broken = bytearray(whole)
        broken[place] ^= 1
        assert code_of(yard, bytes(broken)) == "backup_not_good", place
    for length in (0, 5, 50, 200, len(whole) // 2, len(whole) - 1):
        assert code_of(yard, whole[:length]) == "backup_not_good", length
    assert code_of(yard, whole + b"x") == "backup_not_good"
    assert yard.partial_files() == []


def test_a_damaged_plain_one_is_told(yard: BackupFixture) -> None:
    whole = Path(yard.backups.back_up(None, ignore_progress).path).read_bytes()
    zeros = whole[:4096] + bytes(len(whole) - 4096)
    for broken in (b"", b"no backup", whole[: len(whole) // 2], zeros, bytes(len(whole))):
        assert code_of(yard, broken) == "backup_not_good"
    (yard.folder / "other.db").unlink(missing_ok=True)
    with closing(sqlite3.connect(yard.folder / "other.db")) as db:
        db.execute("CREATE TABLE something (a)")
    with pytest.raises(Refused, match="no backup of Counterpart"):
        yard.backups.inspect(str(yard.folder / "other.db"), None)
    with pytest.raises(Unavailable, match="cannot be read"):
        yard.backups.inspect(str(yard.folder / "nowhere"), None)


def code_of(yard: BackupFixture, data: bytes) -> str:
    file = yard.folder / "broken.cpbackup"
    file.write_bytes(data)
    with pytest.raises(Refused) as told:
        yard.backups.inspect(str(file), PHRASE)
    return told.value.code


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_a_restore_brings_back_data_and_secrets_and_keeps_what_it_replaces(
    yard: BackupFixture, passphrase: str | None
) -> None:
    made = yard.backups.back_up(str(yard.folder / "one"), ignore_progress, passphrase)
    yard.floor.add("LATER")
    name = next(iter(yard.secrets.secrets))
    yard.secrets.secrets.clear()
    kept = yard.backups.restore(made.path, passphrase, ignore_progress).replaced_path
    assert yard.skus() == ["PAD-1"]
    assert (name in yard.secrets.secrets) is (passphrase is not None)
    again = yard.backups.inspect(kept, None)
    assert (again.items, again.targets) == (2, 1)
    yard.backups.restore(kept, None, ignore_progress)
    assert yard.skus() == ["PAD-1", "LATER"]
    assert yard.partial_files() == []


def test_nothing_is_replaced_under_a_command_that_writes(yard: BackupFixture) -> None:
    """Its commit would succeed and be nowhere: neither in what is restored nor in what is kept."""
    made = yard.backups.back_up(None, ignore_progress)
    yard.close()
    with closing(sqlite3.connect(database_file(yard.folder), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE shops SET name = 'Later'")
        with pytest.raises(Unavailable, match="Another program is holding the database"):
            yard.backups.restore(made.path, None, ignore_progress)
        other.execute("COMMIT")
    with closing(sqlite3.connect(database_file(yard.folder))) as db:
        assert db.execute("SELECT DISTINCT name FROM shops").fetchall() == [("Later",)]
    assert yard.partial_files() == []


def test_a_restored_database_is_one_to_work_with(yard: BackupFixture) -> None:
    made = yard.backups.back_up(None, ignore_progress)
    yard.backups.restore(made.path, None, ignore_progress)
    with closing(sqlite3.connect(database_file(yard.folder))) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA auto_vacuum").fetchone() == (2,)
        assert db.execute("SELECT name FROM sqlite_schema WHERE name = '_backup'").fetchall() == []


def test_a_restore_begins_a_new_epoch_of_the_event_feed(yard: BackupFixture) -> None:
    made = yard.backups.back_up(None, ignore_progress)
    epochs = yard.floor.read(read_epochs)
    yard.backups.restore(made.path, None, ignore_progress)
    with closing(connect(database_file(yard.folder), writes=False)) as db:
        assert run_read(db, read_epochs)[:-1] == epochs


def test_secrets_that_cannot_be_kept_replace_nothing_unless_left_out(yard: BackupFixture) -> None:
    made = yard.backups.back_up(str(yard.folder / "one"), ignore_progress, PHRASE)
    yard.floor.add("LATER")
    yard.secrets.state = SecretStoreState.ABSENT
    with pytest.raises(Unavailable, match="Nothing was replaced"):
        yard.backups.restore(made.path, PHRASE, ignore_progress)
    assert yard.skus() == ["PAD-1", "LATER"]
    yard.backups.restore(made.path, PHRASE, ignore_progress, with_secrets=False)
    assert yard.skus() == ["PAD-1"]


def test_no_number_comes_twice_and_orders_after_the_backup_are_named(yard: BackupFixture) -> None:
    first = yard.floor.place("PAD-1")
    made = yard.backups.back_up(None, ignore_progress)
    later = [yard.floor.place("PAD-1").reference for _ in range(2)]
    position = last_position(yard)
    outcome = yard.backups.restore(made.path, None, ignore_progress)
    assert outcome.missing_orders == tuple(later)
    store = Store(database_file(yard.folder))
    try:
        floor = ShopFixture(store, yard.floor.shop, yard.clock)
        following = floor.place("PAD-1")
    finally:
        store.close()
    assert following.reference not in {first.reference, *later}
    assert following.reference == "ORD-2026-000004", "the numbers are known, so none is left out"
    assert last_position(yard) > position
    back = yard.backups.restore(outcome.replaced_path, None, ignore_progress)
    assert back.missing_orders == (following.reference,)


def last_position(yard: BackupFixture) -> int:
    with closing(sqlite3.connect(database_file(yard.folder))) as db:
        return int(db.execute("SELECT max(position) FROM order_history").fetchone()[0])


TRAPS = {
    "a trigger": "CREATE TRIGGER extra AFTER INSERT ON orders BEGIN INSERT INTO settings VALUES ('port', '1'); END",
    "a recursive view": "ALTER TABLE rfqs RENAME TO hidden; CREATE VIEW rfqs AS WITH RECURSIVE n(i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n",
    "a view of settings": "ALTER TABLE settings RENAME TO hidden; CREATE VIEW settings AS "
    "SELECT 'open_to_network' AS name, 'on' AS value",
    "another table": "CREATE TABLE extra (id INTEGER)",
    "a column that is reckoned": "ALTER TABLE shops ADD COLUMN extra TEXT AS (hex(name))",
    "an index of an expression": "CREATE INDEX extra ON items (hex(zeroblob(100000)))",
    "a label that is a view": "DROP TABLE IF EXISTS _backup; CREATE VIEW _backup AS WITH RECURSIVE n(i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS label FROM n",
}


@pytest.mark.parametrize("trap", list(TRAPS))
def test_a_file_with_a_schema_of_its_own_is_refused_and_never_run(yard: BackupFixture, trap: str) -> None:
    made = yard.backups.back_up(None, ignore_progress)
    with closing(sqlite3.connect(made.path)) as db:
        db.executescript(TRAPS[trap])
        db.commit()
    assert [one.path for one in yard.backups.list()] == [made.path], "it is listed without being run"
    with pytest.raises(Refused, match="or is no backup of Counterpart"):
        yard.backups.restore(made.path, None, ignore_progress)
    assert yard.skus() == ["PAD-1"]
    assert yard.partial_files() == []


def test_what_cannot_be_done_alone_changes_nothing(yard: BackupFixture) -> None:
    def refuse(_work: Callable[[], None]) -> None:
        raise Refused("running", verbatim("It runs."))

    made = yard.backups.back_up(None, ignore_progress)
    yard.floor.add("LATER")
    desk = BackupService(yard.folder, yard.clock, yard.secrets, refuse)
    with pytest.raises(Refused, match="It runs"):
        desk.restore(made.path, None, ignore_progress)
    assert yard.skus() == ["PAD-1", "LATER"]
    assert yard.partial_files() == []


@pytest.mark.parametrize("sealed", [False, True])
def test_one_of_a_newer_version_is_refused(yard: BackupFixture, sealed: bool) -> None:
    yard.close()
    newer = yard.folder / "newer.cpbackup"
    label = Label(yard.clock.now(), "manual", "9.0.0", SCHEMA_VERSION + 1)
    if sealed:
        from bridge.backups.create_backup import create_encrypted  # noqa: PLC0415

        create_encrypted(database_file(yard.folder), newer, label, PHRASE, {}, lambda _d, _t: None, lambda: False)
    else:
        copy_database(database_file(yard.folder), newer, encode_label(label), lambda _d, _t: None)
    with pytest.raises(Refused, match=r"newer Counterpart \(9\.0\.0\)"):
        yard.backups.restore(str(newer), PHRASE, ignore_progress)


def test_a_stick_that_is_away_is_told_and_its_folder_not_made(yard: BackupFixture, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    yard.set("backup_folder", str(stick))
    for ask in (lambda: yard.backups.back_up(None, ignore_progress), yard.backups.list, yard.backups.back_up_nightly):
        with pytest.raises(Unavailable, match="Plug the stick in, or choose another"):
            ask()
    assert not stick.exists()
    stick.mkdir()
    assert Path(yard.backups.back_up(None, ignore_progress).path).parent == stick


def test_no_backup_fills_the_disk(yard: BackupFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 60 * 1024 * 1024))
    for passphrase in (None, PHRASE):
        with pytest.raises(Unavailable, match="not enough room"):
            yard.backups.back_up(None, ignore_progress, passphrase)
    assert yard.backups.list() == ()
    assert yard.partial_files() == []


def test_one_that_is_stopped_leaves_nothing(yard: BackupFixture) -> None:
    for looks in (0, 1):
        left = iter([False] * looks)
        with pytest.raises(CopyStopped):
            yard.backups.back_up_nightly(lambda left=left: next(left, True))  # type: ignore[misc]
    assert yard.backups.list() == ()
    assert yard.partial_files() == []


def test_a_stick_that_loses_what_it_took_is_found_out(yard: BackupFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes are changed where the system hands them to the disk."""

    def lose(number: int) -> None:
        if os.fstat(number).st_size > 1000:
            os.pwrite(number, b"lost", 900)

    target = yard.folder / "one"
    monkeypatch.setattr(os, "fsync", lose)
    with pytest.raises(Unavailable, match="did not return what was written"):
        yard.backups.back_up(str(target), ignore_progress, PHRASE)
    assert not target.exists()
    assert yard.partial_files() == []


def test_two_at_once_are_told(yard: BackupFixture) -> None:
    with yard.location.exclusive_lock(), ThreadPoolExecutor(1) as other, pytest.raises(Unavailable, match="right now"):
        other.submit(yard.backups.back_up, None, ignore_progress).result(20)


def test_nightly_ones_go_by_the_rule_and_nothing_else_is_touched(yard: BackupFixture) -> None:
    yard.backups.back_up(None, ignore_progress)
    folder = yard.location.backup_folder()
    others = {"photo.jpg", "counterpart-abcdef-20200101-013000-daily.cpbackup", "old.cpbackup"}
    for name in others:
        (folder / name).write_bytes(b"somebody else's")
    for _ in range(40):
        yard.clock.advance(DAY)
        yard.backups.back_up_nightly()
    kinds = [one.kind for one in yard.backups.list() if one.verified]
    assert (kinds.count("daily"), kinds.count("weekly"), kinds.count("manual")) == (7, 2, 1)
    assert others <= {file.name for file in folder.iterdir()}


def test_the_newest_good_one_is_found_without_the_database(yard: BackupFixture, tmp_path: Path) -> None:
    assert yard.backups.newest_good() == ""
    good = yard.backups.back_up(None, ignore_progress)
    (tmp_path / "stick").mkdir()
    yard.set("backup_folder", str(tmp_path / "stick"))
    yard.clock.advance(DAY)
    newer = yard.backups.back_up(None, ignore_progress)
    yard.close()
    database_file(yard.folder).write_bytes(b"gone")
    assert yard.backups.newest_good() == newer.path
    data = bytearray(Path(newer.path).read_bytes())
    data[8192:20480] = bytes(12288)
    Path(newer.path).write_bytes(bytes(data))
    assert yard.backups.newest_good() == good.path


def test_a_folder_in_the_place_of_a_file_and_no_data_are_told(yard: BackupFixture, tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="is a folder"):
        yard.backups.back_up(str(tmp_path), ignore_progress)
    with pytest.raises(Unavailable, match="cannot be written"):
        yard.backups.back_up(str(tmp_path / "no" / "such" / "folder"), ignore_progress)
    with pytest.raises(Unavailable, match="nothing to back up"):
        BackupService(tmp_path / "empty", yard.clock, yard.secrets, yard.run_exclusively).back_up(None, ignore_progress)


def test_what_is_no_backup_by_that_name_is_in_nobodys_way(yard: BackupFixture) -> None:
    made = yard.backups.back_up(None, ignore_progress)
    folder = Path(made.path).parent
    (folder / "a folder.cpbackup").mkdir()
    (folder / "gone.cpbackup").symlink_to(folder / "nowhere")
    (folder / "empty.cpbackup").touch()
    assert [one.path for one in yard.backups.list() if one.verified] == [made.path]
    assert yard.backups.newest_good() == made.path
    yard.backups.back_up_nightly()


def test_one_that_cannot_be_read_is_told_as_not_good(yard: BackupFixture, tmp_path: Path) -> None:
    """Root may read everything, so a folder stands in for a file without rights."""
    unreadable = tmp_path / "other.cpbackup"
    unreadable.mkdir()
    assert not describe(unreadable).verified
    assert describe_all([unreadable, tmp_path / "dropped.cpbackup"]) == [describe(unreadable)]


@pytest.mark.parametrize("part", range(3))
def test_no_backup_takes_the_place_of_the_data(yard: BackupFixture, part: int, tmp_path: Path) -> None:
    """A process that writes to the database would go on writing to the file that was replaced."""
    data = list_database_files(database_file(yard.folder))[part]
    (tmp_path / "short").symlink_to(yard.folder)
    before = data.stat().st_ino
    for name in (str(data), str(tmp_path / "short" / data.name)):
        with pytest.raises(Unavailable, match="the program's own data"):
            yard.backups.back_up(name, ignore_progress)
    assert data.stat().st_ino == before
