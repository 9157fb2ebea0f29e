"""Keys in the database: digests and prefixes only, each of one shop (contract §5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.keys import ApiKey, compute_checksum, generate_key
from service.domain.times import MINUTE
from service.store import keys
from service.store.engine.store import Store
from service.usecases.issue_key import issue_key, revoke_key
from tests.fakes.shop_fixture import ShopFixture


def match(floor: ShopFixture, text: str) -> ApiKey | None:
    return floor.read(lambda db: keys.match_key(db, text))


def add(floor: ShopFixture, text: str) -> ApiKey:
    return floor.write(lambda tx: keys.add_key(tx, floor.shop.id, "k", text, 0))


def revoke(floor: ShopFixture, key_id: int, now: int) -> ApiKey:
    return floor.write(lambda tx: revoke_key(tx, floor.shop, key_id, now=now))


def use(floor: ShopFixture, key_id: int, now: int) -> None:
    floor.write(lambda tx: keys.record_use(tx, key_id, now))


def kept(floor: ShopFixture) -> list[ApiKey]:
    return floor.read(lambda db: keys.list_keys(db, floor.shop.id))


def test_a_key_is_matched_whole_or_not_at_all(shop: ShopFixture) -> None:
    new = shop.write(lambda tx: issue_key(tx, shop.shop, " Till 1 ", now=5))
    assert new.key.name == "Till 1"
    assert match(shop, new.text) == new.key
    same_beginning = new.text[:12] + generate_key(staging=False)[12:]
    for text in (
        new.text[:-1],
        new.text + "x",
        same_beginning,
        generate_key(staging=False),
        "",
        "cp_live_\udcff",
        "\ud800",
    ):
        assert match(shop, text) is None


def test_two_keys_of_one_prefix_are_told_apart(shop: ShopFixture) -> None:
    texts = [rest + compute_checksum(rest) for rest in ("cp_live_AAAA" + "B" * 26, "cp_live_AAAA" + "C" * 26)]
    added = [add(shop, text) for text in texts]
    assert [match(shop, text) for text in texts] == added


def test_the_key_itself_is_nowhere_on_the_disk(shop: ShopFixture) -> None:
    new = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=5))
    files = [path.read_bytes() for path in Path(shop.store.path).parent.iterdir()]
    assert any(new.key.prefix.encode() in file for file in files)
    assert not any(new.text[12:].encode() in file for file in files)


def test_revoking_keeps_the_first_moment_and_is_seen_at_once(shop: ShopFixture) -> None:
    new = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=5))
    for now in (10, 20):
        assert revoke(shop, new.key.id, now).revoked_at == 10
    found = match(shop, new.text)
    assert found is not None
    assert found.revoked_at == 10


def test_another_shops_key_is_not_there(store: Store) -> None:
    first = ShopFixture.fresh(store)
    new = first.write(lambda tx: issue_key(tx, first.shop, "Till", now=5))
    for other in (ShopFixture.fresh(store), first.paired()):
        with pytest.raises(NotFound, match=f"There is no key {new.key.id} here"):
            revoke(other, new.key.id, 10)
        assert kept(other) == []


def test_a_staging_has_test_keys(shop: ShopFixture) -> None:
    staging = shop.paired()
    assert staging.write(lambda tx: issue_key(tx, staging.shop, "Till", now=5)).text.startswith("cp_test_")


def test_last_used_is_kept_to_the_minute(shop: ShopFixture) -> None:
    key = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=5)).key
    seen = []
    for now in (100_000_000, 100_000_000 + MINUTE, 100_000_001 + MINUTE, 99_000_000):
        use(shop, key.id, now)
        seen.append(kept(shop)[0].last_used_at)
    assert seen == [100_000_000, 100_000_000, 100_000_001 + MINUTE, 100_000_001 + MINUTE]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb"])
def test_a_key_needs_a_name(shop: ShopFixture, name: str) -> None:
    with pytest.raises(Refused, match="A key's name has 1 to 60 characters"):
        shop.write(lambda tx: issue_key(tx, shop.shop, name, now=5))
