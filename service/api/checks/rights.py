"""What a key with fewer rights may call (contract §5.3). Every other key may call everything."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from service.domain.errors import NotAllowed
from service.domain.keys import Rights
from service.domain.webhooks.events import ITEM_CHANGED, EventKind

_CATALOGUE, _ORDERS = frozenset({Rights.CATALOGUE}), frozenset({Rights.ORDERS})
_BOTH = _CATALOGUE | _ORDERS
PARTS: Mapping[str, frozenset[Rights]] = MappingProxyType(
    {
        "/v1/items": _CATALOGUE,
        "/v1/items/{sku}": _CATALOGUE,
        "/v1/branches": _BOTH,
        "/v1/rfqs": _ORDERS,
        "/v1/orders": _ORDERS,
        "/v1/orders/{order}": _ORDERS,
        "/v1/orders/{order}/{action}": _ORDERS,
        "/v1/test/orders": _ORDERS,
        "/v1/test/orders/{order}/expire": _ORDERS,
        "/v1/test/rfqs": _ORDERS,
        "/v1/test/events": _BOTH,
        "/v1/events": _BOTH,
        "/v1/openapi.json": _BOTH,
    }
)
"""By path, the rights for one part of the interface with which it may be called."""

_KINDS: Mapping[Rights, frozenset[str]] = MappingProxyType(
    {
        Rights.CATALOGUE: frozenset({EventKind.STOCK_CHANGED.value, ITEM_CHANGED}),
        Rights.ORDERS: frozenset({EventKind.ORDER_PLACED.value, EventKind.ORDER_STATUS.value, EventKind.RFQ_NEW.value}),
    }
)


def check_rights(rights: Rights, path: str, method: str) -> None:
    """Raises NotAllowed for a call that the rights of a key do not include."""
    if rights is Rights.ALL:
        return
    needed = {Rights.ALL, *PARTS.get(path, ())} | ({Rights.READ} if method in ("GET", "HEAD") else set())
    if rights not in needed:
        raise _make_refusal(rights, needed)


def choose_kinds(rights: Rights, asked: Collection[str]) -> frozenset[str]:
    """The kinds of events to give: those asked for, or where none is, those of the key's part
    (empty for all). Raises NotAllowed for a kind of another part.
    """
    own = _KINDS.get(rights)
    if own is None:
        return frozenset(asked)
    if not own.issuperset(asked):
        wanted = {part for part, kinds in _KINDS.items() if not kinds.isdisjoint(asked)} - {rights}
        raise _make_refusal(rights, {Rights.ALL, Rights.READ, *wanted})
    return frozenset(asked) or own - {ITEM_CHANGED}


def _make_refusal(rights: Rights, needed: Collection[Rights]) -> NotAllowed:
    words = " or ".join(right.value for right in Rights if right in needed)
    return NotAllowed(
        f"This key has the right {rights.value} only, and this call needs {words}. "
        "The shop's owner can make a key with that right."
    )
