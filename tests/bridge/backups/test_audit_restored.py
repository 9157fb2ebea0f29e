"""A restore and the audit: nothing of it is lost, and what is missing is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.backups.backup_file import create_plain, list_known_heads, read_backup_label
from bridge.backups.backup_label import MANUAL, Label, free_name, installation_mark
from bridge.system.paths import database_file
from service.domain.audit import AuditEntry, AuditReport, check_chain
from service.domain.times import format_rfc3339
from service.store.audit_log import FILE_NAME, iterate_entries, read_head_file
from service.store.engine.connection import connect
from service.store.engine.readers import run_read
from service.store.recovery.copies import delete_database, never_stop
from service.usecases.issue_key import issue_key
from tests.bridge.backups.backup_fixture import PHRASE, BackupFixture, ignore_progress
from tests.fakes.clock import START


def make_key(yard: BackupFixture, name: str) -> None:
    yard.floor.write(lambda tx: issue_key(tx, yard.floor.shop, name, now=START))


def read(folder: Path) -> list[AuditEntry]:
    db = connect(database_file(folder), writes=False)
    try:
        return run_read(db, lambda tx: list(iterate_entries(tx)))
    finally:
        db.close()


def check(folder: Path) -> AuditReport:
    known = list_known_heads(folder)
    return check_chain(read(folder), known)


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_a_restore_is_an_entry_and_continues_the_chain(yard: BackupFixture, passphrase: str | None) -> None:
    make_key(yard, "Till 1")
    made = yard.backups.back_up(None, ignore_progress, passphrase)
    make_key(yard, "Till 2")
    yard.backups.restore(made.path, passphrase, ignore_progress)
    entries = read(yard.folder)
    assert [entry.subject for entry in entries if entry.action == "key_made"] == ["Till 1", "Till 2"]
    assert (entries[-1].action, entries[-1].subject) == ("backup_restored", Path(made.path).name)
    assert entries[-1].values == {"made_at": format_rfc3339(made.at)}
    assert entries[-1].at == yard.clock.now()
    report = check(yard.folder)
    assert (report.is_whole, report.gaps) == (True, ())
    assert read_head_file(yard.folder) == report.head


def test_a_label_has_the_head_and_a_cut_chain_is_found_by_it(yard: BackupFixture) -> None:
    make_key(yard, "Till 1")
    made = yard.backups.back_up(None, ignore_progress)
    label = read_backup_label(Path(made.path))
    assert label is not None
    head = check(yard.folder).head
    assert (label.audit_id, label.audit_hash) == (head.id, head.hash.hex())
    yard.close()
    (yard.folder / FILE_NAME).unlink(missing_ok=True)
    db = connect(database_file(yard.folder), writes=True)
    db.execute("DROP TRIGGER audit_entries_are_not_deleted")
    db.execute("DELETE FROM audit_entries WHERE id = ?", (head.id,))
    db.close()
    assert check(yard.folder).missing == head


def test_a_damaged_backup_does_not_stop_the_check(yard: BackupFixture) -> None:
    make_key(yard, "Till 1")
    without_backup = list_known_heads(yard.folder)
    made = Path(yard.backups.back_up(None, ignore_progress).path)
    assert len(list_known_heads(yard.folder)) == len(without_backup) + 1
    made.write_bytes(b"damaged")
    assert list_known_heads(yard.folder) == without_backup


def test_a_backup_from_before_the_audit_has_no_head(yard: BackupFixture) -> None:
    make_key(yard, "Till 1")
    without_backup = list_known_heads(yard.folder)
    label = Label(START, MANUAL)
    file = free_name(yard.location.backup_folder(), installation_mark(yard.location.origin()), label)
    create_plain(database_file(yard.folder), file, label, lambda _done, _total: None, never_stop)
    assert read_backup_label(file) == label
    assert list_known_heads(yard.folder) == without_backup


def test_a_restore_after_the_data_was_lost_says_what_is_missing(yard: BackupFixture) -> None:
    make_key(yard, "Till 1")
    made = yard.backups.back_up(None, ignore_progress)
    make_key(yard, "Till 2")
    yard.location.choose_folder(str(yard.folder / "backups"))
    lost = read_head_file(yard.folder)
    assert lost is not None
    yard.close()
    delete_database(database_file(yard.folder))
    yard.backups.restore(made.path, None, ignore_progress, keys=())
    last = read(yard.folder)[-1]
    assert (last.action, last.subject) == ("backup_restored", Path(made.path).name)
    expected = {"made_at": format_rfc3339(made.at), "missing_id": str(lost.id), "missing_hash": lost.hash.hex()}
    assert last.values == expected
    report = check(yard.folder)
    assert report.is_whole
    assert [gap.last_missing for gap in report.gaps] == [lost.id]


def test_without_a_readable_backup_folder_the_head_next_to_the_data_remains(yard: BackupFixture) -> None:
    yard.location.choose_folder(str(yard.folder))
    yard.set("backup_folder", str(yard.folder / "away"))
    assert list_known_heads(yard.folder) == (read_head_file(yard.folder),)
