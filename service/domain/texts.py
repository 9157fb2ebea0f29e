"""The rules for every text that others send (contract §2.4): invisible text is empty, U+0000 is
in none, and what steers a terminal or turns the order of a line leaves the program in none.
"""

from __future__ import annotations

import re
import unicodedata

from service.domain.sentences import message

NUL_FAULT = message("must not hold the character U+0000")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_BLANK_CATEGORIES = ("Cc", "Cf")
_BLANK_BRAILLE = "\u2800"
_STEERING = {"Cc", "Cs", "Cf", "Zl", "Zp"}
_JOINERS_AND_MARKS = "\u200c\u200d\u200e\u200f\u061c"


def is_blank(text: str) -> bool:
    """Whether a person sees nothing: white space, control and format characters, U+2800."""
    return not text[:1].isalnum() and all(
        char.isspace() or char == _BLANK_BRAILLE or unicodedata.category(char) in _BLANK_CATEGORIES for char in text
    )


def drop_blank(text: str | None) -> str | None:
    """An optional text, None where it is blank."""
    return None if text is None or is_blank(text) else text


def steers(char: str) -> bool:
    """Whether an invisible character changes how others are displayed, but for Arabic's needs."""
    return char not in _JOINERS_AND_MARKS and unicodedata.category(char) in _STEERING


def drop_steering(text: str) -> str:
    """A text for a cell of a file. The same SKU is read back from it (contract §3.2)."""
    if text.isprintable():
        return text
    kept = (char if char in "\t\r\n" or not steers(char) else " " if char.isspace() else "" for char in text)
    return "".join(kept)


def escape_json(text: str) -> str:
    """The same JSON with escapes for the characters that steer."""
    if text.isascii() or text.isprintable():
        return text
    return "".join(_escape_json_char(char) if steers(char) else char for char in text)


def _escape_json_char(char: str) -> str:
    if char == "\n":
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def has_nul(body: bytes) -> bool:
    """Whether a text of this JSON has U+0000. It can only be escaped there."""
    return rb"\u0000" in body and _NUL.search(body) is not None
