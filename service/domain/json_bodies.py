"""Decodes JSON from other systems by its type, and tells text that is not JSON from JSON of another
shape.

contract §2.4: NaN, Infinity and lone surrogates are not JSON.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection
from typing import TypeVar

import msgspec
from msgspec import Raw, ValidationError

from service.domain.errors import BadRequest

T = TypeVar("T")

_BYTE = re.compile(r" \(byte (\d+)\)")
_BREAK = re.compile(r"\r\n|\r|\n")
_LONE_SURROGATE = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])")
_decode_members = msgspec.json.Decoder(dict[str, Raw]).decode
_check_syntax = msgspec.json.Decoder(Raw).decode


def decode_body(body: bytes, decoder: msgspec.json.Decoder[T], what: str) -> T:
    """The body as its type. Raises BadRequest if `what` is not JSON, ValidationError if its shape
    is wrong.
    """
    try:
        body.decode("utf-8")
        return decoder.decode(body)
    except ValidationError:
        # The decoder stops at the first value of a wrong type, and the text after it may not be
        # JSON at all.
        if (reason := find_json_fault(body)) is not None:
            raise BadRequest(f"{what} is not JSON: {reason}.") from None
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"{what} is not JSON: {find_json_fault(body) or error}.") from error


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
