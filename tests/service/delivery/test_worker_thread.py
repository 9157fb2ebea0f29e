"""Calls that may hang, in one thread."""

from __future__ import annotations

import asyncio
import threading

import pytest

from service.delivery.worker_thread import NoAnswerError, WorkerThread


async def test_calls_run_one_after_another_in_the_same_thread() -> None:
    thread = WorkerThread("one")
    threads = await asyncio.gather(*(thread.call(threading.current_thread, 5) for _ in range(10)))
    assert len(set(threads)) == 1
    assert threads[0].name == "one"
    assert threads[0].daemon, "it does not stop the program from ending"


async def test_what_the_call_raises_is_raised() -> None:
    def fail() -> None:
        raise KeyError("a")

    with pytest.raises(KeyError):
        await WorkerThread("one").call(fail, 5)


async def test_a_call_that_hangs_blocks_no_later_one_for_longer_than_its_limit() -> None:
    thread, let_go, ran = WorkerThread("one"), threading.Event(), []
    results = await asyncio.gather(
        thread.call(lambda: let_go.wait(20), 0.05),
        thread.call(lambda: ran.append("queued"), 0.05),
        return_exceptions=True,
    )
    assert [type(one) for one in results] == [NoAnswerError, NoAnswerError]
    assert str(results[0]) == "one gave no answer within 0.05 s"
    with pytest.raises(NoAnswerError, match="one does not answer"):
        await thread.call(lambda: ran.append("later"), 5)
    hanging = thread._hanging
    assert hanging is not None
    done = threading.Event()
    hanging.add_done_callback(lambda _: done.set())
    let_go.set()
    assert done.wait(10)
    assert await thread.call(lambda: "back", 5) == "back"
    assert ran == []


async def test_a_closed_thread_ends() -> None:
    thread = WorkerThread("one")
    running = await thread.call(threading.current_thread, 5)
    thread.close()
    running.join(5)
    assert not running.is_alive()
