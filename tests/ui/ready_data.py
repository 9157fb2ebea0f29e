"""The database of a small Gulf parts shop, as its owner and its systems wrote it up to NOW."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections import abc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from service.domain.actors import MARKETPLACE, OWNER, TIME, format_staff
from service.domain.audit import Actor, Origin, OwnerAction
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.history import CauseKind, WriteCause
from service.domain.marketplace.order_requests import LineRequest, OrderRequest, RfqItemRequest, RfqRequest
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action, Method, Vehicle
from service.domain.pull.pulls import Counts, Difference, PullSetup, Run, RunRow, RunState
from service.domain.sentences import Sentence, message, prefix_field
from service.domain.times import MINUTE, SECOND, Millis
from service.domain.webhooks.events import DeliveryState, EventKind
from service.files.columns.mapping import Bound, Mapping, Remembered, to_json
from service.pull.set_up_pull import set_up_pull
from service.store import keys, pulls, shops
from service.store.audit_log import record_action
from service.store.call_log.calls import add_calls
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.settings import write_setting
from service.store.webhooks import events, targets
from service.usecases.act_on_order import act_on_order, cancel_order
from service.usecases.move_stock import move_stock
from service.usecases.place_order import place_order, receive_rfq
from service.usecases.put_back import undo_upload
from service.usecases.upload_items import save_upload
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import parse
from tests.ui.fake.fake_clock import NOW, ZONE, moment
from tests.ui.ready_calls import TOTAL, make_call

WAIT_S = 20.0
LIVE, STAGING, SECOND_LIVE = 1, 2, 3
SHOP, SECOND_SHOP = "Sitra Auto Parts", "Zallaq Tyres"
PRICES = (
    "Part No.,Description,Retail BD,QOH,Branch,Fits,Cost,Aisle Count\n"
    '04465-60320,"Front brake pads, LC200",28.500,14,Main,Land Cruiser 2008-2021,21.000,3\n'
    "90915-YZZD4,Oil filter,2.750,126,Main,,1.900,4\n"
    "17801-38051,Air filter,9.200,31,Main,Corolla 2014-2019,6.100,4\n"
    "48531-80605,Rear shock absorber,34.000,2,Main,,25.500,7\n"
    '21460-1LB0A,"Radiator, Patrol Y62",89.000,-1,Main,Patrol 2010-2020,61.000,9\n'
    "TOTAL,,,172,,,,\n"
)
"""A price list of the shop's system."""

SEMICOLONS = "Part No;Description;Retail BD;Qty\nA1;Brake pad;4,627;12\nA2;Oil filter;2,750;3\n"
"""One whose prices can be read in two ways."""

FILE = "D:\\Accounts\\Export\\prices.xlsx"
"""What is read at night."""

PUSHED, UPLOAD = moment(15, 14, 27, 40), TOTAL - 3
"""When the ERP sent its rows, and the number of that call."""

UNDONE, UNDONE_UPLOAD = moment(15, 12, 57, 40), UPLOAD - 72
"""An earlier one, which was undone."""

FIRST = moment(2, 9, 30)


class ReadyKey(NamedTuple):
    """A key of the live shop."""

    name: str
    prefix: str
    made: Millis
    used: Millis
    address: str = ""
    ends: Millis | None = None


class ReadyEntry(NamedTuple):
    """What the audit says of a day."""

    at: Millis
    actor: Actor
    action: OwnerAction
    subject: str
    details: abc.Mapping[str, str]
    is_of_shop: bool = True


class ReadyItem(NamedTuple):
    """An item, its price and its units by branch, and where they are not the usual its other
    fields.
    """

    sku: str
    name: str
    name_ar: str
    brand: str
    category: str
    price: int
    units: abc.Mapping[str, int]
    other: abc.Mapping[str, object] = {}

    def make_rows(self) -> list[dict[str, object]]:
        """Its rows in an upload, one for each branch."""
        prices = {
            "price_fils": self.price,
            "wholesale_price_fils": self.price * 84 // 100,
            "online_price_fils": self.price + 1400,
        }
        fields: dict[str, object] = {
            "sku": self.sku,
            "name": self.name,
            "name_ar": self.name_ar,
            "brand": self.brand,
            "category": self.category,
            "condition": "new_oem",
            "list_on_marketplace": True,
            **prices,
            **self.other,
        }
        return [{**fields, "branch": branch, "quantity": units} for branch, units in self.units.items()]


class ReadyOrder(NamedTuple):
    """An order and how far it went: `lines` are SKU, units and price."""

    placed: Millis
    vehicle: Vehicle
    lines: tuple[tuple[str, int, int], ...]
    steps: tuple[Action, ...] = ()
    method: Method = Method.COURIER
    branch: str | None = None
    cancelled: bool = False


KEYS = (
    ReadyKey("Till 1", "cp_live_8fK2", moment(2, 9, 5), moment(15, 14, 29, 7), "192.168.1.20"),
    ReadyKey("Till 2", "cp_live_Qm71", moment(2, 9, 5), moment(15, 14, 29, 4), "127.0.0.1"),
    ReadyKey("ERP", "cp_live_Xa9d", moment(8, 10, 0), PUSHED),
    ReadyKey(
        "Old tablet",
        "cp_live_t0Bz",
        moment(11, 10, 0, month=3),
        moment(3, 9, 0, month=10),
        ends=moment(31, 20, 59, month=12),
    ),
)
AUDIT = (
    ReadyEntry(
        moment(2, 9, 5), Actor.WINDOW, OwnerAction.KEY_MADE, "Till 1", {"number": "1", "begins": "cp_live_8fK2"}
    ),
    ReadyEntry(moment(2, 9, 6), Actor.WINDOW, OwnerAction.TARGET_ADDED, "https://hooks.example.com", {"number": "2"}),
    ReadyEntry(moment(8, 10, 0), Actor.COMMAND_LINE, OwnerAction.KEY_MADE, "ERP", {"number": "3", "until": "never"}),
    ReadyEntry(
        moment(9, 8, 0),
        Actor.WINDOW,
        OwnerAction.SETTING_CHANGED,
        "open_to_network",
        {"before": "off", "after": "on"},
        is_of_shop=False,
    ),
    ReadyEntry(moment(14, 18, 2), Actor.WINDOW, OwnerAction.MODE_SWITCHED, "scheduled_pull", {"state": "on"}),
    ReadyEntry(
        moment(15, 9, 30), Actor.PROGRAM, OwnerAction.RESTORED, "counterpart-daily.cpbackup", {}, is_of_shop=False
    ),
)
_LC200 = [
    {"make": "Toyota", "model": "Land Cruiser 200", "year_from": 2008, "year_to": 2021},
    {"make": "Lexus", "model": "LX 570", "year_from": 2008, "year_to": 2021},
]
_COPY = {"condition": "new_aftermarket"}
ITEMS = (
    ReadyItem(
        "04465-60320", "Front brake pads, LC200", "فحمات بريك أمامية، لاندكروزر 200", "Toyota", "Brakes", 28500,
        {"Main": 9, "Riffa": 5, "Hamad Town": 0}, {"oem_number": "04465-60280", "fit": _LC200},
    ),
    ReadyItem("90915-YZZD4", "Oil filter", "فلتر زيت", "Toyota", "Filters", 2750, {"Main": 100, "Riffa": 26}),
    ReadyItem("17801-38051", "Air filter", "فلتر هواء", "Toyota", "Filters", 9200, {"Main": 31}),
    ReadyItem("48531-80605", "Rear shock absorber", "مساعد خلفي", "KYB", "Suspension", 34000, {"Main": 2}, _COPY),
    ReadyItem("14400-RCA-A01", "Timing belt kit", "طقم سير التوقيت", "Honda", "Engine", 46750, {"Main": 5}),
    ReadyItem("40206-1LB0A", "Front brake disc", "هوب أمامي", "Nissan", "Brakes", 22400, {"Riffa": 8}),
    ReadyItem(
        "SK20HR11", "Spark plug, iridium", "بوجي إيريديوم", "Denso", "Ignition", 3900, {"Main": 150, "Riffa": 62}
    ),
    ReadyItem("21460-1LB0A", "Radiator, Patrol Y62", "راديتر، باترول Y62", "Nissan", "Cooling", 89000, {"Main": 1}),
    ReadyItem(
        "31110-2S000", "Fuel pump", "طرمبة بنزين", "Hyundai", "Fuel", 52300, {"Main": 4},
        {"list_on_marketplace": False, "online_price_fils": None},
    ),
    ReadyItem("87139-50100", "Cabin filter, carbon", "فلتر مكيف كربون", "Toyota", "Filters", 5400, {"Main": 64}),
    ReadyItem(
        "81150-60K60", "Headlamp, left", "شمعة أمامية يسار", "Koito", "Body", 142500, {"Main": 2}, {"condition": "used"}
    ),
    ReadyItem("48609-0K040", "Strut mount, front", "كرسي مساعد أمامي", "Toyota", "Suspension", 14500, {"Main": 6}),
)  # fmt: skip
PADS = ITEMS[0].sku
_MOVED = {
    (PADS, "Main"): -5,
    (PADS, "Riffa"): 2,
    ("40206-1LB0A", "Riffa"): 1,
    ("48609-0K040", "Main"): 1,
    ("17801-38051", "Main"): 1,
}
"""Units by which the first stock was higher."""

_AGO = 90 * MINUTE
_READY = (Action.ACCEPT, Action.READY)
_SENT = (*_READY, Action.DISPATCHED)
ORDERS = (
    ReadyOrder(NOW - 20 * _AGO, Vehicle("Ford", "Explorer", 2014), (("21460-1LB0A", 1, 89000),), cancelled=True),
    ReadyOrder(
        NOW - 16 * _AGO,
        Vehicle("Kia", "Sportage", 2019),
        (("48609-0K040", 1, 5050), ("17801-38051", 1, 9200)),
        (*_SENT, Action.DELIVERED),
    ),
    ReadyOrder(NOW - 4 * _AGO, Vehicle("GMC", "Yukon", 2015), (("40206-1LB0A", 1, 64000),), _SENT, branch="Riffa"),
    ReadyOrder(
        NOW - 3 * _AGO,
        Vehicle("Hyundai", "Tucson", 2020),
        (("31110-2S000", 1, 14850), ("90915-YZZD4", 1, 2750)),
        _READY,
        Method.PICKUP,
    ),
    ReadyOrder(
        NOW - 2 * _AGO,
        Vehicle("Lexus", "LX 570", 2017),
        (("04465-60320", 2, 28500), ("48531-80605", 2, 34675)),
        _READY[:1],
    ),
    ReadyOrder(NOW - _AGO, Vehicle("Toyota", "Camry", 2018), (("87139-50100", 1, 8900),), _READY[:1]),
    ReadyOrder(
        NOW + 3 * MINUTE + 5 * SECOND - ACCEPT_WINDOW,
        Vehicle("Nissan", "Patrol", 2016),
        (("SK20HR11", 1, 12400),),
        method=Method.PICKUP,
    ),
    ReadyOrder(
        NOW + 8 * MINUTE + 12 * SECOND - ACCEPT_WINDOW,
        Vehicle("Honda", "Accord", 2021),
        (("14400-RCA-A01", 1, 22550), ("17801-38051", 1, 9200)),
    ),
    ReadyOrder(
        NOW + 22 * MINUTE + 41 * SECOND - ACCEPT_WINDOW,
        Vehicle("Toyota", "Land Cruiser", 2019),
        (("04465-60320", 1, 28500), ("90915-YZZD4", 2, 2750), ("17801-38051", 1, 9200)),
        (Action.CONFIRM_FITMENT,),
    ),
)
"""ORD-2026-000115 to 123. The last three wait: 3:05, 8:12 and 22:41 minutes are left."""

_FIRST_ORDER = 115
_STEPS = {
    Action.CONFIRM_FITMENT: (3 * MINUTE, OWNER),
    Action.ACCEPT: (6 * MINUTE, OWNER),
    Action.READY: (25 * MINUTE, "Till 1"),
    Action.DISPATCHED: (48 * MINUTE, "Till 1"),
    Action.DELIVERED: (110 * MINUTE, OWNER),
}
RFQS = (
    (NOW - 26 * 60 * MINUTE, RfqRequest((RfqItemRequest("Radiator cap", 1000),))),
    (
        NOW - 40 * MINUTE,
        RfqRequest(
            (
                RfqItemRequest("Headlamp, left", 1000, "81150-60K60"),
                RfqItemRequest("Mirror, left and right", 2000),
            ),
            "Looking for the left headlamp, used is fine, and both mirrors if you have them. I can come by today.",
            Vehicle("Toyota", "Land Cruiser", 2019),
        ),
    ),
)


PLAN = to_json(
    Remembered(
        mapping=Mapping(
            (
                Bound("sku", "Part No."),
                Bound("name", "Description"),
                Bound("price_fils", "Retail BD"),
                Bound("quantity", "QOH"),
                Bound("branch", "Branch"),
            )
        )
    )
)


def make_run(
    at: Millis,
    state: RunState,
    counts: Counts | None = None,
    *,
    held: Difference | None = None,
    fault: Sentence | None = None,
) -> Run:
    """A run of the nightly file in the live shop."""
    setup = PullSetup(FILE, PLAN)
    return Run(0, LIVE, at, state, FILE, TIME, setup, counts or Counts(), 8200, fault=fault, held=held)


FILE_OPEN = message(
    "{file} cannot be read now: {reason}. Close it in other programs, or try later.",
    file="prices.xlsx",
    reason=message("Permission denied"),
)
LAST_RUN = replace(make_run(moment(15, 2, 0), RunState.DONE, Counts(1245, 12, 1231, 0, 2, 3)), can_undo=True)
RUNS = (
    make_run(moment(12, 2, 0), RunState.UNCHANGED, Counts(1240)),
    make_run(moment(13, 2, 0), RunState.FAILED, fault=FILE_OPEN),
    replace(make_run(moment(14, 2, 0), RunState.DONE, Counts(1245, 3, 9, 1233)), can_undo=True),
    LAST_RUN,
)
"""Oldest first."""

RUN_ROWS = (
    RunRow(
        88, "21460-1LB0A", prefix_field("quantity", message("{cell} is below zero and counts as 0", cell='"-1"')), False
    ),
    RunRow(
        412,
        "48609-0K040",
        prefix_field("price_fils", message("{cell} is no price, the held one stays", cell='"14,5OO"')),
        True,
    ),
    RunRow(731, None, prefix_field("sku", message("is blank")), True),
)


class ReadyTarget(NamedTuple):
    """A receiver of webhooks: what it got last, and how many events wait while it is off."""

    name: str
    url: str
    recent: tuple[tuple[Millis, bool], ...] = ()
    is_on: bool = True
    recorded: int = 0


class ReadyDelivery(NamedTuple):
    """A delivery of an event, with so many attempts."""

    at: Millis
    kind: EventKind
    subject: str
    state: DeliveryState = DeliveryState.WAITING
    attempts: int = 0
    data: abc.Mapping[str, object] = {}


TARGET_EVENTS = (EventKind.ORDER_PLACED, EventKind.ORDER_STATUS, EventKind.STOCK_CHANGED)
REFUSING = 2
"""The number of the target that refuses what it gets."""

NEXT_TRY = moment(15, 14, 32, 2)


def _all_well(last: Millis, *failed: int) -> tuple[tuple[Millis, bool], ...]:
    return tuple((last - back * MINUTE, back not in failed) for back in range(11, -1, -1))


TARGETS = (
    ReadyTarget("Till 1", "http://192.168.1.20:9000/hook", _all_well(moment(15, 14, 25))),
    ReadyTarget("Till 2", "http://192.168.1.21:9000/hook"),
    ReadyTarget("Stock board", "https://board.sitraparts.bh/in", _all_well(moment(15, 14, 22), 7)),
    ReadyTarget("Old ERP", "http://192.168.1.9/events", is_on=False, recorded=37),
)
_DONE, _GIVEN_UP = DeliveryState.DELIVERED, DeliveryState.FAILED
DELIVERIES = (
    ReadyDelivery(moment(15, 9, 12), EventKind.ORDER_STATUS, "ORD-2026-000118", _GIVEN_UP, 6, {"action": "ready"}),
    ReadyDelivery(
        moment(15, 13, 58), EventKind.STOCK_CHANGED, "90915-YZZD4", _DONE, 1, {"branch": "Riffa", "change": -2}
    ),
    ReadyDelivery(moment(15, 14, 7), EventKind.ORDER_PLACED, "ORD-2026-000122", _DONE, 1),
    ReadyDelivery(
        moment(15, 14, 25), EventKind.ORDER_STATUS, "ORD-2026-000123", attempts=3, data={"action": "confirm_fitment"}
    ),
    ReadyDelivery(
        moment(15, 14, 26), EventKind.STOCK_CHANGED, "48531-80605", attempts=2, data={"branch": "Main", "change": 2}
    ),
    ReadyDelivery(moment(15, 14, 25, 2), EventKind.ORDER_PLACED, "ORD-2026-000123", attempts=3),
)
"""Of the target that refuses, oldest first."""


def add_delivery(tx: Tx, target: int, delivery: ReadyDelivery) -> str:
    """Stores a delivery with its attempts; gives its id. The last attempt of one that waits was
    some minutes ago.
    """
    shop = shops.get_shop(tx, LIVE)
    data = delivery.data or {"branch": "Main", "change": -1}
    seq, _event = events.insert_event(tx, shop, delivery.kind, delivery.subject, data, delivery.at)
    name = events.add_delivery(tx, target, seq, delivery.at)
    delivered = delivery.state is DeliveryState.DELIVERED
    waits = delivery.state is DeliveryState.WAITING and delivery.attempts
    tx.update(
        "UPDATE deliveries SET state = ?, attempts = ?, tries = ?, next_attempt_at = ?, finished_at = ? WHERE id = ?",
        (
            delivery.state, delivery.attempts, delivery.attempts, NEXT_TRY if waits else None,
            delivery.at if delivery.state in (_DONE, _GIVEN_UP) else None, name,
        ),
    )  # fmt: skip
    status, took, answer = (200, 23, b'{"ok": true}') if delivered else (403, 41, b'{"error": "signature mismatch"}')
    for number in range(1, delivery.attempts + 1):
        tx.update(
            "INSERT INTO attempts (delivery_seq, number, at, status, duration_ms, answer) "
            "SELECT seq, ?, ?, ?, ?, ? FROM deliveries WHERE id = ?",
            (number, delivery.at + (2**number // 2 - 1) * MINUTE, status, took, answer, name),
        )
    return name


def store_run(tx: Tx, run: Run) -> int:
    """Stores a run that is over, with RUN_ROWS if it has faults; gives its number."""
    number = pulls.add_run(tx, run)
    pulls.count_rows(tx, number, run.counts, undoable=run.can_undo)
    pulls.end_run(
        tx, number, run.state, duration_ms=run.duration_ms, fingerprint=run.fingerprint, fault=run.fault, held=run.held
    )
    if run.counts.rejected or run.counts.noted:
        pulls.add_rows(tx, number, RUN_ROWS)
    return number


@cache
def make_template() -> Path:
    """The database that is copied, made by the first call."""
    folder = Path(tempfile.mkdtemp(prefix="counterpart-shop-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    store = new_store(folder)
    _Filler(store).fill()
    store.close()
    return folder / FILE_NAME


class _Filler:
    """Makes what the shop has, as its owner and its systems did."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def fill(self) -> None:
        made = moment(2, 9, 0)
        for name in (SHOP, SECOND_SHOP):
            self._write(made, partial(shops.add_shop, name=name, now=made))
        for name, text in (("language", "en"), ("backup_folder", "D:\\Backups"), ("wizard_done", "on")):
            self._write(made, partial(write_setting, name=name, value=text))
        for key in KEYS:
            self._write(key.made, partial(self._add_key, key))
        self._write(made, lambda tx: shops.start_numbers_at(tx, LIVE, "ORD", 2026, _FIRST_ORDER - 1))
        self._write(NOW, self._add_calls)
        for at, work in sorted(self._list_days(), key=lambda one: one[0]):
            self._write(at, work)
        self._write(NOW, self._add_deliveries)
        for entry in AUDIT:
            self._write(entry.at, partial(self._note, entry), entry.actor)

    def _list_days(self) -> Iterator[tuple[Millis, Callable[[Tx], object]]]:
        """What happened, in any order."""
        rows = [row for item in ITEMS for row in item.make_rows()]
        counted, sold, undone = moment(2, 9, 40), moment(15, 13, 58), moment(15, 13, 10)
        for target in TARGETS:
            yield moment(2, 9, 10), partial(self._add_target, target)
        yield self._upload(FIRST, [self._before(row) for row in rows], WriteCause(CauseKind.CALL, 3))
        yield counted, self._move(Cause.COUNT, 5_000, "Main", OWNER, counted, "First count")
        yield moment(9, 8, 0), self._set_up_pull
        linked = [{"sku": item.sku, "online_price_fils": item.price + 1400} for item in ITEMS[:3]]
        yield self._upload(moment(12, 9, 7), linked, WriteCause(CauseKind.LINK), MARKETPLACE)
        loaded = [{"sku": PADS, "quantity": 9, "branch": "Main"}]
        yield self._upload(moment(14, 2, 0), loaded, WriteCause(CauseKind.RUN, 3), TIME, Cause.PULL)
        edited = [{"sku": PADS, "brand": "Toyota"}]
        yield self._upload(moment(14, 9, 10), edited, WriteCause(CauseKind.HAND), format_staff("Maryam"))
        wrong = [{"sku": PADS, "price_fils": 28_000}, {"sku": "NEW-1", "name": "New part", "quantity": 6}]
        yield self._upload(UNDONE, wrong, WriteCause(CauseKind.CALL, UNDONE_UPLOAD))
        yield undone, partial(self._undo, undone)
        yield sold, self._move(Cause.SALE, 2_000, "Riffa", "ERP", sold)
        yield self._upload(PUSHED, rows, WriteCause(CauseKind.CALL, UPLOAD))
        for number, order in enumerate(ORDERS, _FIRST_ORDER):
            yield order.placed, partial(self._place, number, order)
        for at, request in RFQS:
            yield at, partial(self._ask, request, at)

    def _undo(self, at: Millis, tx: Tx) -> None:
        undo_upload(tx, shops.get_shop(tx, LIVE), UNDONE_UPLOAD, by=format_staff("Maryam"), now=at)

    def _move(
        self, cause: Cause, milli: int, branch: str, by: str, at: Millis, note: str | None = None
    ) -> Callable[[Tx], object]:
        def move(tx: Tx) -> object:
            shop = shops.get_shop(tx, LIVE)
            return move_stock(tx, shop, NewMovement(PADS, branch, cause, milli, note), by=by, now=at)

        return move

    def _add_key(self, key: ReadyKey, tx: Tx) -> None:
        added = keys.add_key(tx, LIVE, key.name, f"{key.prefix}{key.name:x>31}", key.made, key.ends)
        keys.record_use(tx, added.id, key.used, key.address)

    def _upload(
        self,
        at: Millis,
        rows: Sequence[abc.Mapping[str, object]],
        why: WriteCause,
        by: str = "ERP",
        cause: Cause = Cause.UPLOAD,
    ) -> tuple[Millis, Callable[[Tx], object]]:
        def upload(tx: Tx) -> None:
            shop = shops.get_shop(tx, LIVE)
            result = save_upload(tx, shop, parse(*rows).rows, by=by, now=at, cause=cause, why=why).result
            assert result.errors == []

        return at, upload

    def _before(self, row: dict[str, object]) -> dict[str, object]:
        """A row as it was on the first day, with what has changed since."""
        moved = _MOVED.get((str(row["sku"]), str(row["branch"])), 0)
        return {
            **row,
            "wholesale_price_fils": int(str(row["price_fils"])) * 80 // 100,
            "online_price_fils": None,
            "brand": None if row["sku"] == PADS else row["brand"],
            "quantity": int(str(row["quantity"])) + moved,
        }

    def _place(self, number: int, order: ReadyOrder, tx: Tx) -> None:
        shop = shops.get_shop(tx, LIVE)
        total = sum(units * price for _sku, units, price in order.lines)
        request = OrderRequest(
            tuple(LineRequest(sku, units * 1000, price) for sku, units, price in order.lines),
            order.branch,
            order.vehicle,
            order.method,
            1500 if order.method is Method.COURIER else 0,
            total // 10,
        )
        reference = place_order(tx, shop, request, by="marketplace", now=order.placed).reference
        assert reference == f"ORD-2026-{number:06}"
        for action in order.steps:
            after, by = _STEPS[action]
            act_on_order(tx, shop, reference, action, reason=None, by=by, now=order.placed + after)
        if order.cancelled:
            why, at = "The buyer withdrew.", order.placed + 12 * MINUTE
            cancel_order(tx, shop, reference, reason=why, restock=False, by=OWNER, now=at)
        tx.update("UPDATE orders SET seen = 1 WHERE shop_id = ? AND reference = ?", (LIVE, reference))

    def _ask(self, request: RfqRequest, at: Millis, tx: Tx) -> None:
        receive_rfq(tx, shops.get_shop(tx, LIVE), request, now=at)

    def _add_target(self, target: ReadyTarget, tx: Tx) -> None:
        made = moment(2, 9, 10)
        added = targets.insert_target(tx, LIVE, target.url, TARGET_EVENTS, f"webhook-{target.name}", made, target.name)
        tx.update("UPDATE targets SET is_on = ?, catch_up = 1 WHERE id = ?", (target.is_on, added.id))

    def _add_deliveries(self, tx: Tx) -> None:
        """Their events are over, except for those of which the second refuses some, and those that
        wait for the fourth.
        """
        tx.update("DELETE FROM deliveries")
        for number, target in enumerate(TARGETS, 1):
            for at, delivered in target.recent:
                state = DeliveryState.DELIVERED if delivered else DeliveryState.FAILED
                add_delivery(tx, number, ReadyDelivery(at, EventKind.STOCK_CHANGED, "90915-YZZD4", state, 1))
            for each in range(target.recorded):
                at = moment(8, 16, 0) + each * MINUTE
                add_delivery(tx, number, ReadyDelivery(at, EventKind.STOCK_CHANGED, "90915-YZZD4"))
        for delivery in DELIVERIES:
            add_delivery(tx, REFUSING, delivery)
        tx.update("UPDATE targets SET failures = 3, trouble_since = ? WHERE id = ?", (moment(15, 14, 25, 2), REFUSING))

    def _set_up_pull(self, tx: Tx) -> None:
        set_up_pull(tx, shops.get_shop(tx, LIVE), PullSetup(FILE, PLAN), 120, now=NOW, zone=ZONE)
        for run in RUNS:
            store_run(tx, run)

    def _add_calls(self, tx: Tx) -> None:
        numbers = {key.name: key.id for key in keys.list_keys(tx, LIVE)}
        add_calls(tx, [make_call(number, numbers, LIVE) for number in range(1, TOTAL + 1)])

    def _note(self, entry: ReadyEntry, tx: Tx) -> None:
        shop = shops.get_shop(tx, LIVE) if entry.is_of_shop else None
        record_action(tx, entry.action, entry.subject, shop=shop, **entry.details)

    def _write(self, at: Millis, work: Callable[[Tx], object], actor: Actor = Actor.WINDOW) -> None:
        self._store.for_origin(Origin(actor, lambda: at)).submit(work).result(WAIT_S)
