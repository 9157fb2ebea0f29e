"""What a write touched: the word that travels from the store to whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ChangeKind(StrEnum):
    """The families of rows that a pane may depend on."""

    SHOPS = "shops"
    KEYS = "keys"
    BRANCHES = "branches"
    ITEMS = "items"
    STOCK = "stock"
    ORDERS = "orders"
    RFQS = "rfqs"
    TARGETS = "targets"
    DELIVERIES = "deliveries"
    EVENTS = "events"
    CALLS = "calls"
    PULLS = "pulls"
    SETTINGS = "settings"
    LINKS = "links"


@dataclass(frozen=True, slots=True)
class Changes:
    """The families that one commit touched."""

    kinds: frozenset[ChangeKind] = frozenset()

    @classmethod
    def of(cls, *families: ChangeKind) -> Changes:
        return cls(frozenset(families))

    @classmethod
    def make_all(cls) -> Changes:
        """Another process wrote: anything may be different."""
        return cls(frozenset(ChangeKind))

    def __or__(self, other: Changes) -> Changes:
        return Changes(self.kinds | other.kinds)

    def __bool__(self) -> bool:
        return bool(self.kinds)
