"""A session's database as a pull needs it: with a writer and readers of its own, which also tidy up behind them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bridge.cli.session import Session
from bridge.paths import database_file
from service.domain.shops import Shop
from service.store.store import Store
from service.usecases.pull_access import StoreAccess
from service.usecases.pull_ground import PullGround


@contextmanager
def ground_for(session: Session) -> Iterator[tuple[PullGround, Shop]]:
    """What a run stands on, and the shop that is meant. Raises NotFound, Unavailable."""
    shop = session.read(session.find_shop)
    store = Store(database_file(session.folder))
    try:
        yield PullGround(StoreAccess(store), session.clock), shop
    finally:
        store.close()
