"""Splits HTML that comes in pieces into tags and texts, within bounds and in linear time."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Final

from service.domain.sentences import message
from service.files.file_errors import FileTooLarge

MAX_TAG_CHARS: Final = 256 * 1024
"""One tag with its attributes."""

_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_NAME = re.compile(r"/?[A-Za-z][^\s/>]*")
_RAW_ENDS = {
    name: re.compile(f"</{name}[^>]{{0,100}}>", re.IGNORECASE) for name in ("style", "script", "textarea", "title")
}
"""Elements whose content is no HTML."""

_COMMENT_END = re.compile("-->")
_LONGEST_END: Final = 128
_DECLARATION: Final = "!?"

OnTag = Callable[[str, str], None]
"""Receives the name of a tag in small letters, with `/` before that of an end tag, and its
attributes as text.
"""

OnText = Callable[[str], None]
"""Receives a piece of text whose entities are not decoded."""


class TagSplitter:
    """Calls `on_tag` and `on_text`. Comments, declarations, scripts and styles are left out."""

    def __init__(self, file: str, on_tag: OnTag, on_text: OnText) -> None:
        self._file = file
        self._on_tag = on_tag
        self._on_text = on_text
        self._rest = ""
        self._skipped_to: re.Pattern[str] | None = None

    def feed(self, data: str) -> None:
        """Reads the next piece; FileTooLarge at a tag that does not end."""
        text = self._rest + data
        place = 0
        while 0 <= place < len(text):
            ahead = self._skip(text, place) if self._skipped_to is not None else self._step(text, place)
            if ahead < 0:
                break
            place = ahead
        self._rest = text[place:]
        if len(self._rest) > MAX_TAG_CHARS:
            raise FileTooLarge(
                message(
                    "{name} holds a tag that does not end. Save it again in the program that made it.",
                    name=self._file,
                )
            )

    def _skip(self, text: str, place: int) -> int:
        """The place after a part that is left out; what is before its end is dropped."""
        end = self._skipped_to.search(text, place) if self._skipped_to is not None else None
        if end is None:
            kept = max(place, len(text) - _LONGEST_END)
            return kept if kept > place else -1
        self._skipped_to = None
        return end.end()

    def _step(self, text: str, place: int) -> int:
        """Reads a text or a tag; -1 if its end is not there yet."""
        start = text.find("<", place)
        if start != place:
            end = len(text) if start < 0 else start
            self._on_text(text[place:end])
            return end
        if len(text) - place < len("<!--"):
            return -1
        if text.startswith("<!--", place):
            self._skipped_to = _COMMENT_END
            return place + len("<!--")
        if text[place + 1] in _DECLARATION:
            return text.find(">", place) + 1 or -1
        name = _NAME.match(text, place + 1)
        if name is None:
            self._on_text("<")
            return place + 1
        end = _tag_end(text, name.end())
        if end < 0:
            return -1
        tag = name[0].lower()
        self._skipped_to = _RAW_ENDS.get(tag)
        self._on_tag(tag, text[name.end() : end])
        return end + 1


def _tag_end(text: str, start: int) -> int:
    """The place of the `>` of a tag, which is in no quotes; -1 if it is not there yet."""
    end, quotes, ticks = start, 0, 0
    while (found := text.find(">", end)) >= 0:
        quotes += text.count('"', end, found)
        ticks += text.count("'", end, found)
        if not quotes % 2 and (not ticks % 2 or quotes):
            return found
        end = found + 1
    return -1


def read_attributes(text: str) -> dict[str, str]:
    """The attributes of a tag by their names in small letters; one without a value has ""."""
    if not text or text.isspace():
        return {}
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "") for match in _ATTRIBUTE.finditer(text)
    }
