"""The data folder's permissions, and the libraries below Python."""

from __future__ import annotations

import os
import sqlite3
import ssl
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import PySide6
import pytest

from bridge.doctor.bundle_tables import format_audit
from bridge.doctor.doctor_facts import FiledParts, read_filed_parts
from bridge.doctor.library_faults import LibraryVersions, read_library_versions
from bridge.doctor.self_test_checks import (
    check_alert_channel,
    check_audit,
    check_clock,
    check_folder,
    check_heartbeat,
    check_keys,
    check_libraries,
    check_search,
)
from service.domain.alerts import AlertChannel, AlertKind, Heartbeat
from service.domain.audit import AuditEntry, AuditGap, AuditHead, AuditReport
from service.domain.clock_trust import ClockDoubt
from service.domain.keys import EndingKey
from service.domain.sentences import message
from service.domain.times import DAY, HOUR, parse_moment
from tests.bridge.backups.backup_fixture import BackupFixture
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture
from tests.service.store.test_item_search import file_all
from ui.backend.host_port import CheckState

CHANNEL = AlertChannel(1, "Phone", "ntfy://…", "ntfy", frozenset(AlertKind), False, "s", START)
HEARTBEAT = Heartbeat("https://hc.test/…", 5, "s", last_answer_at=START)
TODAY = parse_moment("2026-11-27T12:00:00Z")
AFTER_QT = parse_moment("2027-04-01T12:00:00Z")


@pytest.mark.parametrize(
    ("channel", "state", "words"),
    [
        (CHANNEL, CheckState.WARN, "Nothing was sent"),
        (replace(CHANNEL, last_sent_at=START), CheckState.GOOD, "handed over"),
        (replace(CHANNEL, last_sent_at=START, dropped=3), CheckState.WARN, "3 alerts came too late"),
        (replace(CHANNEL, last_sent_at=START, fault=message("It is offline.")), CheckState.BAD, "It is offline."),
    ],
)
def test_an_address_is_judged_by_its_last_try(channel: AlertChannel, state: CheckState, words: str) -> None:
    line = check_alert_channel(channel)
    assert line.state is state
    assert words in str(line.finding)
    assert str(line.title) == "Alerts to Phone"


def test_a_sign_of_life_is_judged_by_its_last_answer() -> None:
    assert check_heartbeat(HEARTBEAT, START + HOUR).state is CheckState.GOOD
    assert check_heartbeat(HEARTBEAT, START + 2 * HOUR).state is CheckState.WARN
    assert check_heartbeat(replace(HEARTBEAT, last_answer_at=None), START).state is CheckState.WARN
    assert check_heartbeat(replace(HEARTBEAT, fault=message("It is gone.")), START).state is CheckState.BAD


def test_a_whole_record_is_good_a_gap_is_looked_at_and_a_break_is_mended() -> None:
    good = check_audit(AuditReport(AuditHead(4, b"x")))
    assert (good.state, str(good.finding)) == (CheckState.GOOD, "4 entries, none changed.")
    gap = check_audit(AuditReport(gaps=(AuditGap(3, 9),)))
    assert (gap.state, "entry 3" in str(gap.finding)) == (CheckState.WARN, True)
    broken = check_audit(AuditReport(broken=7))
    assert (broken.state, str(broken.finding)[:23]) == (CheckState.BAD, "Entry 7 was changed or ")
    assert check_audit(AuditReport(missing=AuditHead(8, b"y"))).state is CheckState.BAD


def test_the_bundle_has_what_was_done_and_no_name() -> None:
    entry = AuditEntry(1, 0, "window", "key_made", "Sitra", "Till 7", '{"number":"3"}', b"\x01")
    assert format_audit([entry]).splitlines() == [
        "entry,at,actor,action,hash",
        "1,1970-01-01T00:00:00.000Z,window,key_made,01",
    ]


def read(floor: ShopFixture) -> FiledParts:
    return floor.read(lambda db: read_filed_parts(db, floor.store.text_index.path.parent))


def test_it_counts_what_is_not_filed_yet(yard: BackupFixture) -> None:
    assert yard.store is not None
    shop = ShopFixture.fresh(yard.store, clock=yard.clock)
    assert read(shop) == FiledParts(1, 1, 1)
    assert not shop.store.text_index.path.exists(), "looking makes no file"
    shop.upload(*({"sku": f"P-{number}", "name": "Pad"} for number in range(3)))
    assert read(shop) == FiledParts(4, 4, 4)
    file_all(shop)
    assert read(shop) == FiledParts(4, 1, 1)
    shop.upload({"sku": "P-1", "name": "Disc"})
    shop.paired().upload({"sku": "S", "name": "Pad"})
    assert read(shop) == FiledParts(5, 3, 3)


def test_what_waits_is_a_warning_that_says_how_much() -> None:
    good = check_search(FiledParts(1_200, 0, 0))
    assert (good.state, str(good.finding)) == (CheckState.GOOD, "All parts are filed (1,200).")
    waiting = check_search(FiledParts(1_200, 1_000, 0))
    assert waiting.state is CheckState.WARN
    assert str(waiting.finding).startswith("Parts not filed yet: 1,000 of 1,200. Until then")
    few = check_search(FiledParts(1_200, 9, 9))
    assert (few.state, str(few.finding)[-25:]) == (CheckState.GOOD, " A search finds them too.")


def test_a_clock_that_is_believed_is_good() -> None:
    line = check_clock(START, START, None, UTC)
    assert (line.state, str(line.finding)) == (CheckState.GOOD, "The clock says 2026-11-20 14:05.")


def test_a_doubtful_clock_is_told_with_what_it_showed_and_what_helps() -> None:
    line = check_clock(START, None, ClockDoubt(START, START + 365 * DAY), UTC)
    assert line.state is CheckState.WARN
    assert "showed 2027-11-20 14:05 when about 2026-11-20 14:05 was expected" in str(line.finding)
    assert "counterpart clock" in str(line.fix)


def test_a_clock_behind_what_was_written_is_worse_than_a_doubt() -> None:
    line = check_clock(START - DAY, START, ClockDoubt(START, START - DAY), UTC)
    assert line.state is CheckState.BAD


def test_keys_that_end_are_named_with_their_end() -> None:
    soon = tuple(EndingKey(f"Till {at}", START + at * DAY, expired=False) for at in range(7))
    line = check_keys(soon, UTC)
    assert line.state is CheckState.WARN
    assert str(line.finding).startswith("Till 0 works until 2026-11-20 14:05. Till 1 works until 2026-11-21 14:05.")
    assert str(line.finding).endswith(" 2 more end soon.")
    expired = check_keys((EndingKey("ERP", START, expired=True), *soon), UTC)
    assert expired.state is CheckState.BAD
    assert str(expired.finding).startswith("ERP has not worked since 2026-11-20 14:05.")


@pytest.mark.skipif(os.name == "nt", reason="Windows protects profiles itself")
@pytest.mark.parametrize(
    ("mode", "state", "expected"),
    [
        (0o700, CheckState.GOOD, "Only its user"),
        (0o755, CheckState.WARN, "can see what is in it"),
        (0o777, CheckState.BAD, "can write into it"),
        (0o770, CheckState.BAD, "can write into it"),
    ],
)
def test_who_may_open_the_data_folder(tmp_path: Path, mode: int, state: CheckState, expected: str) -> None:
    tmp_path.chmod(mode)
    line = check_folder(tmp_path)
    tmp_path.chmod(0o700)
    assert (line.state, expected in str(line.finding)) == (state, True)
    assert (f"chmod 700 {tmp_path}" in str(line.fix)) is (state is not CheckState.GOOD)


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    assert check_folder(tmp_path / "gone").state is CheckState.WARN


def test_versions_with_known_faults_are_said() -> None:
    good = LibraryVersions((3, 53, 4), (3, 0, 19), (2, 6, 0), (6, 11, 3), (3, 11, 7))
    line = check_libraries(good, TODAY)
    assert str(line.finding) == "SQLite 3.53.4, OpenSSL 3.0.19, expat 2.6.0, Qt 6.11.3, Python 3.11.7."
    assert line.state is CheckState.GOOD
    avoided = check_libraries(replace(good, sqlite=(3, 40, 1), expat=(2, 5, 0)), TODAY)
    assert "two checkpoints" in str(avoided.finding)
    assert "large tags" in str(avoided.finding)
    assert avoided.state is CheckState.GOOD
    assert check_libraries(replace(good, openssl=(3, 0, 5)), TODAY).state is CheckState.WARN
    ended = check_libraries(good, AFTER_QT)
    assert "Qt 6.11.3 has had no fixes since" in str(ended.finding)
    assert ended.state is CheckState.WARN


def test_the_versions_in_use_are_read() -> None:
    found = dict(read_library_versions().named)
    assert list(found) == ["SQLite", "OpenSSL", "expat", "Qt", "Python"]
    assert found["OpenSSL"] in ssl.OPENSSL_VERSION
    assert found["SQLite"] == sqlite3.sqlite_version
    assert found["Qt"] == PySide6.__version__
