"""Columns that could feed one field: which of two prices, two quantities or two codes is right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import (
    ALL_SHEETS,
    COLUMN,
    ENCODING,
    MEMBER,
    NO,
    SHEET,
    SHEET_BRANCHES,
    SHEETS_NEW,
    YES,
)
from service.domain.sentences import Sentence, join_sentences, message
from service.files.evidence.file_scan import ColumnScan
from service.files.source import RECORDS, WORKBOOKS, Kind

_SAMPLES = 3
_MOST_MEMBERS = 20


def ask_rivals(
    rivals: Mapping[str, tuple[str, ...]], scans: Mapping[str, ColumnScan], answers: Mapping[str, str]
) -> list[Question]:
    """Asks about each field that several differing columns could feed; `ask_sku`: part numbers."""
    questions: list[Question] = []
    for name, headers in rivals.items():
        if name == "sku" or answers.get(COLUMN + name) in headers:
            continue
        readings = tuple(Reading(header, _values(header, scans[header])) for header in headers)
        text = (
            message("Which column is the price?") if name == "price_fils" else message("Which column is the quantity?")
        )
        questions.append(Question(COLUMN + name, text, readings))
    return questions


def ask_sku(
    header: str | None,
    used: Collection[str],
    scans: Mapping[str, ColumnScan],
    answers: Mapping[str, str],
    rivals: Sequence[str] = (),
) -> Question | None:
    """Asks which column is the part number, if several have such a name (`rivals`), or none has, or
    the one with that name counts rows.
    """
    key = COLUMN + "sku"
    named = header is not None and not scans[header].is_serial
    rows = max((scan.filled for scan in scans.values()), default=0) if header is None else scans[header].filled
    offered = rivals if named else (*rivals, *(other for other in scans if other not in {header, *used, *rivals}))
    others = [other for other in offered if _may_identify(scans[other], rows)]
    if answers.get(key) in scans or not others:
        return None
    own = () if header is None else (header,)
    chosen = (*own, *others) if named else (*others, *own)
    readings = tuple(Reading(each, _values(each, scans[each])) for each in chosen)
    return Question(key, message("Which column is the part number (SKU)?"), readings)


def _may_identify(scan: ColumnScan, rows: int) -> bool:
    """Whether a column may tell parts apart: filled in half of the rows, mostly with different
    texts that are no amounts, and no row numbers.
    """
    varied = scan.overflow or len(scan.distinct) * 2 >= scan.filled
    amounts = scan.signs.exact + sum(scan.signs.decimal.values())
    return scan.filled * 2 >= rows > 0 and varied and not scan.is_serial and amounts * 2 < scan.filled


def ask_sheet(sheets: tuple[str, ...], kind: Kind, *, join: bool = False) -> Question | None:
    """Asks which sheet of a workbook is the list, if several may be. `join`: they have columns in
    common, so that they may be read together.
    """
    if not sheets:
        return None
    if kind not in WORKBOOKS or kind in RECORDS:
        lists = tuple(Reading(name, message("The list {name}", name=name)) for name in sheets)
        return Question(SHEET, message("Which list of the file is read?"), lists)
    readings = tuple(Reading(sheet, message("The sheet {sheet}", sheet=sheet)) for sheet in sheets)
    together = _join_readings(sheets) if join else ()
    return Question(SHEET, message("Which sheet of the workbook is read?"), (*readings, *together))


def ask_sheet_branches(sheets: tuple[str, ...], answers: Mapping[str, str]) -> Question | None:
    """Asks whether each of the sheets that are read is a branch."""
    if answers.get(SHEET) in (ALL_SHEETS, SHEET_BRANCHES):
        return None
    return Question(SHEET, message("How are the sheets read?"), _join_readings(sheets))


def _join_readings(sheets: tuple[str, ...]) -> tuple[Reading, ...]:
    names = ", ".join(sheets)
    return (
        Reading(SHEET_BRANCHES, message("The sheets {sheets}: each is the stock of one branch", sheets=names)),
        Reading(ALL_SHEETS, message("The sheets {sheets} as one list", sheets=names)),
    )


def ask_new_sheets(came: tuple[str, ...], answers: Mapping[str, str]) -> Question | None:
    """Asks whether lists are read that the workbook did not have at the set-up."""
    if not came or answers.get(SHEETS_NEW) in (YES, NO):
        return None
    readings = (Reading(YES, message("They are read too")), Reading(NO, message("They are left out")))
    names = ", ".join(came)
    return Question(
        SHEETS_NEW, message("The workbook has new sheets: {sheets}. Are they read?", sheets=names), readings
    )


def ask_member(members: tuple[str, ...]) -> Question:
    """Asks which file of an archive is the list."""
    readings = tuple(Reading(name, message("The file {name}", name=name)) for name in members[:_MOST_MEMBERS])
    return Question(MEMBER, message("Which file of the archive is read?"), readings)


def ask_encoding(encodings: tuple[tuple[str, str], ...]) -> Question | None:
    """Asks for the encoding of a text file, if two of them give words."""
    if not encodings:
        return None
    readings = tuple(
        Reading(name, message("{encoding}: {words}", encoding=name, words=words)) for name, words in encodings
    )
    return Question(ENCODING, message("How are the letters of the file written?"), readings)


def _values(header: str, scan: ColumnScan) -> Sentence:
    # A number cell is a kind of text that is not stored in a set-up.
    samples = [message("{text}", text=str(text)) for text in list(scan.distinct)[:_SAMPLES]] or [message("blank")]
    return message("{column}: {values}", column=header, values=join_sentences(samples, ", "))
