"""What every upstream answer is decoded with: text made safe, quantities, vehicles, one fault."""

from __future__ import annotations

import unicodedata
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from service.domain.errors import BadRequest
from service.domain.json_bodies import decode_body
from service.domain.marketplace.orders import Vehicle
from service.domain.quantity import QuantityFault, parse_milli
from service.domain.sentences import Sentence, message, prefix_field, verbatim
from service.link.link_errors import NotUnderstood
from service.link.lone_surrogates import replace_lone_surrogates

_LONGEST_TEXT = 500
T = TypeVar("T")


class FarVehicle(Struct):
    """A car as the marketplace writes it."""

    make: str
    model: str
    year: int | None = None


def clean(text: str, most: int = _LONGEST_TEXT) -> str:
    """An upstream text without characters that could deceive a terminal or a reader, and not too
    long.
    """
    plain = "".join(" " if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") else char for char in text)
    return " ".join(plain.split())[:most]


def decode_answer(body: bytes, decoder: msgspec.json.Decoder[T], what: Sentence) -> T:
    """Decodes a body or a part of one; `what` is named in the fault. Raises NotUnderstood."""
    try:
        return decode_body(replace_lone_surrogates(body), decoder, "The answer")
    except (msgspec.ValidationError, BadRequest) as error:
        raise make_fault(what, verbatim(clean(str(error)))) from error


def make_fault(what: Sentence, fault: Sentence) -> NotUnderstood:
    """The error for an answer that cannot be read."""
    return NotUnderstood(message("The marketplace's {what} cannot be understood: {fault}.", what=what, fault=fault))


def read_milli(place: str, token: Raw) -> int:
    """A quantity in thousandths. Raises NotUnderstood."""
    try:
        return parse_milli(bytes(token))
    except QuantityFault as fault:
        raise make_fault(message("answer"), prefix_field(place, fault.sentence)) from fault


def read_vehicle(vehicle: FarVehicle) -> Vehicle:
    """The same car, without a year that is none."""
    year = vehicle.year if vehicle.year is not None and 0 <= vehicle.year <= 9999 else None
    return Vehicle(clean(vehicle.make, 200), clean(vehicle.model, 200), year)
