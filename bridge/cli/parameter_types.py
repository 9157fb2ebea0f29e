"""The types of options: what may be typed, and its exact value."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from service.domain.catalogue.sku import fold
from service.domain.errors import BadRequest, NotFound
from service.domain.export_table import TableFormat
from service.domain.money import MAX_FILS, format_bhd
from service.domain.quantity import QuantityFault, convert_decimal
from service.domain.times import parse_moment

_DIGITS, _TWO = 16, 2
_NUMBER = re.compile(r"-?\d{1,20}(?:\.\d{1,20})?", re.ASCII)
_PRICE = re.compile(r"\d{1,16}(?:\.\d{1,3})?", re.ASCII)
_STATUS = re.compile(r"([1-5]\d\d)|([245])xx", re.IGNORECASE | re.ASCII)
_YEARS = range(1971, 9999)
NONE = "none"
T = TypeVar("T")
_LARGEST_FILE = 16 * 1024 * 1024


class Typed(click.ParamType[T]):
    """A value as it is typed. `parse` raises ValueError or BadRequest with what is wrong."""

    def __init__(self, name: str, parse: Callable[[str], T], *, strips: bool = True) -> None:
        """`strips`: spaces around it do not count."""
        self.name, self._parse, self._strips = name, parse, strips

    def convert(self, value: T | str, param: click.Parameter | None, ctx: click.Context | None) -> T:
        if not isinstance(value, str):
            return value
        try:
            return self._parse(value.strip() if self._strips else value)
        except BadRequest as fault:
            self.fail(f"{fault.message}.", param, ctx)
        except ValueError as fault:
            self.fail(str(fault), param, ctx)


def _parse_reference(text: str) -> str:
    if not text:
        raise ValueError("Give an id or a name.")
    return text


REFERENCE = Typed("id or name", _parse_reference)


def reference_argument(name: str) -> Callable[..., Any]:
    """An argument that is an id or a name."""
    return click.argument(name, metavar="ID|NAME", type=REFERENCE)


class Numbered(Protocol):
    @property
    def id(self) -> int: ...


N = TypeVar("N", bound=Numbered)


def find_one(text: str, known: Iterable[tuple[N, str]], *, kind: str, listing: str) -> N:
    """The one that `text` names: by its id first, then by a name, in any case.

    Raises NotFound, and BadRequest where several have the name.
    """
    pairs = list(known)
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else 0
    found = {one.id: one for one, _ in pairs if one.id == number} or {
        one.id: one for one, name in pairs if name and fold(name) == fold(text)
    }
    if not found:
        raise NotFound(f"There is no {kind} {number or repr(text)} here; `{listing}` shows them.")
    if len(found) > 1:
        ids, word = _join(sorted(found)), "both" if len(found) == _TWO else "all"
        raise BadRequest(f"The ids {ids} are {word} named {text}; give the id of the {kind} that you mean.")
    return next(iter(found.values()))


def _join(numbers: Sequence[int]) -> str:
    *first, last = (str(one) for one in numbers)
    return f"{', '.join(first)} and {last}"


def parse_quantity(text: str) -> int:
    """A number of units, exactly, in thousandths."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is no quantity; write it like 12 or 0.5.")
    try:
        return convert_decimal(Decimal(text))
    except QuantityFault as fault:
        raise ValueError(f"{text} {fault}.") from fault


def _parse_price(text: str) -> int | None:
    """An amount in BHD, exactly, in fils; `none` is no price."""
    if text.lower() == NONE:
        return None
    if not _PRICE.fullmatch(text):
        raise ValueError(f"{text!r} is no price; write BHD like 12.500, or none.")
    fils = int(Decimal(text).scaleb(3))
    if fils > MAX_FILS:
        raise ValueError(f"{text} is more than BHD {format_bhd(MAX_FILS)}.")
    return fils


def make_percent(pattern: str, example: str) -> Typed[int]:
    """A percentage in hundredths."""

    def parse(text: str) -> int:
        number = text.removesuffix("%").strip()
        if not re.fullmatch(pattern, number, re.ASCII):
            raise ValueError(f"{number!r} is no percentage; write it like {example}.")
        return int(Decimal(number).scaleb(2))

    return Typed("percentage", parse)


def _parse_day(text: str) -> date:
    """A calendar day, without a time, of a year whose moments every computer can compute."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.year not in _YEARS:
        raise ValueError(f"{text!r} is no day; write it like 2027-01-31.")
    return day


NOTED = 1
"""The value of `noted` among statuses: calls with notes or rejected rows. No class has it."""


def _parse_status(text: str) -> int:
    """An HTTP status (404), a class of them (4xx, as 4), or `noted`."""
    match = _STATUS.fullmatch(text)
    if text.lower() == "noted":
        return NOTED
    if match is None:
        raise ValueError(f"{text!r} is no status; write one like 404, or 2xx, 4xx, 5xx or noted.")
    return int(match[1] or match[2])


class NumberType(click.IntRange):
    """A whole number within bounds, with the bounds in words."""

    name = "whole number"

    def _describe_range(self) -> str:
        return f"{self.min} to {self.max}"


class OnOffType(click.Choice[str]):
    """`on` or `off`, in any case, as a boolean."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        return value if isinstance(value, bool) else super().convert(value, param, ctx) == "on"


class EnumType(click.Choice[str]):
    """One of the members of an enumeration, typed as its value."""

    def __init__(self, members: Iterable[Enum]) -> None:
        self._members = {str(member.value): member for member in members}
        super().__init__(list(self._members))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        return value if isinstance(value, Enum) else self._members[super().convert(value, param, ctx)]


UNITS = Typed("number", parse_quantity)
PRICE = Typed("price", _parse_price)
RATE = make_percent(r"\d{1,3}(?:\.\d{1,2})?", "10 or 7.5")
MOMENT = Typed("time", parse_moment)
"""A date or time; without an offset it is local."""
DAY = Typed("day", _parse_day)
STATUS = Typed("status", _parse_status)
ON_OFF = OnOffType(["on", "off"], case_sensitive=False)
LIMIT = NumberType(1, 2**31)
PORT = NumberType(0, 65535)
KEY_ID = NumberType(1, 2**53)
FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
NEW_FILE = click.Path(path_type=Path, dir_okay=False)

format_option = click.option("--format", "form", type=EnumType(TableFormat), help="In place of the file's ending.")
limit_option = click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
since_option = click.option("--since", type=MOMENT, metavar="T", help="Only since this time: local, or with Z in UTC.")
until_option = click.option("--until", type=MOMENT, metavar="T", help="Only before this time.")


def read_input(path: Path) -> bytes:
    """A file's bytes, or with `-` those of standard input. Raises BadRequest if it is too large."""
    if str(path) == "-":
        body = sys.stdin.buffer.read(_LARGEST_FILE + 1)
    else:
        with path.open("rb") as file:
            body = file.read(_LARGEST_FILE + 1)
    if len(body) > _LARGEST_FILE:
        raise BadRequest(f"{path} is larger than 16 MiB; an order or request is a small JSON object.")
    return body.removeprefix(b"\xef\xbb\xbf")
