"""Which sign is the decimal point: counted for each column, settled for the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import PRICE_SIGN, QUANTITY_SIGN
from service.domain.sentences import Sentence, join_sentences, message
from service.files.source import NumberCell
from service.files.values.cell_readers import describe_price, read_price, read_quantity
from service.files.values.numbers import plain_signs
from service.files.values.options import DecimalSign, Options

POINT, COMMA = ".", ","
ARABIC_SIGN = "٫"
SIGNS = (POINT, COMMA)
_OTHER = {POINT: COMMA, COMMA: POINT}
_SAMPLES = 3
_GROUP = 3
_BODY = re.compile(r"\d[\d.,]*|[.,]\d+")
_ANSWERS = {"point": DecimalSign.POINT, "comma": DecimalSign.COMMA, "either": DecimalSign.EITHER}


class SignTally:
    """Counts per sign over texts: `decimal` and `grouping` are proofs, `unclear` has both readings.

    `plain` counts numbers without a sign, `exact` number cells with decimals. `samples` are the
    first unclear texts per sign.
    """

    __slots__ = ("decimal", "exact", "grouping", "plain", "samples", "unclear")

    def __init__(self) -> None:
        self.plain = 0
        self.exact = 0
        self.decimal = dict.fromkeys(SIGNS, 0)
        self.grouping = dict.fromkeys(SIGNS, 0)
        self.unclear = dict.fromkeys(SIGNS, 0)
        self.samples: dict[str, list[str]] = {sign: [] for sign in SIGNS}

    def add(self, text: str) -> None:
        whole, sign, rest = text.partition(POINT)
        if not (whole.isdigit() and (rest.isdigit() or not sign)):
            self._add_other(text)
        elif not sign:
            self.plain += 1
        elif type(text) is NumberCell:
            self.exact += 1
        else:
            self._add_parts(text, whole, POINT, rest)

    def _add_other(self, text: str) -> None:
        """Counts a number that is not written with digits and one point."""
        # The Arabic decimal sign has one meaning only.
        match = None if type(text) is NumberCell or ARABIC_SIGN in text else _BODY.search(plain_signs(text))
        body = match.group().rstrip(".,") if match else ""
        points, commas = body.count(POINT), body.count(COMMA)
        if not body:
            return
        if not points and not commas:
            self.plain += 1
        elif points and commas:
            self._add_both(body)
        else:
            sign = POINT if points else COMMA
            if points + commas > 1:
                self.grouping[sign] += 1
            else:
                whole, _, rest = body.partition(sign)
                self._add_parts(text, whole, sign, rest)

    def _add_both(self, body: str) -> None:
        last = max(SIGNS, key=body.rfind)
        if body.count(last) == 1:
            self.decimal[last] += 1
            self.grouping[_OTHER[last]] += 1

    def _add_parts(self, text: str, whole: str, sign: str, rest: str) -> None:
        if len(rest) != _GROUP or not 1 <= len(whole) <= _GROUP or whole.startswith(("0", "٠", "۰")):
            self.decimal[sign] += 1
            return
        self.unclear[sign] += 1
        if len(self.samples[sign]) < _SAMPLES and text not in self.samples[sign]:
            self.samples[sign].append(text)

    @property
    def unclear_signs(self) -> tuple[str, ...]:
        """The signs of numbers that have two readings."""
        return tuple(sign for sign in SIGNS if self.unclear[sign])

    def proves_decimal(self, sign: str) -> bool:
        return self.decimal[sign] > 0 or self.grouping[_OTHER[sign]] > 0

    def all_samples(self) -> list[str]:
        """Unclear texts of either sign."""
        return [text for sign in SIGNS for text in self.samples[sign]]


def merge_tallies(tallies: Iterable[SignTally]) -> SignTally:
    """The sums of several columns."""
    merged = SignTally()
    for tally in tallies:
        merged.plain += tally.plain
        merged.exact += tally.exact
        for sign in SIGNS:
            merged.decimal[sign] += tally.decimal[sign]
            merged.grouping[sign] += tally.grouping[sign]
            merged.unclear[sign] += tally.unclear[sign]
            room = _SAMPLES - len(merged.samples[sign])
            merged.samples[sign] += tally.samples[sign][:room]
    return merged


def certain_sign(tally: SignTally, others: SignTally, *, whole: bool) -> DecimalSign | None:
    """The decimal sign of a group of columns, None if a number in it has two readings that fit
    equally well.

    `others` are the file's other numbers. `whole`: these are mostly whole numbers, as quantities
    are; prices have the three decimals of the dinar.
    """
    readings = {sign: _is_decimal(sign, tally, others, whole) for sign in tally.unclear_signs}
    if None in readings.values() or (len(readings) > 1 and readings[POINT] == readings[COMMA]):
        return None
    for sign, decimal in readings.items():
        return DecimalSign(sign if decimal else _OTHER[sign])
    return DecimalSign.COMMA if tally.decimal[COMMA] > tally.decimal[POINT] else DecimalSign.POINT


def _is_decimal(sign: str, tally: SignTally, others: SignTally, whole: bool) -> bool | None:
    """Whether an unclear sign is decimal; None if both readings fit equally well."""
    decimal, grouping, other = tally.proves_decimal(sign), tally.grouping[sign] > 0, _OTHER[sign]
    if decimal != grouping:
        return decimal
    if decimal:
        return None
    if tally.decimal[other] or (others.proves_decimal(other) and not others.proves_decimal(sign)):
        return False
    if others.proves_decimal(sign):
        return None if whole and sign == COMMA else True
    if sign == POINT:
        return True if not whole or others.unclear[POINT] else None
    return False if tally.unclear[POINT] or others.unclear[POINT] else None


@dataclass(frozen=True, slots=True)
class FileSigns:
    prices: SignTally = field(default_factory=SignTally)
    counts: SignTally = field(default_factory=SignTally)

    def certain(self, key: str) -> DecimalSign | None:
        """What the file shows about a group."""
        if key == PRICE_SIGN:
            return certain_sign(self.prices, self.counts, whole=False)
        return certain_sign(self.counts, self.prices, whole=True)

    def proven(self) -> str:
        """The signs that numbers show to be decimal."""
        return "".join(sign for sign in SIGNS if self.prices.proves_decimal(sign) or self.counts.proves_decimal(sign))

    def tally(self, key: str) -> SignTally:
        """The numbers of a group."""
        return self.prices if key == PRICE_SIGN else self.counts


def settle_signs(
    signs: FileSigns, options: Options, answers: Mapping[str, str], chosen: DecimalSign | None
) -> tuple[Options, tuple[Question, ...]]:
    """The options with both signs, and open questions; `chosen` is the owner's for all rows."""
    questions: list[Question] = []
    settled: list[DecimalSign] = []
    for key in (PRICE_SIGN, QUANTITY_SIGN):
        sign = chosen or _ANSWERS.get(answers.get(key, "")) or signs.certain(key)
        if sign is None:
            questions.append(_question(key, signs.tally(key), options))
            sign = _ANSWERS[questions[-1].readings[0].answer]
        settled.append(sign)
    return replace(options, decimal=settled[0], count_decimal=settled[1]), tuple(questions)


def _question(key: str, tally: SignTally, options: Options) -> Question:
    # One of each sign: they have other meanings.
    mixed_samples = [text for pair in zip_longest(*tally.samples.values()) for text in pair if text is not None]
    samples = mixed_samples[:_SAMPLES]
    signs = tally.unclear_signs
    mixed = len(signs) > 1 or any(tally.decimal[sign] for sign in tally.decimal if sign not in signs)
    order = ["comma", "point"] if signs == (",",) else ["point", "comma"]
    answers = [*order, "either"] if mixed else order
    readings = tuple(Reading(answer, _meaning(key, samples, _ANSWERS[answer], options)) for answer in answers)
    if key == PRICE_SIGN:
        return Question(key, message("What does the price {sample} mean?", sample=samples[0]), readings)
    return Question(key, message("What does the quantity {sample} mean?", sample=samples[0]), readings)


def _meaning(key: str, samples: list[str], sign: DecimalSign, options: Options) -> Sentence:
    read = replace(options, decimal=sign, count_decimal=sign, vat_percent=0)
    values = [
        describe_price(read_price(text, "price_fils", read).value)
        if key == PRICE_SIGN
        else str(read_quantity(text, read).value)
        for text in samples
    ]
    meanings = [
        message("{cell} is {value}", cell=text, value=value) for text, value in zip(samples, values, strict=True)
    ]
    return join_sentences(meanings, ", ")


def ask(questions: tuple[Question, ...]) -> Sentence:
    """The sentence that stops a run without the owner."""
    readings = join_sentences([reading.text for reading in questions[0].readings], " · ")
    return message(
        "{question} {readings}. Open the set-up of the pull and answer, then run it again.",
        question=questions[0].text,
        readings=readings,
    )
