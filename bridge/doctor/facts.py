"""What the database knows for the self-test and the support bundle."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from service.domain.calls import Call, CallFilter
from service.domain.events import Target
from service.domain.settings import Settings, settings_from
from service.domain.times import Millis
from service.store import calls, pulls, shops, targets
from service.store.settings import read_settings
from service.store.transaction import Reading

RECENT_CALLS = 200


@dataclass(frozen=True, slots=True)
class Facts:
    """For the self-test."""

    settings: Settings = field(default_factory=Settings)
    last_known: Millis | None = None
    targets: tuple[tuple[str, Target], ...] = ()
    pull_files: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class BundleFacts:
    """For the bundle; the calls newest first."""

    settings: Settings = field(default_factory=Settings)
    calls: tuple[Call, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)


def read_facts(db: Reading) -> Facts:
    live = [shop for shop in shops.list_shops(db) if not shop.staging]
    newest = [call.at for shop in live if (call := calls.newest_call(db, shop.id)) is not None]
    found = tuple(
        (targets.read_names(db, shop.id)[target.id] or target.url, target)
        for shop in live
        for target in targets.list_targets(db, shop.id)
    )
    sources = [source for shop in live if (source := pulls.find_source(db, shop.id)) is not None]
    files = tuple(dict.fromkeys(Path(source.setup.path) for source in sources))
    settings = settings_from(read_settings(db))
    return Facts(settings, max(newest, default=None), found, files)


def read_for_bundle(db: Reading) -> BundleFacts:
    live = [shop for shop in shops.list_shops(db) if not shop.staging]
    recent = [
        call
        for shop in live
        for call in calls.list_calls(db, shop.id, CallFilter(), sees_unknown=True, limit=RECENT_CALLS)
    ]
    counts = {
        "shops": len(live),
        "items": sum(shops.items_total(db, shop.id) for shop in live),
        "calls": sum(calls.count_calls(db, shop.id, sees_unknown=False) for shop in live),
        "targets": sum(len(targets.list_targets(db, shop.id)) for shop in live),
    }
    return BundleFacts(settings_from(read_settings(db)), tuple(recent), counts)
