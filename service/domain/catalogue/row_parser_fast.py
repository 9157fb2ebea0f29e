"""Reads a plainly right row in one go; any other goes to `row_parser` (docs/decisions/0005)."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import astuple

from service.domain.catalogue.row_parser import SCALARS, clear_blanks, encode_fit, parse_branch, parse_row
from service.domain.catalogue.row_types import Cars, ItemRow, ParsedRows, Row, RowFault, find_size_fault
from service.domain.catalogue.sku import MAX_SKU, fold, tidy
from service.domain.quantity import QuantityFault, parse_milli
from service.domain.sentences import Sentence
from service.domain.texts import has_nul, is_blank

_LARGE_BODY, _MAX_OBJECTS = 1024 * 1024, 10_000
_MAX_CACHED_FIT = 1_000
"""Characters of a list of cars that is worth remembering."""


class _FastRow(ItemRow, forbid_unknown_fields=True, gc=False):
    """A row with its cars still encoded: most lists of cars are those of another part too."""

    fit: Raw | UnsetType = UNSET  # type: ignore[assignment]


class _Body(Struct, forbid_unknown_fields=True):
    items: list[_FastRow]


_decode_body = msgspec.json.Decoder(_Body).decode
_decode_row = msgspec.json.Decoder(_FastRow).decode
_decode_cars = msgspec.json.Decoder(Cars | None).decode


def parse_rows(raws: list[Raw]) -> ParsedRows:
    """As `row_parser.parse_rows`, and with the same answer for every row."""
    unknown: dict[str, None] = {}
    rows = [_parse_row(raw, unknown) for raw in raws]
    return ParsedRows(rows, list(unknown))


def parse_body(body: bytes, most: int) -> ParsedRows | None:
    """The rows of an upload's body, decoded in one go; None where its types are wrong. None too for
    more than `most` rows, for very many objects and for a text with U+0000: `parse_rows` reads
    those.
    """
    if (len(body) > _LARGE_BODY and body.count(b"{") > _MAX_OBJECTS) or has_nul(body):
        return None
    try:
        rows = _decode_body(body).items
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if len(rows) > most:
        return None
    unknown: dict[str, None] = {}
    parsed = [_parse_fast(row) or parse_row(Raw(msgspec.json.encode(row)), unknown) for row in rows]
    return ParsedRows(parsed, list(unknown))


def _parse_row(raw: Raw, unknown: dict[str, None]) -> Row | RowFault:
    try:
        row = None if has_nul(bytes(raw)) else _parse_fast(_decode_row(raw))
    except (msgspec.DecodeError, RecursionError):
        row = None
    return row or parse_row(raw, unknown)


def _parse_fast(fields: _FastRow) -> Row | None:
    """The row, where nothing can be wrong with it; else None."""
    sku = tidy(fields.sku)
    if not (0 < len(sku) <= MAX_SKU and sku.isprintable()) or (fields.name is not UNSET and is_blank(fields.name)):
        return None
    faults: list[Sentence] = []
    branch = None if fields.branch is UNSET else parse_branch(fields.branch, faults)
    try:
        milli = None if fields.quantity is UNSET else parse_milli(bytes(fields.quantity))
        expected = None if fields.expected_quantity is UNSET else parse_milli(bytes(fields.expected_quantity))
        fit = UNSET if fields.fit is UNSET else _encode_fit(bytes(fields.fit))
    except (QuantityFault, _FitFault, msgspec.DecodeError, RecursionError):
        return None
    values = clear_blanks((sku, *astuple(fields)[1:SCALARS]))
    if faults or find_size_fault(values, fit) or (milli is None and expected is not None):
        return None
    return Row(fold(sku), (*values, fit), milli, branch, expected)


class _FitFault(Exception):
    """A list of cars that breaks a rule."""


def _encode_fit(cars: bytes) -> str | UnsetType:
    return (_encode_short_fit if len(cars) <= _MAX_CACHED_FIT else _encode_short_fit.__wrapped__)(cars)


@lru_cache(maxsize=2_000)
def _encode_short_fit(cars: bytes) -> str | UnsetType:
    """A list of cars as the JSON that is saved. Raises _FitFault."""
    faults: list[Sentence] = []
    text = encode_fit(_decode_cars(cars), faults)
    if faults:
        raise _FitFault
    return text
