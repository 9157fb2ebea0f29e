"""The figures of the Overview."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from bridge.gateway.store_gateway import StoreGateway, joined_results
from service.domain.keys import list_ending_keys
from service.domain.sentences import Sentence
from service.domain.shops import Shop
from service.domain.times import DAY, HOUR, Clock, Millis
from service.domain.update_rules import NO_FEED, UpdateStatus
from service.store import keys, orders, shops
from service.store.call_log import call_counts, calls
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import action_queue, links, mirror, pushed_items
from service.store.settings import read_settings, write_setting
from service.store.trusted_clock import read_believed_time, read_clock_record
from service.store.webhooks import targets
from service.usecases.link.report_link import read_state
from service.usecases.settle_clock import settle_clock
from ui.backend.overview_port import CallHour, LinkSummary, Overview, SetupState, TargetTrouble
from ui.backend.pulls_port import PullState

_HOURS = 24
_DISMISSED = "setup_dismissed"


class OverviewBackend:
    """Carries out ui.backend.overview_port.Overviews."""

    def __init__(
        self,
        store_gateway: StoreGateway,
        clock: Clock,
        *,
        pull_state: Callable[[ReadTx, int], PullState],
        troubles: Callable[[ReadTx, int], tuple[TargetTrouble, ...]],
        starts_with_pc: Callable[[], bool],
        backup_fault: Callable[[], Sentence | None],
        update_status: Callable[[], UpdateStatus] = lambda: NO_FEED,
    ) -> None:
        self._store_gateway = store_gateway
        self._clock = clock
        self._pull_state = pull_state
        self._troubles = troubles
        self._starts_with_pc = starts_with_pc
        self._backup_fault = backup_fault
        self._update_status = update_status

    def read(self, shop: int) -> Future[Overview]:
        """Reads the figures. The login entry and the notes about newer versions are read in a
        worker: no thread of the store waits for a file or the registry.
        """
        overview = self._store_gateway.read(lambda db: self._overview(db, shops.get_shop(db, shop)))
        host = self._store_gateway.in_worker(lambda: (self._starts_with_pc(), self._update_status()))
        return joined_results(
            overview,
            host,
            lambda one, of_host: replace(one, setup=replace(one.setup, starts_with_pc=of_host[0]), update=of_host[1]),
        )

    def dismiss_setup(self, shop: int) -> Future[None]:
        def work(tx: Tx) -> None:
            write_setting(tx, f"{_DISMISSED}_{shop}", "true")

        return self._store_gateway.write(work)

    def confirm_clock(self) -> Future[None]:
        by = self._store_gateway.author()

        def work(tx: Tx) -> None:
            settle_clock(tx, by=by, now=self._clock.now())

        return self._store_gateway.write(work)

    def _overview(self, db: ReadTx, shop: Shop) -> Overview:
        now = self._clock.now()
        last = calls.find_newest_call(db, shop.id)
        return Overview(
            last_call=None if last is None else last.at,
            last_call_key="" if last is None else last.key or "",
            hours=_hours(db, shop, now),
            typical_us=call_counts.compute_median_duration(db, shop.id, now - DAY),
            waiting=tuple(order for _, order in orders.list_waiting_orders(db, shop.id)),
            troubles=self._troubles(db, shop.id),
            setup=self._setup(db, shop),
            pull=self._pull_state(db, shop.id),
            backup_fault=self._backup_fault(),
            link=_link(db, shop.id, now),
            clock_doubt=read_clock_record(db).doubt,
            ending_keys=list_ending_keys(keys.list_keys(db, shop.id), read_believed_time(db, now)),
        )

    def _setup(self, db: ReadTx, shop: Shop) -> SetupState:
        made = [key.created_at for key in keys.list_keys(db, shop.id)]
        first = call_counts.find_first_call(db, shop.id)
        return SetupState(
            key_made=min(made, default=None),
            first_call=None if first is None else first.at,
            first_call_key="" if first is None else first.key_name,
            targets=tuple(target.url for target in targets.list_targets(db, shop.id)),
            starts_with_pc=False,
            dismissed=f"{_DISMISSED}_{shop.id}" in read_settings(db),
        )


def _link(db: ReadTx, shop_id: int, now: Millis) -> LinkSummary | None:
    link = links.find_link(db, shop_id)
    if link is None:
        return None
    state, text = read_state(db, link, now)
    waiting = pushed_items.count_waiting(db, shop_id)[0] + action_queue.count_waiting(db, shop_id)[0]
    parked = pushed_items.count_parked(db, shop_id) + len(mirror.list_set_aside(db, shop_id))
    return LinkSummary(state, text, waiting, parked + len(mirror.list_shown(db, shop_id)), link.practice)


def _hours(db: ReadTx, shop: Shop, now: Millis) -> tuple[CallHour, ...]:
    first = now // HOUR - _HOURS + 1
    by_hour = {hour.hour: hour for hour in calls.read_hours(db, shop.id, first * HOUR, sees_unknown=not shop.staging)}
    return tuple(_hour(number, by_hour) for number in range(first, first + _HOURS))


def _hour(number: int, by_hour: dict[int, calls.HourStats]) -> CallHour:
    hour = by_hour.get(number)
    if hour is None:
        return CallHour(number * HOUR, 0, 0)
    return CallHour(number * HOUR, hour.calls - hour.faults, hour.faults)
