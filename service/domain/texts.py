"""The rules for every text that others send (contract §2.4): invisible text is empty, and U+0000 is
in none.
"""

from __future__ import annotations

import re
import unicodedata

from service.domain.sentences import message

NUL_FAULT = message("must not hold the character U+0000")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_BLANK_CATEGORIES = ("Cc", "Cf")
_BLANK_BRAILLE = "\u2800"


def is_blank(text: str) -> bool:
    """Whether a person sees nothing: white space, control and format characters, U+2800."""
    return not text[:1].isalnum() and all(
        char.isspace() or char == _BLANK_BRAILLE or unicodedata.category(char) in _BLANK_CATEGORIES for char in text
    )


def drop_blank(text: str | None) -> str | None:
    """An optional text, None where it is blank."""
    return None if text is None or is_blank(text) else text


def has_nul(body: bytes) -> bool:
    """Whether a text of this JSON has U+0000. It can only be escaped there."""
    return rb"\u0000" in body and _NUL.search(body) is not None
