"""Keys in the database: digests and prefixes only, each of one shop (contract §5)."""

from __future__ import annotations

from datetime import UTC, date
from pathlib import Path

import pytest

from service.domain.clock_trust import ClockDoubt
from service.domain.errors import NotFound, Refused
from service.domain.keys import ApiKey, compute_checksum, generate_key
from service.domain.times import DAY, MINUTE, parse_moment
from service.store import keys
from service.store.engine.store import Store
from service.store.trusted_clock import read_believed_time
from service.usecases.issue_key import change_expiry, issue_key, revoke_key
from service.usecases.settle_clock import begin_clock_doubt
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture


def match(floor: ShopFixture, text: str) -> ApiKey | None:
    return floor.read(lambda db: keys.match_key(db, text))


def add(floor: ShopFixture, text: str) -> ApiKey:
    return floor.write(lambda tx: keys.add_key(tx, floor.shop.id, "k", text, 0))


def revoke(floor: ShopFixture, key_id: int, now: int) -> ApiKey:
    return floor.write(lambda tx: revoke_key(tx, floor.shop, key_id, now=now))


def use(floor: ShopFixture, key_id: int, now: int, address: str = "127.0.0.1") -> None:
    floor.write(lambda tx: keys.record_use(tx, key_id, now, address))


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


@pytest.mark.sqlite
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


def test_the_address_of_the_last_use_goes_with_its_minute(shop: ShopFixture) -> None:
    key = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=5)).key
    seen = []
    for now, address in ((MINUTE * 9, "10.0.0.1"), (MINUTE * 9 + 1, "10.0.0.2"), (MINUTE * 10 + 1, "10.0.0.3")):
        use(shop, key.id, now, address)
        seen.append(kept(shop)[0].last_used_from)
    assert seen == ["10.0.0.1", "10.0.0.1", "10.0.0.3"]


def test_the_last_use_of_a_group_counts_for_each_key(shop: ShopFixture) -> None:
    first, second = (shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=5)).key for _ in range(2))
    uses = [(first.id, MINUTE * 9, "a"), (second.id, MINUTE * 9, "b"), (first.id, MINUTE * 9 + 1, "c")]
    shop.write(lambda tx: keys.record_uses(tx, uses))
    assert [(key.last_used_at, key.last_used_from) for key in kept(shop)] == [
        (MINUTE * 9 + 1, "c"),
        (MINUTE * 9, "b"),
    ]


def test_a_key_made_with_a_last_day_has_it_and_another_one_later(shop: ShopFixture) -> None:
    made = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=START, last_day=date(2026, 12, 31), zone=UTC)).key
    assert made.expires_at == parse_moment("2027-01-01T00:00Z") - 1
    shop.write(lambda tx: keys.mark_expired(tx, made, made.expires_at or 0))
    assert kept(shop)[0].expired_at == made.expires_at
    later = shop.write(lambda tx: change_expiry(tx, shop.shop, made.id, date(2027, 1, 31), now=START, zone=UTC))
    assert (later.expires_at, later.expired_at) == (parse_moment("2027-02-01T00:00Z") - 1, None)
    endless = shop.write(lambda tx: change_expiry(tx, shop.shop, made.id, None, now=START))
    assert endless.expires_at is None


def test_a_refusal_that_comes_after_a_change_of_the_end_marks_nothing(shop: ShopFixture) -> None:
    made = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=START, last_day=date(2026, 12, 31))).key
    shop.write(lambda tx: change_expiry(tx, shop.shop, made.id, date(2027, 12, 31), now=START))
    shop.write(lambda tx: keys.mark_expired(tx, made, START))
    assert kept(shop)[0].expired_at is None


def test_a_revoked_key_gets_no_other_end(shop: ShopFixture) -> None:
    made = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=START)).key
    revoke(shop, made.id, START)
    with pytest.raises(Refused, match="revoked and stays so"):
        shop.write(lambda tx: change_expiry(tx, shop.shop, made.id, None, now=START))


def test_while_the_clock_is_in_doubt_the_expected_time_chooses_the_days(shop: ShopFixture) -> None:
    """A clock that jumped a year ahead must not refuse tomorrow."""
    doubt = ClockDoubt(START, START + 365 * DAY)
    shop.write(lambda tx: begin_clock_doubt(tx, doubt))
    assert shop.read(lambda db: read_believed_time(db, doubt.shown_at)) == START
    tomorrow = date(2026, 11, 21)
    made = shop.write(lambda tx: issue_key(tx, shop.shop, "Till", now=doubt.shown_at, last_day=tomorrow, zone=UTC))
    assert made.key.expires_at == parse_moment("2026-11-22T00:00Z") - 1
