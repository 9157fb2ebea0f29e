"""The figures of the Overview."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from bridge.gateway.pulls_backend import pull_state
from bridge.gateway.store_gateway import StoreBackend
from bridge.gateway.webhooks_backend import list_troubles
from service.domain.catalogue.items import ItemQuery, ItemSort, ItemView
from service.domain.history import CauseKind
from service.domain.keys import list_ending_keys
from service.domain.reports import Span, day_span
from service.domain.sentences import Sentence
from service.domain.settings import parse_settings
from service.domain.shops import Shop
from service.domain.times import DAY, SECOND, Millis
from service.domain.update_rules import NO_FEED, UpdateStatus
from service.store import item_lists, keys, orders, shops
from service.store.call_log import call_counts, calls
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.write_lists import WriteFilter, list_writes
from service.store.link import action_queue, links, mirror, pushed_items
from service.store.reports import read_events
from service.store.settings import read_settings, write_setting
from service.store.trusted_clock import read_believed_time, read_clock_record
from service.store.webhooks import targets
from service.usecases.link.report_link import read_state
from service.usecases.settle_clock import settle_clock
from ui.backend.overview_port import DaySales, LinkSummary, Overview, SetupState, ShopFigures

_DISMISSED = "setup_dismissed"
_BACKUP_ASKED = "backup_asked"
_MOST_LOW = 6
_LOW = ItemQuery(view=ItemView.LOW, sort=ItemSort.FREE)
_RECEIVED = WriteFilter((CauseKind.CALL, CauseKind.RUN))
_WEEK = timedelta(days=7)


@dataclass(frozen=True, kw_only=True)
class OverviewBackend(StoreBackend):
    """Carries out ui.backend.overview_port.Overviews; `zone` None is the computer's own."""

    starts_with_pc: Callable[[], bool]
    backup_fault: Callable[[], Sentence | None]
    update_status: Callable[[], UpdateStatus] = lambda: NO_FEED
    zone: tzinfo | None = None

    def read(self, shop: int) -> Future[Overview]:
        """Reads all but the figures, once for all windows. The login entry and the notes about
        newer versions are read in a worker: no thread of the store waits for a file or the
        registry.
        """

        def work() -> Overview:
            read = self.gateway.read(lambda db: self._overview(db, shops.get_shop(db, shop)), ("overview", shop))
            one = read.result()
            setup = replace(one.setup, starts_with_pc=self.starts_with_pc())
            return replace(one, setup=setup, update=self.update_status())

        return self.gateway.in_worker(work)

    def figures(self, shop: int) -> Future[ShopFigures]:
        return self.gateway.read(lambda db: self._figures(db, shops.get_shop(db, shop)), ("figures", shop))

    def dismiss_setup(self, shop: int) -> Future[None]:
        return self.gateway.write(lambda tx: write_setting(tx, f"{_DISMISSED}_{shop}", "true"))

    def dismiss_backup(self) -> Future[None]:
        return self.gateway.write(lambda tx: write_setting(tx, _BACKUP_ASKED, "true"))

    def confirm_clock(self) -> Future[None]:
        by = self.gateway.author()

        def work(tx: Tx) -> None:
            settle_clock(tx, by=by, now=self.gateway.clock.now())

        return self.gateway.write(work)

    def _overview(self, db: ReadTx, shop: Shop) -> Overview:
        now = self.gateway.clock.now()
        last = calls.find_newest_call(db, shop.id)
        return Overview(
            last_call=None if last is None else last.at,
            last_call_key="" if last is None else last.key or "",
            waiting=tuple(order for _, order in orders.list_waiting_orders(db, shop.id)),
            troubles=list_troubles(db, shop.id),
            setup=self._setup(db, shop),
            pull=pull_state(db, shop.id, self.zone),
            backup_fault=self.backup_fault(),
            link=_link(db, shop.id, now),
            clock_doubt=read_clock_record(db).doubt,
            ending_keys=list_ending_keys(keys.list_keys(db, shop.id), read_believed_time(db, now)),
            wants_outside_backup=_wants_outside_backup(db, shop, now),
        )

    def _figures(self, db: ReadTx, shop: Shop) -> ShopFigures:
        now = self.gateway.clock.now()
        day = datetime.fromtimestamp(now / SECOND, self.zone).date()
        low = item_lists.list_first(db, shop.id, _LOW, _MOST_LOW)
        today, before = (day_span(one, self.zone).first for one in (day, day - _WEEK))
        return ShopFigures(
            _read_sales(db, shop, Span(today, now)),
            _read_sales(db, shop, Span(before, before + now - today)),
            tuple(low.items),
            low.total,
            next((one.write for one in list_writes(db, shop.id, _RECEIVED, limit=1)), None),
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


def _read_sales(db: ReadTx, shop: Shop, span: Span) -> DaySales:
    events = read_events(db, shop, span)
    return DaySales(sum(order.items_fils for order in events.paid), len(events.placed))


def _wants_outside_backup(db: ReadTx, shop: Shop, now: Millis) -> bool:
    stored = read_settings(db)
    is_asked = _BACKUP_ASKED in stored or parse_settings(stored).backup_folder
    return not is_asked and not shop.staging and now - shop.created_at >= 7 * DAY
