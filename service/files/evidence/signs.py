"""The decimal sign: proven by the file, or answered by the owner, else a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from service.domain.money import format_bhd
from service.domain.pull.file_questions import Question, Reading
from service.domain.pull.pull_answers import PRICE_SIGN, QUANTITY_SIGN
from service.domain.sentences import Sentence, join_sentences, message
from service.files.evidence.sign_tally import SignTally, certain_count_sign, certain_sign
from service.files.values.cell_readers import read_price, read_quantity
from service.files.values.options import DecimalSign, Options

_ANSWERS = {"point": DecimalSign.POINT, "comma": DecimalSign.COMMA, "either": DecimalSign.EITHER}
_COVERS, _PROOF = ".covers", ".proof"
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class FileSigns:
    """The numbers of a file: prices and quantities; `trust` as in `certain_sign`."""

    prices: SignTally = field(default_factory=SignTally)
    counts: SignTally = field(default_factory=SignTally)
    trust: bool = False

    def certain(self, key: str, *, proven: bool = False) -> DecimalSign | None:
        """What the file shows about a group; with `proven`, only what its numbers prove."""
        trust = self.trust and not proven
        if key == PRICE_SIGN:
            return certain_sign(self.prices, self.counts, trust=trust)
        return certain_count_sign(self.counts, self.prices, trust=trust)

    def tally(self, key: str) -> SignTally:
        """The numbers of a group."""
        return self.prices if key == PRICE_SIGN else self.counts


@dataclass(frozen=True, slots=True)
class SettledSigns:
    """Options with both signs, the open questions, and what later nights can use."""

    options: Options
    questions: tuple[Question, ...]
    known: dict[str, str]


def settle_signs(
    signs: FileSigns, options: Options, answers: Mapping[str, str], chosen: DecimalSign | None
) -> SettledSigns:
    """Decides both signs in a set-up; `chosen` is the owner's own choice for the whole file."""
    questions: list[Question] = []
    known: dict[str, str] = {}
    chosen_signs: dict[str, DecimalSign] = {}
    for key in (PRICE_SIGN, QUANTITY_SIGN):
        tally = signs.tally(key)
        certain = signs.certain(key)
        sign = chosen or _ANSWERS.get(answers.get(key, "")) or certain
        if sign is None:
            questions.append(_question(key, tally, options))
            sign = _ANSWERS[questions[-1].readings[0].answer]
        else:
            covered = ".," if chosen is not None else "".join(tally.unclear_signs)
            known |= {key + _COVERS: covered, key + _PROOF: _proof(signs, key)}
        chosen_signs[key] = sign
    settled = replace(options, decimal=chosen_signs[PRICE_SIGN], count_decimal=chosen_signs[QUANTITY_SIGN])
    return SettledSigns(settled, tuple(questions), known)


def _proof(signs: FileSigns, key: str) -> str:
    """The sign that the numbers prove; "" if none has two readings or none proves it."""
    certain = signs.certain(key, proven=True) if signs.tally(key).unclear_signs else None
    return "" if certain is None else certain.value


def open_signs(signs: FileSigns, options: Options, known: Mapping[str, str]) -> tuple[Question, ...]:
    """What the set-up has not decided about the numbers of tonight's file."""
    return tuple(
        _question(key, signs.tally(key), options)
        for key in (PRICE_SIGN, QUANTITY_SIGN)
        if signs.certain(key) is None and not set(signs.tally(key).unclear_signs) <= set(known.get(key + _COVERS, ""))
    )


def contradicted_signs(signs: FileSigns, options: Options, known: Mapping[str, str]) -> tuple[Sentence, ...]:
    """Where tonight's numbers prove another sign than the set-up has and than they proved then."""
    planned = {PRICE_SIGN: options.decimal, QUANTITY_SIGN: options.count_sign}
    contradictions: list[Sentence] = []
    for key, sign in planned.items():
        proof = _proof(signs, key)
        if not proof or proof in (sign.value, known.get(key + _PROOF)) or sign is DecimalSign.EITHER:
            continue
        sample = signs.tally(key).all_samples()[0]
        if proof == DecimalSign.COMMA.value:
            contradictions.append(
                message("The file writes a decimal comma, the set-up says point: {sample}.", sample=sample)
            )
        else:
            contradictions.append(
                message("The file writes a decimal point, the set-up says comma: {sample}.", sample=sample)
            )
    return tuple(contradictions)


def _question(key: str, tally: SignTally, options: Options) -> Question:
    # One of each sign: they have other meanings.
    mixed_samples = [text for pair in zip_longest(*tally.samples.values()) for text in pair if text is not None]
    samples = mixed_samples[:_SAMPLES]
    signs = tally.unclear_signs
    mixed = len(signs) > 1 or any(tally.decimal[sign] for sign in tally.decimal if sign not in signs)
    order = ["comma", "point"] if signs == (",",) else ["point", "comma"]
    answers = [*order, "either"] if mixed else order
    show_value = _show_price if key == PRICE_SIGN else _show_quantity
    readings = tuple(Reading(answer, _meaning(samples, _ANSWERS[answer], options, show_value)) for answer in answers)
    if key == PRICE_SIGN:
        return Question(key, message("What does the price {sample} mean?", sample=samples[0]), readings)
    return Question(key, message("What does the quantity {sample} mean?", sample=samples[0]), readings)


_Show = Callable[[str, Options], str]


def _meaning(samples: list[str], sign: DecimalSign, options: Options, show_value: _Show) -> Sentence:
    read = replace(options, decimal=sign, count_decimal=sign)
    meanings = [message("{cell} is {value}", cell=text, value=show_value(text, read)) for text in samples]
    return join_sentences(meanings, ", ")


def _show_price(text: str, options: Options) -> str:
    value = read_price(text, "price_fils", replace(options, vat_percent=0)).value
    return f"BHD {format_bhd(value)}" if isinstance(value, int) else "-"


def _show_quantity(text: str, options: Options) -> str:
    return str(read_quantity(text, options).value)


def ask(questions: tuple[Question, ...]) -> Sentence:
    """The sentence that stops a run without the owner."""
    readings = join_sentences([reading.text for reading in questions[0].readings], " · ")
    return message(
        "{question} {readings}. Open the set-up of the pull and answer, then run it again.",
        question=questions[0].text,
        readings=readings,
    )
