"""An edit by hand: its faults, and what somebody else changed meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.catalogue.item_edit import (
    LOW_LIMIT,
    FieldValue,
    ItemEdit,
    describe_value,
    find_stale,
    parse_edit,
    read_fields,
)
from service.domain.catalogue.items import Condition, Fit, Item
from service.domain.catalogue.stock import BranchStock

CAR = Fit("Toyota", "Hilux", 2015, 2020)
ITEM = Item(
    1, "A-1", "Pad", None, None, "Brembo", None, Condition.USED, 1_500, None, None, True, True, (CAR,),
    (BranchStock(5_000, 0, "Main"),), 0, 2_000,
)  # fmt: skip


def test_faults_are_led_by_field_and_branch() -> None:
    edit = ItemEdit("A-1", fields={"name": " ", "price_fils": -1}, levels={"Main": -1_000, "Sitra": 1_000})
    row, faults = parse_edit(edit)
    assert row is None
    texts = [str(fault) for fault in faults]
    assert [text.partition(":")[0] for text in texts] == ["price_fils", "name", "quantity[Main]"]
    assert "must be" in texts[2]


def test_a_branch_that_cannot_be_one_is_named_and_nothing_else() -> None:
    _, faults = parse_edit(ItemEdit("A-1", levels={"x" * 61: 1_000}))
    (fault,) = map(str, faults)
    assert fault.startswith(f"quantity[{'x' * 61}]: ")


def test_an_edit_without_fault_is_a_row() -> None:
    row, faults = parse_edit(ItemEdit("A-1", fields={"name": "Disc", LOW_LIMIT: 1_000}, levels={"Main": 1_500}))
    assert faults == []
    assert row is not None
    assert (row.folded, row.values[1], row.branch) == ("a-1", "Disc", None)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("brand", None, "empty"),
        ("active", True, "yes"),
        ("active", False, "no"),
        (LOW_LIMIT, 2_500, "2.5"),
        ("price_fils", 2_500, "2.500"),
        ("fit", (CAR, CAR), "a list of 2 cars"),
        ("condition", "used", "used"),
        ("condition", "new_oem", "new"),
        ("condition", "another", "another"),
        ("brand", "new_oem", "new_oem"),
    ],
)
def test_values_as_people_read_them(name: str, value: FieldValue, text: str) -> None:
    assert str(describe_value(name, value)) == text


def test_every_field_but_the_sku_can_be_read() -> None:
    fields = read_fields(ITEM)
    assert "sku" not in fields
    assert (fields["condition"], fields[LOW_LIMIT], fields["price_fils"]) == ("used", 2_000, 1_500)
    assert read_fields(replace(ITEM, condition=None))["condition"] is None


@pytest.mark.parametrize(
    ("edit", "faults"),
    [
        # As it was seen, and as it is to be: neither is a conflict.
        (ItemEdit("A-1", fields={"brand": "Bosch"}, seen={"brand": "Brembo"}), []),
        (ItemEdit("A-1", fields={"brand": "Brembo"}, seen={"brand": "ATE"}), []),
        # What was seen and is not set, and what was set and not seen.
        (ItemEdit("A-1", fields={}, seen={"brand": "ATE"}), []),
        (ItemEdit("A-1", fields={"brand": "Bosch"}), []),
        (
            ItemEdit("A-1", fields={"brand": "Bosch", "price_fils": 1}, seen={"brand": "ATE", "price_fils": None}),
            ["brand: changed to Brembo since; it was ATE", "price_fils: changed to 1.500 since; it was empty"],
        ),
        (ItemEdit("A-1", levels={"Main": 6_000}, seen_levels={"Main": 5_000}), []),
        (ItemEdit("A-1", levels={"Main": 5_000}, seen_levels={"Main": 4_000}), []),
        (ItemEdit("A-1", levels={}, seen_levels={"Main": 4_000}), []),
        (
            ItemEdit("A-1", levels={" MAIN ": 6_000}, seen_levels={" MAIN ": 4_000}),
            ["quantity[ MAIN ]: changed to 5 since; it was 4"],
        ),
        (
            ItemEdit("A-1", levels={"Sitra": 6_000}, seen_levels={"Sitra": 4_000}),
            ["quantity[Sitra]: changed to empty since; it was 4"],
        ),
        (ItemEdit("A-1", levels={"Sitra": 6_000}, seen_levels={"Sitra": None}), []),
    ],
)
def test_what_somebody_else_changed_is_named_with_both_values(edit: ItemEdit, faults: list[str]) -> None:
    assert [str(fault) for fault in find_stale(edit, ITEM)] == faults
