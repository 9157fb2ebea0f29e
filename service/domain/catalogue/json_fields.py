"""Reads one JSON value as a field, or says why its type is wrong (contract §3.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.domain.money import MAX_FILS
from service.domain.sentences import Sentence, message, prefix_field

Fils = Annotated[int, Meta(ge=0, le=MAX_FILS)]
Year = Annotated[int, Meta(ge=0, le=9999)]

_NUMBER = re.compile(rb"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_MAX_NUMBER_LENGTH = 400

FieldReader = Callable[[bytes, dict[str, None]], Any]
"""Reads a token; names of fields that nobody knows go into the second
argument. Raises FieldFault.
"""


class FieldFault(ValueError):
    """Why a field cannot be saved. Faults inside it carry their `places`, such as `[0].make`."""

    def __init__(self, *reasons: Sentence, places: Sequence[str] = ()) -> None:
        super().__init__(*map(str, reasons))
        self.reasons = reasons
        self._places = places or [""] * len(reasons)

    def list_faults(self, name: str) -> list[Sentence]:
        return [
            prefix_field(f"{name}{place}", reason) for place, reason in zip(self._places, self.reasons, strict=True)
        ]


def make_typed_reader(kind: object, reason: Sentence) -> FieldReader:
    decode = msgspec.json.Decoder(kind).decode

    def read(token: bytes, _unknown: dict[str, None]) -> object:
        try:
            return decode(token)
        except (msgspec.DecodeError, RecursionError) as error:
            raise FieldFault(reason) from error

    return read


def make_text_reader(kind: object, reason: Sentence, most: int) -> FieldReader:
    """Makes a reader for texts of at most `most` characters."""
    read_typed = make_typed_reader(kind, reason)

    def read(token: bytes, unknown: dict[str, None]) -> object:
        text = read_typed(token, unknown)
        if isinstance(text, str) and len(text) > most:
            raise FieldFault(
                message("must be at most {most} characters, this has {length}", most=most, length=len(text))
            )
        return text

    return read


def _exceeds(digits: bytes, limit: int) -> bool:
    return len(digits) > len(str(limit)) or int(digits) > limit


def make_integer_reader(kind: object, reason: Sentence, too_large: int | None = None) -> FieldReader:
    read_typed = make_typed_reader(kind, reason)

    def read(token: bytes, unknown: dict[str, None]) -> object:
        integral = normalize_integral(token)
        if too_large is not None and integral.isdigit() and _exceeds(integral, too_large):
            raise FieldFault(message("must be at most {most}", most=too_large))
        return read_typed(integral, unknown)

    return read


def normalize_integral(token: bytes) -> bytes:
    """Writes `5.0` and `5e0` as `5` and leaves any other token as it is: an integral value is
    enough (contract §3.2).
    """
    if token.isdigit() or not _NUMBER.fullmatch(token) or len(token) > _MAX_NUMBER_LENGTH:
        return token
    try:
        number = Decimal(token.decode("ascii"))
    except InvalidOperation:
        return token
    if not number:
        return b"0"
    if number.adjusted() > len(str(MAX_FILS)) or number != number.to_integral_value():
        return token
    return str(int(number)).encode("ascii")
