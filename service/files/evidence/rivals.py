"""Columns that could feed one field: which of two prices, two quantities or two codes is right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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
_EAN = re.compile(r"\d{8}|\d{12,14}")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?: .*)?")
_MOSTLY = 0.9
_MOST_MEMBERS = 20
_CODE = re.compile(r"(?=.*\d)[\w./ -]{3,30}", re.ASCII)


def ask_rivals(
    rivals: Mapping[str, tuple[str, ...]], scans: Mapping[str, ColumnScan], answers: Mapping[str, str]
) -> list[Question]:
    """One question for each field that several columns with different values could feed; `ask_sku`
    asks about part numbers.
    """
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
    header: str,
    headers: Sequence[str],
    used: Sequence[str],
    scans: Mapping[str, ColumnScan],
    answers: Mapping[str, str],
    rivals: Sequence[str] = (),
) -> Question | None:
    """Asks which column is the part number, if several have such a name (`rivals`), or the one with
    that name counts rows, or has dates or bar codes.
    """
    key = COLUMN + "sku"
    scan = scans[header]
    doubtful = scan.is_serial or _share(scan, _DATE) > _MOSTLY
    barcode = _share(scan, _EAN) > _MOSTLY
    named = [rival for rival in rivals if _may_identify(scans[rival], scan)]
    if answers.get(key) in headers or not (doubtful or barcode or named):
        return None
    others = [
        other
        for other in headers
        if other != header
        and (other not in used)
        and (doubtful or barcode)
        and not scans[other].is_serial
        and not scans[other].blanks
        and scans[other].overflow | (len(scans[other].distinct) == len(scan.distinct))
        and _share(scans[other], _CODE) > _MOSTLY
        and _share(scans[other], _DATE) < _MOSTLY
    ]
    others = [*named, *(other for other in others if other not in named)]
    if not doubtful and not others:
        return None
    chosen = (*others, header) if doubtful else (header, *others)
    readings = tuple(Reading(each, _values(each, scans[each])) for each in chosen)
    return Question(key, message("Which column is the part number (SKU)?"), readings)


def _may_identify(scan: ColumnScan, chosen: ColumnScan) -> bool:
    """Whether a column may tell parts apart: filled in half of the rows that the chosen one fills,
    mostly with different texts, and no row numbers.
    """
    varied = scan.overflow or len(scan.distinct) * 2 >= scan.filled
    return scan.filled * 2 >= chosen.filled and scan.filled > 0 and varied and not scan.is_serial


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


def _share(scan: ColumnScan, pattern: re.Pattern[str]) -> float:
    """The share of the first texts that look so."""
    if not scan.distinct:
        return 0.0
    return sum(1 for text in scan.distinct if pattern.fullmatch(text)) / len(scan.distinct)


def _values(header: str, scan: ColumnScan) -> Sentence:
    # A number cell is a kind of text that is not stored in a set-up.
    samples = [message("{text}", text=str(text)) for text in list(scan.distinct)[:_SAMPLES]] or [message("blank")]
    return message("{column}: {values}", column=header, values=join_sentences(samples, ", "))
