"""API keys for the window."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date, datetime, time

from bridge.gateway.store_gateway import StoreBackend
from service.domain.keys import NewKey, Rights
from service.domain.times import Millis
from service.store import keys
from service.store.call_log import call_counts
from service.store.engine.transaction import ReadTx
from service.store.trusted_clock import read_believed_time
from service.usecases import issue_key
from ui.backend.keys_port import KeyRow, PushState


class KeysBackend(StoreBackend):
    """Carries out ui.backend.keys_port.Keys."""

    def list(self, shop: int) -> Future[tuple[KeyRow, ...]]:
        now = self.gateway.clock.now()

        def read(db: ReadTx) -> tuple[KeyRow, ...]:
            counts = call_counts.count_calls_per_key(db, shop, start_of_day(now))
            trusted_now = read_believed_time(db, now)
            return tuple(
                KeyRow(key, counts.get(key.id, 0), key.has_expired(trusted_now), key.expires_soon(trusted_now))
                for key in keys.list_keys(db, shop)
            )

        return self.gateway.read(read)

    def create(self, shop: int, name: str, last_day: date | None = None, rights: Rights = Rights.ALL) -> Future[NewKey]:
        """A write that runs again makes another key text; only the last one is stored."""
        return self.gateway.write_shop(
            shop, lambda w: issue_key.issue_key(w.tx, w.shop, name, now=w.now, last_day=last_day, rights=rights)
        )

    def rename(self, shop: int, key: int, name: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: issue_key.rename_key(w.tx, w.shop, key, name))

    def change_expiry(self, shop: int, key: int, last_day: date | None) -> Future[None]:
        return self.gateway.change(shop, lambda w: issue_key.change_expiry(w.tx, w.shop, key, last_day, now=w.now))

    def revoke(self, shop: int, key: int) -> Future[None]:
        return self.gateway.change(shop, lambda w: issue_key.revoke_key(w.tx, w.shop, key, now=w.now))

    def push_state(self, shop: int) -> Future[PushState]:
        def read(db: ReadTx) -> PushState:
            last = call_counts.find_last_upload(db, shop)
            return PushState(None, 0, "") if last is None else PushState(last.at, last.saved, last.key)

        return self.gateway.read(read)


def start_of_day(now: Millis) -> Millis:
    """Local midnight before a moment."""
    day = datetime.fromtimestamp(now / 1000).astimezone().date()
    return int(datetime.combine(day, time.min).astimezone().timestamp()) * 1000
