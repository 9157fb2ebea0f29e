"""The references of a linked shop's own orders, and which of the marketplace's are taken over."""

from __future__ import annotations

import pytest

from service.domain.link.own_numbers import is_usable_reference, own_sequence


def test_own_orders_of_a_linked_shop_begin_beyond_the_marketplaces() -> None:
    assert [own_sequence(1), own_sequence(2)] == [9_000_001, 9_000_002]


@pytest.mark.parametrize("reference", ["ORD-2026-000001", "ORD-2026-123456789012"])
def test_a_reference_of_the_usual_shape_is_taken_over(reference: str) -> None:
    assert is_usable_reference(reference)
    assert not is_usable_reference(reference, "RFQ")
    assert is_usable_reference(reference.replace("ORD", "RFQ"), "RFQ")


@pytest.mark.parametrize(
    "reference",
    ["", "ORD-2026-1", "ord-2026-000001", "ORD-2026-000001\n", "ORD-٢٠٢٦-000001", "#9", "RFQ-2026-000001",
     "ORD-2026-1234567890123"],
)  # fmt: skip
def test_a_reference_of_another_shape_is_not_taken_over(reference: str) -> None:
    assert not is_usable_reference(reference)
