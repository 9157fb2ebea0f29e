"""Pages of a window that is attached to `serve`, against the same pages in one process.

Both are the whole program, each with a data folder of its own and the same data: a window with its
service in this process, as `counterpart` composes it, and a window whose service is `serve` in
another process.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from bridge.desktop.composition import compose_program
from bridge.remote.remote_backend import RemoteBackend
from bridge.remote.service_client import make_local_opener
from bridge.start.service_parts import ServiceDependencies
from bridge.system.process import freeze_startup_objects
from service.domain.call_log.calls import CallFilter
from service.domain.catalogue.items import ItemQuery
from service.domain.times import SystemClock
from service.version import full_version
from tests.bench.bench import Bench
from tests.bench.children.child_processes import serve_command
from tests.bench.data.call_log_data import make_log
from tests.bench.figure_table import Figure, times_floor
from tests.bench.measured.attached_panes import PAGE, compare_panes
from tests.bench.timing import turns
from ui.backend.calls_port import CallPage
from ui.backend.catalogue_port import ItemPage
from ui.backend.host_port import HostState, StartEvent, StartReport
from ui.backend.protocol import Backend

_CALLS = 20_000
_ROUNDS = 200
_MOST = 1.2
_WAIT_S = 60.0

Ask = Callable[[Backend], CallPage | ItemPage]


def attached_pages(bench: Bench) -> list[Figure]:
    """A page of the catalogue and one of the call log, each asked until it is decoded."""
    data = bench.fresh()
    make_log(data.folder, _CALLS)
    copy = bench.scratch() / "one process"
    shutil.copytree(data.folder, copy)
    shop = data.shop.id
    with _one_process(copy) as near, serve_command(data.folder), _attached(data.folder) as far:
        freeze_startup_objects()
        _use_every_reader(near, shop)
        _use_every_reader(far, shop)
        return [
            _compare("catalogue", near, far, lambda it: it.catalogue.page(shop, ItemQuery(), 0, PAGE).result(_WAIT_S)),
            _compare("call log", near, far, lambda it: it.calls.page(shop, CallFilter(), PAGE).result(_WAIT_S)),
            *compare_panes(near, far, _MOST),
        ]


@contextmanager
def _one_process(folder: Path) -> Iterator[Backend]:
    """The window's backend with its service in this process."""
    dependencies = ServiceDependencies(folder, SystemClock(), {}, str, str, listen_at=(None, 0))
    program = compose_program(dependencies, StartReport(StartEvent.CLEAN), is_support_view=False)
    try:
        _start(program.gateway, program.thread.start)
        yield program.gateway
    finally:
        program.thread.stop(_WAIT_S)
        for part in program.closeables:
            part.close()


@contextmanager
def _attached(folder: Path) -> Iterator[Backend]:
    """The window's backend over the socket of the service that runs in this data folder."""
    window = RemoteBackend(make_local_opener(folder, full_version()))
    backend = cast(Backend, window)
    try:
        _start(backend, window.client.start)
        yield backend
    finally:
        window.client.stop(_WAIT_S)


def _start(backend: Backend, start: Callable[[], None]) -> None:
    listening = threading.Event()
    backend.on_host(lambda status: listening.set() if status.state is HostState.LISTENING else None)
    start()
    if not listening.wait(_WAIT_S):
        raise TimeoutError("the service does not listen")


def _use_every_reader(backend: Backend, shop: int) -> None:
    """Asks as a pane does when it opens, so that every reader of the database has started."""
    asked = [backend.catalogue.page(shop, ItemQuery(), 0, PAGE) for _ in range(8)]
    for page in asked:
        page.result(_WAIT_S)


def _compare(name: str, near: Backend, far: Backend, ask: Ask) -> Figure:
    if ask(near) != ask(far) or len(ask(far).rows) != PAGE:
        raise RuntimeError(f"the attached window got another page of the {name}")
    floor, ours = turns(lambda _: ask(near), lambda _: ask(far), rounds=_ROUNDS)
    return times_floor(f"attached window: {PAGE} rows of the {name} (floor: one process)", floor, ours, _MOST)
