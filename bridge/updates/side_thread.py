"""Work that the end of the program does not wait for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def run_aside(work: Callable[[], T], name: str) -> Future[T]:
    """Run it in a thread of its own; the future has its result or exception.

    Threads of a pool are waited for when the program ends, and an installation ends the program.
    """
    answer: Future[T] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - the future has it
            answer.set_exception(error)
        else:
            answer.set_result(result)

    threading.Thread(target=run, name=name, daemon=True).start()
    return answer
