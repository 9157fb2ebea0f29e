"""What the quantities mean: words for stock, odd values, units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import (
    AS_ONE,
    AS_PIECES,
    PRICE_ZERO,
    STOCK_BLANK,
    STOCK_MORE,
    STOCK_PACKS,
    STOCK_WORDS,
)
from service.domain.sentences import Sentence, join_sentences, message
from service.files.evidence.file_scan import ColumnScan
from service.files.folding import count_pieces, fold_text, names_packs
from service.files.source import NOT_CALCULATED
from service.files.values.cell_readers import at_least, means_zero, read_price, read_quantity
from service.files.values.numbers import read_count
from service.files.values.options import DecimalSign, Options

_NAMED = 6


@dataclass(slots=True)
class StockWords:
    """What quantity columns contain other than numbers, with counts."""

    zero: dict[str, int] = field(default_factory=dict)
    more: dict[str, int] = field(default_factory=dict)
    packs: dict[str, int] = field(default_factory=dict)
    units: dict[str, int] = field(default_factory=dict)
    """Units of packs that are not in the cells."""
    unread: dict[str, int] = field(default_factory=dict)
    blanks: int = 0
    formulas: int = 0
    """Cells with a formula that was saved without its value."""

    def name_packs(self) -> tuple[str, ...]:
        """The units of packs, each once."""
        named = [number.unit for text in self.packs if (number := read_count(text, DecimalSign.EITHER))]
        return tuple(sorted(set(map(fold_text, filter(names_packs, (*self.units, *named))))))


def find_stock_words(scans: Iterable[ColumnScan], units: Mapping[str, int], options: Options) -> StockWords:
    """Sorts texts of quantity columns; `units` are named next to them, with counts of rows."""
    words = StockWords(units={unit: times for unit, times in units.items() if count_pieces(unit) != 1})
    for scan in scans:
        words.blanks += scan.blanks
        for text, times in scan.words.items():
            if text == NOT_CALCULATED:
                words.formulas += times
            elif means_zero(text):
                words.zero[text] = words.zero.get(text, 0) + times
            elif at_least(text) is not None:
                words.more[text] = words.more.get(text, 0) + times
            elif (number := read_count(text, options.count_sign)) and count_pieces(number.unit) != 1:
                words.packs[text] = words.packs.get(text, 0) + times
            elif read_quantity(text, options).value is None:
                words.unread[text] = words.unread.get(text, 0) + times
    return words


def ask_stock(words: StockWords, zero_prices: int, answers: Mapping[str, str], options: Options) -> list[Question]:
    """What stock words, blank quantities and prices of 0 mean; the first reading is the default."""
    nothing = Reading("keep", message("Nothing: the held quantity stays"))
    zero = Reading("zero", message("0 in stock"))
    found: list[tuple[str, Sentence, tuple[Reading, ...]]] = []
    if words.zero:
        found.append((STOCK_WORDS, _ask_words(words.zero), (zero, nothing)))
    if words.more:
        cell = next(iter(words.more))
        number = message("{cell} is {value}", cell=cell, value=at_least(cell) or "0")
        found.append((STOCK_MORE, _ask_words(words.more), (Reading("number", number), nothing)))
    if words.packs or words.units:
        readings = [Reading(rule, _count_packs(words, replace(options, packs=rule))) for rule in (AS_ONE, AS_PIECES)]
        known = readings if readings[0].text != readings[1].text else readings[:1]
        found.append((STOCK_PACKS, _ask_words(words.units | words.packs), (*known, nothing)))
    if words.blanks:
        text = message(
            "{n:,} quantities are blank. What do they mean?",
            one="1 quantity is blank. What does it mean?",
            n=words.blanks,
        )
        found.append((STOCK_BLANK, text, (nothing, zero)))
    if zero_prices:
        text = message("{n:,} prices are 0. What do they mean?", one="1 price is 0. What does it mean?", n=zero_prices)
        held = Reading("keep", message("No price: the held price stays"))
        found.append((PRICE_ZERO, text, (held, Reading("zero", message("The item costs nothing")))))
    questions = [Question(key, text, readings, optional=True) for key, text, readings in found]
    return [question for question in questions if not question.allows(answers.get(question.key))]


def _ask_words(texts: Mapping[str, int]) -> Sentence:
    return message("What does {texts} mean as a quantity?", texts=list_texts(texts))


def _count_packs(words: StockWords, options: Options) -> Sentence:
    """What quantities of packs and their units are."""
    is_split = options.packs == AS_PIECES
    counted = {unit: str((is_split and count_pieces(unit)) or 1) for unit in words.units}
    counted |= {text: str(read_quantity(text, options).value) for text in words.packs}
    listed = list(counted.items())[:_NAMED]
    return join_sentences([message("{cell} is {value}", cell=cell, value=value) for cell, value in listed], ", ")


def stock_options(options: Options, answers: Mapping[str, str]) -> Options:
    """How quantities and prices of 0 are read with these answers."""
    return replace(
        options,
        zero_words=answers.get(STOCK_WORDS) != "keep",
        at_least=answers.get(STOCK_MORE) != "keep",
        blank_zero=answers.get(STOCK_BLANK) == "zero",
        zero_prices=answers.get(PRICE_ZERO) == "zero",
        packs=answers.get(STOCK_PACKS, AS_ONE),
    )


def formula_remark(count: int) -> Sentence | None:
    """A remark about formulas that have no value in the file."""
    if not count:
        return None
    return message(
        "{n:,} cells hold a formula without a saved value: open the file in Excel and save it.",
        one="1 cell holds a formula without a saved value: open the file in Excel and save it.",
        n=count,
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
            is_price = read_price(text, "price_fils", replace(options, zero_prices=True)).value is not None
            if text != NOT_CALCULATED and not is_price:
                unread[text] = unread.get(text, 0) + times
    if not unread:
        return None
    return message("These prices are not read, and what is held stays: {texts}.", texts=list_texts(unread))


def list_texts(texts: Mapping[str, int]) -> str:
    """`"Out of stock" (12), "-" (4)`: the most frequent first."""
    ordered = sorted(texts.items(), key=lambda entry: -entry[1])
    listed = ", ".join(f'"{text}" ({times:,})' for text, times in ordered[:_NAMED])
    return f"{listed} …" if len(ordered) > _NAMED else listed
