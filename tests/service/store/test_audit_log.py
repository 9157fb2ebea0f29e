"""The audit in the database: one transaction with the action, and nothing changes or deletes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from service.domain.audit import Actor, AuditEntry, AuditHead, Origin, check_chain
from service.domain.errors import Refused
from service.domain.sentences import message
from service.domain.shops import Mode
from service.store.audit_log import (
    FILE_NAME,
    iterate_entries,
    list_entries,
    read_head,
    read_head_file,
    store_head,
    write_head_file,
)
from service.store.engine.transaction import Tx
from service.usecases.edit_settings import change_setting
from service.usecases.edit_shop import rename_shop, set_mode, set_read_only
from service.usecases.issue_key import change_expiry, issue_key, rename_key, revoke_key
from service.usecases.settle_clock import settle_clock
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture

HEAD = AuditHead(7, bytes(range(32)))


def test_a_head_is_read_as_it_was_written_and_replaced(tmp_path: Path) -> None:
    assert read_head_file(tmp_path) is None
    write_head_file(tmp_path, AuditHead(6, bytes(32)))
    write_head_file(tmp_path, HEAD)
    assert read_head_file(tmp_path) == HEAD
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"id": 1}', '{"id": "x", "hash": ""}', '{"id": 1, "hash": 5}'])
def test_a_file_that_is_no_head_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    assert read_head_file(tmp_path) is None


def test_a_disk_that_refuses_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store_head(tmp_path / "missing", HEAD)
    assert "audit-head.json is not up to date" in caplog.text
    assert "[Errno" not in caplog.text


def entries(shop: ShopFixture) -> list[AuditEntry]:
    """Oldest first."""
    return shop.read(lambda db: list(iterate_entries(db)))


def actions(shop: ShopFixture) -> list[tuple[str, str]]:
    return [(entry.action, entry.subject) for entry in entries(shop)][1:]


def test_what_is_done_with_keys_is_recorded(shop: ShopFixture) -> None:
    key = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=START)).key
    shop.write(lambda tx: rename_key(tx, shop.shop, key.id, "Counter"))
    shop.write(lambda tx: change_expiry(tx, shop.shop, key.id, None, now=START))
    for _ in range(2):
        shop.write(lambda tx: revoke_key(tx, shop.shop, key.id, now=START))
    assert actions(shop) == [
        ("key_made", "Till"),
        ("key_renamed", "Counter"),
        ("key_expiry_changed", "Counter"),
        ("key_revoked", "Counter"),
    ]
    assert entries(shop)[1].shop == shop.shop.name
    assert entries(shop)[1].values == {"number": str(key.id), "begins": key.prefix, "until": "never", "rights": "all"}


def test_only_what_changes_something_is_recorded(shop: ShopFixture) -> None:
    for _ in range(2):
        shop.write(lambda tx: set_mode(tx, shop.shop, Mode.WEBHOOKS, False))
        shop.write(lambda tx: set_read_only(tx, shop.shop, True))
        shop.write(lambda tx: rename_shop(tx, shop.shop, "Sitra"))
        shop.reload()
        shop.write(lambda tx: change_setting(tx, "open_to_network", "on"))
        shop.write(lambda tx: settle_clock(tx, by="time", now=START))
    assert actions(shop) == [
        ("mode_switched", "webhooks"),
        ("read_only_switched", "on"),
        ("shop_renamed", "Sitra"),
        ("setting_changed", "open_to_network"),
    ]
    assert entries(shop)[-1].values == {"before": "off", "after": "on"}


def test_an_action_that_fails_leaves_no_entry(shop: ShopFixture) -> None:
    def make_and_fail(tx: Tx) -> None:
        issue_key(tx, shop.shop, "Till", now=START)
        raise Refused("no", message("No."))

    before = len(entries(shop))
    with pytest.raises(Refused):
        shop.write(make_and_fail)
    assert len(entries(shop)) == before


def test_the_origin_of_the_process_is_named(shop: ShopFixture) -> None:
    shop.store.set_origin(Origin(Actor.WINDOW, lambda: 42))
    shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=START))
    assert [(entry.actor, entry.at) for entry in entries(shop)][-1] == ("window", 42)


def test_entries_are_listed_newest_first_in_pages_and_are_a_whole_chain(shop: ShopFixture) -> None:
    for number in range(5):
        shop.write(lambda tx, number=number: issue_key(tx, shop.shop, f"Till {number}", now=START))  # type: ignore[misc]
    first = shop.read(lambda db: list_entries(db, limit=2))
    rest = shop.read(lambda db: list_entries(db, before=first[-1].id, limit=10))
    assert [entry.id for entry in (*first, *rest)] == [6, 5, 4, 3, 2, 1]
    head = shop.read(read_head)
    assert check_chain(entries(shop), [head]).is_whole
    assert head.id == 6


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda tx: tx.update("UPDATE audit_entries SET subject = 'x'"), "never changed"),
        (lambda tx: tx.update("DELETE FROM audit_entries"), "never deleted"),
        (
            lambda tx: tx.update("INSERT OR REPLACE INTO audit_entries VALUES (1, 0, '', '', '', '', '{}', x'00')"),
            "added at the end",
        ),
        (
            lambda tx: tx.update("INSERT INTO audit_entries VALUES (0, 0, '', '', '', '', '{}', x'00')"),
            "added at the end",
        ),
    ],
)
@pytest.mark.sqlite
def test_the_database_itself_refuses_to_change_or_delete_an_entry(
    shop: ShopFixture, work: Callable[[Tx], int], words: str
) -> None:
    before = entries(shop)
    with pytest.raises(sqlite3.IntegrityError, match=words):
        shop.write(work)
    assert entries(shop) == before
