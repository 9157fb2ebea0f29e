"""From column names and a sample of rows to a mapping. A proposal: the owner has the last word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from service.domain.sentences import Sentence, say
from service.files.columns.headers import strip_unit
from service.files.columns.layouts import ANY_NAMES, BRANCH_QUANTITY, FIT_NAMES, LAYOUTS, NO_BRANCH, Layout, is_cost
from service.files.columns.mapping import Bound, BranchColumn, Carry, FitRule, Mapping
from service.files.folding import fold_text
from service.files.values.booleans import boolean
from service.files.values.conditions import CONDITION_WORDS
from service.files.values.upload_fields import FIELDS, PRICES

_MANY_BRANCHES = 30
NO_SKU = say("No column was recognised as the part number (SKU). Choose it.")


@dataclass(frozen=True, slots=True)
class Matched:
    """A proposed mapping, its layout, where fit could be read from, and remarks for the owner."""

    mapping: Mapping
    layout: str | None
    fit_offer: FitRule | None
    remarks: tuple[Sentence, ...]


def match_columns(headers: Sequence[str], sample: Sequence[Sequence[str]]) -> Matched:
    """Proposes what feeds what."""
    table = _Table(headers, sample)
    layout = _layout_of(table)
    branches = _branch_columns(table, layout)
    bounds = _bounds(table, layout, {branch.column for branch in branches})
    if branches:
        bounds.pop("quantity", None)
    columns = tuple(Bound(field, bounds[field]) for field in FIELDS if field in bounds)
    carry = _carry(table, layout, bounds)
    offer = _fit_offer(table, set(bounds.values()))
    return Matched(
        Mapping(columns, branches=branches, carry=carry),
        layout.name if layout else None,
        offer,
        _remarks(table, bounds),
    )


class _Table:
    """The columns of a file: by folded name, and the values that each has in the sample."""

    def __init__(self, headers: Sequence[str], sample: Sequence[Sequence[str]]) -> None:
        self.headers = tuple(headers)
        self._sample = sample
        self.named: dict[str, str] = {}
        for header in headers:
            for name in (fold_text(header), strip_unit(header)):
                self.named.setdefault(name, header)

    @property
    def has_rows(self) -> bool:
        return bool(self._sample)

    def values(self, header: str) -> list[str]:
        place = self.headers.index(header)
        return [row[place].strip() for row in self._sample if place < len(row) and row[place].strip()]


def _layout_of(table: _Table) -> Layout | None:
    """The layout whose marks are all there; of several, the one that knows most of the columns."""
    fitting = [layout for layout in LAYOUTS if any(mark <= table.named.keys() for mark in layout.marks)]
    return max(fitting, key=lambda layout: _known(table, layout), default=None)


def _known(table: _Table, layout: Layout) -> int:
    return sum(1 for names in layout.columns.values() for name in names if name in table.named)


def _bounds(table: _Table, layout: Layout | None, taken: set[str]) -> dict[str, str]:
    """The best column of each field, none of them twice: the layout's own first, then the names of any file."""
    found: dict[str, str] = {}
    if layout is not None:
        _bind(table, layout.columns, found, taken)
        _bind_branch_price(table, layout, found, taken)
        taken = taken | {table.named[name] for name in layout.ignored if name in table.named}
    _bind(table, ANY_NAMES, found, taken)
    return found


def _bind(table: _Table, columns: dict[str, tuple[str, ...]], found: dict[str, str], taken: set[str]) -> None:
    for field in FIELDS:
        if field in found:
            continue
        for name in columns.get(field, ()):
            header = table.named.get(name)
            if header is None or header in taken or header in found.values() or not _suits(table, field, header):
                continue
            found[field] = header
            break


def _bind_branch_price(table: _Table, layout: Layout, found: dict[str, str], taken: set[str]) -> None:
    """A system with one price a branch: the first of them is the shop price."""
    if layout.price is None or "price_fils" in found:
        return
    header = next((name for name in table.headers if layout.price.fullmatch(name.strip()) and name not in taken), None)
    if header is not None:
        found["price_fils"] = header


def _suits(table: _Table, field: str, header: str) -> bool:
    """Whether a column's values agree with what its name promises."""
    values = table.values(header)
    if field in PRICES:
        return not is_cost(header)
    if field == "active":
        return all(boolean(value) is not None for value in values)
    if field == "condition":
        return not values or any(fold_text(value) in CONDITION_WORDS for value in values)
    if field == "branch":
        return len(set(values)) <= _MANY_BRANCHES or len(set(values)) * 2 < len(values)
    return all(value.startswith("[") for value in values) if field == "fit" else True


def _branch_columns(table: _Table, layout: Layout | None) -> tuple[BranchColumn, ...]:
    """The quantity columns that exist once per branch."""
    pattern = layout.branch if layout is not None and layout.branch is not None else BRANCH_QUANTITY
    name = layout.branch_name if layout is not None else "{}"
    found: list[BranchColumn] = []
    for header in table.headers:
        match = pattern.fullmatch(header.strip())
        branch = next((group for group in match.groups() if group), "").replace("_", " ").strip() if match else ""
        if branch and fold_text(branch) not in NO_BRANCH and not is_cost(header):
            found.append(BranchColumn(header, name.format(branch)))
    return tuple(found)


def _carry(table: _Table, layout: Layout | None, bounds: dict[str, str]) -> Carry | None:
    if layout is None or layout.carry_key is None or layout.carry_key not in table.named:
        return None
    columns = tuple(bounds[field] for field in layout.carried if field in bounds)
    return Carry(table.named[layout.carry_key], columns) if columns else None


def _fit_offer(table: _Table, taken: set[str]) -> FitRule | None:
    """Where fit could be read from, should the owner ask for it."""
    found = {
        part: next(
            (table.named[name] for name in names if name in table.named and table.named[name] not in taken), None
        )
        for part, names in FIT_NAMES.items()
    }
    if found["model"] is not None:
        return FitRule(found["make"], found["model"], found["year_from"], found["year_to"])
    return FitRule(make=found["make"], text=found["text"]) if found["text"] is not None else None


_WITH_VAT = re.compile(r"\b(?:incl|including|with) vat|vat incl|شامل الضريبه|مع الضريبه")
_FOREIGN = re.compile(r"(?<![A-Z])(SAR|AED|KWD|QAR|OMR|USD|EUR|GBP|INR|EGP|JOD)(?![A-Z])|[$€£]")


def _remarks(table: _Table, bounds: dict[str, str]) -> tuple[Sentence, ...]:
    remarks: list[Sentence] = []
    if "sku" not in bounds:
        remarks.append(NO_SKU)
    elif table.has_rows and not table.values(bounds["sku"]):
        remarks.append(
            say(
                "{column} is blank in every row; items without it are not saved. Fill it in, or choose another.",
                column=bounds["sku"],
            )
        )
    for field in PRICES:
        signs = (
            {match.group() for value in table.values(bounds[field]) if (match := _FOREIGN.search(value))}
            if field in bounds
            else set()
        )
        if signs:
            remarks.append(
                say(
                    "The prices in {column} say {currencies}. They are read as dinars, not converted.",
                    column=bounds[field],
                    currencies=", ".join(sorted(signs)),
                )
            )
        if field in bounds and _WITH_VAT.search(fold_text(bounds[field])):
            remarks.append(
                say("{column} says that VAT is in the prices. Choose that 10% is taken off.", column=bounds[field])
            )
    costs = [header for header in table.headers if is_cost(header)]
    if costs:
        remarks.append(say("Cost columns are left out: {columns}.", columns=", ".join(costs[:5])))
    return tuple(remarks)
