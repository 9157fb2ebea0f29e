"""The rows of a file as it is recognised, without the owner's choices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from service.domain.pull.pull_choices import FileForm
from service.files.converter import ConvertedRow, Converter
from service.files.evidence.money import named_unit
from service.files.evidence.signs import settle_signs
from service.files.formats.registry import data_rows
from service.files.reader import Recognised, read_repeats, recognise, signs_of
from service.files.values.options import PRICES, MoneyUnit, Options


def settle_options(found: Recognised) -> Options:
    """How the values of a file are read by what its columns and numbers say."""
    unit = named_unit([bound.column for bound in found.mapping.columns if bound.field in PRICES]) or MoneyUnit.BHD
    return settle_signs(signs_of(found.mapping, found.scan.columns), Options(unit), {}, None)[0]


def convert_rows(path: Path, found: Recognised, options: Options | None = None) -> Iterator[ConvertedRow]:
    """Every row, as it is read while it is asked for."""
    options = options or settle_options(found)
    repeats = read_repeats(path, found.source, found.mapping, options)
    converter = Converter(found.source, found.mapping, options, repeats)
    return converter.convert(converter.learn(data_rows(path, found.source)))


def read_rows(path: Path, form: FileForm | None = None) -> list[ConvertedRow]:
    """Every row of a file; [] if no column is its part number."""
    found = recognise(path, form or FileForm())
    return [] if found.mapping.column_of("sku") is None else list(convert_rows(path, found))
