"""The fast path past an XML parser: a sheet is a million elements, nearly all of one plain form.

The parser reads the beginning, up to the end of the first element of the wanted kind. Every
further one is offered as text. Where it is taken, the parser does not see it: a whole element
leaves the parser's state as it was. All else goes to the parser, so broken XML is found as before
(docs/decisions/0005).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from service.files.formats.bounded_xml import BoundedParser

_LONGEST = 1 << 20
_AWAY = bytes(sign for sign in range(32) if sign not in b"\t\n")
"""Characters that no XML holds, and carriage returns, which a parser changes."""

_STRANGE = (
    (b"!", b"<!"),
    (b"?", b"<?"),
    (b"]", b"]]>"),
    (b"\xef", b"\xef\xbf\xbe"),
    (b"\xef", b"\xef\xbf\xbf"),
)
"""Comments and the like, and what no text may hold; each with a rare byte to look for first."""

_ENTITY = re.compile("&(amp|lt|gt|quot|apos);")
_MEANT = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

Take = Callable[[str], bool]
"""Takes an element by its text without the end tag, or leaves it to the parser."""


class PlainXml:
    """A filter before a parser; `take` is offered each element that ends with the tag `close`."""

    def __init__(self, parser: BoundedParser, close: str, take: Take) -> None:
        self._parser = parser
        self._close = close
        self._end = close.encode()
        self._take = take
        self._start_run = False
        self._plain = True
        self._rest = b""
        parser.on_declaration(self._declared)

    def parse(self, data: bytes, final: bool) -> None:
        """Reads the next piece; raises the parser's exceptions."""
        if self._plain:
            data = self._rest + data
            end = data.rfind(self._end) + len(self._end) if self._end in data else 0
            self._elements(data[:end])
            self._rest, data = b"", data[end:]
        if self._plain and not final and len(data) < _LONGEST:
            self._rest = data
            return
        self._plain = False
        self._parser.parse(data, final)

    def _declared(self, _version: str, encoding: str | None, _standalone: int) -> None:
        self._plain = self._plain and (encoding is None or encoding.lower() == "utf-8")

    def _elements(self, data: bytes) -> None:
        if not self._start_run and data:
            end = data.index(self._end) + len(self._end)
            head, data = data[:end], data[end:]
            self._parser.parse(head, False)
            self._start_run = True
            self._plain = self._plain and b"<!" not in head and head.count(b"<?") < 2
        text = _text(data) if self._plain else None
        if text is None:
            self._plain = False
            self._parser.parse(data, False)
            return
        for element in text.split(self._close)[:-1]:
            if not self._take(element):
                self._parser.parse(f"{element}{self._close}".encode(), False)


def _text(data: bytes) -> str | None:
    """The text of XML that has only elements and texts; None if it may have more."""
    if len(data.translate(None, _AWAY)) < len(data) or any(sign in data and part in data for sign, part in _STRANGE):
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def known_entities(text: str) -> bool:
    """Whether `decode_entities` knows every entity of a text."""
    return "&" not in text or len(_ENTITY.findall(text)) == text.count("&")


def decode_entities(text: str) -> str:
    """The text with the five entities of XML decoded."""
    return _ENTITY.sub(lambda match: _MEANT[match[1]], text) if "&" in text else text
