"""What the self-test says of the search."""

from __future__ import annotations

from bridge.doctor.search_check import FiledParts, check_search, read_filed_parts
from tests.bridge.backups.backup_fixture import BackupFixture
from tests.fakes.shop_fixture import ShopFixture
from tests.service.store.test_item_search import file_all
from ui.backend.host_port import CheckState


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
