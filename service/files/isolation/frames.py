"""What goes between the program and the child that reads, and the limits of the child."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable
from typing import BinaryIO, Final, TypeVar

import msgspec
from msgspec import Struct

from service.domain.sentences import Sentence, decode_sentence, encode_sentence
from service.files.file_errors import ColumnMissing, FileBroken, FileError, FileTooLarge, FileUnavailable
from service.files.format_reader import Fact
from service.files.source import DateCell, NullCell, NumberCell, RawRow, Source

MEMORY_BYTES: Final = 1 << 30
"""Memory in use (resident); the program ends a child that has more, on every system."""

ADDRESS_SPACE_BYTES: Final = 3 << 29
"""Memory asked for (1.5 GiB), where the system limits it (Linux); threads reserve some unused."""

CPU_SECONDS: Final = 900
WAIT_SECONDS: Final = 600.0
"""For how long in all the program waits for the rows of one file."""

_OPEN_FILES: Final = 64
MAX_FRAME_BYTES: Final = 32 * 1024 * 1024
"""Above the largest row (4 million characters of 4 bytes) with the rows before it."""

_LENGTH: Final = 4


def apply_limits() -> None:
    """Limits this process before it reads anything.

    Windows knows none of these; there the program watches the child's memory and time.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    for what, most in (
        (resource.RLIMIT_AS, ADDRESS_SPACE_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        # macOS refuses a limit of address space below what is mapped already.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


class AskFact(Struct, frozen=True, tag=True):
    """What is asked apart from rows."""

    fact: Fact
    path: bytes
    source: Source


class AskRows(Struct, frozen=True, tag=True):
    """The first chunk of the rows."""

    path: bytes
    source: Source


class AskMore(Struct, frozen=True, tag=True):
    """The next chunk of the rows that the request `stream` asked for."""

    stream: int


Ask = AskFact | AskRows | AskMore


class Request(Struct, frozen=True):
    number: int
    ask: Ask


class Names(Struct, frozen=True, tag=True):
    """The answer to all but the rows; a kind is one name."""

    names: tuple[str, ...]


class Chunk(Struct, frozen=True, tag=True):
    """Rows as (line, cells); `typed` says which cells are more than text: row, column, type."""

    rows: list[tuple[int, list[str]]]
    typed: list[tuple[int, int, int]]
    last: bool


class Fault(Struct, frozen=True, tag=True):
    """Why there is no answer: an error of the file by its class, or a mistake of the program."""

    error: str
    sentence: Sentence
    details: str = ""


class Answer(Struct, frozen=True):
    """The answer to the request of that number."""

    number: int
    body: Names | Chunk | Fault


OUT_OF_MEMORY: Final = "OutOfMemory"
MISTAKE: Final = "Mistake"
_ERRORS: Final = {
    error.__name__: error for error in (FileError, FileUnavailable, FileTooLarge, FileBroken, ColumnMissing)
}
_TYPES: Final = (NumberCell, DateCell, NullCell)

_encode = msgspec.msgpack.Encoder().encode
Content = TypeVar("Content", Request, Answer)


def write_frame(stream: BinaryIO, content: Request | Answer) -> None:
    """Writes a frame and flushes it; OSError where nobody reads."""
    data = _encode(content)
    stream.write(len(data).to_bytes(_LENGTH, "big") + data)
    stream.flush()


def read_frame(stream: BinaryIO, kind: type[Content]) -> Content | None:
    """The next request or answer; None at the end, ValueError at what is none."""
    head = stream.read(_LENGTH)
    size = int.from_bytes(head, "big")
    if len(head) < _LENGTH:
        return None
    if size > MAX_FRAME_BYTES:
        raise ValueError(f"A frame of {size} bytes is none.")
    data = stream.read(size)
    return msgspec.msgpack.decode(data, type=kind) if len(data) == size else None


def pack_rows(rows: Iterable[RawRow], *, last: bool) -> Chunk:
    plain: list[tuple[int, list[str]]] = []
    typed: list[tuple[int, int, int]] = []
    for line, cells in rows:
        if set(map(type, cells)) <= {str}:
            plain.append((line, cells))
            continue
        typed += [
            (len(plain), place, _TYPES.index(type(cell))) for place, cell in enumerate(cells) if type(cell) is not str
        ]
        plain.append((line, [str(cell) for cell in cells]))
    return Chunk(plain, typed, last)


def unpack_rows(chunk: Chunk) -> list[RawRow]:
    """The rows of a chunk, each cell of its type. Raises LookupError where a type is none."""
    rows = [RawRow(line, cells) for line, cells in chunk.rows]
    for row, place, kind in chunk.typed:
        cells = rows[row].cells
        cells[place] = _TYPES[kind](cells[place])
    return rows


def error_of(fault: Fault) -> FileError:
    return _ERRORS.get(fault.error, FileError)(fault.sentence)


def fault_of(error: FileError) -> Fault:
    """The fault that stands for an error; what is no text in its gaps becomes `?`."""
    return Fault(type(error).__name__, decode_sentence(encode_sentence(error.sentence)))
