"""Which kinds of rows a write changed. The store reports it to every part that displays them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ChangeKind(StrEnum):
    """The kinds of rows that a pane may depend on."""

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
    AUDIT = "audit"
    ALERTS = "alerts"
    PEOPLE = "people"
    HISTORY = "history"
    SECRETS = "secrets"
    """The store of webhook secrets was opened or asked again; it has no rows."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The kinds of rows that one commit changed."""

    kinds: frozenset[ChangeKind] = frozenset()

    @classmethod
    def of(cls, *families: ChangeKind) -> Changes:
        return cls(frozenset(families))

    @classmethod
    def make_all(cls) -> Changes:
        """Every kind: another process wrote, so anything may be different."""
        return cls(frozenset(ChangeKind))

    def __or__(self, other: Changes) -> Changes:
        return Changes(self.kinds | other.kinds)

    def __bool__(self) -> bool:
        return bool(self.kinds)
