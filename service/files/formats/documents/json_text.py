"""A JSON document that is read piece by piece: one value at a time is in memory.

The scanner of the standard library finds the end of each value; what a value means is decided by
the decoder that gets its text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, TextIO

import msgspec

from service.files.source import MAX_ROW_CHARS

_CHUNK: Final = 1 << 18
_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"[-0-9][-+.0-9eE]*")
_OPEN_STRING: Final = "Unterminated string"
_LONGEST_WORD: Final = 16
"""More characters than a word or an escape has that may be cut, such as `-Infinity`."""
_scan = json.JSONDecoder().raw_decode
_decode_key = msgspec.json.Decoder(str).decode


class NoJson(ValueError):
    """The document is no JSON, or is cut off."""


class ValueTooLong(NoJson):
    """A value has more characters than a row may have."""


class JsonText:
    """The place in a document up to which it was read. Its methods raise NoJson."""

    def __init__(self, file: TextIO, chunk: int = _CHUNK) -> None:
        self._file = file
        self._chunk = chunk
        self._text = ""
        self._place = 0
        self._mark: int | None = None
        """Where a look ahead began; the text from there stays."""
        self._read_more()
        self._text = self._text.removeprefix("\ufeff")

    def first(self) -> str:
        """The next character that is not blank; "" at the end."""
        char = self._text[self._place : self._place + 1]
        if char > " ":
            return char
        while True:
            self._place = _BLANK.match(self._text, self._place).end()  # type: ignore[union-attr]
            if self._place < len(self._text):
                return self._text[self._place]
            if not self._read_more():
                return ""

    def next_but_one(self) -> str:
        """The character after the next one, without blanks. Does not go on."""
        self._mark = self._place
        try:
            self.take(self.first())
            return self.first()
        finally:
            self._place, self._mark = self._mark, None

    def take(self, char: str) -> None:
        """Goes past this character, which must be next."""
        if self.first() != char:
            raise NoJson(char)
        self._place += 1

    def take_value(self) -> str:
        """The text of the next value."""
        if self.first() not in "{[":
            self._complete_number()
        while True:
            end = self._find_end()
            if end is not None:
                text = self._text[self._place : end]
                self._place = end
                return text
            if len(self._text) - (self._place if self._mark is None else self._mark) > MAX_ROW_CHARS:
                raise ValueTooLong
            if not self._read_more():
                raise NoJson

    def _find_end(self) -> int | None:
        """The end of the next value; None if the text that was read does not have it. Raises NoJson
        at a fault that more text does not mend.
        """
        try:
            end: int = _scan(self._text, self._place)[1]
        except json.JSONDecodeError as error:
            is_cut = error.msg.startswith(_OPEN_STRING) or error.pos > len(self._text) - _LONGEST_WORD
            if is_cut:
                return None
            raise NoJson from error
        except ValueError as error:
            raise NoJson from error
        return end

    def _complete_number(self) -> None:
        """Reads on while a number may go on in the next piece."""
        while (number := _NUMBER.match(self._text, self._place)) is not None and number.end() == len(self._text):
            if number.end() - number.start() > MAX_ROW_CHARS:
                raise ValueTooLong
            if not self._read_more():
                return

    def elements(self) -> Iterator[tuple[None, str]]:
        """The elements of the array that is next."""
        self.take("[")
        is_first = True
        while self._has_more("]", is_first=is_first):
            yield None, self.take_value()
            is_first = False

    def members(self) -> Iterator[tuple[str, str]]:
        """The members of the object that is next, with the texts of their values."""
        for key in self.keys():
            yield key, self.take_value()

    def keys(self) -> Iterator[str]:
        """The names in the object that is next; the caller takes the value of each."""
        self.take("{")
        is_first = True
        while self._has_more("}", is_first=is_first):
            if self.first() != '"':
                raise NoJson
            key = _decode_key(self.take_value())
            self.take(":")
            yield key
            is_first = False

    def _has_more(self, end: str, *, is_first: bool) -> bool:
        """Goes past the comma before the next element, or past the end."""
        if self.first() == end:
            self._place += 1
            return False
        if not is_first:
            self.take(",")
        return True

    def look_ahead(self, most: int) -> dict[str, str] | None:
        """The first members of the object that is next, if all of them are objects and fit into the
        bound of a row; else None. Does not go on.
        """
        self.first()
        self._mark = self._place
        members: dict[str, str] = {}
        try:
            for key in self.keys():
                if self.first() != "{":
                    return None
                members[key] = self.take_value()
                if len(members) >= most:
                    break
        except ValueError:
            return None
        finally:
            self._place, self._mark = self._mark, None
        return members

    def _read_more(self) -> bool:
        """Reads another piece, at least as much as there is; False at the end."""
        start = self._place if self._mark is None else self._mark
        chunk = self._file.read(max(self._chunk, len(self._text) - start))
        if not chunk:
            return False
        self._text = self._text[start:] + chunk
        self._place -= start
        self._mark = None if self._mark is None else 0
        return True
