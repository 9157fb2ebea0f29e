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
_PART_NUMBER: Final = "артикул"
_VALUES: Final = ("цена", "количество", "остат")


def explain_half(path: str, headers: Sequence[str]) -> Sentence | None:
    """What the other file of the two has, if the list at `path` lacks it; else None."""
    names = [fold_text(header) for header in headers]
    if path.endswith(_OFFERS) and not any(_PART_NUMBER in name for name in names):
        return message(
            "{file} of 1C has no part numbers: they are in {other}. Put both into one folder or one zip archive, with "
            "the names that 1C gives them, and they are read as one list.",
            file=_OFFERS_FILE,
            other=_CATALOGUE_FILE,
        )
    if path.endswith(_CATALOGUE) and not any(word in name for name in names for word in _VALUES):
        return message(
            "{file} of 1C has no prices and no stock: they are in {other}. Put both into one folder or one zip "
            "archive, with the names that 1C gives them, and they are read as one list.",
            file=_CATALOGUE_FILE,
            other=_OFFERS_FILE,
        )
    return None
