"""A loop that hangs is ended with a traceback; one that answers goes on."""

from __future__ import annotations

import asyncio
import faulthandler
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.watchdog.heartbeat import beat

HANG = """
import asyncio, sys, time
from bridge.watchdog.heartbeat import beat

async def hang_in_the_loop():
    task = asyncio.create_task(beat(open(sys.argv[1], "w"), 0.3, 0.05))
    await asyncio.sleep(0.1)
    while True:
        time.sleep(0.01)

asyncio.run(hang_in_the_loop())
"""


def test_a_hang_leaves_a_traceback_and_ends_the_process(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    ended = subprocess.run([sys.executable, "-c", HANG, str(trace)], timeout=60, check=False)
    assert ended.returncode == 1
    assert "hang_in_the_loop" in trace.read_text()


async def test_it_is_armed_only_while_the_other_loop_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    armed, alive, looked = list[float](), [True, True, False, False], asyncio.Event()

    def is_alive() -> bool:
        if len(alive) == 1:
            looked.set()
        return alive.pop(0) if alive else False

    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda limit_s, **_options: armed.append(limit_s))
    with (tmp_path / "trace").open("w") as trace:
        task = asyncio.create_task(beat(trace, 60, 0, is_alive))
        await looked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert armed == [60, 60]


async def test_a_cancelled_heartbeat_watches_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, armed = list[str](), asyncio.Event()

    def arm(*_args: object, **_options: object) -> None:
        calls.append("armed")
        if len(calls) == 3:
            armed.set()

    monkeypatch.setattr(faulthandler, "dump_traceback_later", arm)
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: calls.append("cancelled"))
    with (tmp_path / "trace").open("w") as trace:
        task = asyncio.create_task(beat(trace, 60, 0))
        await armed.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert calls[-1] == "cancelled"
