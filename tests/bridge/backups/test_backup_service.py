"""Backups are made, listed, retained and inspected."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.backup_file import BackupDescriptions, describe
from bridge.backups.backup_location import list_backup_files
from bridge.backups.backup_service import (
    BackupSecrets,
    BackupService,
    find_missing_data,
    newest_backup,
    newest_good_finder,
    replace_database,
)
from bridge.system.paths import database_file, has_database
from service.domain.errors import Refused, Unavailable
from service.domain.times import DAY
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretsUnavailable
from service.schedule.database_watch import RESCUED_FILE
from service.store.audit_log import iterate_entries, read_head, read_head_file
from service.store.recovery.copies import CopyStopped, delete_database, list_database_files
from service.store.shops import find_shop
from service.usecases.fill_sample import PLANS, fill_sample
from tests.bridge.backups.backup_fixture import PHRASE, WHSEC, BackupFixture, ignore_progress
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.clock import FakeClock

OWN_PHRASE = "three quiet harbours"


def make_database(path: Path, word: str) -> Path:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE words (word TEXT)")
        db.execute("INSERT INTO words VALUES (?)", (word,))
        db.commit()
    return path


def words(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute("SELECT word FROM words")]


def leave_log(path: Path, word: str) -> bytes:
    """A log with a commit that is not in the file,
    as a program that was killed leaves it; gives its bytes.
    """
    wal = path.with_name(path.name + "-wal")
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("INSERT INTO words VALUES (?)", (word,))
        db.commit()
        log, file = wal.read_bytes(), path.read_bytes()
    path.write_bytes(file)
    wal.write_bytes(log)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    return log


def test_what_only_the_log_holds_is_kept_and_not_replayed_into_the_new_one(tmp_path: Path) -> None:
    present, new = make_database(tmp_path / "a.db", "old"), make_database(tmp_path / "new.db", "new")
    leave_log(present, "only in the log")
    kept = replace_database(present, new, tmp_path / "kept.db")
    assert kept is not None
    assert words(present) == ["new"]
    assert words(kept) == ["old", "only in the log"]


def test_what_cannot_be_put_in_place_leaves_the_present_one(tmp_path: Path) -> None:
    present = make_database(tmp_path / "a.db", "old")
    with pytest.raises(Unavailable) as caught:
        replace_database(present, tmp_path / "nowhere.db", tmp_path / "kept.db")
    reason = caught.value.message.removeprefix(f"The data in {tmp_path} could not be replaced: ")
    assert reason.endswith(". It is as it was.")
    assert not reason.startswith(("The data", "None", "{"))
    assert words(present) == ["old"]


def test_where_nothing_was_there_nothing_is_set_aside(tmp_path: Path) -> None:
    new = make_database(tmp_path / "new.db", "new")
    assert replace_database(tmp_path / "a.db", new, tmp_path / "kept.db") is None
    assert words(tmp_path / "a.db") == ["new"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db"]


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_nothing_of_a_damaged_one_stays_next_to_the_new_one(tmp_path: Path, ending: str) -> None:
    """Its log cannot be merged, so it is there when the new file takes the name."""
    present, new = make_database(tmp_path / "a.db", "old"), make_database(tmp_path / "new.db", "new")
    other = make_database(tmp_path / "other.db", "old")
    leave_log(other, "replayed")
    shutil.copyfile(other.with_name("other.db-wal"), tmp_path / "a.db-wal")
    log = (tmp_path / "a.db-wal").read_bytes()
    if ending != "-wal":
        (tmp_path / f"a.db{ending}").write_bytes(b"left behind")
    present.write_bytes(b"damaged " * 1024)
    replace_database(present, new, tmp_path / "kept.db")
    assert not (tmp_path / f"a.db{ending}").exists()
    assert words(present) == ["new"]
    assert (tmp_path / "kept.db").read_bytes() == b"damaged " * 1024
    assert (tmp_path / "kept.db-wal").read_bytes() == log, "its log may be all that can be read of it"


def test_an_empty_log_is_not_retained(tmp_path: Path) -> None:
    present, new = make_database(tmp_path / "a.db", "old"), make_database(tmp_path / "new.db", "new")
    (tmp_path / "a.db-wal").write_bytes(b"")
    present.write_bytes(b"damaged " * 1024)
    replace_database(present, new, tmp_path / "kept.db")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db", "kept.db"]


def test_a_fault_of_the_disk_is_not_taken_for_damage(tmp_path: Path) -> None:
    """SQLite cannot open a folder, as it cannot open a file that the disk does not give."""
    new = make_database(tmp_path / "new.db", "new")
    (tmp_path / "a.db").mkdir()
    with pytest.raises(Unavailable) as caught:
        replace_database(tmp_path / "a.db", new, tmp_path / "kept.db")
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)
    assert words(new) == ["new"]
    assert not (tmp_path / "kept.db").exists()


@pytest.fixture
def store() -> FakeSecretStore:
    return FakeSecretStore()


@pytest.fixture
def secrets(store: FakeSecretStore) -> BackupSecrets:
    return BackupSecrets(store)


def test_each_passphrase_has_a_new_name_of_its_own_kind(store: FakeSecretStore, secrets: BackupSecrets) -> None:
    first, second = secrets.store_passphrase(OWN_PHRASE), secrets.store_passphrase("another")
    assert first != second
    assert first.startswith("backup-")
    assert (secrets.read_passphrase(first), secrets.read_passphrase(second)) == (OWN_PHRASE, "another")
    secrets.remove_passphrase(first)
    assert list(store.secrets) == [second]


def test_a_passphrase_that_is_not_there_says_where_to_set_it(secrets: BackupSecrets) -> None:
    with pytest.raises(Unavailable) as caught:
        secrets.read_passphrase("backup-1")
    assert caught.value.message == (
        "The passphrase for backups is not kept on this computer. Set it again in Settings, under Backups."
    )


def test_a_locked_store_says_why(
    store: FakeSecretStore, secrets: BackupSecrets, caplog: pytest.LogCaptureFixture
) -> None:
    store.state = SecretStoreState.LOCKED
    with pytest.raises(Unavailable) as unread:
        secrets.read_passphrase("backup-1")
    assert unread.value.message == "The passphrase for backups cannot be read: locked."
    with pytest.raises(Unavailable) as unstored:
        secrets.store({"webhook-1": "whsec_a"})
    assert unstored.value.message == (
        "The webhook secrets in the backup cannot be kept here: locked. Nothing was replaced."
    )
    for work in (lambda: secrets.store_passphrase(OWN_PHRASE), lambda: secrets.read(["webhook-1"])):
        with pytest.raises(SecretsUnavailable):
            work()
    with caplog.at_level(logging.INFO):
        secrets.remove_passphrase("backup-1")
    assert caplog.messages == ["A passphrase that is no longer used stays in the secret store: locked"]


def test_secrets_are_read_by_name_and_a_missing_one_is_logged(
    store: FakeSecretStore, secrets: BackupSecrets, caplog: pytest.LogCaptureFixture
) -> None:
    secrets.store({"webhook-1": "whsec_a", "webhook-2": "whsec_b"})
    assert store.secrets == {"webhook-1": Secret("whsec_a"), "webhook-2": Secret("whsec_b")}
    assert secrets.read(["webhook-2"]) == {"webhook-2": "whsec_b"}
    assert caplog.messages == []
    assert secrets.read(["webhook-3", "webhook-1"]) == {"webhook-1": "whsec_a"}
    assert caplog.messages == ["The secret of a target is not in the secret store, and so not in the backup"]
    assert "whsec" not in caplog.text


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


def test_switching_encryption_is_in_the_audit_without_the_passphrase(yard: BackupFixture) -> None:
    for phrase in (PHRASE, None):
        yard.backups.set_passphrase(phrase)
    entries = [entry for entry in yard.floor.read(lambda tx: list(iterate_entries(tx))) if entry.subject]
    assert [(entry.action, entry.subject, entry.values["after"]) for entry in entries[-2:]] == [
        ("setting_changed", "backup_encrypted", "on"),
        ("setting_changed", "backup_encrypted", "off"),
    ]
    assert PHRASE not in repr(entries)
    assert read_head_file(yard.folder) == yard.location.read(read_head)


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
        typed_wrong = "This is not the passphrase of that backup" if typed else "This backup is encrypted"
        assert wrong.value.message.startswith(f"{typed_wrong}. Type ")
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
    with pytest.raises(Refused) as raised:
        yard.backups.inspect(str(file), PHRASE)
    return raised.value.code


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
    with pytest.raises(Unavailable) as caught:
        yard.backups.back_up(str(target), ignore_progress, PHRASE)
    assert caught.value.message == (f"{yard.folder} did not return what was written to it. Use another disk or stick.")
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
        yard.settle_time()
        yard.backups.back_up_nightly()
    kinds = [one.kind for one in yard.backups.list() if one.verified]
    assert (kinds.count("daily"), kinds.count("weekly"), kinds.count("manual")) == (7, 2, 1)
    assert others <= {file.name for file in folder.iterdir()}


def test_the_newest_good_one_is_found_without_the_database(
    yard: BackupFixture, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
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
    assert "A backup cannot be used: " in caplog.text
    assert Path(newer.path).name in caplog.text


def test_a_folder_that_cannot_be_read_does_not_hide_the_backups_of_another(
    yard: BackupFixture, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good = yard.backups.back_up(None, ignore_progress)
    stick = tmp_path / "stick"
    stick.mkdir()
    yard.backups.choose_folder(str(stick))
    shutil.rmtree(stick)
    stick.write_text("a file", encoding="utf-8")
    with pytest.raises(Unavailable) as caught:
        list_backup_files(stick)
    assert newest_good_finder(yard.folder, yard.clock)() == good.path
    assert caplog.messages == [caught.value.message]


def test_what_a_restore_brings_back_counts_live_and_staging_apart(yard: BackupFixture) -> None:
    staging = yard.floor.read(lambda db: find_shop(db, None, staging=True))
    yard.floor.write(lambda tx: fill_sample(tx, staging, yard.clock.now()))
    made = yard.backups.back_up(None, ignore_progress)
    contents = yard.backups.inspect(made.path, None)
    assert (contents.items, contents.orders) == (1, 0)
    assert contents.test_items > 200
    assert contents.test_orders == len(PLANS)


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_database_that_is_gone_is_told_with_the_newest_good_backup(yard: BackupFixture, is_cut: bool) -> None:
    made = yard.backups.back_up(None, ignore_progress)
    assert yard.backups.find_missing_data() is None
    yard.close()
    delete_database(database_file(yard.folder))
    if is_cut:
        database_file(yard.folder).touch()
    missing = yard.backups.find_missing_data()
    assert missing is not None
    assert missing.newest is not None
    assert (missing.newest.backup.path, missing.newest.items) == (made.path, 1)
    said = str(missing.sentence)
    assert said.startswith(f"Your data is missing: {yard.folder} has no database. Newest backup: ")
    assert ", 1 part. Restore it with `counterpart restore " in said
    with pytest.raises(Unavailable, match="Your data is missing"):
        yard.backups.choose_folder("")
    with pytest.raises(Unavailable, match="Your data is missing"):
        yard.backups.set_passphrase(None)
    assert not has_database(yard.folder), "an empty one would hide the loss"
    yard.backups.start_empty()
    assert yard.backups.find_missing_data() is None
    assert yard.skus() == []


@pytest.mark.parametrize("left", ["damaged-20261127-150600.db", "replaced-20261127-150600.db", "audit-head.json"])
def test_what_else_a_database_leaves_shows_that_there_was_one(tmp_path: Path, left: str) -> None:
    clock = FakeClock()
    assert find_missing_data(tmp_path, clock) is None, "a new installation"
    (tmp_path / left).write_text('{"id": 1, "hash": "00"}', encoding="ascii")
    missing = find_missing_data(tmp_path, clock)
    assert missing is not None
    assert missing.newest is None
    assert "no good backup was found" in str(missing.sentence)


def test_a_copy_that_was_saved_when_the_database_was_deleted_is_named_before_an_empty_start(tmp_path: Path) -> None:
    (tmp_path / RESCUED_FILE).touch()
    missing = find_missing_data(tmp_path, FakeClock())
    assert missing is not None
    assert "Start the program: it uses that copy." in str(missing.sentence)
    assert "--empty" not in str(missing.sentence)


def test_the_newest_one_is_the_newest_that_is_whole(yard: BackupFixture) -> None:
    assert newest_backup(yard.folder, yard.clock) is None
    good = yard.backups.back_up(None, ignore_progress)
    yard.clock.advance(DAY)
    (Path(good.path).parent / "later.cpbackup").write_bytes(b"no backup")
    assert newest_backup(yard.folder, yard.clock) == good


def test_without_a_passphrase_of_backups_the_secret_store_is_not_asked(yard: BackupFixture) -> None:
    made = yard.backups.back_up(None, ignore_progress)
    before = yard.secrets.reads
    yard.backups.inspect(made.path, None)
    assert yard.secrets.reads == before


def test_a_folder_in_the_place_of_a_file_and_no_data_are_told(yard: BackupFixture, tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="is a folder"):
        yard.backups.back_up(str(tmp_path), ignore_progress)
    nowhere = tmp_path / "no" / "such" / "folder"
    for phrase in (None, PHRASE):
        with pytest.raises(Unavailable, match=r"cannot be written: (?!None)[^{}]+") as caught:
            yard.backups.back_up(str(nowhere), ignore_progress, phrase)
        assert str(nowhere) in caught.value.message
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
    files = [unreadable, tmp_path / "dropped.cpbackup"]
    assert BackupDescriptions().describe_all(files) == [describe(unreadable)]


def test_a_file_is_opened_again_only_when_it_was_written_or_could_not_be_read(yard: BackupFixture) -> None:
    made = Path(yard.backups.back_up(None, ignore_progress).path)
    descriptions = BackupDescriptions()
    (first,) = descriptions.describe_all([made])
    assert descriptions.describe_all([made]) == [first]
    assert descriptions.describe_all([made])[0] is first
    whole = made.read_bytes()
    made.write_bytes(whole[:-1])
    (cut,) = descriptions.describe_all([made])
    assert (first.verified, cut.verified) == (True, False)
    assert descriptions.describe_all([made])[0] is not cut
    made.write_bytes(whole)
    assert descriptions.describe_all([made]) == [first]
    made.unlink()
    assert descriptions.describe_all([made]) == []


def test_one_of_a_later_form_is_listed_as_not_good_and_says_what_to_install(yard: BackupFixture) -> None:
    made = Path(yard.backups.back_up(None, ignore_progress, PHRASE).path)
    data = made.read_bytes()
    made.write_bytes(data[:8] + b"\x02" + data[9:])
    (listed,) = yard.backups.list()
    assert (listed.verified, listed.encrypted) == (False, True)
    with pytest.raises(Refused) as caught:
        yard.backups.inspect(str(made), PHRASE)
    assert caught.value.message == (f"{made.name} was made by a newer Counterpart. Install that version to restore it.")


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
