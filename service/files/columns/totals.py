"""Finds rows of a printed list that are no items: totals, and the header repeated
on a later page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from service.files.folding import DIGITS, fold_text

_WORDS = re.compile(
    r"(?:grand |sub |page |report |overall )?(?:total|totals|subtotal|sum)(?: \w+){0,2}|total general|suma(?: total)?|"
    r"(?:ال)?(?:اجمالي|مجموع)(?: \S+){0,3}"
)
TOTAL_NAMES = frozenset(
    {"total", "total:", "totals", "sub total", "sub total:", "subtotal", "subtotal:", "sub-total", "grand total"}
    | {f"{article}{word}" for article in ("", "ال") for word in ("إجمالي", "اجمالي", "مجموع")}
)
"""Names, in lower case, of rows that add up others, also where they have a part number."""

_BEGINNING = re.compile(
    r"\W*(?:grand|sub|page|report|overall|total|sum|print|prepared|generated|export|created|end of|"
    r"(?:ال)?(?:اجمالي|إجمالي|مجموع)|طبع|صفح|تاريخ|نهاي|التاريخ)",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r"(?:printed|prepared|generated|exported|created|report|page \d+|page no|end of)\b.*|"
    r"(?:طبع|طبعت|صفحه|تاريخ الطباعه|نهايه|التاريخ)(?: .*)?"
)
_FEW_CELLS = 3
_NUMBER = re.compile(r"[-+(]?[\d.,\s]*\d[\d.,\s]*\)?")


def may_be_totals(sku: str) -> bool:
    """Whether a part number begins like a totals row; fast, because every row is checked."""
    return _BEGINNING.match(sku) is not None


def is_footer(cells: Sequence[str], sku: str) -> bool:
    """Whether a row says who printed the list, and when: a few cells, of which the
    first says so.
    """
    filled = sum(1 for cell in cells if cell and not cell.isspace())
    return filled <= min(_FEW_CELLS, len(cells) // 2) and bool(_FOOTER.fullmatch(fold_text(sku)))


def is_totals(cells: Sequence[str], sku: str, name: str) -> bool:
    """Whether a row is a total: its part number says so, or it has only numbers."""
    filled = [cell.strip() for cell in cells if cell and not cell.isspace()]
    if not filled:
        return False
    first = filled[0]
    says = bool(_WORDS.fullmatch(fold_text(first)))
    if says and sku.strip() in ("", first) and name.strip() in ("", first):
        return True
    return not sku.strip() and not name.strip() and all(_NUMBER.fullmatch(cell.translate(DIGITS)) for cell in filled)
