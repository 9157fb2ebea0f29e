"""The fast path of `converter` and of the upload's parser: the rows of a file, 250 at a time.

Rows without a remark, which nearly all are, are read column by column, and each different cell of
a column is parsed as an upload once. Every other row goes to the reference: `Converter.convert`,
`row_json` and the parser of uploads (docs/decisions/0005).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, repeat
from typing import Any

from msgspec import UNSET, Raw, Struct

from service.domain.catalogue import row_types
from service.domain.catalogue.row_parser_fast import parse_rows
from service.domain.catalogue.row_types import SURELY_FITS, Row, RowFault
from service.domain.catalogue.sku import MAX_SKU, fold, tidy
from service.domain.money import MAX_FILS
from service.domain.sentences import Sentence, join_sentences
from service.files.columns.column import SPECIAL, Column, MemoByCellType, ValueMemo
from service.files.columns.odd_rows import TOTAL_NAMES
from service.files.converter import ConvertedRow, Converter, row_json
from service.files.source import RawRow
from service.files.values.options import PRICES

_BLOCK = 250
"""Rows that are converted together: enough to be fast, few enough to use little memory."""

_PATIENCE = 10
"""After a block of mostly special rows, so many are converted row by row, then by columns again."""

_ANY_SKU = "-"
_STORED = {field: place for place, field in enumerate(row_types.FIELDS)}


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """A line's row for the upload, or why it is none: `row` is parsed, or its JSON. `counts` is
    False for lines that are no items; `continued` marks the further rows of a line.
    """

    line: int
    sku: str | None
    row: Row | bytes | None
    notes: tuple[Sentence, ...] = ()
    fault: Sentence | None = None
    counts: bool = True
    continued: bool = False


def upload_rows(converter: Converter, rows: Iterable[RawRow]) -> Iterator[Entry]:
    """The rows of the upload, in the file's order."""
    names = [column.field for column in converter.columns]
    fixed = {field: _parse_value(field, value) for field, value in converter.fixed.items()}
    if not converter.by_columns or len(set(names)) < len(names) or SPECIAL in fixed.values():
        return map(encode_row, converter.convert(rows))
    source = iter(rows)
    blocks = iter(lambda: list(islice(source, _BLOCK)), [])
    return chain.from_iterable(map(_ByColumns(converter, fixed).rows, blocks))


def encode_row(row: ConvertedRow) -> Entry:
    """The entry of a row that was converted on its own."""
    sku = row.fields.get("sku")
    named = sku if isinstance(sku, str) else None
    if row.skipped is not None:
        return Entry(row.line, named, None, (row.skipped,), counts=False)
    if row.faults:
        return Entry(row.line, named, None, row.notes, join_sentences(row.faults), continued=row.continued)
    return Entry(row.line, named, row_json(row.fields), row.notes, continued=row.continued)


def _parse_value(field: str, value: object) -> object:
    """What an upload stores for a value; SPECIAL if it refuses it, or must see the whole row."""
    if value is UNSET:
        return UNSET if field in _STORED else None
    if field in PRICES and type(value) is int and 0 <= value <= MAX_FILS:
        return value
    row = parse_rows([Raw(row_json({"sku": _ANY_SKU, field: value}))]).rows[0]
    if isinstance(row, RowFault):
        return SPECIAL
    if field not in _STORED:
        return row.milli if field == "quantity" else row.branch
    stored = row.values[_STORED[field]]
    return SPECIAL if field == "fit" and len(stored) > SURELY_FITS else stored


class _Values:
    """The values of a field as an upload stores them: of its column, of a fixed value, or both."""

    def __init__(self, field: str, column: Column | None, fixed: object) -> None:
        self._field = field
        self._column = column
        self._fixed = fixed
        self._memos: MemoByCellType[object] = MemoByCellType(lambda: ValueMemo(self._find))
        self._met_special = False

    def of(self, block: Sequence[Sequence[str]], odd: set[int]) -> Iterable[Any]:
        """The values of a block, a list of columns; adds the indexes of special ones to `odd`."""
        if self._column is None:
            return repeat(self._fixed)
        texts = block[self._column.place]
        return self._of_unique(self._column, texts, odd) if self._column.is_unique else self._of(texts, odd)

    def _of(self, texts: Sequence[str], odd: set[int]) -> Sequence[object]:
        self._met_special = False
        if set(map(type, texts)) == {str}:
            values = list(map(self._memos[str].__getitem__, texts))
        else:
            values = [self._memos[type(text)][text] for text in texts]
        if self._met_special:
            odd.update(place for place, value in enumerate(values) if value is SPECIAL)
        return values

    def _of_unique(self, column: Column, texts: Sequence[str], odd: set[int]) -> Sequence[object]:
        most = row_types.ITEM_FIELDS[self._field].most
        if max(map(len, texts)) > most:
            odd.update(place for place, text in enumerate(texts) if len(text) > most)
        values = column.values(texts, odd)
        return values if self._fixed is UNSET else [self._fixed if value is UNSET else value for value in values]

    def _find(self, text: str) -> object:
        value = SPECIAL if self._column is None else self._column.value(text)
        if value is UNSET:
            return self._fixed
        parsed = SPECIAL if value is SPECIAL else _parse_value(self._field, value)
        self._met_special = self._met_special or parsed is SPECIAL
        return parsed


class _ByColumns:
    """Converts blocks of rows. A field has one column, one fixed value, or both."""

    def __init__(self, converter: Converter, fixed: dict[str, object]) -> None:
        self._converter = converter
        self._waits = 0
        columns = {column.field: column for column in converter.columns}
        self._sku = columns["sku"].place

        def values(field: str) -> _Values:
            return _Values(field, columns.get(field), fixed.get(field, _parse_value(field, UNSET)))

        self._fields = [values(field) for field in row_types.FIELDS]
        self._quantity, self._branch = values("quantity"), values("branch")

    def rows(self, block: list[RawRow]) -> Iterator[Entry]:
        """The upload rows of a block."""
        if self._waits:
            self._waits -= 1
            return map(encode_row, self._converter.convert(block))
        return self._rows(block)

    def _find_odd(self, block: list[RawRow], texts: Sequence[Sequence[str]]) -> set[int]:
        """The rows that may be no items, have too many cells, or prices that do not count."""
        converter = self._converter
        odd = {place for place, (_, cells) in enumerate(block) if len(cells) > converter.width}
        if converter.may_be_none("\n".join(texts[self._sku])):
            odd.update(place for place, sku in enumerate(texts[self._sku]) if converter.may_be_none(sku))
        for guard, check in converter.guards:
            odd.update(place for place, text in enumerate(texts[guard]) if check[text] is not None)
        if converter.name_place >= 0 and not TOTAL_NAMES.isdisjoint(map(str.lower, texts[converter.name_place])):
            odd.update(place for place, name in enumerate(texts[converter.name_place]) if name.lower() in TOTAL_NAMES)
        return odd

    def _rows(self, block: list[RawRow]) -> Iterator[Entry]:
        """Reads by columns; a row that needs a remark is converted on its own."""
        converter = self._converter
        every = [cells for _, cells in block]
        if set(map(len, every)) != {converter.width}:
            for cells in every:
                converter.fill(cells)
        texts = list(zip(*every, strict=False))
        if converter.unit_place >= 0:
            converter.add_units(texts[converter.unit_place])
        odd = self._find_odd(block, texts)
        written, *others = [values.of(texts, odd) for values in self._fields]
        millis, branches = self._quantity.of(texts, odd), self._branch.of(texts, odd)
        skus, folded_skus = _tidy_all(list(written))
        if not (all(skus) and max(map(len, skus)) <= MAX_SKU and all(map(str.isprintable, skus))):
            odd.update(
                place for place, sku in enumerate(skus) if not (sku and len(sku) <= MAX_SKU and sku.isprintable())
            )
        if len(odd) * 2 > len(block):
            self._waits = _PATIENCE
        rows = list(map(Row, folded_skus, zip(skus, *others, strict=False), millis, branches))
        lines = [line for line, _ in block]
        keys = [("", "") if place in odd else (row.folded, _fold_branch(row.branch)) for place, row in enumerate(rows)]
        earlier = [] if odd else converter.seen.put_all(keys, lines)
        if not odd and not any(earlier):
            yield from map(Entry, lines, map(str, written), rows)
            return
        for place, (line, sku, row) in enumerate(zip(lines, written, rows, strict=True)):
            if place in odd:
                yield from map(encode_row, converter.one(line, every[place]))
                continue
            before = converter.seen.put(keys[place], line) if odd else earlier[place]
            notes = converter.note_repeat(before, str(sku), row.branch) if before else ()
            yield Entry(line, str(sku), row, notes)


def _tidy_all(skus: Sequence[object]) -> tuple[list[str], Iterable[str]]:
    """The part numbers of a block as they are stored, and folded."""
    if set(map(type, skus)) == {str} and "".join(skus).isascii():  # type: ignore[arg-type]
        tidied = list(map(str.strip, skus))  # type: ignore[arg-type]
        return tidied, map(str.lower, tidied)
    tidied = [tidy(sku) if isinstance(sku, str) else "" for sku in skus]
    return tidied, map(fold, tidied)


@lru_cache(maxsize=1_000)
def _fold_branch(branch: str | None) -> str:
    return "" if branch is None else fold(branch)
