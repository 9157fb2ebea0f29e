"""What the owner chooses about a pull: the form of the file, and what feeds what."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from service.domain.pull.pulls import DEFAULT_MINUTE, MissingRule, PlaceAccess

PRICE_SIGN, QUANTITY_SIGN = "price-sign", "quantity-sign"
MONEY, VAT, CURRENCY = "money", "vat", "currency"
PRICE_PER = "price-per"
LEAVE_PRICES = "leave"
FOREIGN_AS_DINARS = "bhd"

BRANCH_COLUMNS, BRANCH_NAMES = "branch-columns", "branch-names"
STOCK_WORDS, STOCK_MORE, STOCK_BLANK, PRICE_ZERO = "stock-words", "stock-more", "stock-blank", "price-zero"
STOCK_PACKS = "stock-packs"
AS_ONE, AS_PIECES, KEEP = "number", "pieces", "keep"
"""A quantity of dozens or boxes counts as written, counts pieces, or is not read."""


SHEET, SHEETS_NEW, ENCODING = "sheet", "sheets-new", "encoding"
ALL_SHEETS, SHEET_BRANCHES = ":all", ":branches"
"""Several sheets are one list; each of them is a branch. No sheet has a colon in its name."""

MEMBER = "member"
"""Which file of an archive is read."""

WIDTHS = "widths"
"""Where the columns of a fixed-width text begin."""

REPEATS = "repeats"
SUM_ROWS, FIRST_ROW, LAST_ROW, BASE_UNIT = "sum", "first", "last", "base:"
"""Of a part's rows: quantities are added up, one counts, or those of the unit after it."""

COLUMN = "column-"
"""A field follows: which column feeds it."""

YES, NO = "yes", "no"
SAME_AS = "is:"
"""A branch follows: the new name in the file is this branch."""
VAT_PERCENT = 10
SKU = "sku"
QUANTITY = "quantity"
BRANCH = "branch"
UNIT = "unit"
"""A column with the unit of measure, which feeds no field of an upload row."""

FIT = "fit"
FIT_PARTS = ("fit_make", "fit_model", "fit_year_from", "fit_year_to")


@dataclass(frozen=True, slots=True)
class FileForm:
    """The form of a file as the owner chose it. A None is recognised again in each file.

    `kind` is a value of service.files.source.Kind. `sheets` are read as one list instead of
    `sheet`; `other_sheets` are lists that the owner left out, None if that is not known yet.
    `member` names a file of an archive, also with stars. `breaks` are the places at which the
    columns of a fixed-width text begin, without the first.
    """

    kind: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    header_row: int | None = None
    sheets: tuple[str, ...] = ()
    other_sheets: tuple[str, ...] | None = None
    member: str | None = None
    breaks: tuple[int, ...] = ()


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

    @property
    def fixed_branch(self) -> str | None:
        """The branch of every quantity, where one was chosen for the whole file."""
        return self.fixed.get(BRANCH)

    def with_fixed_branch(self, branch: str | None) -> PullChoices:
        """The same with another branch for the whole file; None is the one that the file says."""
        fixed = {name: text for name, text in self.fixed.items() if name != BRANCH}
        return replace(self, fixed=fixed if branch is None else {**fixed, BRANCH: branch})

    def with_answer(self, key: str, answer: str) -> PullChoices:
        """The same with a question of the file answered. Another sheet, encoding or file of
        an archive has other columns, which are recognised again.
        """
        answered = replace(self, answers={**self.answers, key: answer})
        if key not in (SHEET, ENCODING, MEMBER, WIDTHS):
            return answered
        return replace(answered, form=_without(self.form, key, answer), columns=None, branches={})


def _without(form: FileForm, key: str, answer: str) -> FileForm:
    """The form without what an answer replaces: the reading that was taken before it."""
    if key == ENCODING:
        return replace(form, encoding=None)
    if key == WIDTHS:
        return replace(form, breaks=(), header_row=None)
    if key == MEMBER:
        return FileForm()
    if answer in (ALL_SHEETS, SHEET_BRANCHES):
        return replace(form, sheet=None)
    return replace(form, sheet=None, sheets=(), other_sheets=None)


@dataclass(frozen=True, slots=True)
class SetupChoices:
    """A set-up as the owner chooses it: where the file is, when it is read, and how. `minute`
    counts from local midnight. `path` is an address, or a folder where there is a `pattern`. With
    `watch` the file is also read after each change.
    """

    path: str
    minute: int = DEFAULT_MINUTE
    pattern: str | None = None
    choices: PullChoices = field(default_factory=PullChoices)
    missing: MissingRule = MissingRule.STAY
    access: PlaceAccess = field(default_factory=PlaceAccess)
    watch: bool = False
