"""Converts a file's rows to upload rows, one by one in constant memory.

A converted row's `fields` are those of an upload row: `quantity` is an int of units, or a Decimal
with at most 3 decimals; `row_json` writes it. A row with faults must not be saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

import msgspec
from msgspec import UNSET, Struct

from service.domain.catalogue.sku import fold, tidy
from service.domain.sentences import EMPTY, Sentence, message, prefix_field
from service.files.columns.column import Column, PackUnits, fit_reader
from service.files.columns.mapping import Mapping
from service.files.columns.odd_rows import (
    TOTAL_NAMES,
    SecondTables,
    ShiftedRows,
    is_footer,
    is_rule,
    is_totals,
    may_be_totals,
)
from service.files.columns.repeated_rows import RepeatedRows
from service.files.evidence.file_scan import ColumnScan
from service.files.evidence.money import is_foreign
from service.files.file_errors import ColumnMissing, FileError
from service.files.folding import names_packs
from service.files.memo import Memo
from service.files.seen_keys import SeenKeys
from service.files.source import NULL, Kind, RawRow, Source
from service.files.values.cell_readers import Read, at_least, means_zero, read_quantity, reader
from service.files.values.cell_readers import Reading as CellReading
from service.files.values.options import CLEARABLE, PRICES, Options

Fields = dict[str, object]
_TOTALS = message("a totals row, left out")
_RULE = message("a drawn line, left out")
_FOOTER = message("the end of a printed page, left out")
_TEMPLATE = message("a row of the template, left out")
_SKU_BLANK = prefix_field("sku", message("is blank"))
_SHIFTED = prefix_field(
    "row", message("the cells are one column too far to the right; quote texts that hold the delimiter")
)


def _check_currency(text: str) -> Sentence | None:
    if not is_foreign(text):
        return None
    return prefix_field("price_fils", message("is in {currency}, the held price stays", currency=text.strip()))


def _accept(_text: str) -> Sentence | None:
    return None


def _check_pieces(text: str) -> Sentence | None:
    if not names_packs(text):
        return None
    return prefix_field("price_fils", message("is for {count} pieces, the held price stays", count=text.strip()))


_FIRST_ROWS = 200
MOST_REPEATS_NAMED = 1_000
"""Repeats that have a remark of their own; of all of them the run says how many there are."""

_MOST_UNITS = 1_000
_MOST_REPEATING = 3

_SCANNED = frozenset({*PRICES, "quantity", "branch"})
_IN_EACH_ROW = ("sku", "active")
"""What each of the rows says that a line with several branches makes."""


_json = msgspec.json.Encoder(decimal_format="number")
row_json = _json.encode
"""A row's fields as the JSON of one upload row, with exact quantities."""


def require_columns(mapping: Mapping, headers: Sequence[str]) -> None:
    """Raises ColumnMissing if a mapping names a column that a file lacks."""
    away = [name for name in mapping.named_columns() if name not in headers]
    if away:
        raise ColumnMissing.saying(
            "The file has no column {away}. Choose the columns again, or export it as before.",
            away=", ".join(away),
        )


def watched(read: Read, scan: ColumnScan) -> Read:
    """Reads a cell and counts it; a column calls it once for each cached text."""

    def watched(text: str) -> CellReading:
        scan.add(text)
        return read(text)

    return watched


def rename_branch(read: Read, names: dict[str, str]) -> Read:
    """Reads a branch's name; some names mean a branch with another name."""

    def renamed(text: str) -> CellReading:
        reading = read(text)
        branch = names.get(fold(tidy(reading.value))) if isinstance(reading.value, str) else None
        return reading if branch is None else CellReading(branch)

    return renamed


def fixed_fields(mapping: Mapping, options: Options) -> Fields:
    """The values for the whole file; FileError at one that cannot be read."""
    fields: Fields = {}
    for fixed in mapping.fixed:
        reading = reader(fixed.field, options)(fixed.text)
        if reading.value is None:
            raise FileError.saying(
                "A fixed value cannot be used. {fault}.",
                fault=reading.note or reading.fault or prefix_field(fixed.field, message("is blank")),
            )
        fields[fixed.field] = reading.value
    return fields


class ConvertedRow(Struct, frozen=True, gc=False):
    """One row for the upload, from `line` of the file. A line with a quantity per branch makes
    several.

    `continued` marks those after the line's first. `skipped` says why a row is no item: a totals
    row, or the repeated header.
    """

    line: int
    fields: Fields
    notes: tuple[Sentence, ...] = ()
    faults: tuple[Sentence, ...] = ()
    skipped: Sentence | None = None
    continued: bool = False


def key_of(sku: str, branch: object) -> tuple[str, str]:
    """The part that is equal for rows with the same meaning; `branch` is a text or none."""
    return fold(tidy(sku)), fold(tidy(branch)) if isinstance(branch, str) else ""


def duplicate_note(line: int, branch: object) -> Sentence:
    """The remark for a row that replaces one of an earlier line."""
    if branch:
        return prefix_field("sku", message("line {line} has the same SKU and branch; this later row wins", line=line))
    return prefix_field("sku", message("line {line} has the same SKU; this later row wins", line=line))


class Converter:
    """Applies a mapping to the columns of one file; ColumnMissing if the file lacks one of them."""

    def __init__(self, source: Source, mapping: Mapping, options: Options, repeats: RepeatedRows | None = None) -> None:
        self._headers = source.headers
        self._joins_sheets = bool(source.tables)
        self._is_labelled = bool(source.headers) and source.headers[0].endswith(":")
        self._is_json = source.kind in (Kind.JSON, Kind.JSON_LINES)
        self.width = len(source.headers)
        self._places = {name: place for place, name in enumerate(source.headers)}
        self._require(mapping)
        self._branch_names = {fold(entry.column): entry.branch for entry in mapping.branch_names}
        self.scans: dict[str, ColumnScan] = {}
        """By header, what is read so far of the columns of prices, quantities and branches."""
        self.columns = [self._column(bound.column, bound.field, options) for bound in mapping.columns]
        self._branches = [(self._column(b.column, "quantity", options), b.branch) for b in mapping.branches]
        own = {column.field: column.place for column in reversed(self.columns)}
        self._sku, self.name_place = own.get("sku", -1), own.get("name", -1)
        self.fixed = fixed_fields(mapping, options)
        self._fit = fit_reader(mapping.fit, self._places) if mapping.fit is not None else None
        self._carry = mapping.carry
        self._carry_places = [] if mapping.carry is None else [self._places[name] for name in mapping.carry.columns]
        every = [*self.columns, *(column for column, _ in self._branches)]
        self._own_places = {column.place for column in every} - set(self._carry_places)
        self._repeats = repeats
        self.unit_place = -1 if mapping.unit is None else self._places.get(mapping.unit, -1)
        self.units: set[str] = set()
        self.currencies: Memo[Sentence | None] = Memo(_accept if options.foreign_prices else _check_currency)
        """What the column of currencies says, as far as it was read."""
        checks = (mapping.currency, self.currencies), (mapping.price_per, Memo(_check_pieces))
        self.guards = [(self._places[header], check) for header, check in checks if header in self._places]
        """Columns that say of a row why its prices are not read."""
        self.repeated = self.shifted = self.wordy = 0
        """The rows whose part number and branch an earlier row has; those whose cells are one
        column too far to the right; those with a text that belongs elsewhere instead of a number.
        """
        self.repeating: list[str] = []
        """The first part numbers of these."""
        self._packs, self._options = PackUnits(source.headers, mapping, options), options
        self.by_columns = not (mapping.carry or mapping.fit or mapping.branches or repeats or self._packs.matter)
        """Whether each field has a column of its own."""
        self._above: list[str] = []
        self._shifted_rows = self._watch_shifts(every, options)
        self.tables = SecondTables(every)
        self.seen = SeenKeys()

    def _column(self, header: str, field: str, options: Options) -> Column:
        read = reader(field, options)
        if field in _SCANNED:
            read = watched(read, self.scans.setdefault(header, ColumnScan()))
        if field == "branch" and self._branch_names:
            read = rename_branch(read, self._branch_names)
        blank = 0 if field == "quantity" and options.blank_zero else UNSET
        return Column(self._places[header], field, read, blank)

    def _require(self, mapping: Mapping) -> None:
        require_columns(mapping, self._headers)
        if mapping.column_of("sku") is None:
            raise FileError.saying("No column is chosen as the part number (SKU). Choose one.")

    def _watch_shifts(self, read: Sequence[Column], options: Options) -> ShiftedRows:
        numbers = [column for column in read if column.field == "quantity" or column.field in PRICES]
        reads = {column.place: reader(column.field, options) for column in numbers}
        counts = [column.place for column in numbers if column.field == "quantity"]

        def is_value(place: int, text: str) -> bool:
            return reads[place](text).value is not None or means_zero(text) or at_least(text) is not None

        return ShiftedRows(list(reads), counts, self.width, is_value)

    def learn(self, rows: Iterable[RawRow]) -> Iterator[RawRow]:
        """The same rows, after the first ones have shown where a file has its numbers."""
        source = iter(rows)
        first = list(islice(source, _FIRST_ROWS))
        if not self._is_json:
            # Values with names of their own do not move.
            self._shifted_rows.learn([row.cells for row in first])
        return chain(first, source)

    def convert(self, rows: Iterable[RawRow]) -> Iterator[ConvertedRow]:
        """The rows for the upload, in the file's order."""
        for line, cells in rows:
            self.fill(cells)
            yield from self.one(line, cells)

    def fill(self, cells: list[str]) -> None:
        """Adds the blank cells that a row lacks."""
        if len(cells) < self.width:
            cells.extend([""] * (self.width - len(cells)))

    def one(self, line: int, cells: list[str]) -> Iterable[ConvertedRow]:
        """Converts one padded row."""
        if self._carry is not None:
            self._carry_down(cells)
        skipped = self.find_skipped(line, cells)
        if skipped is not None:
            return (ConvertedRow(line, {}, skipped=skipped),) if skipped else ()
        if self.unit_place >= 0:
            self.add_units((cells[self.unit_place],))
        packs = self._packs.count(cells)
        if self._repeats is not None:
            judged = self._repeats.judge(cells)
            if judged.skipped is not None:
                named: Fields = {} if judged.has_level else {"sku": cells[self._sku].strip()}
                return (ConvertedRow(line, named, skipped=judged.skipped),)
            if judged.fault is not None:
                return (ConvertedRow(line, {"sku": cells[self._sku].strip()}, faults=(judged.fault,)),)
            if judged.cells is not None:
                # Their quantities are sums of pieces.
                cells, packs = judged.cells, {}
        row = self._converted(line, cells, packs)
        if row.notes and not self._is_json and self.tables.is_header(cells):
            return (ConvertedRow(line, {}, skipped=self.tables.note_header(line, cells)),)
        return self._per_branch(row, cells, packs) if self._branches else (self._once(row),)

    def add_units(self, texts: Iterable[str]) -> None:
        """Adds units of measure that were read, until there are too many to be units."""
        if len(self.units) < _MOST_UNITS:
            self.units.update(texts)

    def may_be_none(self, skus: str) -> bool:
        """Whether any of many rows may be no item, by their part numbers, a line each."""
        return self._is_labelled or self._headers[self._sku] in skus or may_be_totals(skus)

    def find_skipped(self, line: int, cells: list[str]) -> Sentence | None:
        """Why a padded row is no item; EMPTY for one without any read value; None if it is one."""
        sku = cells[self._sku]
        if self._is_labelled and cells[0].strip().endswith(":"):
            return _TEMPLATE
        may_be_none = self.may_be_none(sku) or (self.name_place >= 0 and cells[self.name_place].lower() in TOTAL_NAMES)
        return self._why_skipped(line, cells, sku) if may_be_none else None

    def _why_skipped(self, line: int, cells: Sequence[str], sku: str) -> Sentence | None:
        """Why a row is no item; NOTHING for one without any read value; None if it is an item."""
        name = cells[self.name_place] if self.name_place >= 0 else ""
        if self._joins_sheets:
            # The name of the sheet is in every row.
            cells = cells[: self.width - 1]
        if is_totals(cells, sku, name) or name.lower() in TOTAL_NAMES:
            return _TOTALS
        if is_footer(cells, sku):
            return _FOOTER
        if is_rule(cells):
            return _RULE
        if sum(1 for cell, header in zip(cells, self._headers, strict=False) if cell and cell.strip() == header) > 1:
            return self.tables.note_header(line, cells)
        return None if any(cells[place].strip() for place in self._own_places if place < len(cells)) else EMPTY

    def _carry_down(self, cells: list[str]) -> None:
        """Fills blank cells from the row above while the key is the same."""
        above = self._above
        key = self._places[self._carry.key] if self._carry is not None else 0
        if above and cells[key] and cells[key] == above[key]:
            for place in self._carry_places:
                cells[place] = cells[place] or above[place]
        self._above = cells

    def _converted(self, line: int, cells: Sequence[str], packs: dict[int, int]) -> ConvertedRow:
        fields: Fields = self.fixed.copy()
        notes: list[Sentence] = []
        faults: list[Sentence] = []
        for column in self.columns:
            text = cells[column.place]
            if not text:
                if text is NULL and column.field in CLEARABLE:
                    fields[column.field] = None
                elif column.blank is not UNSET:
                    fields[column.field] = column.blank
                continue
            value, note, fault = self._read(column, text, packs)
            if value is not None:
                fields[column.field] = value
            if note is not None and not text.isspace():
                notes.append(note)
            if fault is not None:
                faults.append(fault)
        fields = self._guard_prices(cells, fields, notes)
        self._add_fit(cells, fields, notes)
        self._add_faults(cells, fields, notes, faults)
        return ConvertedRow(line, fields, tuple(notes) if notes else (), tuple(faults) if faults else ())

    def _read(self, column: Column, text: str, packs: dict[int, int]) -> CellReading:
        reading, pieces = column.read(text), packs.get(column.place, 1)
        return reading if pieces == 1 else read_quantity(text, self._options, pieces)

    def _guard_prices(self, cells: Sequence[str], fields: Fields, notes: list[Sentence]) -> Fields:
        """The fields without prices, if a column says that they are not read."""
        for place, check in self.guards:
            why = check[cells[place]]
            if why is not None and any(name in fields for name in PRICES):
                notes.append(why)
                return {name: value for name, value in fields.items() if name not in PRICES}
        return fields

    def _add_faults(self, cells: Sequence[str], fields: Fields, notes: list[Sentence], faults: list[Sentence]) -> None:
        """Adds the faults of the row as a whole, and of several sheets the one that it is in."""
        if len(cells) > self.width and any(cells[self.width :]):
            sentence = message(
                "has {cells} cells where the header has {width}; quote texts that hold the delimiter",
                cells=len(cells),
                width=self.width,
            )
            faults.append(prefix_field("row", sentence))
            self.shifted += 1
        elif notes or self._branches:
            self._check_texts(cells, faults)
        if "sku" not in fields and not faults:
            faults.append(_SKU_BLANK)
        if self._joins_sheets and (notes or faults):
            (faults or notes).append(message("in the sheet {sheet}", sheet=cells[self.width - 1]))

    def _check_texts(self, cells: Sequence[str], faults: list[Sentence]) -> None:
        """Counts a row with a text instead of a number; rejects it if its cells have moved."""
        place = self._shifted_rows.find_text(cells)
        if place is None:
            return
        self.wordy += self._shifted_rows.is_misplaced(cells, place)
        if self._shifted_rows.is_shifted(cells, place):
            faults.append(_SHIFTED)
            self.shifted += 1

    def _add_fit(self, cells: Sequence[str], fields: Fields, notes: list[Sentence]) -> None:
        if self._fit is None:
            return
        cars, note = self._fit(cells)
        if cars is not None:
            fields["fit"] = cars
        if note is not None:
            notes.append(note)

    def _once(self, row: ConvertedRow) -> ConvertedRow:
        """The row, with a remark if it replaces an earlier one of the same SKU and branch."""
        if row.faults:
            return row
        branch = row.fields.get("branch")
        before = self.seen.put(key_of(str(row.fields["sku"]), branch), row.line)
        if not before:
            return row
        notes = (*row.notes, *self.note_repeat(before, str(row.fields["sku"]), branch))
        return ConvertedRow(row.line, row.fields, notes, continued=row.continued)

    def note_repeat(self, before: int, sku: str, branch: object) -> tuple[Sentence, ...]:
        """Counts a row that replaces an earlier one; the remark, for the first of many."""
        self.repeated += 1
        if len(self.repeating) < _MOST_REPEATING and sku not in self.repeating:
            self.repeating.append(sku)
        return () if self.repeated > MOST_REPEATS_NAMED else (duplicate_note(before, branch),)

    def _per_branch(self, row: ConvertedRow, cells: Sequence[str], packs: dict[int, int]) -> Iterator[ConvertedRow]:
        """One row for each branch that has a quantity; the first has the other fields."""
        fields, notes = row.fields, row.notes
        continued = False
        for column, branch in self._branches:
            text = cells[column.place]
            if (not text or text.isspace()) and column.blank is UNSET:
                continue
            value, note, _ = self._read(column, text, packs) if text.strip() else CellReading(column.blank)
            if note is not None:
                notes = (*notes, message("{note} ({branch})", note=note, branch=branch))
            if value is None:
                continue
            branch_fields = {**fields, "quantity": value, "branch": branch}
            yield self._once(ConvertedRow(row.line, branch_fields, notes, row.faults, continued=continued))
            if row.faults:
                return
            fields = {name: fields[name] for name in _IN_EACH_ROW if name in fields}
            notes, continued = (), True
        if not continued:
            yield self._once(ConvertedRow(row.line, fields, notes, row.faults))
