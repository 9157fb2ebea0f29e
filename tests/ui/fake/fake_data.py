"""The fake's data and the changes made to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from service.domain.catalogue.item_edit import ItemEdit, find_stale, parse_edit
from service.domain.catalogue.items import Condition, Item, ItemSelection, Overwriter
from service.domain.catalogue.price_change import PricePlan, compute_new_price
from service.domain.catalogue.stock import BranchStock, Cause
from service.domain.changes import ChangeKind, Changes
from service.domain.clock_trust import ClockDoubt
from service.domain.keys import EndingKey
from service.domain.marketplace.orders import Order
from service.domain.pull.pull_choices import PullChoices, SetupChoices
from service.domain.sentences import Sentence, join_sentences
from service.domain.shops import Branch, Shop
from service.domain.times import Millis
from service.domain.update_rules import NO_FEED, UpdateStatus
from tests.ui.fake import order_data, shop_data
from tests.ui.fake.answers import Answers
from tests.ui.fake.fake_clock import FakeClock, moment
from tests.ui.fake.run_data import LAST_RUN
from ui.backend import BackendError, ErrorCode
from ui.backend.catalogue_port import NewMovement
from ui.backend.host_port import HostState, HostStatus, KeyringState, KeyringStatus, StartEvent, StartReport
from ui.backend.overview_port import LinkSummary, SetupState, TargetTrouble
from ui.backend.pulls_port import PullState
from ui.backend.shops_port import BranchFacts, ShopPair

RECOGNISED = (
    ("Part No.", "sku"),
    ("Description", "name"),
    ("Retail BD", "price_fils"),
    ("QOH", "quantity"),
    ("Branch", "branch"),
)
_BLANK_ITEM = Item(0, "", "", None, None, None, None, None, None, None, None, False, True, (), (), shop_data.CHANGED)
PULL_SETUP = SetupChoices(LAST_RUN.file, choices=PullChoices(columns=dict(RECOGNISED)))


@dataclass
class FakeData:
    """The state behind the fake's rooms; tests alter it before or between requests."""

    answers: Answers
    clock: FakeClock
    pairs: tuple[ShopPair, ...] = shop_data.PAIRS
    branches: tuple[BranchFacts, ...] = shop_data.BRANCHES
    orders: list[Order] = field(default_factory=order_data.orders)
    items: list[Item] = field(default_factory=lambda: list(shop_data.ITEMS))
    changed_at: Millis | None = shop_data.CHANGED
    changed_by: str = "ERP"
    pictures: dict[str, bytes] = field(default_factory=dict)
    overwriters: tuple[Overwriter, ...] = ()
    filled: bool = False
    troubles: tuple[TargetTrouble, ...] = (TargetTrouble(2, "Till 2", 3, moment(15, 14, 32, 2), 5),)
    backup_fault: Sentence | None = None
    wants_outside_backup: bool = False
    clock_doubt: ClockDoubt | None = None
    link: LinkSummary | None = None
    update: UpdateStatus = NO_FEED
    ending_keys: tuple[EndingKey, ...] = ()
    setup: SetupState = field(
        default_factory=lambda: SetupState(
            moment(2, 9, 5), moment(15, 8, 4), "Till 1", ("Till 1", "Till 2", "Stock board"), False
        )
    )
    pull: PullState = field(default_factory=lambda: PullState(True, PULL_SETUP, LAST_RUN, moment(16, 2, 0)))
    host: HostStatus = field(
        default_factory=lambda: HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710, moment(15, 8, 2))
    )
    keyring: KeyringStatus = field(
        default_factory=lambda: KeyringStatus(KeyringState.WORKS, "Windows Credential Locker")
    )
    start_report: StartReport = field(default_factory=lambda: StartReport(StartEvent.CLEAN))
    starts_with_pc: Callable[[], bool] = lambda: False
    listeners: list[Callable[[Changes], None]] = field(default_factory=list)
    host_listeners: list[Callable[[HostStatus], None]] = field(default_factory=list)

    def publish(self, *families: ChangeKind) -> None:
        """Word of a commit."""
        for listener in list(self.listeners):
            listener(Changes.of(*families))

    def orders_of(self, number: int) -> list[Order]:
        """Staging is empty until it is filled or an order is placed there."""
        if number == shop_data.LIVE:
            return [order for order in self.orders if order.shop_id == shop_data.LIVE]
        return [order for order in self.orders if self.filled or order.shop_id == number]

    def items_of(self, number: int) -> list[Item]:
        return self.items if number == shop_data.LIVE or self.filled else []

    def troubles_of(self, number: int) -> tuple[TargetTrouble, ...]:
        return self.troubles if number == shop_data.LIVE else ()

    def setup_of(self, number: int) -> SetupState:
        made = replace(self.setup, starts_with_pc=self.starts_with_pc())
        return made if number == shop_data.LIVE else SetupState(None, None, "", (), False)

    def pull_of(self, number: int) -> PullState:
        return self.pull if number == shop_data.LIVE else PullState(False, None, None, None)

    def order(self, reference: str) -> Order:
        found = next((order for order in self.orders if order.reference == reference), None)
        if found is None:
            raise BackendError(f"{reference} is not here.", code=ErrorCode.NOT_FOUND)
        return found

    def save_order(self, order: Order) -> None:
        """An order is new or has changed."""
        known = [at for at, old in enumerate(self.orders) if old.reference == order.reference]
        if known:
            self.orders[known[0]] = order
        else:
            self.orders.insert(0, order)
        self.publish(ChangeKind.ORDERS, ChangeKind.DELIVERIES)

    def item(self, sku: str) -> Item:
        found = next((item for item in self.items if item.sku == sku), None)
        if found is None:
            raise BackendError(f"{sku} is not here.", code=ErrorCode.NOT_FOUND)
        return found

    def move(self, movement: NewMovement) -> None:
        """A movement by hand; refuses what would go below what is held."""
        item = self.item(movement.sku)
        levels = []
        for level in item.stock:
            if level.branch == movement.branch:
                taken = movement.cause in (Cause.SALE, Cause.JOB)
                after = level.quantity - movement.quantity if taken else level.quantity + movement.quantity
                quantity = movement.quantity if movement.cause is Cause.COUNT else after
                if quantity < level.reserved:
                    raise BackendError("Open orders hold some of it.", code=ErrorCode.STOCK_HELD)
                levels.append(replace(level, quantity=quantity))
            else:
                levels.append(level)
        moved = replace(item, stock=tuple(levels))
        self.items[self.items.index(item)] = moved
        self.publish(ChangeKind.STOCK, ChangeKind.ITEMS)

    def save_item(self, edit: ItemEdit) -> None:
        """An edit by hand; refused by the service's own rules for a row and a stale value."""
        _row, faults = parse_edit(edit)
        known = next((item for item in self.items if item.sku == edit.sku), None)
        stale = [] if known is None else find_stale(edit, known)
        if faults or stale:
            code = ErrorCode.ROW_REFUSED if faults else ErrorCode.CHANGED_SINCE
            found = tuple(faults or stale)
            raise BackendError(join_sentences(found), code=code, faults=found)
        item = known or replace(_BLANK_ITEM, id=len(self.items) + 1, sku=edit.sku)
        levels = {level.branch: level for level in item.stock}
        for branch, milli in edit.levels.items():
            levels[branch] = replace(levels.get(branch, BranchStock(branch, 0, 0)), quantity=milli)
        fields: dict[str, Any] = dict(edit.fields)
        if fields.get("condition"):
            fields["condition"] = Condition(fields["condition"])
        saved = replace(item, **fields, stock=tuple(levels.values()))
        self.items = [saved if one is known else one for one in self.items] + ([] if known else [saved])
        self.publish(ChangeKind.ITEMS, ChangeKind.STOCK)

    def select(self, selection: ItemSelection) -> list[Item]:
        """The items of a selection; a query selects every one."""
        return [item for item in self.items if selection.query is not None or item.sku in selection.skus]

    def change_prices(self, plan: PricePlan) -> None:
        """Sets the shop prices of a plan."""
        for item in [item for item in self.items if item.id in plan.item_ids]:
            price = None if item.price_fils is None else compute_new_price(item.price_fils, plan.change)
            self.items[self.items.index(item)] = replace(item, price_fils=price)
        self.publish(ChangeKind.ITEMS)

    def update_shop(self, number: int, **fields: Any) -> None:  # noqa: ANN401
        """Changes fields of a shop."""

        def new(one: Shop) -> Shop:
            return replace(one, **fields) if one.id == number else one

        self.pairs = tuple(ShopPair(new(pair.live), new(pair.staging)) for pair in self.pairs)
        self.publish(ChangeKind.SHOPS)

    def add_branch(self, shop: int, name: str) -> None:
        number = 1 + max(facts.branch.id for facts in self.branches)
        self.branches = (*self.branches, BranchFacts(Branch(number, shop, name, main=False), 0))
        self.publish(ChangeKind.BRANCHES)

    def rename_branch(self, old: str, new: str) -> None:
        self.branches = tuple(
            replace(facts, branch=replace(facts.branch, name=new)) if facts.branch.name == old else facts
            for facts in self.branches
        )
        self.publish(ChangeKind.BRANCHES)

    def make_main(self, name: str) -> None:
        self.branches = tuple(
            replace(facts, branch=replace(facts.branch, main=facts.branch.name == name)) for facts in self.branches
        )
        self.publish(ChangeKind.BRANCHES)

    def change_port(self, port: int) -> None:
        """Another port."""
        self.publish_host(HostStatus(HostState.LISTENING, f"http://127.0.0.1:{port}", port, self.clock.now()))

    def publish_host(self, status: HostStatus) -> None:
        """The service begins to listen, stops, or meets a taken port."""
        self.host = status
        for listener in list(self.host_listeners):
            listener(status)
