"""A restore replaces all or nothing, and keeps what it replaces."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from bridge.backups.backup_file import create_encrypted
from bridge.backups.backup_label import Label, encode_label
from bridge.backups.backup_location import WORKING_FILES
from bridge.backups.backup_service import KEYS_UNCONFIRMED, BackupService
from bridge.start.start_up import StartUp
from bridge.system.paths import database_file
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import verbatim
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState
from service.store.engine.connection import connect
from service.store.engine.migrations import SCHEMA_VERSION
from service.store.engine.readers import run_read
from service.store.engine.store import Store
from service.store.recovery.copies import copy_database, delete_database
from service.store.webhooks.event_feed import read_epochs
from tests.bridge.backups.backup_fixture import PHRASE, BackupFixture, ignore_progress
from tests.fakes.shop_fixture import ShopFixture


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


def test_where_nothing_was_there_nothing_is_set_aside(yard: BackupFixture) -> None:
    made = yard.backups.back_up(str(yard.folder / "one"), ignore_progress)
    yard.close()
    delete_database(database_file(yard.folder))
    outcome = yard.backups.restore(made.path, None, ignore_progress)
    assert (outcome.replaced_path, outcome.missing_orders) == ("", ())
    assert yard.skus() == ["PAD-1"]


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
        create_encrypted(database_file(yard.folder), newer, label, PHRASE, {}, lambda _d, _t: None, lambda: False)
    else:
        copy_database(database_file(yard.folder), newer, encode_label(label), lambda _d, _t: None)
    with pytest.raises(Refused, match=r"newer Counterpart \(9\.0\.0\)"):
        yard.backups.restore(str(newer), PHRASE, ignore_progress)


@pytest.mark.parametrize("sealed", [False, True])
def test_one_of_a_build_before_the_first_release_is_refused_with_that_reason(yard: BackupFixture, sealed: bool) -> None:
    """It said "damaged"."""
    yard.close()
    with closing(connect(database_file(yard.folder), writes=True)) as db:
        db.execute("PRAGMA application_id = 5")
        db.execute("ALTER TABLE items RENAME TO parts")
    older, label = yard.folder / "older.cpbackup", Label(yard.clock.now(), "manual", "0.0.9", SCHEMA_VERSION)
    if sealed:
        create_encrypted(database_file(yard.folder), older, label, PHRASE, {}, lambda _d, _t: None, lambda: False)
    else:
        copy_database(database_file(yard.folder), older, encode_label(label), lambda _d, _t: None)
    with pytest.raises(Refused, match=r"older\.cpbackup was made by a build from before 0\.1\.0"):
        yard.backups.restore(str(older), PHRASE, ignore_progress)


def test_what_a_killed_backup_or_restore_left_is_gone_at_the_next_start(yard: BackupFixture) -> None:
    for name in WORKING_FILES:
        (yard.folder / name).write_bytes(b"half")
        (yard.folder / f"{name}-wal").write_bytes(b"half")
    yard.close()
    start = StartUp(yard.folder, yard.clock, lambda: "")
    start.begin()
    start.end()
    assert yard.partial_files() == []


def test_two_restores_in_one_moment_keep_both_that_they_replace(yard: BackupFixture) -> None:
    """A clock that shows the same moment again must not take the place of what was kept."""
    made = yard.backups.back_up(None, ignore_progress)
    kept = [yard.backups.restore(made.path, None, ignore_progress).replaced_path for _ in range(3)]
    assert len(set(kept)) == 3


ENDINGS = {
    "api_keys": "SELECT name, revoked_at, expires_at FROM api_keys WHERE id <= 2 ORDER BY id",
    "counters": "SELECT name, revoked_at FROM counters ORDER BY id",
    "targets": "SELECT url, is_on, removed_at, secret_name FROM targets ORDER BY id",
    "staff": "SELECT name, active FROM staff ORDER BY id",
    "pins": "SELECT person, hash FROM pins ORDER BY person",
    "channels": "SELECT name, with_buyer FROM alert_channels ORDER BY id",
    "heartbeat": "SELECT secret_name FROM heartbeat",
    "settings": "SELECT name, value FROM settings WHERE name IN ('open_to_network', 'backup_encrypted') ORDER BY name",
}

BEFORE = """
INSERT INTO api_keys (shop_id, name, prefix, digest, created_at) VALUES (1, 'Till 1', 'a', x'01', 1);
INSERT INTO api_keys (shop_id, name, prefix, digest, created_at) VALUES (1, 'Till 2', 'b', x'02', 1);
INSERT INTO counters (name, folded, digest, created_at) VALUES ('Desk', 'desk', x'04', 1), ('Yard', 'yard', x'05', 1);
INSERT INTO targets (shop_id, url, events, secret_name, created_at)
    VALUES (1, 'http://127.0.0.1:9/two', '[]', 'two', 2);
INSERT INTO staff (name, folded) VALUES ('Ali', 'ali');
INSERT INTO pins (person, hash) VALUES (0, 'old');
INSERT INTO alert_channels (name, masked, service, kinds, with_buyer, secret_name, created_at)
    VALUES ('Owner', 'm', 's', '[]', 1, 'c1', 1), ('Gone', 'm', 's', '[]', 1, 'c2', 1);
INSERT INTO alerts (channel_id, kind, shop_id, subject, at, expires_at) VALUES (2, 'new_order', 1, 'x', 1, 2);
INSERT INTO heartbeat (only_one, masked, minutes, secret_name) VALUES (1, 'm', 5, 'h1');
INSERT INTO settings VALUES ('open_to_network', 'on');
"""
AFTER = """
UPDATE api_keys SET revoked_at = 7 WHERE name = 'Till 1';
UPDATE api_keys SET expires_at = 8 WHERE name = 'Till 2';
INSERT INTO api_keys (shop_id, name, prefix, digest, created_at) VALUES (1, 'Till 3', 'c', x'03', 1);
UPDATE counters SET revoked_at = 7 WHERE name = 'Desk';
UPDATE targets SET removed_at = 9, is_on = 0 WHERE url LIKE '%/two';
UPDATE targets SET url = 'http://127.0.0.1:9/moved', secret_name = 'rotated' WHERE url NOT LIKE '%/two';
UPDATE staff SET active = 0;
UPDATE pins SET hash = 'new';
DELETE FROM alert_channels WHERE name = 'Gone';
UPDATE alert_channels SET with_buyer = 0;
DELETE FROM heartbeat;
UPDATE settings SET value = 'off' WHERE name = 'open_to_network';
INSERT INTO settings VALUES ('backup_encrypted', 'on');
"""


def run_script(yard: BackupFixture, script: str) -> None:
    with closing(sqlite3.connect(database_file(yard.folder))) as db:
        db.executescript(f"PRAGMA foreign_keys = ON; BEGIN; {script} COMMIT;")


def read_endings(yard: BackupFixture) -> dict[str, list[object]]:
    with closing(sqlite3.connect(database_file(yard.folder))) as db:
        return {name: db.execute(query).fetchall() for name, query in ENDINGS.items()}


def test_what_was_revoked_removed_or_closed_after_the_backup_stays_so(yard: BackupFixture) -> None:
    run_script(yard, BEFORE)
    yard.secrets.secrets["two"] = yard.secrets.secrets["c2"] = Secret("whsec_dGhlIG9sZCBvbmU=")
    made = yard.backups.back_up(None, ignore_progress, PHRASE)
    before = read_endings(yard)
    yard.secrets.secrets.clear()
    run_script(yard, AFTER)
    after = read_endings(yard)
    assert all(after[name] != before[name] for name in ENDINGS), "the test notices what comes back"
    assert yard.backups.inspect(made.path, PHRASE).keys_to_confirm == ()
    yard.backups.restore(made.path, PHRASE, ignore_progress)
    assert read_endings(yard) == after
    assert list(yard.secrets.secrets) == [], "no secret that was removed is back in the secret store"
    with closing(sqlite3.connect(database_file(yard.folder))) as db:
        assert db.execute("SELECT count(*) FROM alerts").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM api_keys WHERE name = 'Till 3'").fetchone() == (0,)


@pytest.mark.parametrize("present", [None, b"no database" * 400])
def test_where_the_present_data_is_gone_the_owner_is_asked_for_each_key(
    yard: BackupFixture, present: bytes | None
) -> None:
    run_script(yard, BEFORE)
    run_script(yard, "UPDATE api_keys SET revoked_at = 1 WHERE name = 'Till 2';")
    made = yard.backups.back_up(str(yard.folder / "one"), ignore_progress)
    yard.close()
    delete_database(database_file(yard.folder))
    if present is not None:
        database_file(yard.folder).write_bytes(present)
    (asked,) = yard.backups.inspect(made.path, None).keys_to_confirm
    assert (asked.id, asked.name, asked.prefix) == (1, "Till 1", "a")
    with pytest.raises(Refused, match="which of them stay valid") as caught:
        yard.backups.restore(made.path, None, ignore_progress)
    assert caught.value.code == KEYS_UNCONFIRMED
    yard.backups.restore(made.path, None, ignore_progress, keys=() if present is None else (1,))
    with closing(sqlite3.connect(database_file(yard.folder))) as db:
        (revoked,) = db.execute("SELECT revoked_at FROM api_keys WHERE id = 1").fetchone()
        assert db.execute("SELECT count(*) FROM counters WHERE revoked_at IS NULL").fetchone() == (0,)
    assert (revoked is None) is (present is not None)
