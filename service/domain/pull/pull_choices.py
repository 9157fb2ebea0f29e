"""What the owner chooses about a pull: the form of the file, and what feeds what."""

from __future__ import annotations

from dataclasses import dataclass, field

VAT_PERCENT = 10
QUANTITY = "quantity"
FIT = "fit"
FIT_PARTS = ("fit_make", "fit_model", "fit_year_from", "fit_year_to")


@dataclass(frozen=True, slots=True)
class FileForm:
    """The form of a file as the owner chose it. A None is recognised again in each file.

    `kind` is a value of service.files.source.Kind.
    """

    kind: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    header_row: int | None = None


@dataclass(frozen=True, slots=True)
class PullChoices:
    """What the owner chose; `columns` None, and whatever else is None, is recognised.

    `columns` names by header the field that it feeds: those of an upload row, `fit` for cars as
    text or JSON, or their parts (FIT_PARTS). `branches` names by header the branch of a quantity
    column, `fixed` by field one value for the whole file. `answers` are the owner's to the file's
    questions, by their keys.
    """

    form: FileForm = field(default_factory=FileForm)
    columns: dict[str, str] | None = None
    branches: dict[str, str] = field(default_factory=dict)
    fixed: dict[str, str] = field(default_factory=dict)
    prices_in_fils: bool | None = None
    decimal_comma: bool | None = None
    vat_percent: int = 0
    fit_as_offered: bool = False
    answers: dict[str, str] = field(default_factory=dict)
