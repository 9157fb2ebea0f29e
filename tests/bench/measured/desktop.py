"""The window and tray on a real display: start time, idle cost, delay of a click."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple, cast

import psutil

from service.store.engine.store import Store
from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller, request
from tests.bench.data.databases import BenchDatabase, file_all
from tests.bench.data.sample_catalogue import upload
from tests.bench.timing import Figure, Median, mib_below, part_below, percentile, seconds_below, span, times_floor
from tests.desktop.desktop_session import DesktopSession, wait_until
from tests.desktop.inspection import TICK_MS
from tests.desktop.screen_user import Program, ScreenUser, run_command
from tests.fakes.free_port import free_port

ROUNDS = 3
_IDLE_S = 8.0
_LOADED_S = 8.0
_SETTLE_S = 3.0
# A key has 120 calls a minute.
_KEYS = 12


class Idle(NamedTuple):
    """`memory` in bytes, `cpu` as a part of one core."""

    memory: int
    cpu: float


def desktop(bench: Bench) -> list[Figure]:
    """`counterpart` under Xvfb, openbox and a tray host,
    on a data folder whose first start is done.
    """
    data = bench.fresh(keys=_KEYS)
    with closing(Store(data.database)) as store:
        file_all(store, data.shop)
    with DesktopSession(bench.scratch()) as session:
        address = _prepare(session, data)
        return [*_starting(session, data, address), *_running(session, data, address)]


def _starting(session: DesktopSession, data: BenchDatabase, address: str) -> list[Figure]:
    headless, docked, answered = [], [], []
    for _ in range(ROUNDS):
        headless.append(_headless(data))
        docked.append(_started(session, data, lambda: "Counterpart" in session.read_tray()))
        answered.append(_started(session, data, lambda: _answers(address, data)))
    floor = Median.of(headless[1:])
    return [
        seconds_below("desktop: start to docked tray icon", "", Median.of(docked[1:]), 0.7),
        times_floor("desktop: start to first answer (floor: headless)", floor, Median.of(answered[1:]), 2.0),
    ]


def _running(session: DesktopSession, data: BenchDatabase, address: str) -> list[Figure]:
    with _program(session, data) as running:
        owner = ScreenUser(session, running)
        owner.wait_for("Call log", "QAbstractButton")
        shown = _idle(running)
        stalls = {pane: _stalls(running, owner, address, data, pane) for pane in ("Overview", "Call log")}
        owner.close_window()
        hidden = _idle(running)
    return [
        mib_below("desktop: memory, idle", shown.memory, 140),
        part_below("desktop: CPU of a core, idle, window open", shown.cpu, 0.005),
        part_below("desktop: CPU of a core, idle, in the tray", hidden.cpu, 0.005),
        *(
            seconds_below(f"desktop: GUI stall at p99 during uploads, {pane} (longest: {span(longest)})", "", p99, 0.05)
            for pane, (p99, longest) in stalls.items()
        ),
    ]


def _prepare(session: DesktopSession, data: BenchDatabase) -> str:
    """Its own port, and the first start behind it; gives the address."""
    port = free_port()
    for name, value in (("port", str(port)), ("wizard_done", "on")):
        process = run_command(session, data.folder, ["settings", name, value])
        if process.returncode:
            raise RuntimeError(process.stderr)
    return f"http://127.0.0.1:{port}"


@contextmanager
def _program(session: DesktopSession, data: BenchDatabase) -> Iterator[Program]:
    running = Program(session, data.folder)
    try:
        yield running
    finally:
        running.close()


def _headless(data: BenchDatabase) -> float:
    """Seconds from the start of `counterpart serve` to its first answer."""
    with child_processes.serve_command(data.folder) as process, BenchCaller(process.address, data.key) as caller:
        caller.call("GET", "/v1/items?limit=1")
        return time.perf_counter() - process.began


def _started(session: DesktopSession, data: BenchDatabase, there: Callable[[], bool]) -> float:
    """Seconds from the start of the program until it is so."""
    began = time.perf_counter()
    with _program(session, data):
        wait_until("the program", there)
        return time.perf_counter() - began


def _answers(address: str, data: BenchDatabase) -> bool:
    try:
        with BenchCaller(address, data.key) as caller:
            caller.call("GET", "/v1/items?limit=1")
    except OSError:
        return False
    return True


def _idle(running: Program) -> Idle:
    """After what a start or a load leaves to do has settled."""
    time.sleep(_SETTLE_S)
    process = psutil.Process(running.child.pid)
    before = process.cpu_times()
    time.sleep(_IDLE_S)
    after = process.cpu_times()
    used = after.user + after.system - before.user - before.system
    return Idle(process.memory_info().rss, used / _IDLE_S)


def _stalls(running: Program, owner: ScreenUser, address: str, data: BenchDatabase, pane: str) -> tuple[float, float]:
    """Seconds by which the GUI thread beats late,
    at p99 and at worst, during uploads of 1000 rows without pause.
    """
    owner.click(pane)
    stop = threading.Event()
    uploading = threading.Thread(target=_upload, args=(address, data, stop))
    uploading.start()
    try:
        time.sleep(1.0)
        running.ask("beat")
        time.sleep(_LOADED_S)
        gaps = [gap - TICK_MS for gap in cast("list[float]", running.ask("gaps"))]
    finally:
        stop.set()
        uploading.join()
    return percentile(gaps, 0.99) / 1000, max(gaps) / 1000


def _upload(address: str, data: BenchDatabase, stop: threading.Event) -> None:
    bodies = [upload(0, version) for version in (1, 2)]
    turn = 0
    with BenchCaller(address) as caller:
        while not stop.is_set():
            caller.send(request("POST", "/v1/items", data.keys[turn % _KEYS], bodies[turn // _KEYS % 2]))
            turn += 1
