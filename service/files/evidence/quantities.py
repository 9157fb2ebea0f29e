"""What the quantities mean: words for stock, odd values, units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import (
    BASE_UNIT,
    FIRST_UNIT,
    PRICE_ZERO,
    STOCK_BLANK,
    STOCK_MORE,
    STOCK_WORDS,
    SUM_UNITS,
    UNITS,
)
from service.domain.sentences import Sentence, join_sentences, message
from service.files.columns.unit_rows import UnitRows
from service.files.evidence.file_scan import ColumnScan
from service.files.folding import fold_text
from service.files.source import RawRow
from service.files.values.cell_readers import at_least, means_zero, read_price, read_quantity
from service.files.values.options import Options

_MOST_UNITS, _MOST_ROWS = 6, 4
_NAMED = 6
_MANY_PRICES = 20


@dataclass(frozen=True, slots=True)
class UnitSample:
    """A part number in several units: its rows as (unit, quantity, price), as the file has them."""

    sku: str = ""
    rows: tuple[tuple[str, str, str], ...] = ()


def find_unit_sample(units: UnitRows, price: int, rows: Iterable[RawRow]) -> UnitSample:
    """The first part number with several units; `price` is the price's place, -1 if nowhere."""
    places, found, sku = units.places, [], ""
    quantity = places.quantities[0] if places.quantities else -1
    for _, cells in rows if units.sample else ():
        if units.sku_of(cells) == units.sample:
            sku = cells[places.sku].strip()
            found.append((_text(cells, places.unit), _text(cells, quantity), _text(cells, price)))
            if len(found) == _MOST_ROWS:
                break
    return UnitSample(sku, tuple(found))


def _text(cells: Sequence[str], place: int) -> str:
    return cells[place].strip() if 0 <= place < len(cells) else ""


def ask_units(units: UnitRows | None, sample: UnitSample, answers: Mapping[str, str]) -> Question | None:
    """Asks which rows count if part numbers come in several units. `sample` may be empty."""
    if units is None or not units.mixed or is_unit_rule(answers.get(UNITS, ""), units):
        return None
    ordered = sorted(units.rows, key=lambda unit: -units.rows[unit])[:_MOST_UNITS]
    readings = [
        Reading(BASE_UNIT + unit, _show(message("Only the rows in {unit}", unit=unit), sample, _rows_in(sample, unit)))
        for unit in ordered
    ]
    first = _show(message("Only the rows in the unit of the first row"), sample, sample.rows[:1])
    readings.append(Reading(FIRST_UNIT, first))
    if units.places.quantities:
        sums = message("The quantities of all units added, with name and price of the first row")
        readings.append(Reading(SUM_UNITS, sums))
    return Question(
        UNITS,
        message(
            "Part numbers such as {sku} come in several units of measure ({some:,} of them). Which rows count?",
            some=units.mixed,
            sku=sample.sku or units.sample,
        ),
        tuple(readings),
    )


def is_unit_rule(answer: str, units: UnitRows) -> bool:
    """Whether an answer decides about the units of this file."""
    if answer in (FIRST_UNIT, SUM_UNITS):
        return True
    base = fold_text(answer.removeprefix(BASE_UNIT))
    return answer.startswith(BASE_UNIT) and any(fold_text(unit) == base for unit in units.rows)


def _rows_in(sample: UnitSample, unit: str) -> list[tuple[str, str, str]]:
    return [row for row in sample.rows if fold_text(row[0]) == fold_text(unit)]


def _show(reading: Sentence, sample: UnitSample, rows: Sequence[tuple[str, str, str]]) -> Sentence:
    """`Only the rows in PCS: A-1 is 5 PCS, price 1.500`: of several rows the last one counts."""
    if not rows:
        return reading
    unit, quantity, price = rows[-1]
    if price:
        example = message(
            "{sku} is {quantity} {unit}, price {price}", sku=sample.sku, quantity=quantity, unit=unit, price=price
        )
    else:
        example = message("{sku} is {quantity} {unit}", sku=sample.sku, quantity=quantity, unit=unit)
    return join_sentences((reading, example), ": ")


@dataclass(slots=True)
class StockWords:
    """What quantity columns contain other than numbers, with counts."""

    zero: dict[str, int] = field(default_factory=dict)
    more: dict[str, int] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    blanks: int = 0


def find_stock_words(scans: Iterable[ColumnScan], options: Options) -> StockWords:
    """Sorts the texts of quantity columns."""
    words = StockWords()
    for scan in scans:
        words.blanks += scan.blanks
        for text, times in scan.words.items():
            if means_zero(text):
                words.zero[text] = words.zero.get(text, 0) + times
            elif at_least(text) is not None:
                words.more[text] = words.more.get(text, 0) + times
            elif read_quantity(text, options).value is None:
                words.unread[text] = words.unread.get(text, 0) + times
    return words


def ask_stock(words: StockWords, answers: Mapping[str, str]) -> list[Question]:
    """What words for stock and blank cells mean; each has a reading without an answer."""
    questions: list[Question] = []
    if words.zero and answers.get(STOCK_WORDS) not in ("zero", "keep"):
        questions.append(
            Question(
                STOCK_WORDS,
                message("What does {texts} mean as a quantity?", texts=list_texts(words.zero)),
                (Reading("zero", message("0 in stock")), Reading("keep", message("Nothing: the held quantity stays"))),
                optional=True,
            )
        )
    if words.more and answers.get(STOCK_MORE) not in ("number", "keep"):
        sample = next(iter(words.more))
        questions.append(
            Question(
                STOCK_MORE,
                message("What does {texts} mean as a quantity?", texts=list_texts(words.more)),
                (
                    Reading("number", message("{cell} is {value}", cell=sample, value=at_least(sample) or "0")),
                    Reading("keep", message("Nothing: the held quantity stays")),
                ),
                optional=True,
            )
        )
    if words.blanks and answers.get(STOCK_BLANK) not in ("zero", "keep"):
        questions.append(
            Question(
                STOCK_BLANK,
                message("{n:,} quantities are blank. What do they mean?", n=words.blanks),
                (Reading("keep", message("Nothing: the held quantity stays")), Reading("zero", message("0 in stock"))),
                optional=True,
            )
        )
    return questions


def ask_zero_prices(zeros: int, prices: int, answers: Mapping[str, str]) -> Question | None:
    """Asks what a price of 0 means; without an answer the stored price stays. Where more than a
    fifth of 20 prices or more are 0, the column may be a wrong one, so the answer is needed.
    """
    if not zeros or answers.get(PRICE_ZERO) in ("keep", "zero"):
        return None
    return Question(
        PRICE_ZERO,
        message("{n:,} prices are 0. What do they mean?", n=zeros),
        (
            Reading("keep", message("No price: the held price stays")),
            Reading("zero", message("The item costs nothing")),
        ),
        optional=prices < _MANY_PRICES or zeros * 5 <= prices,
    )


def stock_options(options: Options, answers: Mapping[str, str]) -> Options:
    """How quantities and prices of 0 are read with these answers."""
    return replace(
        options,
        zero_words=answers.get(STOCK_WORDS) != "keep",
        at_least=answers.get(STOCK_MORE) != "keep",
        blank_zero=answers.get(STOCK_BLANK) == "zero",
        zero_prices=answers.get(PRICE_ZERO) == "zero",
    )


def unread_remark(words: StockWords) -> Sentence | None:
    """A remark that lists the quantities that cannot be read."""
    if not words.unread:
        return None
    return message("These quantities are not read, and what is held stays: {texts}.", texts=list_texts(words.unread))


def unread_prices(scans: Iterable[ColumnScan], options: Options) -> Sentence | None:
    """A remark that lists the prices that cannot be read."""
    unread: dict[str, int] = {}
    for scan in scans:
        for text, times in scan.words.items():
            if read_price(text, "price_fils", replace(options, zero_prices=True)).value is None:
                unread[text] = unread.get(text, 0) + times
    if not unread:
        return None
    return message("These prices are not read, and what is held stays: {texts}.", texts=list_texts(unread))


def list_texts(texts: Mapping[str, int]) -> str:
    """`"Out of stock" (12), "-" (4)`: the most frequent first."""
    ordered = sorted(texts.items(), key=lambda entry: -entry[1])
    listed = ", ".join(f'"{text}" ({times:,})' for text, times in ordered[:_NAMED])
    return f"{listed} …" if len(ordered) > _NAMED else listed
