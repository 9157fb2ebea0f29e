"""An XML parser within bounds: no document type, and bounds of tags, depth and names."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Generator, Iterable, Iterator
from html.entities import html5
from pathlib import Path
from typing import Final
from xml.parsers.expat import ExpatError, ParserCreate

from service.files.file_errors import FileBroken, FileTooLarge, cannot_read, damaged, endless_tag, too_deep

MAX_TOKEN_BYTES: Final = 256 * 1024
"""One tag with its attributes, a comment or an instruction. Text comes in pieces."""

MAX_DEPTH: Final = 256
MAX_NAMES: Final = 10_000
MAX_NAME_CHARS: Final = 1_000_000
"""Different names of elements and attributes: how many, and their characters together."""

Start = Callable[[str, dict[str, str]], None]
End = Callable[[str], None]
Text = Callable[[str], None]
_CHUNK: Final = 1 << 16
_NO_MEMORY: Final = 1
# The parser raises these for an unknown encoding or a bad character number.
_UNSOUND = (ExpatError, LookupError, ValueError, OverflowError)


class BoundedParser:
    """expat, which calls `start`, `end` and `text`; names are `namespace local`.

    `parse` raises FileTooLarge past a bound, FileBroken at a document type, so that no entity can
    grow or reach outside, and ExpatError at what is no XML. With `external_type` a document type
    is allowed that only names a file: it is not opened. `encoding` is used in place of the
    document's own.
    """

    def __init__(
        self,
        name: str,
        start: Start,
        end: End,
        text: Text,
        *,
        encoding: str | None = None,
        external_type: bool = False,
    ) -> None:
        self._name = name
        self._external_type = external_type
        self._fed = 0
        self._names: dict[str, str] = {}
        self._known_names = 0
        self._parser = parser = ParserCreate(encoding, namespace_separator=" ", intern=self._names)
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse_document_type
        parser.StartElementHandler, parser.EndElementHandler = self._count_depth(start, end)
        parser.CharacterDataHandler = text
        parser.SkippedEntityHandler = lambda entity, _: text(html5.get(f"{entity};", ""))

    def on_declaration(self, declared: Callable[[str, str | None, int], None]) -> None:
        """Has `declared` called with the version, the encoding and `standalone`."""
        self._parser.XmlDeclHandler = declared

    def parse(self, data: bytes, final: bool) -> None:
        """Reads the next piece."""
        self._fed += len(data)
        self._parser.Parse(data, final)
        if self._fed - self._parser.CurrentByteIndex > MAX_TOKEN_BYTES:
            raise endless_tag(self._name)
        if len(self._names) != self._known_names:
            self._known_names = len(self._names)
            if self._known_names > MAX_NAMES or sum(len(name) for name in self._names if name) > MAX_NAME_CHARS:
                raise FileTooLarge.saying(
                    "{name} holds more names of tags than any workbook. Save it again in the program that made it.",
                    name=self._name,
                )

    def _count_depth(self, start: Start, end: End) -> tuple[Start, End]:
        depth = 0

        def on_start(name: str, attrs: dict[str, str]) -> None:
            nonlocal depth
            depth += 1
            if depth > MAX_DEPTH:
                raise too_deep(self._name)
            start(name, attrs)

        def on_end(name: str) -> None:
            nonlocal depth
            depth -= 1
            end(name)

        return on_start, on_end

    def _refuse_document_type(self, _name: str, _system: str | None, _public: str | None, has_own: int) -> None:
        if self._external_type and not has_own:
            return
        raise FileBroken.saying(
            "{name} holds a document type, which no workbook has. Save it again in the program that made it.",
            name=self._name,
        )


def local_name(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition(" ")[2]


def parse_pieces(
    pieces: Iterable[bytes], parse: Callable[[bytes, bool], object], name: str
) -> Generator[None, None, None]:
    """Passes XML to `parse`, with a pause after each piece; FileBroken if it is not sound."""
    try:
        for piece in pieces:
            parse(piece, False)
            yield
        parse(b"", True)
    except _UNSOUND as error:
        if isinstance(error, ExpatError) and error.code == _NO_MEMORY:
            raise MemoryError from error
        raise damaged(name) from error
    yield


def parse_file(path: Path, parser: BoundedParser, encoding: str | None = None) -> Generator[None, None, None]:
    """Passes a file to the parser; as UTF-8 with an encoding, which the parser does not know."""
    return parse_pieces(_read_pieces(path, encoding), parser.parse, path.name)


def _read_pieces(path: Path, encoding: str | None) -> Iterator[bytes]:
    decoder = None if encoding is None else codecs.getincrementaldecoder(encoding)(errors="replace")
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk if decoder is None else decoder.decode(chunk).encode()
    except OSError as error:
        raise cannot_read(path, error) from error
