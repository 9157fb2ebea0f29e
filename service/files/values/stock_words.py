"""Words that shops write instead of a quantity."""

from __future__ import annotations

import re

from service.files.folding import DIGITS, fold_text

_SPELLINGS = (
    "nil|none|no|no stock|not in stock|out of stock|out|oos|o/s|sold out|finished|empty|not available|n/a|na|zero",
    "unavailable|نفذ|نفد|نفذت|نفدت|نفذت الكمية|غير متوفر|غير متوفرة|غير موجود|لا يوجد|منتهي|صفر",
    "нет|нет в наличии|отсутствует|немає|yok|stokta yok|tükendi|agotado|sin stock|rupture|épuisé|esaurito",
)
_ZERO_WORDS = frozenset(fold_text(word) for words in _SPELLINGS for word in words.split("|"))
_DASHES = re.compile(r"\s*[-–—_.*xX]{1,3}\s*")
_MIN_ROWS = re.compile(
    r"(?:>|>=|≥|over|more than|above|اكثر من|أكثر من|فوق|более)\s*(\d{1,6})|(\d{1,6})\s*(?:\+|and more|or more|فاكثر)"
)


def means_zero(text: str) -> bool:
    """Whether a text means that nothing is in stock."""
    return bool(_DASHES.fullmatch(text)) or fold_text(text) in _ZERO_WORDS


def at_least(text: str) -> str | None:
    """The number in `>20`, `20+`, `more than 20`."""
    match = _MIN_ROWS.fullmatch(text.translate(DIGITS).strip().casefold())
    return None if match is None else match[1] or match[2]
