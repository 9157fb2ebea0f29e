"""The program's side of the child process: asks, waits within bounds, and ends it.

with ReaderProcess(check) as reader, use_reader(reader): …
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

import psutil

from service.child_program import READER
from service.domain.sentences import Sentence, message, os_reason
from service.files.file_errors import FileError, FileTooLarge, FileUnavailable
from service.files.format_reader import Fact
from service.files.isolation.frames import (
    MEMORY_BYTES,
    MISTAKE,
    OUT_OF_MEMORY,
    WAIT_SECONDS,
    Answer,
    Ask,
    AskFact,
    AskMore,
    AskRows,
    Chunk,
    Fault,
    Names,
    Request,
    error_of,
    read_frame,
    unpack_rows,
    write_frame,
)
from service.files.source import RawRow, Source

log = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 0.1
"""So often the caller's check is called and the child's memory is measured."""


class ReaderMistake(Exception):
    """A mistake of the program, here or in the child, whose traceback is the text then."""


def _never() -> None:
    return None


class ReaderProcess:
    """One child process, started at the first request; a FormatReader for one thread.

    `check` is called ten times a second while it waits; what it raises ends the reading.
    """

    def __init__(
        self,
        check: Callable[[], None] = _never,
        start: Callable[[], subprocess.Popen[bytes]] = READER.start,
        memory_bytes: int = MEMORY_BYTES,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._check = check
        self._start = start
        self._memory_bytes = memory_bytes
        self._seconds_left = wait_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[Answer | None] = queue.Queue()
        self._number = 0
        self._looked_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the child at once and waits until it is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    def ask(self, fact: Fact, path: Path, source: Source) -> tuple[str, ...]:
        answer = self._receive(path, self._send(path, AskFact(fact, os.fsencode(path), source)))
        if not isinstance(answer, Names):
            raise self._end_with(_ended(path))
        return answer.names

    def rows(self, path: Path, source: Source) -> Iterator[RawRow]:
        """The rows as a stream; the child prepares the next chunk while this one is used."""
        stream = number = self._send(path, AskRows(os.fsencode(path), source))
        while True:
            if number != self._number:
                raise ReaderMistake("Other rows were asked for before these were read to their end.")
            chunk = self._receive(path, number)
            if not isinstance(chunk, Chunk):
                raise self._end_with(_ended(path))
            if not chunk.last:
                number = self._send(path, AskMore(stream))
            yield from unpack_rows(chunk)
            if chunk.last:
                return

    def _send(self, path: Path, ask: Ask) -> int:
        self._number += 1
        began = self._process is not None
        try:
            process = self._process or self._begin()
            if process.stdin is not None:
                write_frame(process.stdin, Request(self._number, ask))  # type: ignore[arg-type]
        except OSError as error:
            if began:
                raise self._end_with(_ended(path)) from error
            self.close()
            raise FileUnavailable.saying(
                "{file} cannot be read now: the reading process does not start ({reason}).",
                file=path.name,
                reason=os_reason(error),
            ) from error
        return self._number

    def _begin(self) -> subprocess.Popen[bytes]:
        self._process = process = self._start()
        self._answers = queue.Queue()
        threading.Thread(
            target=_read_answers, args=(process.stdout, self._answers), name="file reader", daemon=True
        ).start()
        return process

    def _receive(self, path: Path, number: int) -> Names | Chunk:
        """The answer to that request; answers to requests that were left are dropped."""
        while True:
            answer = self._wait(path)
            if answer is None:
                raise self._end_with(_ended(path))
            if answer.number != number:
                continue
            if isinstance(answer.body, Fault):
                raise self._error_of(path, answer.body)
            return answer.body

    def _wait(self, path: Path) -> Answer | None:
        started = time.monotonic()
        while True:
            self._look(path)
            try:
                answer = self._answers.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                if time.monotonic() - started > self._seconds_left:
                    raise self._end_with(_too_slow(path)) from None
                continue
            self._seconds_left -= time.monotonic() - started
            return answer

    def _look(self, path: Path) -> None:
        """Ten times a second: the caller's check, and the child's memory."""
        now = time.monotonic()
        if now - self._looked_at < _LOOK_SECONDS or self._process is None:
            return
        self._looked_at = now
        try:
            self._check()
        except BaseException:
            self.close()
            raise
        with contextlib.suppress(psutil.Error):
            if psutil.Process(self._process.pid).memory_info().rss > self._memory_bytes:
                raise self._end_with(_too_much_memory(path))

    def _error_of(self, path: Path, fault: Fault) -> Exception:
        if fault.error == OUT_OF_MEMORY:
            return self._end_with(_too_much_memory(path))
        if fault.error == MISTAKE:
            self.close()
            return ReaderMistake(fault.details)
        return error_of(fault)

    def _end_with(self, sentence: Sentence) -> FileError:
        self.close()
        return FileTooLarge(sentence)


def _read_answers(stream: BinaryIO, answers: queue.Queue[Answer | None]) -> None:
    """Passes on what the child writes; None at its end, and at what is no answer."""
    try:
        while (answer := read_frame(stream, Answer)) is not None:
            answers.put(answer)
    except (OSError, ValueError) as error:
        log.debug("The reading process ended: %s", error)
    answers.put(None)


def _too_much_memory(path: Path) -> Sentence:
    return message(
        "{file} needs more than 1 GB of memory to be read. Save it with fewer rows, or as CSV.", file=path.name
    )


def _too_slow(path: Path) -> Sentence:
    return message(
        "{file} takes more than {minutes} minutes to be read. Save it with fewer rows, or as CSV.",
        file=path.name,
        minutes=int(WAIT_SECONDS // 60),
    )


def _ended(path: Path) -> Sentence:
    return message(
        "The process that reads {file} ended in the middle of it. Run it again, or save the file as CSV.",
        file=path.name,
    )
