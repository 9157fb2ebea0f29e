"""What a write touched."""

from __future__ import annotations

from service.domain.changes import Changes, Family


def test_changes_add_up() -> None:
    both = Changes.of(Family.ITEMS) | Changes.of(Family.STOCK, Family.ITEMS)
    assert both.families == {Family.ITEMS, Family.STOCK}
    assert both
    assert not Changes()
    assert Changes.everything().families == set(Family)
