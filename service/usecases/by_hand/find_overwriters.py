"""Which systems will replace what is changed by hand (contract §3)."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.catalogue.item_sources import Overwriter, get_file_name
from service.domain.keys import ApiKey
from service.domain.pull.place_address import is_remote
from service.domain.pull.pulls import PullSetup
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import keys, pulls
from service.store.engine.transaction import ReadTx
from service.store.part_details.item_sources import count_sources


def find_overwriters(db: ReadTx, shop: Shop, item_ids: Sequence[int], now: Millis) -> tuple[Overwriter, ...]:
    """The systems that wrote these items last and still may. That is a key that works while API
    push is on, and the nightly file while its run is on, but no file that was read once. The most
    items first.
    """
    names = {key.id: key.name for key in keys.list_keys(db, shop.id) if shop.api_push and _works(key, now)}
    nightly = pulls.find_source(db, shop.id) if shop.scheduled_pull else None
    found: list[Overwriter] = []
    for source, count in count_sources(db, item_ids):
        if source.file is not None and nightly is not None and _reads(nightly.setup, source.file):
            found.append(Overwriter(source.file, True, count))
        elif source.key_id in names:
            found.append(Overwriter(names[source.key_id], False, count))
    return tuple(found)


def _reads(setup: PullSetup, file: str) -> bool:
    """Whether the nightly run reads a file of that name: any of a folder or of an address."""
    return setup.pattern is not None or is_remote(setup.path) or get_file_name(setup.path) == file


def _works(key: ApiKey, now: Millis) -> bool:
    ended = key.expired_at is not None or (key.expires_at is not None and now > key.expires_at)
    return key.revoked_at is None and not ended
