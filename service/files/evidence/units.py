"""One part number in several units of measure: asks which rows count, shown on rows of the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from service.domain.pull.file_questions import Question, Reading
from service.domain.pull.pull_answers import BASE_UNIT, FIRST_UNIT, SUM_UNITS, UNITS
from service.domain.sentences import Sentence, join_sentences, message
from service.files.cells import RawRow
from service.files.columns.unit_rows import UnitRows
from service.files.folding import fold_text

_MOST_UNITS, _MOST_ROWS = 6, 4


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
