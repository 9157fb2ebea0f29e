"""JSON that others send: decoded strictly, its faults named, its numbers read exactly."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, ValidationError

from service.domain.errors import BadRequest
from service.domain.money import MAX_FILS
from service.domain.sentences import Sentence, message, prefix_field
from service.domain.texts import NUL_FAULT, has_nul

MAX_BODY_BYTES = 2_097_152
"""Of a call (contract §2.4)."""

Fils = Annotated[int, Meta(ge=0, le=MAX_FILS)]
Year = Annotated[int, Meta(ge=0, le=9999)]

_NUMBER = re.compile(rb"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_MAX_NUMBER_LENGTH = 400

FieldReader = Callable[[bytes, dict[str, None]], Any]
"""Reads a token; unknown fields' names go into the second argument. Raises FieldFault."""
T = TypeVar("T")

_BYTE = re.compile(r" \(byte (\d+)\)")
_BREAK = re.compile(r"\r\n|\r|\n")
_LONE_SURROGATE = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])")
_decode_members = msgspec.json.Decoder(dict[str, Raw]).decode
_check_syntax = msgspec.json.Decoder(Raw).decode


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
    """Makes a reader for texts of at most `most` characters, without U+0000."""
    read_typed = make_typed_reader(kind, reason)

    def read(token: bytes, unknown: dict[str, None]) -> object:
        text = read_typed(token, unknown)
        if isinstance(text, str) and "\0" in text:
            raise FieldFault(NUL_FAULT)
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
    """`5.0` and `5e0` as `5`: an integral value is enough (contract §3.2). Others stay."""
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


def decode_body(body: bytes, decoder: msgspec.json.Decoder[T], what: str, *, has_rows: bool = False) -> T:
    """The body as its type. Raises BadRequest if `what` is not JSON or has U+0000, ValidationError
    if its shape is wrong. Rows answer for their own texts.
    """
    try:
        body.decode("utf-8")
        decoded = decoder.decode(body)
    except ValidationError:
        # The decoder stops at the first value of a wrong type, and the text after it may not be
        # JSON at all.
        if (reason := find_json_fault(body)) is not None:
            raise BadRequest(f"{what} is not JSON: {reason}.") from None
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"{what} is not JSON: {find_json_fault(body) or error}.") from error
    if not has_rows and has_nul(body):
        raise BadRequest(f"{what} has the character U+0000 in a text; send it without.")
    return decoded


def find_unknown_members(body: bytes, known: Collection[str]) -> list[str]:
    """Names of an object's members that mean nothing; none where the body is no object."""
    try:
        members = _decode_members(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return []
    return [name for name in members if name not in known]


def find_json_fault(body: bytes) -> str | None:
    """Why a body is not JSON, with line and column, both counted from 1; None where it is JSON."""
    if not body.strip():
        return "it is empty"
    if body.startswith(codecs.BOM_UTF8):
        return "it begins with a byte order mark; send it without"
    try:
        body.decode("utf-8")
        _check_syntax(body)
    except UnicodeDecodeError as error:
        return f"not UTF-8 at {_describe_position(body, error.start)}"
    except RecursionError:
        return "it is nested too deeply"
    except msgspec.DecodeError as error:
        return _describe_malformed(body, str(error))
    return None


def _describe_malformed(body: bytes, words: str) -> str:
    match = _BYTE.search(words)
    if match is not None:
        reason = _BYTE.sub("", words).removeprefix("JSON is malformed: ")
        # Of what follows a whole value the decoder has read one byte.
        offset = int(match.group(1)) - (reason == "trailing characters")
        return f"{reason} at {_describe_position(body, offset)}"
    surrogate = _LONE_SURROGATE.search(body)
    if surrogate is not None:
        return f"half a surrogate pair at {_describe_position(body, surrogate.start())}"
    return f"it ends too early, at {_describe_position(body, len(body))}"


def _describe_position(body: bytes, offset: int) -> str:
    """Line and column of a byte; columns count characters. Inside a character it is that one's."""
    before = body[:offset].decode("utf-8", "ignore")
    lines = _BREAK.split(before)
    return f"line {len(lines)}, column {len(lines[-1]) + 1}"
