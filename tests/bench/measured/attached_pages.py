"""Pages of a window that is attached to `serve`, against the same pages in one process.

Both are the whole program, each with a data folder of its own and the same data: a window with its
service in this process, as `counterpart` composes it, and a window whose service is `serve` in
another process.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QEventLoop, QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QApplication

from bridge.desktop.composition import compose_program
from bridge.remote.counters import make_counter_opener
from bridge.remote.remote_backend import RemoteBackend
from bridge.remote.service_client import make_local_opener
from bridge.start.service_parts import ServiceDependencies
from bridge.system.certificate import CertificateFolder
from bridge.system.counter_file import CounterFile
from bridge.system.process import freeze_startup_objects
from service.domain.call_log.calls import CallFilter
from service.domain.catalogue.items import ItemQuery
from service.domain.counters import PORT as COUNTER_PORT
from service.domain.marketplace.orders import Action, OrderQuery
from service.domain.times import SECOND, SystemClock
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.usecases.edit_counters import add_counter
from service.usecases.edit_settings import change_setting
from service.version import full_version
from tests.bench.bench import Bench
from tests.bench.children.child_processes import serve_command
from tests.bench.data import search_catalogue
from tests.bench.data.databases import file_all, make_log, place_orders
from tests.bench.data.sample_catalogue import sku
from tests.bench.measured.many_callers import small_calls
from tests.bench.timing import Figure, Median, percentile, seconds_below, span, times_floor, turns
from tests.fakes.line import Line
from ui.backend.calls_port import CallPage
from ui.backend.catalogue_port import ItemPage
from ui.backend.host_port import HostState, StartEvent, StartReport
from ui.backend.protocol import Backend
from ui.i18n import Translations
from ui.panes import PANES
from ui.panes.calls.calls_pane import CallsPane
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.overview.overview_pane import FIGURES_EVERY
from ui.panes.shared.time_chip import Period
from ui.shell.main_window import MainWindow, WindowDependencies
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.theme.theme import load_fonts

PANES_WITH_PAGES = {"catalogue": PaneKey.CATALOGUE, "call log": PaneKey.CALLS}
PAGE = 200
_ROUNDS = 40
_WAIT_S = 60.0
_CALLS = 20_000
_ROUNDS_ATTACHED_PAGES = 200
_MOST = 1.2
_MOST_OF_COUNTER = 1.3
_LINE_S = 0.0005
"""Each way, so that an answer takes 1 ms more."""
_WIFI_S, _WIFI_LOST = 0.03, 0.02
_ACCEPT_S = 0.3
_SEARCH_S = 0.02
_TEXTS = ("brake", "shock left", "فحمات", "bosch 12", sku(7)[:7], "brak", "shok")

_COUNTERS, _TILLS, _PAIRS = 5, 5, 8
_TILLS_S, _CLICK_S, _FIGURES_S = 4.0, 1.0, FIGURES_EVERY / SECOND
_TILL_PAUSE_S, _LOOK_S = 0.05, 0.2
_PARTS = 100_000
_KEYS, _CALLS_OF_A_KEY = 100, 5
"""So many that no key calls more than 120 times in a minute."""

Ask = Callable[[Backend], CallPage | ItemPage]


def compare_panes(near: Backend, far: Backend, most: float) -> list[Figure]:
    """Both windows are in this process, without a screen; only one is asked at a time."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    load_fonts()
    with ExitStack() as closing:
        windows = [closing.enter_context(_open_window(app, backend)) for backend in (near, far)]
        return [
            _compare(app, name, [_open_list(app, one, key) for one in windows], most)
            for name, key in PANES_WITH_PAGES.items()
        ]


@contextmanager
def _open_window(app: QApplication, backend: Backend) -> Iterator[MainWindow]:
    theme = Theme(app)
    theme.motion = False
    window = MainWindow(WindowDependencies(theme, Translations(app), backend, SystemClock(), app.clipboard(), PANES))
    window.show()
    window.start()
    try:
        yield window
    finally:
        window.shut()
        window.hide()


def _open_list(app: QApplication, window: MainWindow, key: PaneKey) -> QAbstractItemView:
    window.go(key)
    _process_until(app, lambda: window.pane is not None and window.pane.state == "content")
    pane = window.pane
    if isinstance(pane, CallsPane):
        pane.filters.time.choose(Period.ANY)
        calls = pane.list
        _process_until(app, lambda: calls.model().rowCount() >= PAGE)
        return calls
    assert isinstance(pane, CataloguePane)
    return pane.parts.table


def _compare(app: QApplication, name: str, lists: list[QAbstractItemView], most: float) -> Figure:
    near, far = ((lambda _, rows=rows: _show_next_page(app, rows)) for rows in lists)
    floor, ours = turns(near, far, rounds=_ROUNDS)
    return times_floor(f"attached window: next page of the {name} in its pane (floor: one process)", floor, ours, most)


def _show_next_page(app: QApplication, rows: QAbstractItemView) -> None:
    """A list drops rows at its beginning when it is long, so their number need not grow."""
    model, inserted = rows.model(), list[int]()

    def on_inserted(_parent: QModelIndex, first: int, _last: int) -> None:
        inserted.append(first)

    model.rowsInserted.connect(on_inserted)
    rows.scrollToBottom()
    _process_until(app, lambda: inserted)
    model.rowsInserted.disconnect(on_inserted)
    rows.scrollTo(model.index(model.rowCount() - PAGE, 0), QAbstractItemView.ScrollHint.PositionAtTop)
    rows.viewport().repaint()


def _process_until(app: QApplication, met: Callable[[], object]) -> None:
    ends = time.monotonic() + _WAIT_S
    while not met():
        if time.monotonic() > ends:
            raise TimeoutError("the pane shows no page")
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


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
            _compare_attached_pages(
                "catalogue", near, far, lambda it: it.catalogue.page(shop, ItemQuery(), 0, PAGE).result(_WAIT_S)
            ),
            _compare_attached_pages(
                "call log", near, far, lambda it: it.calls.page(shop, CallFilter(), PAGE).result(_WAIT_S)
            ),
            *compare_panes(near, far, _MOST),
        ]


def counter_pages(bench: Bench) -> list[Figure]:
    """The same pages at a further counter, over TLS and a line of 1 ms, which is part of the floor
    of an answer and no part of that of a page in its pane; and an order that is accepted over one
    like Wi-Fi, 30 ms each way and 2 % lost.
    """
    data = bench.fresh()
    make_log(data.folder, _CALLS)
    with closing(Store(data.database)) as store:
        file_all(store, data.shop)
    copy = bench.scratch() / "one process"
    shutil.copytree(data.folder, copy)
    shop = data.shop.id
    keys = _add_counters(data.folder, 2)
    with _one_process(copy) as near, serve_command(data.folder), ExitStack() as lines:
        far = lines.enter_context(_counter(data.folder, keys[0], Line(COUNTER_PORT, delay_s=_LINE_S)))
        _use_every_reader(near, shop)
        _use_every_reader(far, shop)
        pages = [
            _compare_attached_pages(
                "catalogue",
                near,
                far,
                lambda it: it.catalogue.page(shop, ItemQuery(), 0, PAGE).result(_WAIT_S),
                _MOST_OF_COUNTER,
                2 * _LINE_S,
            ),
            _compare_attached_pages(
                "call log",
                near,
                far,
                lambda it: it.calls.page(shop, CallFilter(), PAGE).result(_WAIT_S),
                _MOST_OF_COUNTER,
                2 * _LINE_S,
            ),
            _compare_search(near, far, shop),
            *compare_panes(near, far, _MOST_OF_COUNTER),
        ]
        wifi = Line(COUNTER_PORT, delay_s=_WIFI_S, lost_share=_WIFI_LOST)
        return [*pages, _accept_orders(lines.enter_context(_counter(data.folder, keys[1], wifi)))]


def tills_beside_counters(bench: Bench) -> list[Figure]:
    """Five callers with 100 calls a second together, as many as of a hundred busy tills, alone and
    then with five further counters in use. Each counter does what its program does: it reads
    the open overview again when something changes. A person there does something every second:
    searches as people type, opens a part, and looks through the orders and the call log.
    """
    data = bench.fresh(keys=_KEYS)
    orders = place_orders(data, _COUNTERS)
    calls = [
        call
        for number, key in enumerate(data.keys)
        for call in small_calls(key, [orders[number % _COUNTERS]])[:_CALLS_OF_A_KEY]
    ]
    search_catalogue.fill(data, _PARTS)
    with closing(Store(data.database)) as store:
        file_all(store, data.shop)
    keys = _add_counters(data.folder, _COUNTERS)
    alone, beside = list[float](), list[float]()
    with serve_command(data.folder) as service:

        def call() -> float:
            return bench.load(service.address, calls, callers=_TILLS, seconds=_TILLS_S, pause_s=_TILL_PAUSE_S).p99

        for _ in range(_PAIRS):
            alone.append(call())
            with ExitStack() as lines:
                counters = [lines.enter_context(_counter(data.folder, key, Line(COUNTER_PORT))) for key in keys]
                lines.enter_context(_using(counters, data.shop.id))
                beside.append(call())
    work = f"p99 of tills with {_COUNTERS} further counters in use (floor: tills alone)"
    return [times_floor(work, Median.of(alone), Median.of(beside), _MOST)]


@contextmanager
def _using(counters: list[Backend], shop: int) -> Iterator[None]:
    ended = threading.Event()

    def click(number: int, backend: Backend) -> None:
        """People do not click at the same moment."""
        texts = cycle(search_catalogue.QUERIES[number * _COUNTERS :])
        asks: list[Callable[[], Future[Any]]] = [
            lambda: backend.catalogue.page(shop, ItemQuery(next(texts)), 0, PAGE),
            lambda: backend.catalogue.item(shop, search_catalogue.number(7)),
            lambda: backend.orders.find(shop, OrderQuery(), 0, PAGE),
            lambda: backend.calls.page(shop, CallFilter(), PAGE),
        ]
        ended.wait(_CLICK_S * number / _COUNTERS)
        for ask in cycle(asks):
            if ended.wait(_CLICK_S):
                return
            ask().result(_WAIT_S)

    def show_overview(backend: Backend) -> None:
        changed, figures_at = threading.Event(), 0.0
        subscription = backend.on_changes(lambda _changes: changed.set())
        while not ended.is_set():
            if not changed.wait(_LOOK_S):
                continue
            changed.clear()
            asked: list[Future[Any]] = [backend.overview.read(shop), backend.shops.badges(shop)]
            if time.monotonic() - figures_at >= _FIGURES_S:
                figures_at = time.monotonic()
                asked.append(backend.overview.figures(shop))
            for one in asked:
                one.result(_WAIT_S)
        subscription.close()

    with ThreadPoolExecutor(2 * len(counters)) as hands:
        used = [hands.submit(click, number, backend) for number, backend in enumerate(counters)]
        used += [hands.submit(show_overview, backend) for backend in counters]
        try:
            yield
        finally:
            ended.set()
    for one in used:
        one.result()


def _add_counters(folder: Path, count: int) -> list[str]:
    """Turns counters on; the key of each."""
    store, now = Store(folder / FILE_NAME), SystemClock().now()
    store.submit(lambda tx: change_setting(tx, "counters", "on")).result(_WAIT_S)
    made = [store.submit(lambda tx, n=n: add_counter(tx, f"Counter {n}", now)).result(_WAIT_S) for n in range(count)]  # type: ignore[misc]
    store.close()
    return [key for _, key in made]


@contextmanager
def _counter(folder: Path, key: str, line: Line) -> Iterator[Backend]:
    """The window's backend of a further counter."""
    pin = CertificateFolder(folder).load((), SystemClock().now()).certificate.pin
    file = CounterFile("127.0.0.1", line.port, pin, key, "Counter", "Bench")
    window = RemoteBackend(make_counter_opener(file, full_version()), counter_of=file.service)
    backend = cast(Backend, window)
    try:
        _start(backend, window.client.start)
        yield backend
    finally:
        window.client.stop(_WAIT_S)
        line.close()


def _compare_search(near: Backend, far: Backend, shop: int) -> Figure:
    """What the line and the counter add, at most."""

    def search(backend: Backend, turn: int) -> None:
        backend.catalogue.page(shop, ItemQuery(_TEXTS[turn % len(_TEXTS)]), 0, PAGE).result(_WAIT_S)

    floor, ours = turns(partial(search, near), partial(search, far), rounds=_ROUNDS)
    work = "further counter: a search, more than in one process"
    return seconds_below(work, span(floor), max(0.0, ours - floor), _SEARCH_S)


def _accept_orders(backend: Backend) -> Figure:
    """How long 95 of 100 take."""
    took = []
    shop = backend.shops.list().result(_WAIT_S)[0].staging.id
    backend.host.fill_sample(shop, lambda *_: None).result(_WAIT_S)
    for _ in range(_ROUNDS):
        reference = backend.orders.place_test(shop).result(_WAIT_S)
        began = time.perf_counter()
        backend.orders.act(shop, reference, Action.ACCEPT, None).result(_WAIT_S)
        took.append(time.perf_counter() - began)
    work = "further counter: an order is accepted, 30 ms each way and 2 % lost (p95)"
    return seconds_below(work, "", percentile(sorted(took), 0.95), _ACCEPT_S)


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


def _compare_attached_pages(
    name: str, near: Backend, far: Backend, ask: Ask, most: float = _MOST, line_s: float = 0.0
) -> Figure:
    """`line_s` is what the line takes for a question and its answer."""
    if ask(near) != ask(far) or len(ask(far).rows) != PAGE:
        raise RuntimeError(f"the attached window got another page of the {name}")
    floor, ours = turns(lambda _: ask(near), lambda _: ask(far), rounds=_ROUNDS_ATTACHED_PAGES)
    held = "one process and the line" if line_s else "one process"
    return times_floor(f"attached window: {PAGE} rows of the {name} (floor: {held})", floor + line_s, ours, most)
