"""One JSON value read as a field, with the sentence for a value of the wrong type (CONTRACT.md section 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.domain.money import MAX_FILS

Fils = Annotated[int, Meta(ge=0, le=MAX_FILS)]
Year = Annotated[int, Meta(ge=0, le=9999)]

_NUMBER = re.compile(rb"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_LONGEST_NUMBER = 400

Reader = Callable[[bytes, dict[str, None]], Any]
"""Reads a token; names of fields that nobody knows go into the second argument. Raises FieldFault."""


class FieldFault(ValueError):
    """Why a field may not be saved; nested faults carry their own place."""

    def __init__(self, *reasons: str, nested: bool = False) -> None:
        super().__init__(*reasons)
        self.reasons = reasons
        self.nested = nested

    def faults(self, name: str) -> list[str]:
        return [f"{name}{reason}" if self.nested else f"{name}: {reason}" for reason in self.reasons]


def typed(kind: object, reason: str) -> Reader:
    decode = msgspec.json.Decoder(kind).decode

    def read(token: bytes, _unknown: dict[str, None]) -> object:
        try:
            return decode(token)
        except (msgspec.DecodeError, RecursionError) as error:
            raise FieldFault(reason) from error

    return read


def _exceeds(digits: bytes, limit: int) -> bool:
    return len(digits) > len(str(limit)) or int(digits) > limit


def integer(kind: object, reason: str, too_large: int | None = None) -> Reader:
    read_typed = typed(kind, reason)

    def read(token: bytes, unknown: dict[str, None]) -> object:
        integral = integral_token(token)
        if too_large is not None and integral.isdigit() and _exceeds(integral, too_large):
            raise FieldFault(f"must be at most {too_large}")
        return read_typed(integral, unknown)

    return read


def integral_token(token: bytes) -> bytes:
    """`5.0` and `5e0` as `5`; any other token as it is (CONTRACT.md section 3: integral value is enough)."""
    if token.isdigit() or not _NUMBER.fullmatch(token) or len(token) > _LONGEST_NUMBER:
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
