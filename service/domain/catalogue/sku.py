"""SKUs and branch names: how they are stored and how they are matched (contract §3.2)."""

from __future__ import annotations

import unicodedata
from typing import Final

from service.domain.sentences import Sentence, message
from service.domain.texts import is_blank

MAX_SKU = 60

INVISIBLE: Final = dict.fromkeys(
    [0x00AD, 0x061C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
)
"""Direction marks, zero-width signs and soft hyphens, for `str.translate`. Texts that are copied
from a web page or a message have them, and nobody can see or type them.
"""


def tidy(text: str) -> str:
    """Trims a text and normalises it to Unicode NFC. This is the spelling that is stored."""
    if text.isascii():
        return text.strip()
    return unicodedata.normalize("NFC", text.strip()).strip()


def fold(text: str) -> str:
    """The form that all spellings of one SKU or branch share. The argument is already tidy.

    Two spellings that look the same are one, whatever invisible characters they have. Folding once
    is not enough: an iota below a Greek letter becomes a letter only when it is separate.
    """
    if text.isascii():
        return text.lower()
    text = text.translate(INVISIBLE).strip()
    folded = _fold_once(text)
    while folded != (again := _fold_once(folded)):
        folded = again
    return folded


def _fold_once(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def find_sku_fault(sku: str) -> Sentence | None:
    """Why a tidy text is no SKU, or None."""
    if is_blank(sku) or not fold(sku):
        return message("must not be blank")
    if len(sku) > MAX_SKU:
        return message("must be at most {most} characters, this has {length}", most=MAX_SKU, length=len(sku))
    if has_control(sku):
        return message("must not hold control characters")
    return None


def has_control(text: str) -> bool:
    """Whether a text has control characters, which nobody can see or type (Unicode category Cc)."""
    if text.isprintable():
        return False
    return any(unicodedata.category(char) == "Cc" for char in text)
