"""The child process: answers one request at a time from its input, and ends when that ends.

It ends at once when the program does: a thread waits for the end of the input.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from service.domain.sentences import EMPTY
from service.files.file_errors import FileError
from service.files.format_reader import LOOKS
from service.files.formats import sniff  # noqa: F401 - it finds the kind of a zip archive
from service.files.formats.registry import raw_rows
from service.files.isolation.frames import (
    MISTAKE,
    OUT_OF_MEMORY,
    Answer,
    Ask,
    AskFact,
    AskRows,
    Chunk,
    Fault,
    Names,
    Request,
    apply_limits,
    fault_of,
    pack_rows,
    read_frame,
    write_frame,
)
from service.files.source import RawRow

_CHUNK_ROWS: Final = 1_000
_CHUNK_CHARS: Final = 1 << 19
_DETAILS: Final = 8_000


class Responder:
    """Answers requests; the rows of the newest stream go on where they stopped."""

    def __init__(self) -> None:
        self._stream = 0
        self._rows: Iterator[RawRow] = iter(())

    def answer(self, request: Request) -> Answer:
        """The answer, which is a Fault where something went wrong."""
        try:
            return Answer(request.number, self._answer(request.number, request.ask))
        except FileError as error:
            return Answer(request.number, fault_of(error))
        except MemoryError:
            self._rows = iter(())
            return Answer(request.number, Fault(OUT_OF_MEMORY, EMPTY))
        except Exception:  # noqa: BLE001 - the program logs it
            import traceback  # noqa: PLC0415 - every child would import it, and hardly one needs it

            return Answer(request.number, Fault(MISTAKE, EMPTY, traceback.format_exc()[-_DETAILS:]))

    def _answer(self, number: int, ask: Ask) -> Names | Chunk:
        if isinstance(ask, AskFact):
            return Names(LOOKS[ask.fact](_path(ask), ask.source))
        if isinstance(ask, AskRows):
            self._stream, self._rows = number, iter(raw_rows(_path(ask), ask.source))
        elif ask.stream != self._stream:
            raise ValueError(f"The rows of request {ask.stream} were left.")
        return self._next_chunk()

    def _next_chunk(self) -> Chunk:
        rows: list[RawRow] = []
        room = _CHUNK_CHARS
        for row in self._rows:
            rows.append(row)
            room -= sum(map(len, row.cells)) + len(row.cells)
            if room < 0 or len(rows) >= _CHUNK_ROWS:
                return pack_rows(rows, last=False)
        return pack_rows(rows, last=True)


def _path(ask: AskFact | AskRows) -> Path:
    return Path(os.fsdecode(ask.path))


def main() -> None:
    """Answers what comes in until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    requests: queue.Queue[Request] = queue.Queue()
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, requests), daemon=True).start()
    apply_limits()
    responder = Responder()
    try:
        while True:
            write_frame(output, responder.answer(requests.get()))
    except OSError:
        # The program left, or is no more.
        os._exit(0)


def _read_requests(stream: BinaryIO, requests: queue.Queue[Request]) -> None:
    """Passes on what comes in; ends this process when nothing more can come."""
    try:
        while (request := read_frame(stream, Request)) is not None:
            requests.put(request)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
