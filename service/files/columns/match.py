"""Makes a mapping from column names and a sample of rows: a proposal that the owner can change."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from dataclasses import field as own_field

from service.domain.catalogue.sku import fold
from service.domain.sentences import Sentence, message
from service.files.columns.headers import bilingual_names, strip_unit
from service.files.columns.layouts import (
    ANY_NAMES,
    BRANCH_QUANTITY,
    FIT_NAMES,
    LAYOUTS,
    NO_BRANCH,
    NOT_STOCK,
    UNIT_NAMES,
    Layout,
    is_cost,
)
from service.files.columns.mapping import Bound, BranchColumn, Carry, FitRule, Mapping
from service.files.folding import fold_name, fold_text, with_vat
from service.files.values.cell_readers import CONDITION_WORDS, boolean, means_zero
from service.files.values.options import FIELDS, PRICES

_MANY_BRANCHES = 30
_MANY_UNITS = 30
_SURE_SKU = {"sku", "itemsku", "productsku"}
"""Column names that say the field itself, so that no other column can be meant."""

_SAYING = {
    "price_fils": re.compile(r"\b(?:price|prices|mrp|rrp|rate)\b|سعر"),
    "quantity": re.compile(r"\b(?:qty|qnty|quantity|stock|qoh|in hand|on hand|balance)\b|كميه|رصيد|مخزون"),
}
_BRANCH_WORD = re.compile(
    r"(qty|quantity|stock|inventory|كمية|الكمية|رصيد|مخزون) (\S.*)|(.*\S) (qty|quantity|stock)", re.IGNORECASE
)
"""A quantity column with the name of a branch, which has no sign around it."""

_OTHER_PRICES = re.compile(r"\b(?:wholesale|dealer|trade|online|web|old|last|min|max|vat|tax|per|unit of)\b|جمله")
_REPEATED = re.compile(r" \(\d+\)$")
NO_SKU = message("No column was recognised as the part number (SKU). Choose it.")


@dataclass(frozen=True, slots=True)
class Matched:
    """A proposed mapping, its layout, where fit could be read from, and remarks for the owner.

    `branch_offer` are columns that may have the stock of branches that the shop does not have.
    `rivals` are by field the columns that could feed it equally well, the chosen one first.
    """

    mapping: Mapping
    layout: str | None
    fit_offer: FitRule | None
    remarks: tuple[Sentence, ...]
    branch_offer: tuple[BranchColumn, ...] = ()
    rivals: dict[str, tuple[str, ...]] = own_field(default_factory=dict)


def match_columns(
    headers: Sequence[str], sample: Sequence[Sequence[str]], known_branches: Collection[str] = ()
) -> Matched:
    """Proposes what feeds what; stock per branch only for branches that the shop has."""
    table = _Table(headers, sample)
    layout = _layout_of(table)
    known = {fold(name) for name in known_branches}
    offered = _branch_columns(table, layout, known) or _named_branch_columns(table, known)
    branches = tuple(column for column in offered if fold(column.branch) in known)
    bounds = _bounds(table, layout, {column.column for column in offered})
    if branches:
        bounds.pop("quantity", None)
    columns = tuple(Bound(field, bounds[field]) for field in FIELDS if field in bounds)
    carry = _carry(table, layout, bounds)
    offer = _fit_offer(table, set(bounds.values()))
    unit = find_unit(table, {*bounds.values(), *(column.column for column in offered)})
    return Matched(
        Mapping(columns, branches=branches, carry=carry, unit=unit),
        layout.name if layout else None,
        offer,
        _remarks(table, bounds),
        tuple(column for column in offered if column not in branches),
        find_rivals(table, layout, bounds, {column.column for column in offered}),
    )


class _Table:
    """The columns of a file by folded name, with the values of each in the sample."""

    def __init__(self, headers: Sequence[str], sample: Sequence[Sequence[str]]) -> None:
        self.headers = tuple(headers)
        self.sample = sample
        self.named: dict[str, str] = {}
        for header in sorted(headers, key=with_vat):
            for name in (fold_name(header), strip_unit(header), *bilingual_names(header)):
                self.named.setdefault(name, header)

    def is_named(self, header: str, names: set[str]) -> bool:
        """Whether a column has one of these names; `Qty (2)` counts as the one that it repeats."""
        plain = _REPEATED.sub("", header)
        own = {fold_name(header), strip_unit(header), fold_name(plain), strip_unit(plain), *bilingual_names(plain)}
        return bool(own & names)

    def differs(self, one: str, other: str) -> bool:
        """Whether two columns hold different values in any row of the sample."""
        places = [self.headers.index(header) for header in (one, other)]
        return any(len({row[place].strip() if place < len(row) else "" for place in places}) > 1 for row in self.sample)

    @property
    def has_quantity(self) -> bool:
        """Whether a column has a known name of the quantity."""
        return any(name in self.named for name in ANY_NAMES["quantity"])

    def values(self, header: str) -> list[str]:
        place = self.headers.index(header)
        return [row[place].strip() for row in self.sample if place < len(row) and row[place].strip()]


def _layout_of(table: _Table) -> Layout | None:
    """The layout whose marks are all there; of several, the one that knows the most columns."""
    fitting = [layout for layout in LAYOUTS if any(mark <= table.named.keys() for mark in layout.marks)]
    return max(fitting, key=lambda layout: _known(table, layout), default=None)


def _known(table: _Table, layout: Layout) -> int:
    return sum(1 for names in layout.columns.values() for name in names if name in table.named)


def _bounds(table: _Table, layout: Layout | None, taken: set[str]) -> dict[str, str]:
    """The best column of each field, each used once: the layout's names before any file's names."""
    bound: dict[str, str] = {}
    if layout is not None:
        _bind(table, layout.columns, bound, taken)
        _bind_branch_price(table, layout, bound, taken)
        taken = taken | {table.named[name] for name in layout.ignored if name in table.named}
    _bind(table, ANY_NAMES, bound, taken)
    for field in _SAYING:
        saying = [] if field in bound else _find_saying(table, field, {*taken, *bound.values()})
        if saying:
            bound[field] = next((header for header in saying if not with_vat(header)), saying[0])
    return bound


def _find_saying(table: _Table, field: str, taken: set[str]) -> list[str]:
    """The free columns whose names have a word of a field and which hold numbers: `Item Price`."""
    return [
        header
        for header in table.headers
        if header not in taken
        and _SAYING[field].search(fold_text(header))
        and not _OTHER_PRICES.search(fold_text(header))
        and _suits(table, field, header)
        and _holds_numbers(table.values(header))
    ]


def _holds_numbers(values: Sequence[str]) -> bool:
    return bool(values) and sum(any(map(str.isdigit, value)) for value in values) * 2 > len(values)


def _bind(table: _Table, columns: dict[str, tuple[str, ...]], bound: dict[str, str], taken: set[str]) -> None:
    for field in FIELDS:
        if field in bound:
            continue
        fitting: list[str] = []
        for name in columns.get(field, ()):
            header = table.named.get(name)
            if header is None or header in taken or header in bound.values() or not _suits(table, field, header):
                continue
            fitting.append(header)
        if fitting:
            # Prices are stored without VAT: a column without VAT goes before one with it.
            bound[field] = next((header for header in fitting if not with_vat(header)), fitting[0])


def _bind_branch_price(table: _Table, layout: Layout, bound: dict[str, str], taken: set[str]) -> None:
    """For a system with one price per branch, uses the first as the shop price."""
    if layout.price is None or "price_fils" in bound:
        return
    header = next((name for name in table.headers if layout.price.fullmatch(name.strip()) and name not in taken), None)
    if header is not None:
        bound["price_fils"] = header


def _suits(table: _Table, field: str, header: str) -> bool:
    """Whether a column's values agree with its name."""
    values = table.values(header)
    if field in PRICES:
        return not is_cost(header)
    if field == "branch":
        # Shelves and bins are no branches; whether a few names are branches is asked.
        return len(set(values)) <= _MANY_BRANCHES or len(set(values)) * 2 < len(values)
    if field == "quantity":
        is_known = fold_name(header) in ANY_NAMES["quantity"] or not NOT_STOCK.search(fold_text(header))
        counts = not values or any(any(map(str.isdigit, value)) or means_zero(value) for value in values)
        return is_known and counts and not _says_yes_or_no(values)
    if field == "active":
        return all(boolean(value) is not None for value in values)
    if field == "condition":
        return not values or any(fold_text(value) in CONDITION_WORDS for value in values)
    return all(value.startswith("[") for value in values) if field == "fit" else True


def _says_yes_or_no(values: Sequence[str]) -> bool:
    """Whether a column has words for yes and no: such a column `available` counts nothing."""
    return bool(values) and all(value.isalpha() and boolean(value) is not None for value in values)


def _branch_columns(table: _Table, layout: Layout | None, known: Collection[str]) -> tuple[BranchColumn, ...]:
    """The quantity columns that exist once per branch. A single one of a branch that the shop does
    not have is none where another column is the quantity, as `On hand (new)`.
    """
    pattern = layout.branch if layout is not None and layout.branch is not None else BRANCH_QUANTITY
    name = layout.branch_name if layout is not None else "{}"
    branch_columns: list[BranchColumn] = []
    for header in table.headers:
        match = pattern.fullmatch(header.strip())
        branch = next((group for group in match.groups() if group), "").replace("_", " ").strip() if match else ""
        if branch and _may_be_branch(branch, generic=pattern is BRANCH_QUANTITY) and not is_cost(header):
            branch_columns.append(BranchColumn(header, name.format(branch)))
    is_one_of_none = len(branch_columns) == 1 and pattern is BRANCH_QUANTITY and not _names_known(branch_columns, known)
    return () if is_one_of_none and table.has_quantity else tuple(branch_columns)


def _named_branch_columns(table: _Table, known: Collection[str]) -> tuple[BranchColumn, ...]:
    """Columns such as `Qty Main`, `Sitra Qty` and `Sitra`: of branches that the shop has, or
    several that have one word for the quantity where no other column is it.
    """
    found: dict[str, list[BranchColumn]] = {}
    bare = _find_bare_branches(table, known)
    for header in table.headers:
        match = _BRANCH_WORD.fullmatch(header.replace("_", " ").strip())
        branch = (match[2] or match[3]) if match else header if header in bare else ""
        if not branch or table.is_named(header, set(ANY_NAMES["quantity"])) or is_cost(header):
            continue
        if fold(branch) in known or _may_be_branch(branch, generic=True):
            word = fold_text(match[1] or match[4]) if match else ""
            found.setdefault(word, []).append(BranchColumn(header, branch))
    columns = max(found.values(), key=lambda group: (_names_known(group, known), len(group)), default=[])
    is_sure = _names_known(columns, known) or (len(columns) > 1 and not table.has_quantity)
    return tuple(columns) if is_sure and all(_holds_numbers(table.values(one.column)) for one in columns) else ()


def _find_bare_branches(table: _Table, known: Collection[str]) -> set[str]:
    """Headers that name a branch and no field; a single one next to a quantity is not sure."""
    names = set().union(*ANY_NAMES.values())
    bare = {header for header in table.headers if fold(header) in known and not table.is_named(header, names)}
    return bare if len(bare) > 1 or not table.has_quantity else set()


def _names_known(columns: Sequence[BranchColumn], known: Collection[str]) -> bool:
    return any(fold(column.branch) in known for column in columns)


def _may_be_branch(branch: str, *, generic: bool) -> bool:
    """Whether a name may be a branch's: nothing that is counted, no number of a repeated column."""
    bare = fold_text(branch)
    is_counted = fold_name(branch) in NO_BRANCH or NOT_STOCK.search(bare)
    return not is_counted and not (generic and bare.isdigit())


def find_rivals(
    table: _Table, layout: Layout | None, bounds: dict[str, str], branches: set[str]
) -> dict[str, tuple[str, ...]]:
    """By field the columns that could feed it too and have other values; the chosen one first."""
    rivals: dict[str, tuple[str, ...]] = {}
    for name in ("sku", "price_fils", "quantity"):
        chosen = bounds.get(name)
        sure = layout is not None and any(table.named.get(known) == chosen for known in layout.columns.get(name, ()))
        if chosen is None or sure or (name == "sku" and table.is_named(chosen, _SURE_SKU)):
            continue
        # "Part number" next to "Item No" is proposed as the maker's number, but may be the SKU.
        shared = (name, "oem_number") if name == "sku" else (name,)
        used = branches | {column for fed, column in bounds.items() if fed not in shared}
        names = set(ANY_NAMES[name])
        saying = () if name == "sku" or table.is_named(chosen, names) else _find_saying(table, name, {chosen, *used})
        others = [
            header
            for header in table.headers
            if header != chosen
            and header not in used
            and (table.is_named(header, names) or header in saying)
            and _suits(table, name, header)
            and table.differs(header, chosen)
        ]
        if name == "price_fils" and not with_vat(chosen):
            others = [header for header in others if not with_vat(header)]
        if others:
            rivals[name] = (chosen, *others)
    return rivals


def find_unit(table: _Table, taken: set[str]) -> str | None:
    """The column with the unit of measure: a few words in many rows."""
    for header in table.headers:
        if header in taken or not table.is_named(header, set(UNIT_NAMES)):
            continue
        values = {fold_text(value) for value in table.values(header)}
        if len(values) <= _MANY_UNITS and any(any(map(str.isalpha, value)) for value in values):
            return header
    return None


def _carry(table: _Table, layout: Layout | None, bounds: dict[str, str]) -> Carry | None:
    if layout is None or layout.carry_key is None or layout.carry_key not in table.named:
        return None
    columns = tuple(bounds[field] for field in layout.carried if field in bounds)
    return Carry(table.named[layout.carry_key], columns) if columns else None


def _fit_offer(table: _Table, taken: set[str]) -> FitRule | None:
    """Where fit could be read from, if the owner wants it."""
    columns = {
        part: next(
            (table.named[name] for name in names if name in table.named and table.named[name] not in taken), None
        )
        for part, names in FIT_NAMES.items()
    }
    if columns["model"] is not None:
        return FitRule(columns["make"], columns["model"], columns["year_from"], columns["year_to"])
    return FitRule(make=columns["make"], text=columns["text"]) if columns["text"] is not None else None


def _remarks(table: _Table, bounds: dict[str, str]) -> tuple[Sentence, ...]:
    remarks: list[Sentence] = []
    if "sku" not in bounds:
        remarks.append(NO_SKU)
    elif table.sample and not table.values(bounds["sku"]):
        remarks.append(
            message(
                "{column} is blank in every row; parts without it are not saved. Fill it in, or choose another.",
                column=bounds["sku"],
            )
        )
    costs = [header for header in table.headers if is_cost(header)]
    if costs:
        remarks.append(message("Cost columns are left out: {columns}.", columns=", ".join(costs[:5])))
    return tuple(remarks)
