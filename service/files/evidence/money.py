"""What the prices mean: currency, fils or dinars, VAT, for how many units."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median

from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import CURRENCY, LEAVE_PRICES, MONEY, PRICE_PER, VAT
from service.domain.sentences import Sentence, join_sentences, message
from service.files.evidence.file_scan import ColumnScan
from service.files.evidence.signs import SignTally
from service.files.folding import FOREIGN, fold_text, names_packs, with_vat
from service.files.values.cell_readers import describe_price, read_price
from service.files.values.options import MoneyUnit, Options

_HEADER = re.compile(
    r"(?:price )?(?:currency|curr|cur|ccy)(?: ?(?:id|code|name))?|valuta|moneda|devise|para birimi|doviz|wahrung"
    r"|валюта|العمله|عمله|币种|货币|幣別"
)
_DINAR = re.compile(r"(?:bhd|bd|b d|bahraini? dinars?|dinars?|048|د ب|دينار(?: بحريني)?)", re.ASCII)
_CODES = frozenset({
    "BHD", "SAR", "AED", "KWD", "QAR", "OMR", "USD", "EUR", "GBP", "INR", "EGP", "JOD", "CNY", "RMB", "TRY", "TL",
    "RUB", "RUR", "UAH", "KZT", "CHF", "JPY", "PKR", "IQD", "LBP",
})  # fmt: skip
_NUMBER = re.compile(r"[\d.,\s]*")
MAX_SHOWN = 5
_KEEP = "keep"
_NAMES = frozenset({
    "price unit", "price per", "per", "pricing unit", "price unit qty", "price qty", "price quantity", "price basis",
    "unit of price", "preiseinheit", "pe", "pro", "unite de prix", "unidad de precio", "unita prezzo", "وحده السعر",
    "السعر لكل", "سعر لكل", "цена за", "единица цены",
})  # fmt: skip
VAT_PERCENT = 10
_SAMPLES = 3
_MOST_TIMES = 1000
_LARGE = 500
"""Few parts cost so many dinars: whole prices of this size may be fils."""

_FILS = re.compile(r"(?:\bfils|فلس)$|\bin fils\b|بالفلس")
_DINARS = re.compile(r"\b(?:bhd|bd|b d|dinar|dinars)\b|د ب|دينار")


def find_currency_column(headers: Sequence[str], used: Collection[str], scans: Mapping[str, ColumnScan]) -> str | None:
    """The column of currencies among the unused ones: by its name, or as each text is a code."""
    for header in headers:
        scan = scans.get(header)
        if header in used or scan is None or scan.overflow:
            continue
        names = [text.strip() for text in scan.distinct]
        if _is_named(header) or (names and all(name.upper() in _CODES for name in names)):
            return header
    return None


def is_foreign(name: str) -> bool:
    """Whether a column of currencies names another one than the dinar."""
    return not _NUMBER.fullmatch(name) and _DINAR.fullmatch(fold_text(name)) is None


def _is_named(header: str) -> bool:
    return _HEADER.fullmatch(fold_text(header)) is not None


def list_foreign(texts: Iterable[str]) -> tuple[str, ...]:
    """The currencies among the texts that are no dinars, each once, in order."""
    return tuple(sorted({text.strip() for text in texts if is_foreign(text)}))


def find_price_unit(headers: Sequence[str], used: Collection[str]) -> str | None:
    """The column with the pieces of each price, by its name."""
    return next((header for header in headers if header not in used and fold_text(header) in _NAMES), None)


def list_price_units(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts that name more or fewer pieces than one, the first few of them."""
    return tuple(str(text.strip()) for text in dict.fromkeys(texts) if names_packs(text))[:MAX_SHOWN]


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


def ask_vat(said: Sequence[str], samples: Sequence[str], options: Options) -> Question | None:
    """What VAT in prices means, if a name or line above says so; it is taken off by default."""
    saying = [text for text in said if with_vat(text)]
    if not saying or not samples:
        return None
    return Question(
        VAT,
        message("{columns} says that VAT is in the prices. Is it taken off?", columns=", ".join(saying)),
        (
            Reading("off", _meaning(samples, replace(options, vat_percent=VAT_PERCENT))),
            Reading("keep", _meaning(samples, replace(options, vat_percent=0))),
        ),
        optional=True,
    )


def name_currencies(texts: Iterable[str]) -> tuple[str, ...]:
    """The other currencies that texts name, each once."""
    return tuple(sorted({match.group() for text in texts if (match := FOREIGN.search(text))}))[:MAX_SHOWN]


def ask_currency(signs: Sequence[str]) -> Question:
    """Asks whether prices, all with the name of another currency, are dinars."""
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
        [
            message(
                "{cell} is {value}", cell=str(text), value=describe_price(read_price(text, "price_fils", options).value)
            )
            for text in samples[:_SAMPLES]
        ],
        ", ",
    )
