"""What a write touched: the word that travels from the store to whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Family(StrEnum):
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
    CALLS = "calls"
    PULLS = "pulls"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Changes:
    """The families that one commit touched."""

    families: frozenset[Family] = frozenset()

    @classmethod
    def of(cls, *families: Family) -> Changes:
        return cls(frozenset(families))

    @classmethod
    def everything(cls) -> Changes:
        """Another process wrote: anything may be different."""
        return cls(frozenset(Family))

    def __or__(self, other: Changes) -> Changes:
        return Changes(self.families | other.families)

    def __bool__(self) -> bool:
        return bool(self.families)
