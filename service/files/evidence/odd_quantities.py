"""Quantities that are no numbers: words for nothing, `>20`, blank cells; and prices of 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from service.domain.pull.file_questions import Question, Reading
from service.domain.pull.pull_answers import PRICE_ZERO, STOCK_BLANK, STOCK_MORE, STOCK_WORDS
from service.domain.sentences import Sentence, message
from service.files.evidence.column_scan import ColumnScan
from service.files.values.cell_readers import read_price, read_quantity
from service.files.values.options import Options
from service.files.values.stock_words import at_least, means_zero

_NAMED = 6
_MANY_PRICES = 20


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
    """Asks what words for stock mean; blank cells and prices of 0 need no answer."""
    questions: list[Question] = []
    if words.zero and answers.get(STOCK_WORDS) not in ("zero", "keep"):
        questions.append(
            Question(
                STOCK_WORDS,
                message("What does {texts} mean as a quantity?", texts=list_texts(words.zero)),
                (Reading("zero", message("0 in stock")), Reading("keep", message("Nothing: the held quantity stays"))),
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
        zero_words=answers.get(STOCK_WORDS) == "zero",
        at_least=answers.get(STOCK_MORE) == "number",
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
