"""One row of an upload: decoded by its type where it is right, field by field where it is not.

The type is the truth: the OpenAPI description is made from it too. A row that its decoder takes is
right but for the rules that no type can say (blank names, quantities, years); any other row is taken
apart, so that all its faults are told at once (CONTRACT.md section 3). Most rows are right, and are
known for it quickly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field
from msgspec.structs import asdict, astuple

from service.domain.fields import FieldFault, Fils, Reader, Year, integer, typed
from service.domain.money import MAX_FILS
from service.domain.quantity import QuantityFault, milli_from_token
from service.domain.row_types import FIELDS, ConditionWord, FitRow, ItemRow, ParsedRows, Row, RowFault
from service.domain.sentences import Sentence, of_field, say
from service.domain.sku import MAX_SKU, fold, has_control, sku_fault, tidy

MAX_BRANCH = 60

_NULL = b"null"
_NOT_GIVEN = Raw()
_BLANK = say("must not be blank")
_REQUIRED = say("is required")
_NO_OBJECT = of_field("row", say("must be an object with at least a sku"))

Placed = tuple[str, Sentence]
"""Where inside a field, such as `.make`, and why."""


class _QuickRow(ItemRow, forbid_unknown_fields=True, gc=False):
    """A row whose cars are not looked into: most lists of cars are those of another part too."""

    fit: Raw = field(default_factory=Raw)  # type: ignore[assignment]


class _Body(Struct, forbid_unknown_fields=True):
    items: list[_QuickRow]


_LARGE, _MOST_OBJECTS = 1024 * 1024, 10_000
_KNOWN_FIT = 1_000
_SCALARS = len(FIELDS) - 1
_decode_body = msgspec.json.Decoder(_Body).decode
_decode_quick = msgspec.json.Decoder(_QuickRow).decode
_decode_row = msgspec.json.Decoder(ItemRow).decode
_decode_cars = msgspec.json.Decoder(list[FitRow] | None).decode
_decode_map = msgspec.json.Decoder(dict[str, Raw]).decode
_decode_list = msgspec.json.Decoder(list[Raw]).decode
_encode_fit = msgspec.json.Encoder().encode


def parse_rows(raws: list[Raw]) -> ParsedRows:
    """Takes an upload's rows apart, each on its own (SPEC.md section 4.2). The bytes are known to be valid UTF-8."""
    unknown: dict[str, None] = {}
    rows = [_parse(raw, unknown) for raw in raws]
    return ParsedRows(rows, list(unknown))


def parse_body(body: bytes, most: int) -> ParsedRows | None:
    """The rows of an upload's body in one go, where it is right by its types; None for any other.

    What is wrong there is found out row by row. One of more rows than `most`, or of very many objects, is not tried.
    """
    if len(body) > _LARGE and body.count(b"{") > _MOST_OBJECTS:
        return None
    try:
        rows = _decode_body(body).items
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if len(rows) > most:
        return None
    return ParsedRows([_right(row) or _parse_slowly(_raw_of(row), {}) for row in rows], [])


def _raw_of(row: _QuickRow) -> Raw:
    given = {name: value for name, value in asdict(row).items() if value is not UNSET and value != _NOT_GIVEN}
    return Raw(msgspec.json.encode(given))


def _parse(raw: Raw, unknown: dict[str, None]) -> Row | RowFault:
    try:
        quick = _right(_decode_quick(raw))
    except (msgspec.DecodeError, RecursionError):
        quick = None
    return quick or _parse_slowly(raw, unknown)


def _right(fields: _QuickRow) -> Row | None:
    """The row when it is plain that nothing is wrong with it."""
    sku = tidy(fields.sku)
    token, cars = bytes(fields.quantity), bytes(fields.fit)
    if not (0 < len(sku) <= MAX_SKU and sku.isprintable()) or (fields.name is not UNSET and not fields.name.strip()):
        return None
    faults: list[Sentence] = []
    branch = None if fields.branch is UNSET else _branch(fields.branch, faults)
    try:
        milli = milli_from_token(token) if token else None
        fit = UNSET if not cars else _fit_text(cars) if len(cars) <= _KNOWN_FIT else _fit_text.__wrapped__(cars)
    except (QuantityFault, _FitFault, msgspec.DecodeError, RecursionError):
        return None
    return None if faults else Row(fold(sku), (sku, *astuple(fields)[1:_SCALARS], fit), milli, branch)


class _FitFault(Exception):
    """A list of cars that breaks a rule."""


@lru_cache(maxsize=2_000)
def _fit_text(cars: bytes) -> str | UnsetType:
    """A list of cars as it is kept."""
    faults: list[Sentence] = []
    text = _fit_json(_decode_cars(cars), faults)
    if faults:
        raise _FitFault
    return text


def _parse_slowly(raw: Raw, unknown: dict[str, None]) -> Row | RowFault:
    try:
        fields = _decode_row(raw)
    except (msgspec.DecodeError, RecursionError):
        return _parse_by_field(raw, unknown)
    return _checked(fields, [])


def _parse_by_field(raw: Raw, unknown: dict[str, None]) -> Row | RowFault:
    try:
        members = _decode_map(raw)
    except (msgspec.DecodeError, RecursionError):
        return RowFault(None, (_NO_OBJECT,))
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
            faults.extend(fault.faults(name))
    if "sku" not in members:
        faults.insert(0, of_field("sku", _REQUIRED))
    sku = values.setdefault("sku", "")
    return _checked(ItemRow(**values), faults, sku_given=sku != "")


def _checked(fields: ItemRow, faults: list[Sentence], *, sku_given: bool = True) -> Row | RowFault:
    """Applies the rules that the type cannot say; `faults` are those found so far."""
    sku = tidy(fields.sku)
    if sku_given and (fault := sku_fault(sku)):
        faults.append(of_field("sku", fault))
    elif not sku_given and not any(fault.gaps["field"] == "sku" for fault in faults):
        faults.append(of_field("sku", _BLANK))
    if fields.name is not UNSET and not fields.name.strip():
        faults.append(of_field("name", _BLANK))
    branch = _branch(fields.branch, faults)
    milli = _milli(fields.quantity, faults)
    fit = _fit_json(fields.fit, faults)
    row = Row(fold(sku), (sku, *astuple(fields)[1:_SCALARS], fit), milli, branch)
    if not faults:
        return row
    told = {fault.gaps["field"] for fault in faults}
    return RowFault(
        sku or None,
        tuple(faults),
        rest=None if "sku" in told else row,
        named=fields.name is not UNSET or "name" in told,
    )


def _branch(branch: str | UnsetType, faults: list[Sentence]) -> str | None:
    if branch is UNSET:
        return None
    name = tidy(branch)
    if not name:
        faults.append(of_field("branch", _BLANK))
    elif len(name) > MAX_BRANCH:
        too_long = say("must be at most {most} characters, this has {length}", most=MAX_BRANCH, length=len(name))
        faults.append(of_field("branch", too_long))
    elif has_control(name):
        faults.append(of_field("branch", say("must not hold control characters")))
    return name


def _milli(quantity: Raw, faults: list[Sentence]) -> int | None:
    token = bytes(quantity)
    if not token:
        return None
    try:
        return milli_from_token(token)
    except QuantityFault as fault:
        faults.append(of_field("quantity", fault.sentence))
        return None


def _fit_json(fit: list[FitRow] | UnsetType | None, faults: list[Sentence]) -> str | UnsetType:
    if fit is UNSET:
        return UNSET
    if not fit:
        return "[]"
    for place, car in enumerate(fit):
        first, last = car.year_from, car.year_to
        # Looked at here and told there: two thousand calls an upload would be felt.
        if not (car.make.strip() and car.model.strip() and (first is None or last is None or first <= last)):
            faults.extend(of_field(f"fit[{place}]{part}", reason) for part, reason in _car_faults(car))
    return _encode_fit(fit).decode()


def _car_faults(car: FitRow) -> list[Placed]:
    """The rules for one car that its type cannot say."""
    named = (("make", car.make), ("model", car.model))
    faults = [(f".{name}", _BLANK) for name, value in named if not value.strip()]
    if car.year_from is not None and car.year_to is not None and car.year_from > car.year_to:
        late = say("must not be after year_to ({first} > {last})", first=car.year_from, last=car.year_to)
        faults.append((".year_from", late))
    return faults


def _quantity(token: bytes, _unknown: dict[str, None]) -> Raw:
    return Raw(token)


def _fit(token: bytes, unknown: dict[str, None]) -> list[FitRow] | None:
    if token == _NULL:
        return None
    try:
        entries = _decode_list(token)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FieldFault(say("must be an array of cars")) from error
    cars = [_car(bytes(entry), unknown) for entry in entries]
    if any(reasons for _, reasons in cars):
        # The rules are told along with the types here, as the row goes no further.
        every = [[*reasons, *_car_faults(car)] for car, reasons in cars]
        placed = [(f"[{place}]{part}", reason) for place, told in enumerate(every) for part, reason in told]
        raise FieldFault(*(reason for _, reason in placed), places=[place for place, _ in placed])
    return [car for car, _ in cars]


def _car(token: bytes, unknown: dict[str, None]) -> tuple[FitRow, list[Placed]]:
    """One car and what its types are at fault; what could not be read has a stand-in that breaks no rule."""
    stand_in: dict[str, Any] = {"make": "?", "model": "?"}
    try:
        members = _decode_map(token)
    except (msgspec.DecodeError, RecursionError):
        return FitRow(**stand_in), [("", say("must be an object with make and model"))]
    reasons: list[Placed] = []
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


_TEXT = say("must be a text")
_TEXT_OR_NULL = say("must be a text or null")
_PRICE = say("must be an integer of 0 or more")
_YEAR = say("must be an integer from 0 to 9999")
_FLAG = say("must be true or false")
_CONDITION = say("must be one of new_oem, new_aftermarket, used, refurbished")

_READERS: dict[str, Reader] = {
    "sku": typed(str, _TEXT),
    "name": typed(str, _TEXT),
    "name_ar": typed(str | None, _TEXT_OR_NULL),
    "oem_number": typed(str | None, _TEXT_OR_NULL),
    "brand": typed(str | None, _TEXT_OR_NULL),
    "category": typed(str | None, _TEXT_OR_NULL),
    "condition": typed(ConditionWord | None, _CONDITION),
    "price_fils": integer(Fils | None, _PRICE, MAX_FILS),
    "wholesale_price_fils": integer(Fils | None, _PRICE, MAX_FILS),
    "online_price_fils": integer(Fils | None, _PRICE, MAX_FILS),
    "list_on_marketplace": typed(bool, _FLAG),
    "active": typed(bool, _FLAG),
    "fit": _fit,
    "quantity": _quantity,
    "branch": typed(str, _TEXT),
}
_FIT_READERS: dict[str, Reader] = {
    "make": typed(str, _TEXT),
    "model": typed(str, _TEXT),
    "year_from": integer(Year | None, _YEAR),
    "year_to": integer(Year | None, _YEAR),
}
