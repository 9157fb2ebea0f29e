"""A column that says for how many pieces each price is: asks what such prices are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from service.domain.pull.file_questions import Question, Reading
from service.domain.pull.pull_answers import LEAVE_PRICES, PRICE_PER
from service.domain.sentences import message
from service.files.folding import fold_text

_KEEP = "keep"
_NAMES = frozenset({
    "price unit", "price per", "per", "pricing unit", "price unit qty", "price qty", "price quantity", "price basis",
    "unit of price", "preiseinheit", "pe", "pro", "unite de prix", "unidad de precio", "unita prezzo", "وحده السعر",
    "السعر لكل", "سعر لكل", "цена за", "единица цены",
})  # fmt: skip
_COUNT = re.compile(r"\s*0*(\d+)(?:[.,]0+)?(?:\s+\D*)?")
_MOST_SHOWN = 5


def find_price_unit(headers: Sequence[str], used: Collection[str]) -> str | None:
    """The column with the pieces of each price, by its name."""
    return next((header for header in headers if header not in used and fold_text(header) in _NAMES), None)


def list_price_units(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts that name more or fewer pieces than one, the first few of them."""
    counted = ((text.strip(), _COUNT.fullmatch(text)) for text in texts)
    found = dict.fromkeys(text for text, match in counted if match is not None and int(match[1]) != 1)
    return tuple(str(text) for text in found)[:_MOST_SHOWN]


def ask_price_per(header: str, units: Sequence[str], answers: Mapping[str, str]) -> Question | None:
    """Asks what prices of several pieces are."""
    if not units or answers.get(PRICE_PER) in (LEAVE_PRICES, _KEEP):
        return None
    return Question(
        PRICE_PER,
        message(
            "{column} says that prices are for several pieces: {values}. What are the prices?",
            column=header,
            values=", ".join(units),
        ),
        (
            Reading(LEAVE_PRICES, message("Prices of several pieces, which are left out")),
            Reading(_KEEP, message("Prices of one piece, read as they are")),
        ),
    )
