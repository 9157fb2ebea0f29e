"""The head of the audit outside of the database, and what is said when the audit was cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.audit import AuditGap, AuditHead, check_chain
from service.schedule.audit_watch import INTERVAL, AuditWatch
from service.store.audit_log import FILE_NAME, iterate_entries, read_head, read_head_file, write_head_file
from service.store.engine.store import Store
from service.usecases.issue_key import issue_key
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def watch(store: Store, clock: FakeClock) -> AuditWatch:
    return AuditWatch(store, clock)


def head(shop: ShopFixture) -> AuditHead:
    return shop.read(read_head)


def folder(shop: ShopFixture) -> Path:
    return shop.store.path.parent


async def test_the_head_follows_the_entries(watch: AuditWatch, shop: ShopFixture) -> None:
    assert await watch.step() == START + INTERVAL
    assert read_head_file(folder(shop)) == head(shop)
    shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=START))
    await watch.step()
    assert read_head_file(folder(shop)) == head(shop)
    assert head(shop).id == 2


async def test_a_head_that_is_not_in_the_chain_becomes_an_entry_once(watch: AuditWatch, shop: ShopFixture) -> None:
    lost = AuditHead(9, b"\x01" * 32)
    write_head_file(folder(shop), lost)
    for _ in range(2):
        await watch.step()
    assert read_head_file(folder(shop)) == head(shop)
    entries = shop.read(lambda db: list(iterate_entries(db)))
    assert [entry.action for entry in entries] == ["shop_added", "gap_found"]
    report = check_chain(entries, [lost, head(shop)])
    assert (report.is_whole, report.gaps) == (True, (AuditGap(2, 9),))


async def test_a_head_that_cannot_be_stored_is_said_once(
    watch: AuditWatch, shop: ShopFixture, caplog: pytest.LogCaptureFixture
) -> None:
    (folder(shop) / FILE_NAME).mkdir()
    for _ in range(3):
        await watch.step()
    assert [record.getMessage() for record in caplog.records] == [
        "audit-head.json is not up to date: Is a directory. The next entry of the audit tries again."
    ]
    (folder(shop) / FILE_NAME).rmdir()
    await watch.step()
    assert read_head_file(folder(shop)) == head(shop)


async def test_an_older_head_of_the_same_chain_is_no_gap(watch: AuditWatch, shop: ShopFixture) -> None:
    write_head_file(folder(shop), head(shop))
    shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=START))
    await watch.step()
    assert [entry.action for entry in shop.read(lambda db: list(iterate_entries(db)))] == ["shop_added", "key_made"]
