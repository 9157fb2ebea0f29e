"""Orders: their statuses, and every transition between them as data (contract §4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from service.domain.errors import Refused
from service.domain.money import CustomerTotal
from service.domain.sentences import Sentence, message
from service.domain.texts import is_blank
from service.domain.times import MINUTE, Millis

ACCEPT_WINDOW: Millis = 30 * MINUTE
"""An order that is not accepted within this time is cancelled and refunded (contract §4.3)."""
ACCEPT_MINUTES = ACCEPT_WINDOW // MINUTE

MAX_REASON = 500
MAX_CUSTOMER_NAME = 100
MAX_PHONE = 40
MAX_CUSTOMER_ADDRESS = 300
MAX_NOTE = 500


def _join_with_or(statuses: Sequence[Sentence]) -> Sentence:
    if len(statuses) == 1:
        return statuses[0]
    return message("{first} or {second}", first=_join_with_or(statuses[:-1]), second=statuses[-1])


class Status(StrEnum):
    """The status of an order (contract §4.3)."""

    PLACED = "placed"
    CONFIRMED = "confirmed"
    READY = "ready"
    OUT_FOR_DELIVERY = "out_for_delivery"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"


class Action(StrEnum):
    """What the shop may do with an order (contract §4.3)."""

    CONFIRM_FITMENT = "confirm_fitment"
    ACCEPT = "accept"
    REJECT = "reject"
    READY = "ready"
    DISPATCHED = "dispatched"
    DELIVERED = "delivered"


class Method(StrEnum):
    """How the buyer gets the parts."""

    COURIER = "courier"
    PICKUP = "pickup"


class UnitsEffect(StrEnum):
    """What a change of status does to the units that the order holds."""

    NONE = "stay"
    RELEASE = "released"
    SHIP = "leave"
    RETURN = "come_back"


CLOSED = (Status.DELIVERED, Status.CANCELLED)
OPEN = tuple(status for status in Status if status not in CLOSED)


@dataclass(frozen=True, slots=True)
class Vehicle:
    """The buyer's car."""

    make: str
    model: str
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line: quantity in thousandths, the price of one unit and the line's total in fils.
    `short` are the thousandths that an open order does not hold. Only an order of a marketplace may
    be short.
    """

    sku: str
    name: str
    quantity: int
    price_fils: int
    total_fils: int
    short: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """An order; amounts in fils, times in milliseconds. `units_left` says whether stock has left
    for it. `marketplace_reference` is the marketplace's name for it, None for an order of the
    shop's own.
    """

    id: int
    shop_id: int
    reference: str
    status: Status
    placed_at: Millis
    accept_by: Millis | None
    updated_at: Millis
    fitment_confirmed: bool
    vehicle: Vehicle | None
    branch_id: int
    method: Method
    fee_fils: int
    items_fils: int
    commission_fils: int
    refunded: bool
    reason: str | None
    units_left: bool
    marketplace_reference: str | None = None
    branch: str = ""
    """Name of the branch that holds its units. Set only on an order that was read."""
    lines: tuple[Line, ...] = ()

    @property
    def is_mirrored(self) -> bool:
        """Whether a marketplace decides about its time and its money."""
        return self.marketplace_reference is not None

    def held_of(self, line: Line) -> int:
        """The thousandths that a line holds now: none once units left or the order closed."""
        return 0 if self.units_left or self.status in CLOSED else line.quantity - line.short

    @property
    def payout_fils(self) -> int:
        """What the shop receives for the items."""
        return self.items_fils - self.commission_fils

    def customer_total(self, vat_rate: int) -> CustomerTotal:
        return CustomerTotal(self.items_fils, vat_rate, self.fee_fils)


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change of an order: who did what when, from which status to which."""

    position: int
    reference: str
    at: Millis
    action: str
    from_status: Status | None
    to_status: Status
    reason: str | None
    refunded: bool
    by: str


@dataclass(frozen=True, slots=True)
class Transition:
    """One row of the table: from which statuses an action leads to which, and what else it does."""

    sources: tuple[Status, ...]
    target: Status
    pickup_sources: tuple[Status, ...] = ()
    needs_reason: bool = False
    refunds: bool = False

    def sources_for(self, method: Method) -> tuple[Status, ...]:
        return self.sources + (self.pickup_sources if method is Method.PICKUP else ())


TRANSITIONS: dict[Action, Transition] = {
    Action.CONFIRM_FITMENT: Transition((Status.PLACED,), Status.PLACED),
    Action.ACCEPT: Transition((Status.PLACED,), Status.CONFIRMED),
    Action.REJECT: Transition((Status.PLACED, Status.CONFIRMED), Status.CANCELLED, needs_reason=True, refunds=True),
    Action.READY: Transition((Status.CONFIRMED,), Status.READY),
    Action.DISPATCHED: Transition((Status.READY,), Status.OUT_FOR_DELIVERY),
    Action.DELIVERED: Transition((Status.OUT_FOR_DELIVERY,), Status.DELIVERED, pickup_sources=(Status.READY,)),
}
"""The transitions of contract §4. Expiry and cancellation have their own rules below."""

EXPIRE = "expire"
CANCEL = "cancel"
PLACE = "place"
RESTART_TIME = "restart_time"
"""The computer's clock was in doubt; the time to accept begins again."""
EXPIRED_REASON = f"Not accepted within {ACCEPT_MINUTES} minutes."


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a request: the order after it, what its units do, and the refusal if there is
    one.

    `changed` is False where nothing has to be written (fitment confirmed again). A refusal may come
    with a change: an order whose time has run out is cancelled by the request that is too late.
    """

    order: Order
    action: str
    changed: bool = True
    units: UnitsEffect = UnitsEffect.NONE
    refusal: Refused | None = None
    waits_for: int | None = None
    """The queued action that the marketplace has to grant first. Nothing has changed here yet."""


def allowed_actions(order: Order, now: Millis) -> tuple[Action, ...]:
    """The actions that the order's status allows at this moment."""
    if is_overdue(order, now):
        return ()
    return tuple(
        action for action, transition in TRANSITIONS.items() if order.status in transition.sources_for(order.method)
    )


def is_overdue(order: Order, now: Millis) -> bool:
    """Whether the acceptance window has passed (contract §4.3); not for a marketplace's order."""
    return (
        not order.is_mirrored
        and order.status is Status.PLACED
        and order.accept_by is not None
        and now >= order.accept_by
    )


def apply_action(order: Order, action: Action, reason: str | None, now: Millis) -> Decision:
    """Applies an action to an order, or says why it is refused (contract §4)."""
    if is_overdue(order, now):
        expired = expire(order, now)
        return replace(expired, refusal=_refuse_overdue(order, action))
    transition = TRANSITIONS[action]
    if order.status not in transition.sources_for(order.method):
        return Decision(order, action, changed=False, refusal=_refuse_status(order, action))
    if transition.needs_reason and is_blank(reason or ""):
        refusal = Refused.saying(
            "reason_required",
            "Give a reason to {action} {order}: the buyer sees it.",
            action=action.value,
            order=order.reference,
        )
        return Decision(order, action, changed=False, refusal=refusal)
    if action is Action.CONFIRM_FITMENT:
        return _confirm_fitment(order, now)
    moved = replace(
        order,
        status=transition.target,
        updated_at=now,
        accept_by=None,
        refunded=order.refunded or transition.refunds,
        reason=reason if transition.needs_reason else order.reason,
    )
    units = _choose_units_effect(moved)
    return Decision(replace(moved, units_left=moved.units_left or units is UnitsEffect.SHIP), action, units=units)


def expire(order: Order, now: Millis) -> Decision:
    """Cancels and refunds an order that nobody accepted in time (contract §4.3)."""
    return Decision(_make_cancelled(order, EXPIRED_REASON, now), EXPIRE, units=UnitsEffect.RELEASE)


def restart_time(order: Order, now: Millis) -> Order:
    """The order with its whole time to accept, from now."""
    return replace(order, accept_by=now + ACCEPT_WINDOW, updated_at=now)


def cancel(order: Order, reason: str, now: Millis, *, restock: bool) -> Decision:
    """Cancels for the marketplace or the owner. Units that left come back with `restock`."""
    if order.status in CLOSED:
        refusal = Refused.saying(
            "action_not_allowed",
            "{order} is {status}; cancel is possible only before it is delivered or cancelled.",
            order=order.reference,
            status=describe_status(order.status),
        )
        return Decision(order, CANCEL, changed=False, refusal=refusal)
    if is_blank(reason):
        refusal = Refused.saying(
            "reason_required", "Say why {order} is cancelled: the buyer sees the reason.", order=order.reference
        )
        return Decision(order, CANCEL, changed=False, refusal=refusal)
    units = UnitsEffect.RELEASE
    if order.units_left:
        units = UnitsEffect.RETURN if restock else UnitsEffect.NONE
    return Decision(_make_cancelled(order, reason, now), CANCEL, units=units)


_STATUS_SENTENCES = {
    Status.PLACED: message("placed"),
    Status.CONFIRMED: message("confirmed"),
    Status.READY: message("ready"),
    Status.OUT_FOR_DELIVERY: message("out for delivery"),
    Status.DELIVERED: message("delivered"),
    Status.CANCELLED: message("cancelled"),
}


def describe_status(status: Status) -> Sentence:
    """The name of a status inside a sentence."""
    return _STATUS_SENTENCES[status]


def _make_cancelled(order: Order, reason: str, now: Millis) -> Order:
    return replace(order, status=Status.CANCELLED, updated_at=now, accept_by=None, refunded=True, reason=reason)


def _confirm_fitment(order: Order, now: Millis) -> Decision:
    if order.fitment_confirmed:
        return Decision(order, Action.CONFIRM_FITMENT, changed=False)
    return Decision(replace(order, fitment_confirmed=True, updated_at=now), Action.CONFIRM_FITMENT)


def _choose_units_effect(order: Order) -> UnitsEffect:
    if order.status is Status.CANCELLED:
        return UnitsEffect.RELEASE
    leaves = order.status in (Status.OUT_FOR_DELIVERY, Status.DELIVERED)
    return UnitsEffect.SHIP if leaves and not order.units_left else UnitsEffect.NONE


def _refuse_status(order: Order, action: Action) -> Refused:
    if order.status is Status.CANCELLED and order.reason == EXPIRED_REASON:
        return _refuse_overdue(order, action)
    return Refused.saying(
        "action_not_allowed",
        "{order} is {status}; {action} is possible only while it is {sources}.",
        order=order.reference,
        status=describe_status(order.status),
        action=action.value,
        sources=_join_with_or([describe_status(each) for each in TRANSITIONS[action].sources_for(order.method)]),
    )


def _refuse_overdue(order: Order, action: Action) -> Refused:
    return Refused.saying(
        "action_not_allowed",
        "{order} was not accepted within {minutes} minutes and is cancelled; {action} is no longer possible.",
        order=order.reference,
        minutes=ACCEPT_MINUTES,
        action=action.value,
    )


def format_reference(kind: str, year: int, sequence: int) -> str:
    """`ORD-2026-000001`: six digits or more (contract §4)."""
    return f"{kind}-{year}-{sequence:06d}"


@dataclass(frozen=True, slots=True)
class ListedOrder:
    """An order in a list; `parts` counts its lines. `seen`: whether the owner has seen it."""

    reference: str
    status: Status
    placed_at: Millis
    accept_by: Millis | None
    pays: CustomerTotal
    parts: int
    vehicle: Vehicle | None
    method: Method
    seen: bool = True

    @property
    def total_fils(self) -> int:
        return self.pays.total_fils


class OrderSort(StrEnum):
    """How a list is sorted: waiting ones by time left, then newest first; by age; by amount."""

    TIME_LEFT = "time_left"
    NEWEST = "newest"
    OLDEST = "oldest"
    LARGEST = "largest"


@dataclass(frozen=True, slots=True)
class OrderQuery:
    """What to list; `text` fits reference, vehicle, SKU or name."""

    status: Status | None = None
    text: str = ""
    sort: OrderSort = OrderSort.TIME_LEFT


@dataclass(frozen=True, slots=True)
class OrderRecord:
    """`accepted_at` and `delivered_at` are None for what did not happen."""

    order: Order
    accepted_at: Millis | None
    delivered_at: Millis | None


class OrderTable(StrEnum):
    """What a file of orders has: a row for each order, each line, or each payout."""

    ORDERS = "orders"
    LINES = "lines"
    PAYOUTS = "payouts"


@dataclass(frozen=True, slots=True)
class RfqItem:
    """One thing asked for; the quantity is in thousandths."""

    sku: str | None
    description: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Rfq:
    """A buyer asks for a price."""

    id: int
    shop_id: int
    reference: str
    created_at: Millis
    text: str | None
    vehicle: Vehicle | None
    items: tuple[RfqItem, ...]


@dataclass(frozen=True, slots=True)
class Customer:
    """Texts without control characters, within bounds, maybe empty. No repr has them."""

    name: str = ""
    phone: str = ""
    address: str = ""
    note: str = ""

    def __repr__(self) -> str:
        return "Customer(…)"

    def __bool__(self) -> bool:
        return any((self.name, self.phone, self.address, self.note))


NOBODY = Customer()
"""Nothing was written down."""


def tidy_customer(name: str = "", phone: str = "", address: str = "", note: str = "") -> Customer:
    """What was typed, with single spaces, without control characters, cut to its bounds."""
    return Customer(
        _tidy(name, MAX_CUSTOMER_NAME),
        _tidy(phone, MAX_PHONE),
        _tidy(address, MAX_CUSTOMER_ADDRESS),
        _tidy(note, MAX_NOTE),
    )


def _tidy(text: str, most: int) -> str:
    """Control and format characters become spaces, but not those that join Arabic letters."""
    kept = (char if char in "\u200c\u200d" or unicodedata.category(char)[0] != "C" else " " for char in text)
    return " ".join("".join(kept).split())[:most].strip()
