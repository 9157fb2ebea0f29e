"""A price list as the fake reads it: recognised, mapped by the owner, with twenty rows as they will
be saved.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from service.domain.pull.file_inspection import FileInspection, InspectedColumn, PreviewRow, Question, Reading
from service.domain.pull.pull_choices import FileForm, PullChoices, SetupChoices
from service.domain.sentences import EMPTY, Sentence, message
from tests.ui.fake.sentence_data import BELOW_ZERO, COST_LEFT_OUT, NO_SKU, no_price

FILE = "D:\\Accounts\\Export\\prices.xlsx"
ASKING_FILE = "D:\\Accounts\\Export\\semicolons.csv"
"""A file whose prices can be read in two ways."""

PRICE_QUESTION = Question(
    "price-sign",
    message("What does the price {sample} mean?", sample="28.500"),
    (
        Reading("point", message("{cell} is {value}", cell="28.500", value="BHD 28.500")),
        Reading("comma", message("{cell} is {value}", cell="28.500", value="BHD 28500.000")),
    ),
)
SHEETS_FILE = "D:\\Accounts\\Export\\branches.xlsx"
"""A workbook with a sheet per branch."""

SHEET_QUESTION = Question(
    "sheet",
    message("Which sheet of the workbook is read?"),
    (
        Reading("Sitra", message("The sheet {sheet}", sheet="Sitra")),
        Reading("Riffa", message("The sheet {sheet}", sheet="Riffa")),
        Reading(":branches", message("The sheets {sheets}: each is the stock of one branch", sheets="Sitra, Riffa")),
        Reading(":all", message("The sheets {sheets} as one list", sheets="Sitra, Riffa")),
    ),
)
UNITS_FILE = "D:\\Accounts\\Export\\cartons.csv"
"""A file with rows in pieces and in cartons."""

UNIT_QUESTION = Question(
    "repeats",
    message("Part numbers such as {parts} come in several units of measure. Which rows count?", parts="A-1"),
    (
        Reading("base:PCS", message("Only the rows in {unit}", unit="PCS")),
        Reading("base:CTN", message("Only the rows in {unit}", unit="CTN")),
        Reading("first", message("The first row of a part counts")),
        Reading("sum", message("Their quantities are added up; the first row gives the rest")),
    ),
)
_QUESTIONS = {ASKING_FILE: PRICE_QUESTION, SHEETS_FILE: SHEET_QUESTION, UNITS_FILE: UNIT_QUESTION}
_PARTS = (
    ("04465-60320", "Front brake pads, LC200", "28.500", "14", "Main"),
    ("90915-YZZD4", "Oil filter", "2.750", "126", "Main"),
    ("17801-38051", "Air filter", "9.200", "31", "Riffa"),
    ("48531-80605", "Rear shock absorber", "34.000", "2", "Main"),
    ("14400-RCA-A01", "Timing belt kit", "46.750", "5", "Main"),
    ("40206-1LB0A", "Front brake disc", "22.400", "8", "Riffa"),
    ("SK20HR11", "Spark plug, iridium", "3.900", "212", "Main"),
    ("21460-1LB0A", "Radiator, Patrol Y62", "89.000", "0", "Main"),
    ("48609-0K040", "Strut mount, front", "14,5OO", "6", "Main"),
    ("87139-50100", "Cabin filter, carbon", "5.400", "64", "Hamad Town"),
)
COLUMNS = (
    InspectedColumn("Part No.", ("04465-60320", "90915-YZZD4", "17801-38051"), "sku", None, sure=True),
    InspectedColumn("Description", ("Front brake pads, LC200", "Oil filter", "Air filter"), "name", None, sure=True),
    InspectedColumn("Retail BD", ("28.500", "2.750", "9.200"), "price_fils", None, sure=True),
    InspectedColumn("QOH", ("14", "126", "31"), "quantity", None, sure=True),
    InspectedColumn("Branch", ("Main", "Main", "Riffa"), "branch", None, sure=True),
    InspectedColumn("Fits", ("Land Cruiser 2008-2021", "", "Corolla 2014-2019"), "", None, sure=False),
    InspectedColumn("Cost", ("21.000", "1.900", "6.100"), "", None, sure=False),
)
_FIELDS = ("sku", "name", "price_fils", "quantity", "branch")


def preview_of(path: str, form: FileForm, choices: PullChoices | None) -> FileInspection:
    """The list under a mapping; without one as it was recognised."""
    chosen = choices or PullChoices(form)
    if chosen.columns is None:
        chosen = replace(chosen, columns={column.header: column.field for column in COLUMNS if column.field})
    fed = chosen.columns or {}
    columns = tuple(
        replace(column, field=fed.get(column.header, ""), branch=chosen.branches.get(column.header))
        for column in COLUMNS
    )
    known = replace(
        form,
        kind=form.kind or "xlsx",
        encoding=form.encoding or "utf-8",
        delimiter=form.delimiter or ",",
        sheet=form.sheet or "Prices",
        header_row=form.header_row if form.header_row is not None else 3,
    )
    remarks: tuple[Sentence, ...] = (COST_LEFT_OUT,)
    if "sku" not in fed.values():
        remarks = (NO_SKU, *remarks)
    rows = tuple(_row(at, columns, chosen) for at in range(20)) if len(remarks) == 1 else ()
    sheets = ("Prices", "Notes") if known.kind == "xlsx" else ()
    question = _QUESTIONS.get(path)
    asked = () if question is None or chosen.answers.get(question.key) else (question,)
    return FileInspection(
        file=Path(path),
        size=184_320,
        form=known,
        system=None,
        sheets=sheets,
        columns=columns,
        choices=chosen,
        fit_offer=("Fits",),
        remarks=remarks,
        rows=rows,
        plan=None,
        questions=asked,
        prices_in_fils=bool(chosen.prices_in_fils),
        count=1245,
    )


def preview_of_setup(setup: SetupChoices) -> FileInspection:
    """The list under the owner's set-up."""
    path = f"{setup.path}\\prices-2026-11-15.xlsx" if setup.pattern else setup.path
    return preview_of(path, setup.choices.form, setup.choices)


def _row(at: int, columns: tuple[InspectedColumn, ...], choices: PullChoices) -> PreviewRow:
    part = _PARTS[at % len(_PARTS)]
    values: dict[str, str] = {}
    for place, column in enumerate(columns):
        if column.field and place < len(_FIELDS):
            values[column.field] = part[place]
    if choices.fixed_branch:
        values["branch"] = choices.fixed_branch
    price = values.get("price_fils", "")
    fault = no_price(price) if "O" in price else EMPTY
    notes = (BELOW_ZERO,) if part[3] == "0" else ()
    return PreviewRow(at + 4, {}, values, notes, fault)
