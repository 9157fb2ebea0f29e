"""1C CommerceML comes in two files that only together are a list: import.xml and offers.xml."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from service.domain.sentences import Sentence, message
from service.files.folding import fold_text

_CATALOGUE: Final = "Каталог/Товары/Товар"
_OFFERS: Final = "Предложения/Предложение"
_CATALOGUE_FILE: Final = "import.xml (CommerceML)"
_OFFERS_FILE: Final = "offers.xml (CommerceML)"
_COLUMN: Final = "Артикул"
_PART_NUMBER: Final = "артикул"
_VALUES: Final = ("цена", "количество", "остат")


def explain_half(path: str, headers: Sequence[str]) -> Sentence | None:
    """What the other file of the two has, if the list at `path` lacks it; else None."""
    names = [fold_text(header) for header in headers]
    if path.endswith(_OFFERS) and not any(_PART_NUMBER in name for name in names):
        return message(
            "{file} of 1C has no part numbers: they are in {other}, and the two files are not joined. Have 1C write a "
            "price list with {column}, price and stock in one file (CSV or XLSX), or with {column} in each offer.",
            file=_OFFERS_FILE,
            other=_CATALOGUE_FILE,
            column=_COLUMN,
        )
    if path.endswith(_CATALOGUE) and not any(word in name for name in names for word in _VALUES):
        return message(
            "{file} of 1C has no prices and no stock: they are in {other}, and the two files are not joined. Have 1C "
            "write a price list with {column}, price and stock in one file (CSV or XLSX), and read that.",
            file=_CATALOGUE_FILE,
            other=_OFFERS_FILE,
            column=_COLUMN,
        )
    return None
