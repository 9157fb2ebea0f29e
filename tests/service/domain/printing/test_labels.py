"""A label has the price that the customer pays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.catalogue.items import Item
from service.domain.errors import Refused
from service.domain.printing.labels import (
    MAX_LABELLED,
    MAX_LABELS,
    Label,
    check_label_count,
    find_most_copies,
    make_label,
)
from service.domain.shops import Shop


def item(sku: str, price: int | None) -> Item:
    return Item(
        1, sku, "Pad", None, None, None, None, None, price, None, None,
        list_on_marketplace=False, active=True, fit=(), stock=(), updated_at=0,
    )  # fmt: skip


@pytest.mark.parametrize(("vat", "price"), [(1000, 13_750), (0, 12_500)])
def test_the_price_has_the_vat_of_the_shop(vat: int, price: int) -> None:
    assert make_label(item("A-1", 12_500), Shop(1, "S", False, vat=vat)) == Label("A-1", "Pad", "", price, vat)


def test_a_part_without_a_price_has_none_on_its_label() -> None:
    assert make_label(item("A-1", None), Shop(1, "S", False)).price_fils is None


@pytest.mark.parametrize(("sku", "has"), [("A-1", True), ("قطعة-5", False)])
def test_only_latin_skus_have_bars(sku: str, has: bool) -> None:
    assert make_label(item(sku, None), Shop(1, "S", False)).has_bars is has


def test_more_parts_than_are_printed_at_once_are_refused() -> None:
    check_label_count(MAX_LABELLED)
    with pytest.raises(Refused, match="at most 500 parts for labels, not 501") as raised:
        check_label_count(MAX_LABELLED + 1)
    assert raised.value.code == "too_many_labels"


@pytest.mark.parametrize(
    ("parts", "most"), [(0, 50), (1, 50), (100, 50), (101, 49), (MAX_LABELLED, 10), (MAX_LABELS, 1)]
)
def test_many_parts_have_fewer_copies_so_that_the_window_does_not_stand_still(parts: int, most: int) -> None:
    assert find_most_copies(parts) == most
    assert parts * most <= MAX_LABELS


def test_a_label_has_the_names_in_both_languages() -> None:
    both = replace(item("A-1", 100), name_ar="فحمات")
    assert make_label(both, Shop(1, "S", False, vat=0)) == Label("A-1", "Pad", "فحمات", 100, 0)


def test_of_more_parts_than_labels_there_is_one_copy() -> None:
    assert find_most_copies(MAX_LABELS + 1) == 1
