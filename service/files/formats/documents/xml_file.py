"""Parses an XML file in pieces, with one sentence for what is no XML."""

from __future__ import annotations

import codecs
from collections.abc import Generator
from pathlib import Path
from typing import Final
from xml.parsers.expat import ExpatError

from service.domain.sentences import message, os_reason
from service.files.file_errors import FileBroken, FileUnavailable
from service.files.formats.bounded_xml import BoundedParser

_CHUNK: Final = 1 << 16
_NO_MEMORY: Final = 1
_UNSOUND = (ExpatError, LookupError, ValueError, OverflowError)


def parse_file(path: Path, parser: BoundedParser, encoding: str | None = None) -> Generator[None, None, None]:
    """Passes a file to the parser, with a pause after each piece; FileBroken if it is not sound
    XML. With an encoding, which the parser does not know, it gets UTF-8.
    """
    decoder = None if encoding is None else codecs.getincrementaldecoder(encoding)(errors="replace")
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                parser.parse(chunk if decoder is None else decoder.decode(chunk).encode(), False)
                yield
            parser.parse(b"", True)
    except _UNSOUND as error:
        if isinstance(error, ExpatError) and error.code == _NO_MEMORY:
            raise MemoryError from error
        raise FileBroken(
            message("{file} is cut off or damaged. Save it again in the program that made it.", file=path.name)
        ) from error
    except OSError as error:
        raise FileUnavailable(
            message("{file} cannot be opened now: {reason}.", file=path.name, reason=os_reason(error))
        ) from error
    yield
