"""Pages of a window that is attached to `serve`, against the same pages in one process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, cast

from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.store_gateway import StoreGateway
from bridge.remote.local_service import make_local_opener
from bridge.remote.remote_backend import RemoteBackend
from service.domain.call_log.calls import CallFilter
from service.domain.catalogue.item_query import ItemQuery
from service.domain.host.host_state import HostState
from service.domain.times import SystemClock
from service.store.engine.store import Store
from service.version import full_version
from tests.bench.bench import Bench
from tests.bench.children.child_processes import serve_command
from tests.bench.data.call_log_data import make_log
from tests.bench.data.databases import BenchDatabase
from tests.bench.figure_table import Figure, times_floor
from tests.bench.timing import turns
from ui.backend.protocol import Backend

PAGE = 200
_CALLS = 20_000
_ROUNDS = 60
_MOST = 1.2
_WAIT_S = 60.0


def attached_pages(bench: Bench) -> list[Figure]:
    """A page of the catalogue and one of the call log, each asked until it is decoded."""
    data = bench.fresh()
    database, _ = make_log(data.folder, _CALLS)
    store = Store(database)
    asking = StoreGateway(lambda: store)
    try:
        with serve_command(data.folder):
            window = RemoteBackend(make_local_opener(data.folder, full_version()))
            _connect(window)
            try:
                near = (CatalogueBackend(asking, SystemClock()), CallsBackend(asking, lambda: ""))
                far = cast("Backend", window)
                return [
                    _compare("catalogue", data, _catalogue(near[0]), _catalogue(far.catalogue)),
                    _compare("call log", data, _calls(near[1]), _calls(far.calls)),
                ]
            finally:
                window.client.stop(_WAIT_S)
    finally:
        asking.close()
        store.close()


def _connect(window: RemoteBackend) -> None:
    listening = threading.Event()
    window.on_host(lambda status: listening.set() if status.state is HostState.LISTENING else None)
    window.client.start()
    if not listening.wait(_WAIT_S):
        raise TimeoutError("the window did not attach")


Ask = Callable[[int], Any]


def _catalogue(backend: Any) -> Ask:  # noqa: ANN401 - one of two adapters
    return lambda shop: backend.page(shop, ItemQuery(), 0, PAGE).result(_WAIT_S)


def _calls(backend: Any) -> Ask:  # noqa: ANN401 - one of two adapters
    return lambda shop: backend.page(shop, CallFilter(), PAGE).result(_WAIT_S)


def _compare(name: str, data: BenchDatabase, near: Ask, far: Ask) -> Figure:
    shop = data.shop.id
    if near(shop) != far(shop) or len(far(shop).rows) != PAGE:
        raise RuntimeError(f"the attached window got another page of the {name}")
    floor, ours = turns(lambda _: near(shop), lambda _: far(shop), rounds=_ROUNDS)
    return times_floor(f"attached window: {PAGE} rows of the {name} (floor: one process)", floor, ours, _MOST)
