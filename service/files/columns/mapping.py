"""Which column feeds which field, and how values are read; stored per source as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from service.domain.pull.pull_choices import BASE_UNIT, FileForm
from service.domain.sentences import Sentence
from service.files.file_errors import FileError
from service.files.source import Kind
from service.files.values.options import Options


@dataclass(frozen=True, slots=True)
class Bound:
    """A column feeds a field."""

    field: str
    column: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """A field has one value in the whole file, written like a cell."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class BranchColumn:
    column: str
    branch: str


@dataclass(frozen=True, slots=True)
class FitRule:
    """Where a part's cars come from, if the owner wants it: columns, or "Corolla 2014-2019"."""

    make: str | None = None
    model: str | None = None
    year_from: str | None = None
    year_to: str | None = None
    text: str | None = None
    fixed_make: str | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        named = (self.make, self.model, self.year_from, self.year_to, self.text)
        return tuple(column for column in named if column is not None)


@dataclass(frozen=True, slots=True)
class Carry:
    """Columns whose blank cells take the value of the row above while `key` stays the same."""

    key: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """What feeds what, by column name, so that the order of the columns does not matter."""

    columns: tuple[Bound, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    branches: tuple[BranchColumn, ...] = ()
    fit: FitRule | None = None
    carry: Carry | None = None
    unit: str | None = None

    branch_names: tuple[BranchColumn, ...] = ()
    """Names in the branch column (`column`) that mean a branch with another name."""
    currency: str | None = None
    price_per: str | None = None
    """Columns that say of which currency a price is, and of how many pieces: a price of another
    currency, or of several pieces, is not read.
    """

    repeats: str = ""
    """Which of several rows of a part count."""

    def column_of(self, field: str) -> str | None:
        return next((bound.column for bound in self.columns if bound.field == field), None)

    def named_columns(self) -> tuple[str, ...]:
        """Every column that the file must have."""
        fit = () if self.fit is None else self.fit.columns
        carried = () if self.carry is None else (self.carry.key, *self.carry.columns)
        # A unit that decides nothing may be missing.
        unit = (self.unit,) if self.repeats.startswith(BASE_UNIT) else ()
        named = [
            *unit,
            *(bound.column for bound in self.columns),
            *(branch.column for branch in self.branches),
            *fit,
            *carried,
        ]
        return tuple(dict.fromkeys(name for name in named if name is not None))


@dataclass(frozen=True, slots=True)
class Remembered:
    """All that is decided about a source.

    `answers` are the owner's, `known` is what the file itself proved at the set-up. `sign_chosen`
    and `unit_chosen`: the owner chose the decimal sign and the unit of money for the whole file.
    `unanswered` are the questions that the set-up left open.
    """

    choice: FileForm = field(default_factory=FileForm)
    mapping: Mapping = field(default_factory=Mapping)
    options: Options = field(default_factory=Options)
    answers: dict[str, str] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)
    sign_chosen: bool = False
    unit_chosen: bool = False
    unanswered: tuple[Sentence, ...] = ()


def to_json(remembered: Remembered) -> str:
    return msgspec.json.encode(remembered).decode("utf-8")


def from_json(text: str) -> Remembered:
    """Decodes what `to_json` wrote; FileError if it is something else."""
    try:
        remembered = msgspec.json.decode(text, type=Remembered)
        if remembered.choice.kind is not None:
            Kind(remembered.choice.kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise FileError.saying("The pull's set-up cannot be read. Set the pull up again.") from error
    return remembered
