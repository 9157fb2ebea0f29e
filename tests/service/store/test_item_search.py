"""Parts are found by what a person types, whether the index knows them yet or not."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.domain.catalogue.search_query import SEARCHED, parse_query
from service.domain.catalogue.search_ranking import rank_item
from service.domain.catalogue.stock import Cause
from service.store.engine.text_index import Document, TextIndex
from service.store.item_bulk_edits import remove_items
from service.store.item_search import MAX_FOUND, MAX_TAIL, collect_documents, find_items, read_identity, read_texts
from service.store.items import find_literal_matches
from service.store.revisions import read_revision
from tests.fakes.shop_fixture import ShopFixture

FILTER = {"sku": "HON-77", "name": "Oil filter", "name_ar": "فلتر زيت أكورد", "oem_number": "15400-T2A-A40"}
PADS = {
    "sku": "04465-33471", "name": "Front brake pads", "brand": "Toyota", "category": "Brakes",
    "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
}  # fmt: skip


def found(floor: ShopFixture, text: str, limit: int | None = 50) -> list[str]:
    """SKUs, best first."""
    index = floor.store.text_index

    def read(db) -> list[str]:  # type: ignore[no-untyped-def]  # noqa: ANN001
        ids = find_items(db, index, floor.shop.id, text, limit)
        return [db.scalar("SELECT sku FROM items WHERE id = ?", (item_id,)) for item_id in ids]

    return floor.read(read)


def file_all(floor: ShopFixture, step: int = 1_000) -> int:
    """Brings the index up to date; gives how many documents were filed."""
    index, filed = floor.store.text_index, 0
    while (part := floor.read(lambda db: collect_documents(db, index, floor.shop.id, step))) is not None:
        identity, reached, documents = part
        index.write(identity, floor.shop.id, reached, documents)
        filed += len(documents)
    return filed


@pytest.fixture(params=["before the index knows them", "once they are filed"])
def parts(shop: ShopFixture, request: pytest.FixtureRequest) -> ShopFixture:
    shop.upload(FILTER, PADS, {"sku": "Z-1", "name": "Spark plug", "brand": "NGK"})
    if request.param == "once they are filed":
        assert file_all(shop) == 3
    return shop


@pytest.mark.parametrize(
    ("text", "sku"),
    [
        ("filter oil", "HON-77"),
        ("15400T2AA40", "HON-77"),
        ("t2a", "HON-77"),
        ("الفلتر اكورد", "HON-77"),
        ("camry 2019 pads", "04465-33471"),
        ("٠٤٤٦٥", "04465-33471"),
        ("sprak plug", "Z-1"),
        ("15400T2BA40", "HON-77"),
    ],
)
def test_scraps_of_words_find_the_part(parts: ShopFixture, text: str, sku: str) -> None:
    assert found(parts, text) == [sku]


@pytest.mark.parametrize("text", ["camry 2012 pads", "turbo", "%", "", '"', "sprak plgu"])
def test_what_means_nothing_finds_nothing(parts: ShopFixture, text: str) -> None:
    assert found(parts, text) == []


WORDS = st.sampled_from(["oil", "pad", "fro", "front", "camry", "accord", "2015", "2019", "toy", "20", "PX-2019"])
YEARS = st.sampled_from([(None, None), (2014, 2019), (2008, None), (None, 2015), (2015, 2015), (2019, 2021)])
PARTS = st.lists(
    st.tuples(st.lists(WORDS, min_size=1, max_size=3), st.sampled_from(["Camry", "Accord"]), YEARS),
    min_size=1, max_size=8,
)  # fmt: skip


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=PARTS, texts=st.lists(st.lists(WORDS, min_size=1, max_size=3), min_size=1, max_size=6))
def test_a_search_gives_what_the_rule_gives_of_all_parts(
    shop: ShopFixture, parts: list[tuple[list[str], str, tuple[int | None, int | None]]], texts: list[list[str]]
) -> None:
    """In the same order, from the index and from what it lacks."""
    shop.write(lambda tx: remove_items(tx, shop.shop.id, [row[0] for row in tx.all("SELECT id FROM items")]))
    for place, (words, model, (first, last)) in enumerate(parts):
        fit = [{"make": "Toyota", "model": model, "year_from": first, "year_to": last}]
        shop.upload({"sku": f"P{place}-{words[0]}", "name": " ".join(words), "fit": fit})
        if place == len(parts) // 2:
            file_all(shop)
    held = shop.read(lambda db: read_texts(db, shop.shop.id, [row[0] for row in db.all("SELECT id FROM items")]))
    for words in texts:
        query = parse_query(" ".join(words))
        ranks = {one.sku: rank for _, one in held if (rank := rank_item(query, one)) is not None}
        if ranks:
            assert found(shop, " ".join(words)) == sorted(ranks, key=lambda sku: ranks[sku])


def test_the_best_comes_first(parts: ShopFixture) -> None:
    parts.upload({"sku": "A-2", "name": "Engine cover", "category": "Oil"}, {"sku": "oil", "name": "Something"})
    assert found(parts, "oil") == ["oil", "HON-77", "A-2"]


def test_a_whole_number_is_first_among_many_that_begin_with_it(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"100{number:03}", "name": "Pad"} for number in range(MAX_FOUND + 1)))
    shop.upload({"sku": "100", "name": "Disc"})
    file_all(shop)
    assert found(shop, "100")[0] == "100"


def test_a_change_is_found_at_once_and_its_past_is_not(parts: ShopFixture) -> None:
    parts.upload({"sku": "Z-1", "name": "Glow plug"})
    assert found(parts, "glow") == ["Z-1"]
    assert found(parts, "spark") == []
    file_all(parts)
    assert found(parts, "glow") == ["Z-1"]
    assert found(parts, "spark") == []


def test_a_shop_finds_its_own_parts_alone(parts: ShopFixture) -> None:
    other = ShopFixture.fresh(parts.store, clock=parts.clock)
    other.upload({"sku": "Y-1", "name": "Oil pump"})
    file_all(other)
    assert found(other, "oil") == ["Y-1"]
    assert found(parts, "oil") == ["HON-77"]


def test_an_id_that_comes_again_is_filed_for_the_new_item(shop: ShopFixture) -> None:
    """A first import is undone, and another file follows."""
    shop.upload(FILTER)
    file_all(shop)
    item_id = shop.read(lambda db: db.scalar("SELECT id FROM items"))
    shop.write(lambda tx: remove_items(tx, shop.shop.id, [item_id]))
    # As pruning does once the removal is too old for the history.
    shop.write(lambda tx: tx.update("DELETE FROM removed_items"))
    shop.upload({"sku": "Y-1", "name": "Brake pad"})
    file_all(shop)
    assert shop.read(lambda db: db.column("SELECT id FROM items")) == [item_id]
    assert (found(shop, "oil"), found(shop, "brake")) == ([], ["Y-1"])


def test_shops_count_their_items_each_for_itself(shop: ShopFixture) -> None:
    """So no shop waits for the number of another."""
    other = ShopFixture.fresh(shop.store, clock=shop.clock)
    for floor in (shop, other, shop):
        floor.upload({"sku": f"P-{floor.count('items')}", "name": "Pad"})
    ids = shop.read(lambda db: db.all("SELECT shop_id, id FROM items ORDER BY id"))
    assert ids == [(1, 1), (1, 2), (3, 2 * 2**32 + 1)]


def test_an_upload_that_changes_no_text_files_nothing(parts: ShopFixture) -> None:
    file_all(parts)
    parts.upload({"sku": "Z-1", "price_fils": 500, "quantity": 7})
    parts.move("Z-1", Cause.COUNT, 3_000)
    assert file_all(parts) == 0
    state = parts.read(lambda db: (read_identity(db), read_revision(db, parts.shop.id)))
    assert parts.store.text_index.read(lambda view: view.read_revision(state[0], parts.shop.id), 0) == state[1]


def test_more_than_is_looked_at_is_found_literally(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P-{number:04}", "name": "Pad"} for number in range(MAX_TAIL + 50)))
    assert found(shop, f"P-{MAX_TAIL + 40:04}") == [f"P-{MAX_TAIL + 40:04}"]
    assert len(found(shop, "pad", None)) == MAX_TAIL + 50


@pytest.mark.parametrize("sign", ["x", "%", "ب"])
def test_a_text_of_any_length_finds_nothing_and_is_no_error(shop: ShopFixture, sign: str) -> None:
    shop.upload(*({"sku": f"P-{number:04}", "name": "Pad"} for number in range(MAX_TAIL + 50)))
    assert found(shop, sign * 50_000) == []
    assert shop.read(lambda db: find_literal_matches(db, shop.shop.id, sign * 50_000, 10)) == []


@pytest.mark.parametrize("text", ["toyota fi", "fi toyota", "toyota 2015", "toyota f"])
def test_what_the_index_leaves_out_is_found_among_many(shop: ShopFixture, text: str) -> None:
    car = {"make": "Toyota", "model": "Hilux", "year_from": 2010, "year_to": 2012}
    others = ({"sku": f"G-{number:04}", "name": "Gear", "fit": [car]} for number in range(1_200))
    wanted = ({"sku": f"S-{number}", "name": "Filter", "fit": [{**car, "year_to": 2015}]} for number in range(40))
    shop.upload(*others)
    shop.upload(*wanted)
    file_all(shop)
    assert sorted(found(shop, text)) == sorted(f"S-{number}" for number in range(40))


def test_steps_of_any_size_file_everything(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P-{number:04}", "name": "Pad"} for number in range(45)))
    shop.upload({"sku": "P-0003", "name": "Disc"})
    assert file_all(shop, step=10) == 45
    assert found(shop, "disc") == ["P-0003"]


def test_a_search_that_is_stopped_looks_no_further(parts: ShopFixture) -> None:
    index = parts.store.text_index
    file_all(parts)
    assert parts.read(lambda db: find_items(db, index, parts.shop.id, "oil", stop=lambda: True)) == []
    parts.upload(*({"sku": f"P-{number:04}", "name": "Pad"} for number in range(MAX_TAIL + 1)))
    assert parts.read(lambda db: find_items(db, index, parts.shop.id, "pad", stop=lambda: True)) == []


def test_an_index_of_other_data_is_begun_again(parts: ShopFixture) -> None:
    """After a restore the same numbers may mean other items."""
    index: TextIndex = parts.store.text_index
    index.write("of another database", parts.shop.id, 900, [Document(1, 5, ["wsecret"], ["secret"])])
    assert found(parts, "oil") == ["HON-77"]
    assert file_all(parts) == 3
    assert index.read(lambda view: view.count(), 0) == 3


def test_a_damaged_index_is_no_loss(parts: ShopFixture) -> None:
    index = parts.store.text_index
    file_all(parts)
    index.close()
    for suffix in ("-wal", "-shm"):
        index.path.with_name(index.path.name + suffix).unlink(missing_ok=True)
    index.path.write_bytes(b"damaged" * 2_000)
    assert found(parts, "oil") == ["HON-77"]
    assert file_all(parts) == 3
    assert found(parts, "oil") == ["HON-77"]


@pytest.mark.parametrize("is_filed", [False, True])
@pytest.mark.parametrize("name", SEARCHED)
def test_each_text_that_is_searched_finds_the_item(shop: ShopFixture, name: str, is_filed: bool) -> None:
    shop.upload({"sku": "A", "name": "Pad", name: "Zimbel-77"}, {"sku": "B", "name": "Disc"})
    if is_filed:
        file_all(shop)
    assert found(shop, "zimbel 77") == ["Zimbel-77" if name == "sku" else "A"]
