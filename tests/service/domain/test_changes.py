"""The kinds of rows that a write changed."""

from __future__ import annotations

from service.domain.changes import ChangeKind, Changes


def test_changes_add_up() -> None:
    both = Changes.of(ChangeKind.ITEMS) | Changes.of(ChangeKind.STOCK, ChangeKind.ITEMS)
    assert both.kinds == {ChangeKind.ITEMS, ChangeKind.STOCK}
    assert both
    assert not Changes()
    assert Changes.make_all().kinds == set(ChangeKind)
