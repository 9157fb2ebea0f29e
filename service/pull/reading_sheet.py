"""Makes the reading sheet of a set-up, for the owner to confirm."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from service.domain.money import format_bhd
from service.domain.pull.file_inspection import Assumption, FileInspection, PreviewRow, ReadingSheet, SampleRow
from service.domain.pull.pull_choices import AS_ONE, FIT, REPEATS
from service.domain.pull.pulls import MissingRule
from service.domain.sentences import EMPTY, Sentence, join_sentences, message
from service.files.columns.repeated_rows import RepeatedRows
from service.files.converter import ConvertedRow, Converter
from service.files.evidence.notable_rows import (
    ANOTHER,
    CHEAPEST,
    DEAREST,
    FIRST,
    LAST,
    LONGEST_NAME,
    MOST_STOCK,
    OTHER,
)
from service.files.formats.delimited import ends_a_line
from service.files.formats.registry import hidden_parts
from service.files.formats.text_encoding import find_broken_lines
from service.files.reader import Recognised
from service.files.source import TEXTS, Kind, RawRow, Source
from service.files.values.cell_readers import describe_price
from service.files.values.options import PRICES, DecimalSign, MoneyUnit, Options
from service.pull.settle import Settled

_MOST_NAMED = 5
_WHYS = {
    DEAREST: message("The dearest"),
    CHEAPEST: message("The cheapest"),
    MOST_STOCK: message("The most stock"),
    LONGEST_NAME: message("The longest name"),
    FIRST: message("The first"),
    LAST: message("The last"),
    OTHER: message("Another"),
    ANOTHER: message("Another"),
}
_MISSING = {
    MissingRule.STAY: message("A part that the file lacks stays as it is."),
    MissingRule.ZERO: message("A part that the file lacks has 0 in stock from then on."),
    MissingRule.INACTIVE: message("A part that the file lacks is no longer offered."),
}


def remark_letters(path: Path, source: Source) -> list[Sentence]:
    """What is odd about the letters and the end of a text file."""
    remarks = _remark_hidden(path, source)
    broken = find_broken_lines(path) if source.kind in TEXTS and source.encoding == "utf-8" else []
    if broken:
        named = ", ".join(map(str, broken[:_MOST_NAMED])) + (" …" if len(broken) > _MOST_NAMED else "")
        remarks.append(
            message(
                "{n:,} lines are not written in UTF-8 as the others are: {lines}.",
                one="1 line is not written in UTF-8 as the others are: {lines}.",
                n=len(broken),
                lines=named,
            )
        )
    if source.kind is Kind.DELIMITED and not ends_a_line(path):
        remarks.append(message("The last line has no end: if the file is cut off there, its last cell is wrong."))
    return remarks


def make_sheet(
    inspection: FileInspection,
    recognised: Recognised,
    settled: Settled,
    repeats: RepeatedRows | None,
    missing: MissingRule,
    branches: Collection[str],
) -> ReadingSheet:
    """The sheet of an inspected file; `branches` are those of the shop, the main one first."""
    notable = recognised.scan.notable
    skipped = 0 if notable is None else sum(count for _, count in notable.left_out.values())
    counts = {
        "rows": recognised.scan.rows - skipped,
        "parts": 0 if notable is None else notable.parts,
        "repeated": 0 if notable is None else notable.repeated,
        "left_out": skipped,
    }
    return ReadingSheet(
        columns=inspection.columns,
        unused=tuple(column for column in inspection.columns if not column.field and column.has_numbers),
        assumptions=tuple(_list_assumptions(inspection, recognised, settled, missing, branches)),
        samples=tuple(_list_samples(recognised, settled, repeats, next(iter(branches), ""))),
        counts=counts,
        questions=inspection.open_questions,
    )


def _list_assumptions(
    inspection: FileInspection,
    recognised: Recognised,
    settled: Settled,
    missing: MissingRule,
    branches: Collection[str],
) -> Iterator[Assumption]:
    counts_packs = settled.options.packs == AS_ONE and settled.has_packs
    yield from _list_prices(settled.options, counts_packs=counts_packs)
    yield from _list_form(recognised.source)
    notable = recognised.scan.notable
    for why, count in () if notable is None else notable.left_out.values():
        yield Assumption("left-out", message("{n:,} rows: {why}.", one="1 row: {why}.", n=count, why=why))
    if notable is not None and notable.repeated:
        repeated = message(
            "{n:,} rows name a part number again: of its rows at a branch only the last one counts.",
            one="1 row names a part number again: of its rows at a branch only the last one counts.",
            n=notable.repeated,
        )
        rules = {
            "first": message(
                "{n:,} rows name a part number again: the first one counts.",
                one="1 row names a part number again: the first one counts.",
                n=notable.repeated,
            ),
            "sum": message(
                "{n:,} rows name a part number again: they are added up.",
                one="1 row names a part number again: they are added up.",
                n=notable.repeated,
            ),
        }
        yield Assumption(REPEATS, rules.get(settled.mapping.repeats, repeated), f"--answer {REPEATS}=sum")
    yield Assumption("missing", _MISSING[missing], "--missing zero")
    yield _describe_branches(inspection, settled, missing, branches)
    for question in settled.questions:
        if question.optional:
            text = message("{question} {answer}.", question=question.text, answer=question.readings[0].text)
            yield Assumption(question.key, text, f"--answer {question.key}={question.readings[-1].answer}")
    for remark in inspection.remarks:
        yield Assumption("remark", remark)


def _list_prices(options: Options, *, counts_packs: bool) -> Iterator[Assumption]:
    if options.money is MoneyUnit.FILS:
        yield Assumption("currency", message("Prices are in fils."), "--money bhd")
    else:
        yield Assumption("currency", message("Prices are in Bahraini dinars."), "--money fils")
    yield (
        Assumption("vat", message("{n}% VAT is taken off the prices.", n=options.vat_percent), "--answer vat=keep")
        if options.vat_percent
        else Assumption("vat", message("Prices are without VAT."), "--vat")
    )
    yield Assumption(
        "price-per",
        message("A price is for one piece, or for one of the packs that its quantity counts.")
        if counts_packs
        else message("A price is for one piece."),
    )
    signs = {
        DecimalSign.POINT: (message("The decimal sign is a point."), "--decimal comma"),
        DecimalSign.COMMA: (message("The decimal sign is a comma."), "--decimal point"),
        DecimalSign.EITHER: (message("Both point and comma are decimal signs."), "--decimal point"),
    }
    yield Assumption("decimal", *signs[options.decimal])


def _list_form(source: Source) -> Iterator[Assumption]:
    if source.kind in TEXTS:
        yield Assumption("encoding", message("The letters are read as {name}.", name=source.encoding), "--encoding")
    if source.sheet:
        yield Assumption("sheet", message("The list {sheet} is read.", sheet=source.sheet), "--sheet")
    if source.header_row:
        text = message("The column names are in line {line}.", line=source.header_row)
        yield Assumption("header-row", text, "--header-row")
    elif source.kind not in (Kind.JSON, Kind.JSON_LINES):
        yield Assumption("header-row", message("The file has no column names."), "--header-row 1")


def _describe_branches(
    inspection: FileInspection, settled: Settled, missing: MissingRule, branches: Collection[str]
) -> Assumption:
    """Where quantities are the stock, and what a missing row means there."""
    named = [column.branch for column in settled.mapping.branches]
    named += inspection.branches
    named += [fixed.text for fixed in settled.mapping.fixed if fixed.field == "branch"]
    listed = ", ".join(named[:_MOST_NAMED] or [next(iter(branches), "")])
    if missing is MissingRule.STAY:
        text = message("Quantities are the stock at {branches}: a part without a row keeps its stock.", branches=listed)
    else:
        text = message(
            "Quantities are the stock at {branches}: a part without a row has 0 in stock there.", branches=listed
        )
    return Assumption("branches", text, "--fixed branch=NAME")


def _list_samples(
    recognised: Recognised, settled: Settled, repeats: RepeatedRows | None, main: str
) -> Iterator[SampleRow]:
    notable = recognised.scan.notable
    if notable is None or settled.mapping.column_of("sku") is None:
        return
    for why, sentence in _WHYS.items():
        raw = notable.samples.get(why)
        # One that had seen the row before would note that it repeats a part.
        converter = Converter(recognised.source, settled.mapping, settled.options, repeats)
        if repeats is not None:
            repeats.restart()
        rows = [] if raw is None else list(converter.convert([RawRow(raw.line, list(raw.cells))]))
        if rows and rows[0].skipped is None:
            yield SampleRow(sentence, _describe_part(rows, main), show_row(rows[0]))


def _describe_part(rows: list[ConvertedRow], main: str) -> Sentence:
    """`Brake pad A1: BHD 4.000, 627 at Main`."""
    fields = rows[0].fields
    price = fields.get("price_fils")
    values = [
        describe_price(price),
        *(
            message(
                "{quantity} at {branch}",
                quantity=str(row.fields["quantity"]),
                branch=str(row.fields.get("branch") or main),
            )
            for row in rows
            if "quantity" in row.fields
        ),
    ]
    if len(values) == 1:
        values.append(message("no quantity"))
    return message(
        "{name} {sku}: {values}",
        name=str(fields.get("name") or "-"),
        sku=str(fields.get("sku") or "-"),
        values=join_sentences(values, ", "),
    )


def show_row(row: ConvertedRow) -> PreviewRow:
    """A row as it will be saved, for display."""
    if row.skipped is not None:
        return PreviewRow(row.line, {}, {}, (row.skipped,), EMPTY)
    texts = {name: _text(name, value) for name, value in row.fields.items() if value is not None}
    return PreviewRow(row.line, row.fields, texts, row.notes, join_sentences(row.faults) if row.faults else EMPTY)


def _text(name: str, value: object) -> str:
    """A value for display: amounts in dinars."""
    if name in PRICES and isinstance(value, int):
        return format_bhd(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == FIT and isinstance(value, list):
        return ", ".join(_car(car) for car in value)
    return str(value)


def _car(car: object) -> str:
    if not isinstance(car, dict):
        return str(car)
    years = dict.fromkeys(str(year) for year in (car.get("year_from"), car.get("year_to")) if year is not None)
    return " ".join(part for part in (str(car.get("make", "")), str(car.get("model", "")), "-".join(years)) if part)


def _remark_hidden(path: Path, source: Source) -> list[Sentence]:
    """What a workbook hides and is read nevertheless, and what it merges."""
    remarks: list[Sentence] = []
    for sheet in [table.sheet for table in source.tables] or [source.sheet]:
        rows, merged, *columns = hidden_parts(path, replace(source, sheet=sheet, tables=())) or ("0", "0")
        if int(merged):
            remarks.append(
                message(
                    "{n:,} values are merged over several rows: each counts in all of them.",
                    one="1 value is merged over several rows: it counts in all of them.",
                    n=int(merged),
                )
            )
        if int(rows):
            remarks.append(
                message(
                    "{n:,} rows that the workbook hides, as by a filter, are read too.",
                    one="1 row that the workbook hides, as by a filter, is read too.",
                    n=int(rows),
                )
            )
        named = [source.headers[int(column) - 1] for column in columns if int(column) <= len(source.headers)]
        if named:
            remarks.append(
                message("Columns that the workbook hides are read too: {columns}.", columns=", ".join(named))
            )
    return remarks
