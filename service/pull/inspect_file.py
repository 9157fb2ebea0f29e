"""A file under the owner's choices: what is recognised, what is asked, first rows as saved."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

from service.domain.actors import OWNER
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import BadRequest, CounterpartError
from service.domain.pull.file_inspection import FileInspection, InspectedColumn, Question, Reading
from service.domain.pull.pull_choices import (
    ALL_SHEETS,
    ENCODING,
    FIT_PARTS,
    MEMBER,
    NO,
    QUANTITY,
    SHEET,
    SHEET_BRANCHES,
    SHEETS_NEW,
    UNIT,
    WIDTHS,
    YES,
    FileForm,
    PullChoices,
)
from service.domain.pull.pulls import PullSetup, Run, RunRow
from service.domain.sentences import Sentence, message
from service.files.columns.mapping import Mapping, to_json
from service.files.columns.match import NO_SKU
from service.files.converter import require_columns
from service.files.evidence.notable_rows import Watched
from service.files.evidence.rivals import ask_member
from service.files.file_errors import FileBroken, cannot_read
from service.files.first_look import find_lists
from service.files.format_reader import use_reader
from service.files.formats.delimited import guess_delimiter
from service.files.formats.fixed_width import first_lines, parse_breaks, write_breaks
from service.files.formats.sniff import open_head
from service.files.isolation.reader_process import ReaderProcess
from service.files.memo import FileMemo
from service.files.reader import Recognised, preview_rows, read_repeats, read_scan, recognise
from service.files.source import Kind, RawRow, Source
from service.files.unpack import Unpacked, unpack
from service.files.values.numbers import read_money
from service.files.values.options import FIELDS, DecimalSign, MoneyUnit
from service.pull.context import PullContext, PullRequest
from service.pull.file_copy import find_file
from service.pull.plans import choices_from, mapping_of
from service.pull.reading_sheet import make_sheet, remark_letters, show_row
from service.pull.run_pull import run_dry
from service.pull.settle import remember, settle, settle_repeats

_SAMPLES = 3
_LOOKED_AT = 200
_MOST_ROUNDS = 10

_SHOWN: Final = 2
_FEWEST_COLUMNS: Final = 2

_INSPECTIONS: Final = FileMemo[FileInspection](time.time_ns)
"""What is shown is saved next: the file is not looked at again."""


def apply_sheet_answers(path: Path, choices: PullChoices) -> PullChoices:
    """The choices with the answers about sheets in their form. FileError if the file cannot be
    read.

    An answer about new sheets applies to those of now, and is not stored.
    """
    form, answer = choices.form, choices.answers.get(SHEET)
    if form.sheets:
        form = _update(form, *find_lists(path, form), choices.answers.get(SHEETS_NEW))
    elif form.sheet is None and answer in (ALL_SHEETS, SHEET_BRANCHES):
        form = replace(form, sheets=find_lists(path, form)[1], other_sheets=())
    elif form.sheet is None and answer:
        form = replace(form, sheet=answer)
    answers = {key: text for key, text in choices.answers.items() if key != SHEETS_NEW}
    return replace(choices, form=form, answers=answers)


def _update(form: FileForm, names: tuple[str, ...], lists: tuple[str, ...], answer: str | None) -> FileForm:
    """The chosen sheets, without those that are gone, with new ones if the owner says so."""
    there = tuple(name for name in form.sheets if name in names)
    others = form.other_sheets
    if others is None:
        others = tuple(name for name in lists if name not in form.sheets)
    came = tuple(name for name in lists if name not in (*form.sheets, *others))
    read, left_out = came if answer == YES else (), came if answer == NO else ()
    return replace(form, sheets=(*(there or form.sheets), *read), other_sheets=(*others, *left_out))


def inspect_file(setup: PullSetup, choices: PullChoices, branches: Collection[str] = ()) -> FileInspection:
    """Recognises the file of a set-up (its plan is not used); `branches` are those of the shop.

    Raises FileError, BadRequest at a bad choice.
    """
    file = find_file(setup)

    def look() -> FileInspection:
        with ReaderProcess() as reader, use_reader(reader):
            return _inspect(setup, file, choices, branches)

    open_head(file, 1)
    try:
        return _INSPECTIONS.find(file, look, (setup.missing, choices, tuple(branches)))
    except OSError as error:
        raise cannot_read(file, error) from error


def _inspect(setup: PullSetup, file: Path, choices: PullChoices, branches: Collection[str]) -> FileInspection:
    with tempfile.TemporaryDirectory(prefix="pull-unpacked-", ignore_cleanup_errors=True) as folder:
        member = choices.answers.get(MEMBER) or choices.form.member
        choices = replace(choices, form=replace(choices.form, member=member))
        unpacked = unpack(file, Path(folder), member)
        return _inspect_unpacked(setup, file, unpacked, choices, branches)


def _inspect_unpacked(
    setup: PullSetup, packed: Path, unpacked: Unpacked, choices: PullChoices, branches: Collection[str]
) -> FileInspection:
    file = unpacked.path
    choices = _apply_widths(choices)
    if choices.form.kind is not None and choices.form.kind not in list(Kind):
        raise BadRequest(message("There is no format '{kind}'.", kind=choices.form.kind))
    answers = choices.answers
    choices = apply_sheet_answers(file, choices)
    choice = replace(choices.form, encoding=choices.form.encoding or answers.get(ENCODING))
    recognised = recognise(file, choice, branches=branches, choose=lambda found: mapping_of(choices, found))
    mapping = chosen = mapping_of(choices, recognised)
    # Where the owner chose how it is read, the sheet shows what that makes of it.
    if (
        mapping.column_of("sku") is None
        and choice == FileForm(member=choice.member)
        and not _has_columns(file, recognised)
    ):
        raise FileBroken(
            message(
                "{file} holds no list: a list has a column of part numbers and others. Choose another file.",
                file=packed.name,
            )
        )
    _check_choices(choices)
    _check_columns(mapping, recognised)
    result = settle(choices, recognised, mapping, branches)
    result = replace(result, questions=(*_ask_form(unpacked, recognised, choices.form), *result.questions))
    mapping = result.mapping
    if mapping.column_of("sku") is not None and Watched.of(mapping) != Watched.of(chosen):
        recognised = replace(recognised, scan=read_scan(file, recognised.source, mapping))
    result = settle_repeats(recognised, result, answers)
    mapping = result.mapping
    repeats = read_repeats(file, recognised.source, mapping, result.options)
    remembered = remember(choices, recognised, result)
    settled = choices_from(remembered)
    form = replace(_form_of(recognised.source), member=unpacked.member, breaks=recognised.source.breaks)
    fit = recognised.matched.fit_offer
    offer = () if fit is None else fit.columns
    columns = _columns(recognised, mapping, settled, offer)
    inspection = FileInspection(
        file=packed,
        size=packed.stat().st_size,
        form=form,
        system=recognised.matched.layout,
        sheets=recognised.head.sheets,
        columns=columns,
        choices=settled,
        fit_offer=offer,
        remarks=(*_remarks(recognised, mapping), *result.remarks, *remark_letters(file, recognised.source)),
        rows=tuple(show_row(row) for row in preview_rows(recognised, mapping, result.options, repeats)),
        plan=to_json(remembered) if mapping.column_of("sku") is not None else None,
        questions=result.questions,
        decimal_comma=result.options.decimal is DecimalSign.COMMA,
        prices_in_fils=result.options.money is MoneyUnit.FILS,
        vat_percent=result.options.vat_percent,
        count=recognised.scan.rows,
        members=unpacked.members,
        lines=first_lines(file, recognised.source.encoding) if recognised.source.breaks else (),
        branches=_list_branches(recognised, mapping, branches),
    )
    return replace(inspection, sheet=make_sheet(inspection, recognised, result, repeats, setup.missing, branches))


def _list_branches(recognised: Recognised, mapping: Mapping, branches: Collection[str]) -> tuple[str, ...]:
    """Of the rows: as the shop (its are `branches`) writes them, a new one as the file does."""
    header = mapping.column_of("branch")
    texts = [] if header is None else [tidy(text) for text in recognised.scan.column(header).distinct]
    written = {fold(name): name for name in (*reversed(texts), *branches)}
    written |= {fold(renamed.column): renamed.branch for renamed in mapping.branch_names}
    return tuple(dict.fromkeys(written[fold(text)] for text in texts if text))


def _has_columns(file: Path, recognised: Recognised) -> bool:
    """Whether a file may be a list: two columns hold something, and lines of text agree on what is
    between their cells, or have a known name.
    """
    source, columns = recognised.source, recognised.scan.columns.values()
    is_guessed = source.kind is Kind.DELIMITED and not recognised.mapping.columns
    agrees = not is_guessed or guess_delimiter(file, source.encoding)[1]
    return agrees and sum(bool(scan.filled) for scan in columns) >= _FEWEST_COLUMNS


def _ask_form(unpacked: Unpacked, recognised: Recognised, form: FileForm) -> Iterator[Question]:
    """What is open about the file itself, before its columns."""
    widths = ask_widths(recognised.source, recognised.head.rows, form.breaks)
    member = ask_member(unpacked.members) if len(unpacked.members) > 1 and form.member is None else None
    return (question for question in (widths, member) if question is not None)


def _apply_widths(choices: PullChoices) -> PullChoices:
    """The choices with the answer as their form. BadRequest at what is no list of places."""
    answer = choices.answers.get(WIDTHS)
    if answer is None:
        return choices
    breaks = parse_breaks(answer)
    if breaks is None:
        raise BadRequest(message("'{answer}' does not say where columns begin; write it like 8,40,52.", answer=answer))
    return replace(choices, form=replace(choices.form, breaks=breaks))


def _form_of(source: Source) -> FileForm:
    sheets = tuple(table.sheet for table in source.tables)
    return FileForm(
        source.kind.value, source.encoding, source.delimiter, source.sheet or None, source.header_row, sheets
    )


def _check_columns(mapping: Mapping, recognised: Recognised) -> None:
    """Raises ColumnMissing if the file lacks a chosen column."""
    require_columns(mapping, recognised.source.headers)


def _check_choices(choices: PullChoices) -> None:
    """Raises BadRequest for an unknown field, and for one that is fed twice."""
    named = [*(choices.columns or {}).items(), *((None, name) for name in choices.fixed)]
    fed: set[str] = set()
    for header, name in named:
        if name and name not in (*FIELDS, *FIT_PARTS, UNIT):
            raise BadRequest(
                message(
                    "There is no field '{name}'; there are {fields}.",
                    name=name,
                    fields=", ".join((*FIELDS, *FIT_PARTS, UNIT)),
                )
            )
        per_branch = name == QUANTITY and header in choices.branches
        if name in fed and not per_branch and header is not None:
            raise BadRequest(
                message(
                    "Two columns are chosen for {name}. Choose one; a quantity may have one for each branch.", name=name
                )
            )
        if name:
            fed.add(name)


def _remarks(recognised: Recognised, mapping: Mapping) -> tuple[Sentence, ...]:
    """The remarks about the file. A missing part number counts after the owner's choices."""
    remarks = recognised.remarks[1:] if recognised.mapping.column_of("sku") is None else recognised.remarks
    if mapping.column_of("sku") is not None:
        return remarks
    listed = message("The columns are: {columns}.", columns=", ".join(recognised.source.headers))
    return (NO_SKU, listed, *remarks)


def _columns(
    recognised: Recognised, mapping: Mapping, settled: PullChoices, offer: tuple[str, ...]
) -> tuple[InspectedColumn, ...]:
    source = recognised.source
    sample = [row.cells for row in recognised.head.rows[:_LOOKED_AT]]
    columns = settled.columns or {}
    fed = {header: [bound.field for bound in mapping.columns if bound.column == header] for header in source.headers}
    return tuple(
        InspectedColumn(
            header,
            tuple(islice((str(row[place]) for row in sample if place < len(row) and row[place]), _SAMPLES)),
            next(iter(fed[header]), columns.get(header, "")),
            settled.branches.get(header),
            sure=header in columns or header not in offer,
            filled=recognised.scan.column(header).filled,
            blanks=recognised.scan.column(header).blanks,
            unclear=tuple(str(cell) for cell in recognised.scan.column(header).signs.all_samples()),
            also=tuple(fed[header][1:]),
            has_numbers=_hold_numbers([row[place].strip() for row in sample if place < len(row)]),
        )
        for place, header in enumerate(source.headers)
    )


def _hold_numbers(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and sum(read_money(cell, DecimalSign.EITHER) is not None for cell in filled) * 2 > len(filled)


@dataclass(frozen=True, slots=True)
class FileCheck:
    """A file as it is read, and what a run of it would do, as if each open question had its first
    answer (`assumed`, by question). `fault` says why that is not known.
    """

    inspection: FileInspection
    assumed: dict[str, str]
    run: Run | None = None
    rows: tuple[RunRow, ...] = ()
    fault: Sentence | None = None


def check_file(
    context: PullContext, shop_id: int, setup: PullSetup, choices: PullChoices, branches: Collection[str]
) -> FileCheck:
    """Inspects a file and runs it without saving. FileError if it cannot be read."""
    inspection = inspect_file(setup, choices, branches)
    assumed: dict[str, str] = {}
    answered = inspection
    for _ in range(_MOST_ROUNDS):
        if not answered.open_questions:
            break
        question = answered.open_questions[0]
        assumed[question.key] = question.readings[0].answer
        choices = choices.with_answer(question.key, assumed[question.key])
        answered = inspect_file(setup, choices, branches)
    if answered.plan is None:
        return FileCheck(inspection, assumed)
    request = PullRequest(replace(setup, plan=answered.plan), OWNER, even_if_unchanged=True, as_first=True)
    try:
        run, rows = run_dry(context, shop_id, request, None)
    except CounterpartError as error:
        return FileCheck(inspection, assumed, fault=error.sentence)
    return FileCheck(inspection, assumed, run, tuple(rows))


def ask_widths(source: Source, rows: Sequence[RawRow], breaks: Sequence[int]) -> Question | None:
    """Asks whether the columns of a fixed-width text are right, unless their places were chosen."""
    if source.kind is not Kind.FIXED_WIDTH or breaks:
        return None
    shown = "; ".join(" | ".join(cells) for cells in (source.headers, *(row.cells for row in rows[:_SHOWN])))
    text = message("The columns begin at {places}: {cells}", places=write_breaks(source.breaks), cells=shown)
    readings = (Reading(write_breaks(source.breaks), text),)
    return Question(WIDTHS, message("Are these the columns of the file? If not, draw them."), readings)
