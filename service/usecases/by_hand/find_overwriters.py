"""Which systems will replace what is changed by hand (contract §3)."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.catalogue.item_sources import Overwriter
from service.domain.keys import ApiKey
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import keys
from service.store.engine.transaction import ReadTx
from service.store.part_details.item_sources import count_sources


def find_overwriters(db: ReadTx, shop: Shop, item_ids: Sequence[int], now: Millis) -> tuple[Overwriter, ...]:
    """The systems that wrote these items last and still may: a key that works while API push is on,
    a file while the nightly run is on. The most items first.
    """
    names = {key.id: key.name for key in keys.list_keys(db, shop.id) if shop.api_push and _works(key, now)}
    found: list[Overwriter] = []
    for source, count in count_sources(db, item_ids):
        if source.file is not None and shop.scheduled_pull:
            found.append(Overwriter(source.file, True, count))
        elif source.key_id in names:
            found.append(Overwriter(names[source.key_id], False, count))
    return tuple(found)


def _works(key: ApiKey, now: Millis) -> bool:
    ended = key.expired_at is not None or (key.expires_at is not None and now > key.expires_at)
    return key.revoked_at is None and not ended
