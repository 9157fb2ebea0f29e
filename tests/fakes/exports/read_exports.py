"""Reads an export file as a set-up does that takes every proposal, and then as a night does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from msgspec import UNSET

from service.domain.catalogue.row_types import FIELDS, Row
from service.domain.pull.pull_choices import FileForm, PullChoices
from service.domain.pull.pulls import PullSetup
from service.files.columns.mapping import to_json
from service.files.reader import recognise
from service.files.unpack import unpack
from service.pull.open_file import FileBatches
from service.pull.plans import mapping_of
from service.pull.settle import remember, settle, settle_units
from service.pull.spool import parse_batch
from tests.fakes.exports.export_catalogues import Part


@dataclass(frozen=True, slots=True)
class ReadExport:
    """The result of a file: questions that stop a run, or the parts that a night saves and what
    it says about the others.
    """

    asked: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    refused: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def read_export(path: Path, folder: Path, choices: PullChoices | None = None) -> ReadExport:
    """Reads in this process. A part number that was not recognised counts as asked, and so do the
    columns of a fixed width, unless the choices have them.
    """
    choices = choices or PullChoices()
    file = unpack(path, folder, choices.form.member).path
    found = recognise(file, choices.form)
    settled = settle(choices, found, mapping_of(choices, found), ())
    settled, _ = settle_units(file, found, settled, choices.answers)
    asked = [question.key for question in settled.questions if not question.optional]
    if found.source.breaks and not choices.form.breaks:
        asked.append("widths")
    if settled.mapping.column_of("sku") is None:
        asked.append("part number")
    if asked:
        return ReadExport(tuple(asked))
    return _read_night(path, PullSetup(str(path), to_json(remember(choices, found, settled))))


def proposed_form(path: Path, folder: Path) -> FileForm:
    """The form of a file with the proposed columns of a fixed width."""
    source = recognise(unpack(path, folder).path, FileForm()).source
    return FileForm(breaks=source.breaks)


def _read_night(path: Path, setup: PullSetup) -> ReadExport:
    batches = FileBatches(path, setup)
    parts: list[Part] = []
    refused: list[str] = []
    for batch in batches:
        ready = parse_batch(batch)
        refused += [str(entry.fault) for entry in batch if entry.fault is not None]
        refused += [str(note) for entry in batch for note in entry.notes]
        parts += [_part(row) if isinstance(row, Row) else Part("", str(row), 0, 0) for row in ready.rows]
    batches.check_answered(())
    return ReadExport((), tuple(parts), tuple(refused), tuple(map(str, batches.find_contradictions(()))))


def _part(row: Row) -> Part:
    values = {field: None if value is UNSET else value for field, value in zip(FIELDS, row.values, strict=True)}
    return Part(str(values["sku"]), str(values["name"]), values["price_fils"] or 0, row.milli or 0)
