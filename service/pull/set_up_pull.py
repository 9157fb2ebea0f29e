"""The pull's set-up: inspects a file, stores how it is read, removes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo
from itertools import islice
from pathlib import Path

from service.domain.errors import BadRequest
from service.domain.money import bhd
from service.domain.nightly import MINUTES_A_DAY, latest_due, next_due
from service.domain.pull_choices import FIT, FIT_PARTS, QUANTITY, FileForm, PullChoices
from service.domain.pulls import PullSetup, PullSource
from service.domain.sentences import NOTHING, Sentence, joined, say
from service.domain.shops import Mode, Shop
from service.domain.times import Millis
from service.files.columns.mapping import FitRule, Mapping, Remembered, to_json
from service.files.columns.match import NO_SKU
from service.files.converter import ConvertedRow
from service.files.formats.registry import data_rows
from service.files.reader import Recognised, recognise
from service.files.source import Kind, Source
from service.files.values.upload_fields import FIELDS, PRICES
from service.pull.file_copy import find_file
from service.pull.plans import choices_from, mapping_of, options_of
from service.store import pulls, shops
from service.store.transaction import Reading, Tx

_SAMPLES = 3
_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class InspectedColumn:
    """A column: its header, some values, the field that it feeds ("" for none), the branch of a quantity."""

    header: str
    samples: tuple[str, ...]
    field: str
    branch: str | None
    sure: bool


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as it will be saved: `fields` of an upload row, the same as texts, and what there is to say."""

    line: int
    fields: dict[str, object]
    texts: dict[str, str]
    notes: tuple[Sentence, ...]
    fault: Sentence


@dataclass(frozen=True, slots=True)
class FileInspection:
    """A file as it is read: what was recognised with the owner's choices in it, and its first 20 rows.

    `plan` is what is to be kept; it is None while no column is chosen as the part number.
    """

    file: Path
    size: int
    form: FileForm
    system: str | None
    sheets: tuple[str, ...]
    columns: tuple[InspectedColumn, ...]
    choices: PullChoices
    fit_offer: tuple[str, ...]
    remarks: tuple[Sentence, ...]
    rows: tuple[PreviewRow, ...]
    plan: str | None


def inspect_file(setup: PullSetup, choices: PullChoices) -> FileInspection:
    """Recognises the file of a set-up (its plan is not used). Raises FileError, BadRequest at a bad choice."""
    file = find_file(setup)
    choice = choices.form
    if choice.kind is not None and choice.kind not in list(Kind):
        raise BadRequest(say("There is no format '{kind}'.", kind=choice.kind))
    found = recognise(file, choice)
    mapping, options = mapping_of(choices, found), options_of(choices, found)
    _check_choices(choices)
    read = recognise(file, choice, mapping, options)
    remembered = Remembered(choice, mapping, options)
    settled = choices_from(remembered)
    source, offer = read.source, () if read.fit_offer is None else _columns_of(read.fit_offer)
    return FileInspection(
        file=file,
        size=file.stat().st_size,
        form=FileForm(source.kind.value, source.encoding, source.delimiter, source.sheet or None, source.header_row),
        system=read.layout,
        sheets=read.sheets,
        columns=_columns(file, source, settled, offer),
        choices=settled,
        fit_offer=offer,
        remarks=_remarks(found, mapping),
        rows=tuple(_row(row) for row in read.rows),
        plan=to_json(remembered) if mapping.column_of("sku") is not None else None,
    )


def _check_choices(choices: PullChoices) -> None:
    """Raises BadRequest at a field that is none, and at one that is fed twice."""
    named = [*(choices.columns or {}).items(), *((None, name) for name in choices.fixed)]
    fed: set[str] = set()
    for header, name in named:
        if name and name not in FIELDS and name not in FIT_PARTS:
            raise BadRequest(
                say(
                    "There is no field '{name}'; there are {fields}.",
                    name=name,
                    fields=", ".join((*FIELDS, *FIT_PARTS)),
                )
            )
        per_branch = name == QUANTITY and header in choices.branches
        if name in fed and not per_branch and header is not None:
            raise BadRequest(
                say(
                    "Two columns are chosen for {name}. Choose one; a quantity may have one for each branch.", name=name
                )
            )
        if name:
            fed.add(name)


def _remarks(found: Recognised, mapping: Mapping) -> tuple[Sentence, ...]:
    """What the file gave cause to say; whether the part number is missing depends on the owner by now."""
    remarks = found.remarks[1:] if found.mapping.column_of("sku") is None else found.remarks
    if mapping.column_of("sku") is not None:
        return remarks
    return (NO_SKU, *remarks)


def _columns_of(rule: FitRule) -> tuple[str, ...]:
    named = (rule.make, rule.model, rule.year_from, rule.year_to, rule.text)
    return tuple(column for column in named if column is not None)


def _columns(file: Path, source: Source, settled: PullChoices, offer: tuple[str, ...]) -> tuple[InspectedColumn, ...]:
    sample = [row.cells for row in islice(data_rows(file, source), _LOOKED_AT)]
    columns = settled.columns or {}
    return tuple(
        InspectedColumn(
            header,
            tuple(islice((row[place] for row in sample if place < len(row) and row[place]), _SAMPLES)),
            columns.get(header, ""),
            settled.branches.get(header),
            sure=header in columns or header not in offer,
        )
        for place, header in enumerate(source.headers)
    )


def _row(row: ConvertedRow) -> PreviewRow:
    if row.skipped is not None:
        return PreviewRow(row.line, {}, {}, (row.skipped,), NOTHING)
    texts = {name: _text(name, value) for name, value in row.fields.items() if value is not None}
    return PreviewRow(row.line, row.fields, texts, row.notes, joined(row.faults) if row.faults else NOTHING)


def _text(name: str, value: object) -> str:
    """A value for people: amounts in dinars."""
    if name in PRICES and isinstance(value, int):
        return bhd(value)
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


def set_up_pull(
    tx: Tx, shop: Shop, setup: PullSetup, minute: int, *, now: Millis, zone: tzinfo | None = None
) -> PullSource:
    """Keeps the set-up and switches the scheduled pull on; the first night is the next one. Raises BadRequest."""
    if not 0 <= minute < MINUTES_A_DAY:
        raise BadRequest(say("The time of day is between 00:00 and 23:59."))
    source = PullSource(shop.id, setup, minute, latest_due(now, minute, zone))
    pulls.keep_source(tx, source)
    shops.set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=True)
    return source


def forget_pull(tx: Tx, shop: Shop) -> None:
    """Forgets the set-up and switches the scheduled pull off; the runs stay."""
    pulls.drop_source(tx, shop.id)
    shops.set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=False)


def next_night(db: Reading, shop: Shop, zone: tzinfo | None = None) -> Millis | None:
    """When the file is read next (now, where that moment is over), None where it is not."""
    source = pulls.find_source(db, shop.id)
    if source is None or not shop.has(Mode.SCHEDULED_PULL):
        return None
    return source.next_try_at or next_due(source.dealt_with, source.minute, zone)
