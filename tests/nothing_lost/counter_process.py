"""The program of a further counter without its panes: sells one unit for each note that it reads,
and writes the answer.

    python -m tests.nothing_lost.counter_process FOLDER SHOP SKU

It writes a line for each state of its connection, and one for each answer: the note and `sold`, or
what the service said instead.
"""

from __future__ import annotations

import sys
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from bridge.desktop.composition import compose_counter
from bridge.system.counter_file import read_counter_file
from service.domain.catalogue.stock import Cause, NewMovement
from ui.backend.host_port import HostStatus

UNIT = 1000
_STOP_S = 20.0


def main() -> int:
    folder, shop, sku = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    file = read_counter_file(folder)
    assert file is not None
    program = compose_counter(file, folder, lambda: None)
    program.gateway.on_host(_write_status)
    program.thread.start()
    for line in sys.stdin:
        note = line.strip()
        sale = NewMovement(sku, "Main", Cause.SALE, UNIT, note)
        program.gateway.catalogue.move(shop, sale).add_done_callback(partial(_write_answer, note))
    return 0 if program.thread.stop(_STOP_S) else 1


def _write_status(status: HostStatus) -> None:
    _write(f"state {status.state.value}")


def _write_answer(note: str, answer: Future[None]) -> None:
    _write(f"{note} {answer.exception() or 'sold'}")


def _write(line: str) -> None:
    """In one piece, as any thread writes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
