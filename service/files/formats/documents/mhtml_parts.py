"""MHTML: the text of the web pages in a file of many parts, as Excel and old reports save them."""

from __future__ import annotations

import base64
import binascii
import codecs
import quopri
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from service.domain.sentences import message, os_reason
from service.files.file_errors import FileBroken, FileTooLarge, FileUnavailable

_LONGEST_LINE: Final = 1 << 20
_MOST_HEADS: Final = 200
_BOUNDARY = re.compile(r'boundary\s*=\s*"?([^";\s]+)', re.IGNORECASE)
_CHARSET = re.compile(r'charset\s*=\s*"?([^";\s]+)', re.IGNORECASE)
_PAGE = re.compile(r"text/html|application/xhtml", re.IGNORECASE)
_BASE64_QUANTUM: Final = 4
Head = dict[str, str]


def mhtml_texts(path: Path) -> Iterator[str]:
    """The texts of all pages, in pieces and in the file's order. FileBroken if it has no parts."""
    try:
        with path.open("rb") as file:
            head = _read_head(file, path.name)
            boundary = _BOUNDARY.search(head.get("content-type", ""))
            if boundary is None:
                yield from _part_texts(file, path.name, head, None)
                return
            mark = b"--" + boundary[1].encode("ascii", errors="replace")
            while _find_part(file, path.name, mark):
                yield from _part_texts(file, path.name, _read_head(file, path.name), mark)
    except (binascii.Error, ValueError) as error:
        raise FileBroken(
            message("{file} is cut off or damaged. Save it again in the program that made it.", file=path.name)
        ) from error
    except OSError as error:
        raise FileUnavailable(
            message("{file} cannot be opened now: {reason}.", file=path.name, reason=os_reason(error))
        ) from error


def _lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    for line in iter(partial(file.readline, _LONGEST_LINE), b""):
        if len(line) >= _LONGEST_LINE:
            raise FileTooLarge(
                message(
                    "{name} holds a line of more than a million characters. Check that it is the export file.",
                    name=name,
                )
            )
        yield line


def _read_head(file: BinaryIO, name: str) -> Head:
    """The fields before a blank line, by their names in small letters."""
    head: Head = {}
    last = ""
    for line in _lines(file, name):
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        if not text and head:
            break
        if text[:1] in (" ", "\t") and last:
            head[last] += text
        elif ":" in text and len(head) < _MOST_HEADS:
            last, _, value = text.partition(":")
            last = last.strip().lower()
            head[last] = value.strip()
    return head


def _find_part(file: BinaryIO, name: str, mark: bytes) -> bool:
    """Goes to the head of the next part; False at the end."""
    for line in _lines(file, name):
        bare = line.rstrip()
        if bare == mark:
            return True
        if bare == mark + b"--":
            return False
    return False


def _part_texts(file: BinaryIO, name: str, head: Head, mark: bytes | None) -> Iterator[str]:
    """The text of a part if it is a page; the file is then before the boundary that ends it."""
    kind = head.get("content-type", "")
    is_page = bool(_PAGE.search(kind))
    charset = _CHARSET.search(kind)
    decoder = _decoder_for(charset[1] if charset else "utf-8")
    way = head.get("content-transfer-encoding", "").lower()
    place = file.tell()
    left = b""
    for line in _lines(file, name):
        if mark is not None and line.startswith(mark):
            # The boundary belongs to the search for the next part.
            file.seek(place)
            break
        place += len(line)
        if is_page:
            data, left = _decode_line(left + line, way)
            yield decoder.decode(data)
    yield decoder.decode(b"", final=True)


def _decoder_for(charset: str) -> codecs.IncrementalDecoder:
    try:
        return codecs.getincrementaldecoder(charset)(errors="replace")
    except LookupError:
        return codecs.getincrementaldecoder("utf-8")(errors="replace")


def _decode_line(line: bytes, way: str) -> tuple[bytes, bytes]:
    """The decoded bytes of a line, and the bytes that belong to the next one."""
    if way == "quoted-printable":
        return quopri.decodestring(line), b""
    if way == "base64":
        whole = b"".join(line.split())
        used = len(whole) // _BASE64_QUANTUM * _BASE64_QUANTUM
        return base64.b64decode(whole[:used]), whole[used:]
    return line, b""
