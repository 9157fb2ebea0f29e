"""Decides which rows count if part numbers come in several units of measure."""

from __future__ import annotations

from collections.abc import Mapping as Answers
from dataclasses import replace
from pathlib import Path

from service.domain.pull.pull_answers import UNITS
from service.files.columns.mapping import Mapping, UnitRule
from service.files.columns.unit_rows import UnitRows
from service.files.evidence.units import UnitSample, ask_units, find_unit_sample
from service.files.folding import fold_text
from service.files.formats.registry import data_rows
from service.files.reader import Recognised, read_units
from service.pull.settle import Settled


def settle_units(
    path: Path, recognised: Recognised, settled: Settled, answers: Answers[str, str]
) -> tuple[Settled, UnitRows | None]:
    """Applies the answer about units, or asks; also returns what the rule needs to convert rows.

    Reads the file again if it has several units. FileError if it cannot be read.
    """
    unit = settled.mapping.unit
    if unit is None or unit.column not in recognised.source.headers:
        return settled, None
    mapping = replace(settled.mapping, unit=UnitRule(unit.column, answers.get(UNITS, "")))
    units = None
    if _has_several(recognised, unit.column):
        units = read_units(path, recognised.source, mapping, settled.options, undecided=True)
    question = ask_units(units, _sample(path, recognised, mapping, units), answers)
    if question is not None:
        undecided = replace(settled.mapping, unit=UnitRule(unit.column))
        return replace(settled, mapping=undecided, questions=(*settled.questions, question)), None
    if units is None and mapping.unit is not None and mapping.unit.rule:
        units = read_units(path, recognised.source, mapping, settled.options)
    return replace(settled, mapping=mapping), units


def _has_several(recognised: Recognised, header: str) -> bool:
    scan = recognised.scan.column(header)
    return scan.overflow or len({fold_text(text) for text in scan.distinct} - {""}) > 1


def _sample(path: Path, recognised: Recognised, mapping: Mapping, units: UnitRows | None) -> UnitSample:
    if units is None or not units.mixed:
        return UnitSample()
    price = mapping.column_of("price_fils")
    place = -1 if price is None else recognised.source.headers.index(price)
    return find_unit_sample(units, place, data_rows(path, recognised.source))
