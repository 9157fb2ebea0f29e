"""A session's database as a pull needs it: with its own writer and readers, which also prune old
rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.session_secrets import open_secrets
from bridge.instance_lock import is_running
from bridge.paths import database_file
from bridge.places.open_places import StoredPlaces
from service.domain.shops import Shop
from service.domain.times import Clock
from service.pull.context import PullContext, StoreAccess
from service.store.engine.store import Store
from service.store.engine.transaction import Tx

T = TypeVar("T")
_MOST_PAUSE_S = 0.1


class PausingStoreAccess(StoreAccess):
    """Leaves the database free half of the time for a running program."""

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__(store)
        self._clock = clock

    def write(self, work: Callable[[Tx], T]) -> T:
        began = self._clock.monotonic()
        result = super().write(work)
        time.sleep(min(_MOST_PAUSE_S, self._clock.monotonic() - began))
        return result


@contextmanager
def open_pull_context(session: Session) -> Iterator[tuple[PullContext, Shop]]:
    """The context of a run, and the shop. Raises NotFound, Unavailable."""
    shop = session.read(session.find_shop)
    store = Store(database_file(session.folder))
    store.set_origin(session.origin())
    program_runs = is_running(session.folder)
    try:
        yield (
            PullContext(
                PausingStoreAccess(store, session.clock) if program_runs else StoreAccess(store),
                session.clock,
                places=StoredPlaces(open_secrets(session)),
            ),
            shop,
        )
    finally:
        store.close()
