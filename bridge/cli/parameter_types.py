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
from service.domain.money import MAX_FILS, format_bhd
from service.domain.quantity import QuantityFault, convert_decimal
from service.domain.times import Millis, parse_moment

_DIGITS, _TWO = 16, 2
_NUMBER = re.compile(r"-?\d{1,20}(?:\.\d{1,20})?", re.ASCII)
_RATE = re.compile(r"\d{1,3}(?:\.\d{1,2})?", re.ASCII)
_PRICE = re.compile(r"\d{1,16}(?:\.\d{1,3})?", re.ASCII)
_STATUS = re.compile(r"[1-5]\d\d", re.ASCII)
_STATUS_CLASS = re.compile(r"([245])xx", re.IGNORECASE)
_LARGEST_FILE = 16 * 1024 * 1024


class ReferenceType(click.ParamType[str]):
    """An id or a name, as typed."""

    name = "id or name"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        written = str(value).strip()
        if not written:
            self.fail("Give an id or a name.", param, ctx)
        return written


REFERENCE = ReferenceType()


def reference_argument(name: str) -> Callable[..., Any]:
    """An argument that is an id or a name."""
    return click.argument(name, metavar="ID|NAME", type=REFERENCE)


class Numbered(Protocol):
    """A thing with an id."""

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


class QuantityType(click.ParamType[int]):
    """A number of units as typed, exactly, in thousandths."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        written = str(value).strip()
        if not _NUMBER.fullmatch(written):
            self.fail(f"{written!r} is no quantity; write it like 12 or 0.5.", param, ctx)
        try:
            return convert_decimal(Decimal(written))
        except QuantityFault as fault:
            self.fail(f"{written} {fault}.", param, ctx)


class PriceType(click.ParamType["int | None"]):
    """An amount in BHD as typed, exactly, in fils; `none` is no price."""

    name = "price"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value is None or isinstance(value, int):
            return value
        written = str(value).strip()
        if written.lower() == "none":
            return None
        if not _PRICE.fullmatch(written):
            self.fail(f"{written!r} is no price; write BHD like 12.500, or none.", param, ctx)
        fils = int(Decimal(written).scaleb(3))
        if fils > MAX_FILS:
            self.fail(f"{written} is more than BHD {format_bhd(MAX_FILS)}.", param, ctx)
        return fils


class RateType(click.ParamType[int]):
    """A percentage of 0 or more as typed, in hundredths."""

    name = "percentage"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        written = str(value).strip().removesuffix("%").strip()
        if not _RATE.fullmatch(written):
            self.fail(f"{written!r} is no percentage; write it like 10 or 7.5.", param, ctx)
        return int(Decimal(written).scaleb(2))


class MomentType(click.ParamType[Millis]):
    """A date or time; without an offset it is local."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Millis:
        if isinstance(value, int):
            return value
        try:
            return parse_moment(str(value))
        except BadRequest as fault:
            self.fail(f"{fault.message}.", param, ctx)


class DayType(click.ParamType[date]):
    """A calendar day, without a time, of a year whose moments every computer can compute."""

    name = "day"
    _years = range(1971, 9999)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            day = date.fromisoformat(str(value).strip())
        except ValueError:
            day = None
        if day is None or day.year not in self._years:
            self.fail(f"{str(value)!r} is no day; write it like 2027-01-31.", param, ctx)
        return day


NOTED = 1
"""The value of `noted` among statuses: calls with notes or rejected rows. No class has it."""


class StatusType(click.ParamType[int]):
    """An HTTP status (404), a class of them (4xx, stored as 4), or `noted`."""

    name = "status"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        written = str(value).strip()
        if written.lower() == "noted":
            return NOTED
        if _STATUS.fullmatch(written):
            return int(written)
        match = _STATUS_CLASS.fullmatch(written)
        if match is None:
            self.fail(f"{written!r} is no status; write one like 404, or 2xx, 4xx, 5xx or noted.", param, ctx)
        return int(match[1])


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


QUANTITY = QuantityType()
PRICE = PriceType()
RATE = RateType()
MOMENT = MomentType()
DAY = DayType()
STATUS = StatusType()
ON_OFF = OnOffType(["on", "off"], case_sensitive=False)
LIMIT = NumberType(1, 2**31)
PORT = NumberType(0, 65535)
KEY_ID = NumberType(1, 2**53)
FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
NEW_FILE = click.Path(path_type=Path, dir_okay=False)

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
