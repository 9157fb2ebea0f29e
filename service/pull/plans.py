"""Converts between the owner's choices (PullChoices) and the stored plan (Remembered).

The window and the command line use the first; service.files uses the second, which is stored as a
set-up's plan.
"""

from __future__ import annotations

from dataclasses import replace

from service.domain.pull.pull_choices import (
    BRANCH,
    COLUMN,
    FIT,
    FIT_PARTS,
    QUANTITY,
    SHEET,
    SHEET_BRANCHES,
    UNIT,
    PullChoices,
)
from service.files.columns.mapping import (
    Bound,
    BranchColumn,
    Carry,
    FitRule,
    Fixed,
    Mapping,
    Remembered,
    from_json,
)
from service.files.reader import Recognised
from service.files.values.options import DecimalSign, MoneyUnit


def choices_of(plan: str) -> PullChoices:
    """The choices in a stored plan. Raises FileError if it cannot be read."""
    return choices_from(from_json(plan))


def choices_from(remembered: Remembered) -> PullChoices:
    """The choices in a decoded plan."""
    choice, mapping, options = remembered.choice, remembered.mapping, remembered.options
    columns: dict[str, str] = {}
    for bound in mapping.columns:
        # Of two fields that one column feeds, the second is an answer too.
        columns.setdefault(bound.column, bound.field)
    columns |= {branch.column: QUANTITY for branch in mapping.branches}
    columns |= {} if mapping.unit is None else {mapping.unit: UNIT}
    fixed = {entry.field: entry.text for entry in mapping.fixed}
    if mapping.fit is not None:
        columns |= _fit_columns(mapping.fit)
        fixed |= {} if mapping.fit.fixed_make is None else {FIT_PARTS[0]: mapping.fit.fixed_make}
    return PullChoices(
        form=choice,
        columns=columns,
        branches={branch.column: branch.branch for branch in mapping.branches},
        fixed=fixed,
        prices_in_fils=options.money is MoneyUnit.FILS if remembered.unit_chosen else None,
        decimal_comma=options.decimal is DecimalSign.COMMA if remembered.sign_chosen else None,
        vat_percent=options.vat_percent,
        answers=dict(remembered.answers),
    )


def _fit_columns(rule: FitRule) -> dict[str, str]:
    parts = zip((rule.make, rule.model, rule.year_from, rule.year_to, rule.text), (*FIT_PARTS, FIT), strict=True)
    return {column: name for column, name in parts if column is not None}


def mapping_of(choices: PullChoices, recognised: Recognised) -> Mapping:
    """What feeds what under the owner's choices and answers, in a recognised file."""
    mapping = _chosen_mapping(choices, recognised)
    for key, header in choices.answers.items():
        name = key.removeprefix(COLUMN)
        if name == UNIT and header in recognised.source.headers:
            mapping = replace(mapping, unit=header)
        elif name not in (FIT, *FIT_PARTS) and name != key and header in recognised.source.headers:
            # A column may feed two fields: a part number may be the maker's number too.
            bounds = [bound for bound in mapping.columns if bound.field != name]
            mapping = replace(mapping, columns=(*bounds, Bound(name, header)))
    if recognised.source.tables and choices.answers.get(SHEET) == SHEET_BRANCHES:
        bounds = [bound for bound in mapping.columns if bound.field != BRANCH]
        mapping = replace(mapping, columns=(*bounds, Bound(BRANCH, recognised.source.headers[-1])))
    return mapping


def _chosen_mapping(choices: PullChoices, recognised: Recognised) -> Mapping:
    if choices.columns is None:
        mapping = _with_fixed(recognised.mapping, choices.fixed)
        return replace(mapping, fit=recognised.matched.fit_offer) if choices.fit_as_offered else mapping
    lists = {bound.column for bound in recognised.mapping.columns if bound.field == FIT}
    bounds: list[Bound] = []
    branches: list[BranchColumn] = []
    parts: dict[str, str] = {}
    unit: str | None = None
    for header, name in choices.columns.items():
        if name == UNIT:
            unit = header
        elif name == QUANTITY and header in choices.branches:
            branches.append(BranchColumn(header, choices.branches[header]))
        elif name in FIT_PARTS or (name == FIT and header not in lists):
            parts[name] = header
        elif name:
            bounds.append(Bound(name, header))
    fit = _fit_rule(parts, choices, recognised)
    mapping = Mapping(tuple(bounds), branches=tuple(branches), fit=fit, unit=unit)
    return replace(_with_fixed(mapping, choices.fixed), carry=_carry(recognised.mapping.carry, bounds))


def _with_fixed(mapping: Mapping, fixed: dict[str, str]) -> Mapping:
    """Replaces the column of a field by the field's fixed value."""
    texts = {name: text for name, text in fixed.items() if name != FIT_PARTS[0]}
    columns = tuple(bound for bound in mapping.columns if bound.field not in texts)
    return replace(mapping, columns=columns, fixed=tuple(Fixed(name, text) for name, text in texts.items()))


def _fit_rule(parts: dict[str, str], choices: PullChoices, recognised: Recognised) -> FitRule | None:
    if not parts:
        return recognised.matched.fit_offer if choices.fit_as_offered else None
    make, model, first, last = (parts.get(name) for name in FIT_PARTS)
    return FitRule(make, model, first, last, parts.get(FIT), choices.fixed.get(FIT_PARTS[0]))


def _carry(offered: Carry | None, bounds: list[Bound]) -> Carry | None:
    """The layout's carried columns, as far as they are still used."""
    used = {bound.column for bound in bounds}
    columns = () if offered is None else tuple(column for column in offered.columns if column in used)
    return Carry(offered.key, columns) if offered is not None and columns else None
