"""What a price counts: dinars or fils, with or without VAT, in which currency."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median

from service.domain.money import format_bhd
from service.domain.pull.file_questions import Question, Reading
from service.domain.pull.pull_answers import CURRENCY, MONEY, VAT
from service.domain.sentences import Sentence, join_sentences, message
from service.files.columns.match import with_vat
from service.files.evidence.currencies import MAX_SHOWN
from service.files.evidence.sign_tally import SignTally
from service.files.folding import fold_text
from service.files.values.cell_readers import read_price
from service.files.values.numbers import FOREIGN
from service.files.values.options import MoneyUnit, Options

VAT_PERCENT = 10
_SAMPLES = 3
_MOST_TIMES = 1000
_LARGE = 500
"""Few parts cost so many dinars: whole prices of this size may be fils."""

_FILS = re.compile(r"(?:\bfils|فلس)$")
_DINARS = re.compile(r"\b(?:bhd|bd|b d|dinar|dinars)\b|د ب|دينار")


def named_unit(headers: Sequence[str]) -> MoneyUnit | None:
    """The unit in the names of all price columns."""
    if headers and all(_FILS.search(fold_text(header)) for header in headers):
        return MoneyUnit.FILS
    return MoneyUnit.BHD if any(_DINARS.search(fold_text(header)) for header in headers) else None


def ask_money(
    headers: Sequence[str], tally: SignTally, samples: Mapping[str, int], answers: Mapping[str, str], options: Options
) -> Question | None:
    """Asks "dinars or fils" if the size of the prices and the names of their columns do not agree.

    `samples` are the first different prices with their counts.
    """
    if answers.get(MONEY) in ("bhd", "fils") or not samples:
        return None
    unit = named_unit(headers)
    decimals = tally.exact or any(tally.decimal.values()) or any(tally.unclear.values())
    large = _median(samples, replace(options, money=MoneyUnit.FILS)) >= _LARGE
    broken_fils = unit is MoneyUnit.FILS and bool(tally.exact or any(tally.decimal.values()))
    whole_dinars = unit is None and not decimals and large
    if not (broken_fils or whole_dinars):
        return None
    readings = tuple(
        Reading(unit.value, _meaning(list(samples), replace(options, money=unit)))
        for unit in (MoneyUnit.FILS, MoneyUnit.BHD)
    )
    return Question(
        MONEY, message("Are the prices in {columns} in fils or in dinars?", columns=", ".join(headers)), readings
    )


def _median(samples: Mapping[str, int], options: Options) -> float:
    """The median of the prices as the file has them."""
    sizes: list[int] = []
    for text, times in samples.items():
        value = read_price(text, "price_fils", options).value
        if isinstance(value, int):
            sizes += [value] * min(times, _MOST_TIMES)
    return median(sizes) if sizes else 0


def ask_vat(
    headers: Sequence[str], samples: Sequence[str], answers: Mapping[str, str], options: Options
) -> Question | None:
    """Asks whether VAT is to be subtracted, if a column's name says that the prices include it."""
    if answers.get(VAT) in ("off", "keep") or not any(with_vat(header) for header in headers) or not samples:
        return None
    return Question(
        VAT,
        message("{columns} says that VAT is in the prices. Is it taken off?", columns=", ".join(headers)),
        (
            Reading("off", _meaning(samples, replace(options, vat_percent=VAT_PERCENT))),
            Reading("keep", _meaning(samples, replace(options, vat_percent=0))),
        ),
    )


def ask_currency(
    headers: Sequence[str], samples: Sequence[str], answers: Mapping[str, str], named: Sequence[str] = ()
) -> Question | None:
    """Asks whether prices with the name of another currency are dinars; `named` are the currencies
    in a column of their own.
    """
    if answers.get(CURRENCY) in ("bhd", "leave"):
        return None
    found = {match.group() for text in (*headers, *samples) if (match := FOREIGN.search(text))}
    signs = sorted(found.union(named[:MAX_SHOWN]))
    if not signs:
        return None
    return Question(
        CURRENCY,
        message("The prices name another currency: {currencies}. What are they?", currencies=", ".join(signs)),
        (
            Reading("leave", message("Prices of another currency, which are left out")),
            Reading("bhd", message("Bahraini dinars, read as they are")),
        ),
    )


def _meaning(samples: Sequence[str], options: Options) -> Sentence:
    return join_sentences(
        [message("{cell} is {value}", cell=str(text), value=_shown(text, options)) for text in samples[:_SAMPLES]], ", "
    )


def _shown(text: str, options: Options) -> str:
    value = read_price(text, "price_fils", options).value
    return f"BHD {format_bhd(value)}" if isinstance(value, int) else "-"
