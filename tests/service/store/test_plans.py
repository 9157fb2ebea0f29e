"""Frequent reads use an index: no filter of the log and no page of items reads every row."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest

from service.api.metrics import _read_queues
from service.domain.alerts import AlertChannel, AlertKind
from service.domain.call_log.calls import CallFilter, Cursor
from service.domain.catalogue.items import ItemQuery, ItemView
from service.domain.history import CauseKind, WriteCause
from service.domain.keys import generate_key
from service.domain.marketplace.orders import Status
from service.store import alert_channels, item_lists, items, keys, orders, stock_levels
from service.store.call_log import call_counts, calls
from service.store.call_log.call_search import list_part_calls
from service.store.engine.transaction import Connection, ReadTx, Values
from service.store.history.write_lists import WriteFilter, list_caused_writes, list_writes
from service.store.webhooks import outbox
from service.usecases.send_alerts import find_news
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture

FULL_SCAN = re.compile(
    r"^SCAN (calls|items|call_bodies|orders|order_lines|stock|ledger|api_keys)\b(?! USING (COVERING )?INDEX)"
)


class Explaining(ReadTx):
    """Reads as ever, and keeps the plan of each statement."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.plans: list[str] = []

    def _explain(self, sql: str, values: Values) -> None:
        self.plans += [row[3] for row in self._connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]

    def all(self, sql: str, values: Values = ()) -> list[Any]:
        self._explain(sql, values)
        return super().all(sql, values)

    def one(self, sql: str, values: Values = ()) -> Any:  # noqa: ANN401
        self._explain(sql, values)
        return super().one(sql, values)

    def scalar(self, sql: str, values: Values = ()) -> Any:  # noqa: ANN401
        self._explain(sql, values)
        return super().scalar(sql, values)


def plans_of(shop: ShopFixture, work: Callable[[ReadTx], object]) -> list[str]:
    def explain(db: ReadTx) -> list[str]:
        explaining = Explaining(db._connection)
        work(explaining)
        return explaining.plans

    return shop.read(explain)


def full_scans(plans: list[str]) -> list[str]:
    assert plans
    return [plan for plan in plans if FULL_SCAN.match(plan)]


FILTERS = [
    CallFilter(since=since, key=key, path=path, status=status, status_class=status_class)
    for since, key, path, (status, status_class) in product(
        (None, START), (None, "Till"), (None, "rare"), ((None, None), (422, None), (None, 4))
    )
]


@pytest.mark.parametrize("narrow", FILTERS, ids=repr)
@pytest.mark.parametrize(("before", "after"), [(None, None), ((START, 5), None), (None, (START, 5))])
def test_each_filter_of_the_log_reads_an_index_in_order(
    shop: ShopFixture, narrow: CallFilter, before: Cursor | None, after: Cursor | None
) -> None:
    shop.write(lambda tx: keys.add_key(tx, shop.shop.id, "Till", "k", 0))
    plans = plans_of(
        shop, lambda db: calls.list_calls(db, shop.shop.id, narrow, sees_unknown=True, before=before, after=after)
    )
    assert full_scans(plans) == []
    along = [plan for plan in plans if re.match(r"SEARCH calls USING (COVERING )?INDEX calls_by_", plan)]
    assert along
    if narrow.key is not None:
        assert any("calls_by_key (shop_id=? AND key_id=? AND status=?" in plan for plan in along)
    elif narrow.status is not None or narrow.status_class is not None:
        assert any("calls_by_status (shop_id=? AND status=?" in plan for plan in along)
    if narrow.path is None and narrow.key is None and narrow.status is None and narrow.status_class is None:
        assert all("calls_by_time (shop_id=?" in plan for plan in along)


@pytest.mark.parametrize("narrow", FILTERS, ids=repr)
def test_a_log_that_is_followed_is_read_from_the_last_entry_on(shop: ShopFixture, narrow: CallFilter) -> None:
    """Each look read a whole index of the shop."""
    last = calls.LastIds(5, 7)
    follow = plans_of(
        shop, lambda db: calls.list_calls_after(db, shop.shop.id, narrow, last, sees_unknown=True, limit=9)
    )
    assert [plan for plan in follow if " calls" in plan] == ["SEARCH calls USING INTEGER PRIMARY KEY (rowid>?)"]
    ends = plans_of(shop, lambda db: calls.find_last_ids(db, shop.shop.id, last))
    assert ends == ["SEARCH calls"]


@pytest.mark.parametrize("offset", [0, 5, 11])
def test_a_page_of_items_walks_the_index_of_skus(shop: ShopFixture, offset: int) -> None:
    shop.upload(*({"sku": f"P-{n}", "name": "x", "quantity": 1} for n in range(12)))
    plans = plans_of(shop, lambda db: items.read_page(db, shop.shop.id, offset, 4))
    assert full_scans(plans) == []
    assert any(plan.startswith("SEARCH items USING COVERING INDEX items_by_sku (shop_id=?)") for plan in plans), plans
    assert not any("TEMP B-TREE" in plan and "DISTINCT" in plan for plan in plans)


def test_lookups_use_indexes(shop: ShopFixture) -> None:
    shop.add("A")
    order = shop.place("A")
    works: list[Callable[[ReadTx], object]] = [
        lambda db: items.find_stored_items(db, shop.shop.id, ["a", "b"], with_values=True),
        lambda db: items.find_items(db, shop.shop.id, ["a"]),
        lambda db: items.search_items(db, shop.shop.id, "a"),
        lambda db: orders.list_orders(db, shop.shop.id),
        lambda db: orders.list_orders(db, shop.shop.id, Status.PLACED),
        lambda db: orders.get_order(db, shop.shop.id, order.reference),
        lambda db: orders.list_overdue_orders(db, shop.shop.id, START),
        lambda db: orders.read_history(db, shop.shop.id, reference=order.reference),
        lambda db: orders.read_history(db, shop.shop.id, after=5),
        lambda db: stock_levels.find_levels(db, [1, 2]),
        lambda db: stock_levels.read_ledger(db, shop.shop.id, "A"),
        lambda db: keys.match_key(db, generate_key(staging=False)),
    ]
    for work in works:
        assert full_scans(plans_of(shop, work)) == []


def test_what_counts_all_items_reads_them_as_they_are_stored(shop: ShopFixture) -> None:
    """By the index of SKUs the figures of 100,000 parts took five times as long."""
    for work in (item_lists.count_views, partial(item_lists.list_first, limit=6)):
        plans = plans_of(shop, lambda db, work=work: work(db, shop.shop.id, ItemQuery(view=ItemView.LOW)))  # type: ignore[misc]
        assert "SEARCH items USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)" in plans


def test_the_last_change_of_an_item_is_read_from_one_item(shop: ShopFixture) -> None:
    shop.add("A")
    plans = plans_of(shop, lambda db: item_lists.find_last_change(db, shop.shop.id))
    assert {plan for plan in plans if "items" in plan} == {"SEARCH items USING INTEGER PRIMARY KEY (rowid=?)"}


def test_one_orders_history_is_found_by_the_order_not_among_all_of_the_shop(shop: ShopFixture) -> None:
    plans = plans_of(shop, lambda db: orders.read_history(db, shop.shop.id, reference="ORD-2026-000001"))
    assert any("INDEX order_history_by_order (order_id=?" in plan for plan in plans), plans


@pytest.mark.parametrize("kind", [CauseKind.CALL, CauseKind.ORDER, CauseKind.RUN])
def test_the_writes_of_one_cause_are_not_looked_for_among_all_of_the_shop(shop: ShopFixture, kind: CauseKind) -> None:
    plans = plans_of(shop, lambda db: list_caused_writes(db, shop.shop.id, WriteCause(kind, 1)))
    assert any("INDEX item_writes_by_cause (cause=? AND cause_id=?" in plan for plan in plans), plans


@pytest.mark.parametrize("narrow", [WriteFilter(), WriteFilter(since=5, until=9), WriteFilter((CauseKind.HAND,), 5)])
def test_each_filter_of_the_history_reads_an_index_in_order(shop: ShopFixture, narrow: WriteFilter) -> None:
    plans = plans_of(shop, lambda db: list_writes(db, shop.shop.id, narrow, before=(7, 7)))
    index = (
        "item_writes_by_kind (shop_id=? AND cause=? AND at" if narrow.kinds else "item_writes_by_shop (shop_id=? AND at"
    )
    assert any(index in plan for plan in plans), plans
    assert not any("B-TREE FOR ORDER BY" in plan for plan in plans if "RIGHT PART" not in plan), plans


def test_what_an_earlier_run_left_is_found_among_what_is_being_sent_alone(shop: ShopFixture) -> None:
    plans = plans_of(shop, outbox.list_sending)
    assert any("deliveries_sending" in plan for plan in plans), plans


def test_news_for_alerts_are_read_after_the_position_of_their_shop(shop: ShopFixture) -> None:
    channel = AlertChannel(1, "Phone", "ntfy://...", "ntfy", frozenset(AlertKind), False, "secret", START)
    shop.write(lambda tx: alert_channels.insert_channel(tx, channel))
    plans = plans_of(shop, lambda db: find_news(db, START, START))
    read = [plan for plan in plans if re.match(r"(SCAN|SEARCH) (order_history|pull_runs)", plan)]
    assert read == [
        "SEARCH order_history USING INDEX order_history_by_shop (shop_id=? AND position>?)",
        "SEARCH pull_runs USING INDEX pull_runs_by_shop (shop_id=? AND id>?)",
    ]


def test_the_queues_of_the_metrics_are_counted_along_indexes_of_what_waits(shop: ShopFixture) -> None:
    plans = plans_of(shop, _read_queues)
    read = [plan for plan in plans if re.match(r"(SCAN|SEARCH) (deliveries|link_actions|orders)", plan)]
    assert read == [
        "SEARCH deliveries USING INDEX deliveries_by_target (target_id=? AND state=?)",
        "SEARCH deliveries USING COVERING INDEX deliveries_by_target (target_id=? AND state=?)",
        "SCAN link_actions USING INDEX link_actions_waiting",
        "SCAN orders USING INDEX orders_to_expire",
    ]


def test_the_last_upload_is_looked_for_among_the_calls_of_its_path(shop: ShopFixture) -> None:
    plans = plans_of(shop, lambda db: call_counts.find_last_upload(db, shop.shop.id))
    assert any("INDEX calls_by_path (shop_id=? AND path=?" in plan for plan in plans), plans


def test_the_calls_about_a_part_are_found_along_indexes(shop: ShopFixture) -> None:
    plans = plans_of(shop, lambda db: list_part_calls(db, shop.shop.id, "10", sees_unknown=True))
    assert full_scans(plans) == []
    assert any("calls_by_path" in plan for plan in plans)


def test_the_plan_of_a_full_scan_would_be_noticed(shop: ShopFixture) -> None:
    assert full_scans(plans_of(shop, lambda db: db.all("SELECT * FROM calls WHERE path LIKE '%a%'"))) == ["SCAN calls"]
