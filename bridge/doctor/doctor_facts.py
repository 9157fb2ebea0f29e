"""Facts of the database for the self-test and the support bundle."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bridge.doctor.bundle_tables import DeliveryRecord
from bridge.system.network_names import find_host_name
from service.domain.alerts import AlertChannel, Heartbeat
from service.domain.audit import AuditEntry, AuditHead, AuditReport, check_chain
from service.domain.call_log.calls import Call, CallFilter
from service.domain.clock_trust import ClockDoubt
from service.domain.keys import ApiKey, EndingKey, list_ending_keys
from service.domain.pull.place_address import is_remote
from service.domain.settings import Settings, parse_settings
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.events import Target
from service.store import alert_channels, keys, pulls, shops
from service.store.audit_log import iterate_entries, list_entries
from service.store.call_log import calls
from service.store.engine.text_index import FILE_NAME, TextIndex
from service.store.engine.transaction import ReadTx
from service.store.item_search import MAX_TAIL, count_unfiled
from service.store.link.links import find_link
from service.store.settings import read_settings
from service.store.trusted_clock import read_believed_time
from service.store.webhooks import deliveries, targets
from service.usecases.link.report_link import LinkReport, report_link
from service.usecases.settle_clock import find_clock_doubt

RECENT_CALLS = 200
RECENT_DELIVERIES = 200
RECENT_ACTIONS = 1_000


@dataclass(frozen=True, slots=True)
class FiledParts:
    """The parts of all shops, how many of them the search index does not know yet, and how many
    of these a search looks at all the same.
    """

    total: int
    waiting: int
    looked_at: int


def read_filed_parts(db: ReadTx, folder: Path) -> FiledParts:
    """Counts the parts; all of them wait where there is no index."""
    every = shops.list_shops(db)
    total = sum(shops.read_items_total(db, shop.id) for shop in every)
    if not (folder / FILE_NAME).exists():
        return _sum_up(total, [shops.read_items_total(db, shop.id) for shop in every])
    index = TextIndex(folder / FILE_NAME)
    try:
        return _sum_up(total, [count_unfiled(db, index, shop.id) for shop in every])
    finally:
        index.close()


def _sum_up(total: int, waiting: Sequence[int]) -> FiledParts:
    return FiledParts(total, sum(waiting), sum(count for count in waiting if count <= MAX_TAIL))


@dataclass(frozen=True, slots=True)
class SelfTestFacts:
    settings: Settings = field(default_factory=Settings)
    last_known: Millis | None = None
    targets: tuple[tuple[str, Target], ...] = ()
    pull_files: tuple[tuple[Path, str], ...] = ()
    """With the other computer that reads it, if one does."""
    links: tuple[LinkReport, ...] = ()
    doubt: ClockDoubt | None = None
    audit: AuditReport | None = None
    keys: tuple[EndingKey, ...] = ()
    """Keys of live shops that end soon or ended just now."""
    alerts: tuple[AlertChannel, ...] = ()
    heartbeat: Heartbeat | None = None
    filed: FiledParts | None = None


@dataclass(frozen=True, slots=True)
class BundleFacts:
    """For the bundle; calls and deliveries newest first."""

    settings: Settings = field(default_factory=Settings)
    keys: tuple[ApiKey, ...] = ()
    calls: tuple[Call, ...] = ()
    deliveries: tuple[DeliveryRecord, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    links: tuple[LinkReport, ...] = ()
    audit: tuple[AuditEntry, ...] = ()


def read_self_test_facts(db: ReadTx, folder: Path, now: Millis, known: Collection[AuditHead] = ()) -> SelfTestFacts:
    live = [shop for shop in shops.list_shops(db) if not shop.staging]
    newest = [call.at for shop in live if (call := calls.find_newest_call(db, shop.id)) is not None]
    targets = tuple(named for shop in live for named in _name_targets(db, shop))
    sources = [source for shop in live if (source := pulls.find_source(db, shop.id)) is not None]
    here = ("", find_host_name())
    files = {
        (Path(source.setup.path), source.computer if db.is_shared and source.computer not in here else "")
        for source in sources
        if not is_remote(source.setup.path)
    }
    settings = parse_settings(read_settings(db))
    trusted_now = read_believed_time(db, now)
    ending = list_ending_keys((key for shop in live for key in keys.list_keys(db, shop.id)), trusted_now)
    links, doubt = _list_links(db, live, now), find_clock_doubt(db, now)
    audit = check_chain(iterate_entries(db), known)
    return SelfTestFacts(
        settings,
        max(newest, default=None),
        targets,
        tuple(sorted(files)),
        links,
        doubt,
        audit,
        ending,
        tuple(alert_channels.list_channels(db)),
        alert_channels.find_heartbeat(db),
        read_filed_parts(db, folder),
    )


def read_bundle_facts(db: ReadTx, now: Millis) -> BundleFacts:
    live = [shop for shop in shops.list_shops(db) if not shop.staging]
    recent = [
        call
        for shop in live
        for call in calls.list_calls(db, shop.id, CallFilter(), sees_unknown=True, limit=RECENT_CALLS)
    ]
    counts = {
        "shops": len(live),
        "items": sum(shops.read_items_total(db, shop.id) for shop in live),
        "calls": sum(calls.count_calls(db, shop.id, sees_unknown=False) for shop in live),
        "targets": sum(len(targets.list_targets(db, shop.id)) for shop in live),
    }
    api_keys = tuple(key for shop in live for key in keys.list_keys(db, shop.id))
    return BundleFacts(
        parse_settings(read_settings(db)),
        api_keys,
        tuple(recent),
        tuple(_list_deliveries(db, live)),
        counts,
        _list_links(db, live, now),
        tuple(list_entries(db, limit=RECENT_ACTIONS)),
    )


def _name_targets(db: ReadTx, shop: Shop) -> list[tuple[str, Target]]:
    return [(target.name or target.url, target) for target in targets.list_targets(db, shop.id)]


def _list_deliveries(db: ReadTx, live: Sequence[Shop]) -> list[DeliveryRecord]:
    recent = [one for shop in live for one in deliveries.list_deliveries(db, shop.id, limit=RECENT_DELIVERIES)]
    attempts = deliveries.read_attempts(db, [one.id for one in recent])
    return [(one, attempts.get(one.id, ())) for one in recent]


def _list_links(db: ReadTx, live: Sequence[Shop], now: Millis) -> tuple[LinkReport, ...]:
    return tuple(report_link(db, shop.id, now) for shop in live if find_link(db, shop.id) is not None)
