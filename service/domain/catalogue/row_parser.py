"""One row of an upload: decoded by its type where it is right, field by field where it is not.

The type decides: the OpenAPI description is made from it too. A row that its decoder accepts can
only break the rules that no type can say (blank names, quantities, years). Any other row is read
field by field, so that all its faults are reported at once (contract §3.2). `row_parser_fast`
reads right rows quicker.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import astuple

from service.domain.catalogue.row_types import (
    FIELDS,
    ITEM_FIELDS,
    MAX_CAR_TEXT,
    MAX_CARS,
    MAX_ITEM_BYTES,
    TOO_LARGE,
    ConditionWord,
    FieldKind,
    FitRow,
    ItemField,
    ItemRow,
    ParsedRows,
    PlacedReason,
    Row,
    RowFault,
    find_size_fault,
    limit_reasons,
)
from service.domain.catalogue.sku import find_sku_fault, fold, has_control, tidy
from service.domain.json_bodies import (
    FieldFault,
    FieldReader,
    Fils,
    Year,
    make_integer_reader,
    make_text_reader,
    make_typed_reader,
)
from service.domain.money import MAX_FILS
from service.domain.quantity import QuantityFault, parse_milli
from service.domain.sentences import Sentence, message, prefix_field
from service.domain.texts import has_nul, is_blank

MAX_BRANCH = 60

_NULL = b"null"
_BLANK = message("must not be blank")
_REQUIRED = message("is required")
_NEEDS_QUANTITY = message("needs a quantity next to it, which replaces that level")
_NOT_AN_OBJECT = prefix_field("row", message("must be an object with at least a sku"))


SCALARS = len(FIELDS) - 1
"""The fields before `fit` in an item's values."""
_pick_texts = itemgetter(
    *[place for place, field in enumerate(ITEM_FIELDS.values()) if field.kind is FieldKind.TEXT and field.is_clearable]
)
_decode_row = msgspec.json.Decoder(ItemRow).decode
_decode_map = msgspec.json.Decoder(dict[str, Raw]).decode
_decode_list = msgspec.json.Decoder(list[Raw]).decode
_encode_fit = msgspec.json.Encoder().encode


def parse_rows(raws: list[Raw]) -> ParsedRows:
    """Reads an upload's rows, each on its own (contract §3.1). The bytes must be valid UTF-8."""
    unknown: dict[str, None] = {}
    rows = [parse_row(raw, unknown) for raw in raws]
    return ParsedRows(rows, list(unknown))


def parse_row(raw: Raw, unknown: dict[str, None]) -> Row | RowFault:
    """One row, or all its faults; names of unknown fields are added to `unknown`."""
    if has_nul(bytes(raw)):
        return _parse_by_field(raw, unknown)
    try:
        fields = _decode_row(raw)
    except (msgspec.DecodeError, RecursionError):
        return _parse_by_field(raw, unknown)
    return _check_row(fields, [])


def _parse_by_field(raw: Raw, unknown: dict[str, None]) -> Row | RowFault:
    try:
        members = _decode_map(raw)
    except (msgspec.DecodeError, RecursionError):
        return RowFault(None, (_NOT_AN_OBJECT,))
    faults: list[Sentence] = []
    values: dict[str, Any] = {}
    for name, value in members.items():
        read = _READERS.get(name)
        if read is None:
            unknown[name] = None
            continue
        try:
            values[name] = read(bytes(value), unknown)
        except FieldFault as fault:
            faults.extend(fault.list_faults(name))
    if "sku" not in members:
        faults.insert(0, prefix_field("sku", _REQUIRED))
    sku = values.setdefault("sku", "")
    return _check_row(ItemRow(**values), faults, sku_given=sku != "")


def _check_row(fields: ItemRow, faults: list[Sentence], *, sku_given: bool = True) -> Row | RowFault:
    """Applies the rules that the type cannot say. `faults` are those found so far."""
    sku = tidy(fields.sku)
    if sku_given and (fault := find_sku_fault(sku)):
        faults.append(prefix_field("sku", fault))
    elif not sku_given and not any(fault.gaps["field"] == "sku" for fault in faults):
        faults.append(prefix_field("sku", _BLANK))
    if fields.name is not UNSET and is_blank(fields.name):
        faults.append(prefix_field("name", _BLANK))
    branch = parse_branch(fields.branch, faults)
    milli = _parse_quantity("quantity", fields.quantity, faults)
    expected = _parse_quantity("expected_quantity", fields.expected_quantity, faults)
    if fields.expected_quantity is not UNSET and fields.quantity is UNSET:
        faults.append(prefix_field("expected_quantity", _NEEDS_QUANTITY))
    fit = encode_fit(fields.fit, faults)
    values = clear_blanks((sku, *astuple(fields)[1:SCALARS]))
    if not faults and (too_large := find_size_fault(values, fit)):
        faults.append(too_large)
    row = Row(fold(sku), (*values, fit), milli, branch, expected)
    if not faults:
        return row
    faulty = {fault.gaps["field"] for fault in faults}
    return RowFault(
        sku or None,
        tuple(faults),
        readable_row=None if "sku" in faulty else row,
        has_name=fields.name is not UNSET or "name" in faulty,
    )


def clear_blanks(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values before `fit`, null for blank texts: only optional ones can be blank here."""
    for text in _pick_texts(values):
        # The first character of most texts settles it.
        if text is not UNSET and text is not None and not text[:1].isalnum():
            return tuple([None if type(value) is str and is_blank(value) else value for value in values])
    return values


def parse_branch(branch: str | UnsetType, faults: list[Sentence]) -> str | None:
    """A branch's name as it is saved; what is wrong with it is added to `faults`."""
    if branch is UNSET:
        return None
    name = tidy(branch)
    if is_blank(name) or not fold(name):
        faults.append(prefix_field("branch", _BLANK))
    elif len(name) > MAX_BRANCH:
        too_long = message("must be at most {most} characters, this has {length}", most=MAX_BRANCH, length=len(name))
        faults.append(prefix_field("branch", too_long))
    elif has_control(name):
        faults.append(prefix_field("branch", message("must not hold control characters")))
    return name


def _parse_quantity(name: str, quantity: Raw | UnsetType, faults: list[Sentence]) -> int | None:
    if quantity is UNSET:
        return None
    try:
        return parse_milli(bytes(quantity))
    except QuantityFault as fault:
        faults.append(prefix_field(name, fault.sentence))
        return None


def encode_fit(fit: list[FitRow] | UnsetType | None, faults: list[Sentence]) -> str | UnsetType:
    """A list of cars as the JSON that is saved; what is wrong with it is added to `faults`."""
    if fit is UNSET:
        return UNSET
    if not fit:
        return "[]"
    placed: list[PlacedReason] = []
    for place, car in enumerate(fit):
        first, last = car.year_from, car.year_to
        # Checked here without a call, which two thousand cars an upload would feel.
        plain = car.make[:1].isalnum() and car.model[:1].isalnum()
        if not (plain and (first is None or last is None or first <= last)):
            placed.extend((f"[{place}]{part}", reason) for part, reason in _find_car_faults(car))
    faults.extend(prefix_field(f"fit{part}", reason) for part, reason in limit_reasons(placed))
    encoded = _encode_fit(fit)
    if len(encoded) > MAX_ITEM_BYTES:
        faults.append(prefix_field("fit", TOO_LARGE))
    return encoded.decode()


def _find_car_faults(car: FitRow) -> list[PlacedReason]:
    """The rules for one car that its type cannot say."""
    named = (("make", car.make), ("model", car.model))
    faults = [(f".{name}", _BLANK) for name, value in named if is_blank(value)]
    if car.year_from is not None and car.year_to is not None and car.year_from > car.year_to:
        late = message("must not be after year_to ({first} > {last})", first=car.year_from, last=car.year_to)
        faults.append((".year_from", late))
    return faults


def _read_quantity(token: bytes, _unknown: dict[str, None]) -> Raw:
    return Raw(token)


def _read_fit(token: bytes, unknown: dict[str, None]) -> list[FitRow] | None:
    if token == _NULL:
        return None
    try:
        entries = _decode_list(token)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FieldFault(message("must be an array of cars")) from error
    if len(entries) > MAX_CARS:
        raise FieldFault(message("must have at most {most} cars, this has {count}", most=MAX_CARS, count=len(entries)))
    cars = [_read_car(bytes(entry), unknown) for entry in entries]
    if any(reasons for _, reasons in cars):
        # These rules are checked together with the types, as the row is rejected anyway.
        every = [[*reasons, *_find_car_faults(car)] for car, reasons in cars]
        placed = limit_reasons(
            [(f"[{place}]{part}", reason) for place, car_reasons in enumerate(every) for part, reason in car_reasons]
        )
        raise FieldFault(*(reason for _, reason in placed), places=[place for place, _ in placed])
    return [car for car, _ in cars]


def _read_car(token: bytes, unknown: dict[str, None]) -> tuple[FitRow, list[PlacedReason]]:
    """One car and the faults of its types; what cannot be read has a harmless default."""
    stand_in: dict[str, Any] = {"make": "?", "model": "?"}
    try:
        members = _decode_map(token)
    except (msgspec.DecodeError, RecursionError):
        return FitRow(**stand_in), [("", message("must be an object with make and model"))]
    reasons: list[PlacedReason] = []
    values: dict[str, Any] = {}
    for name, value in members.items():
        read = _FIT_READERS.get(name)
        if read is None:
            unknown[f"fit.{name}"] = None
            continue
        try:
            values[name] = read(bytes(value), unknown)
        except FieldFault as fault:
            reasons.extend((f".{name}", reason) for reason in fault.reasons)
    reasons.extend((f".{name}", _REQUIRED) for name in ("make", "model") if name not in members)
    return FitRow(**{**stand_in, **values}), reasons


_TEXT = message("must be a text")
_TEXT_OR_NULL = message("must be a text or null")
_PRICE = message("must be an integer of 0 or more")
_YEAR = message("must be an integer from 0 to 9999")
_FLAG = message("must be true or false")
_CONDITION = message("must be one of new_oem, new_aftermarket, used, refurbished")


def _make_reader(field: ItemField) -> FieldReader:
    match field.kind:
        case FieldKind.TEXT if field.name == "sku":
            return make_typed_reader(str, _TEXT)
        case FieldKind.TEXT if field.is_clearable:
            return make_text_reader(str | None, _TEXT_OR_NULL, field.most)
        case FieldKind.TEXT:
            return make_text_reader(str, _TEXT, field.most)
        case FieldKind.CONDITION:
            return make_typed_reader(ConditionWord | None, _CONDITION)
        case FieldKind.PRICE:
            return make_integer_reader(Fils | None, _PRICE, MAX_FILS)
        case FieldKind.FLAG:
            return make_typed_reader(bool, _FLAG)
        case FieldKind.CARS:
            return _read_fit


_READERS: dict[str, FieldReader] = {
    **{name: _make_reader(field) for name, field in ITEM_FIELDS.items()},
    "quantity": _read_quantity,
    "branch": make_typed_reader(str, _TEXT),
    "expected_quantity": _read_quantity,
}
_FIT_READERS: dict[str, FieldReader] = {
    "make": make_text_reader(str, _TEXT, MAX_CAR_TEXT),
    "model": make_text_reader(str, _TEXT, MAX_CAR_TEXT),
    "year_from": make_integer_reader(Year | None, _YEAR),
    "year_to": make_integer_reader(Year | None, _YEAR),
}
