"""The pull between the service's words and the window's (ui.backend.pulls_port)."""

from __future__ import annotations

from dataclasses import replace

from service.domain.actors import TIME
from service.domain.pull.pull_choices import FIT_PARTS, VAT_PERCENT, FileForm, PullChoices
from service.domain.pull.pulls import PullSetup as KeptSetup
from service.domain.pull.pulls import PullSource, Run, RunRow
from service.domain.sentences import EMPTY, join_sentences
from service.pull.inspect_file import FileInspection
from service.pull.inspect_file import PreviewRow as InspectedRow
from service.pull.plans import choices_of
from ui.backend.pulls_port import (
    ColumnGuess,
    FilePreview,
    PreviewRow,
    PullImpact,
    PullMapping,
    PullRun,
    PullSetup,
    RowFault,
)

_BRANCH = "branch"


def choices_from(setup: PullSetup, kept: PullChoices | None = None) -> PullChoices:
    """The owner's choices; fixed values that the window does not show stay as they are `kept`."""
    mapping = setup.mapping
    fixed = {} if kept is None else {name: text for name, text in kept.fixed.items() if name != _BRANCH}
    fixed = {name: text for name, text in fixed.items() if name not in mapping.columns.values()}
    if mapping.fixed_branch:
        fixed[_BRANCH] = mapping.fixed_branch
    return PullChoices(
        form=setup.form,
        columns={column: name for column, name in mapping.columns.items() if name} or None,
        branches=dict(mapping.branches),
        fixed=fixed,
        prices_in_fils=mapping.prices_in_fils,
        decimal_comma=mapping.decimal_comma,
        vat_percent=VAT_PERCENT if mapping.prices_include_vat else 0,
        fit_as_offered=mapping.fit_from_text,
        answers=dict(mapping.answers),
    )


def first_choices(form: FileForm) -> PullChoices:
    """A file that nothing was chosen for but its form."""
    return PullChoices(form)


def kept_setup(setup: PullSetup, plan: str) -> KeptSetup:
    """What is kept of the window's set-up."""
    return KeptSetup(setup.path, plan, setup.pattern or None, setup.mapping.missing)


def setup_view(source: PullSource) -> PullSetup:
    """A kept set-up for the window."""
    kept, choices = source.setup, choices_of(source.setup.plan)
    form = choices.form
    mapping = replace(_mapping(choices), missing=kept.missing)
    return PullSetup(
        kept.path,
        source.minute,
        kept.pattern,
        form,
        mapping,
    )


def _mapping(choices: PullChoices) -> PullMapping:
    return PullMapping(
        columns=dict(choices.columns or {}),
        branches=dict(choices.branches),
        fixed_branch=choices.fixed.get(_BRANCH),
        prices_in_fils=choices.prices_in_fils,
        prices_include_vat=choices.vat_percent > 0,
        decimal_comma=choices.decimal_comma,
        answers=dict(choices.answers),
    )


def recognised_pairs(source: PullSource) -> tuple[tuple[str, str], ...]:
    """By column what it was taken for."""
    columns = choices_of(source.setup.plan).columns or {}
    return tuple((column, name) for column, name in columns.items() if name not in FIT_PARTS)


def preview_view(look: FileInspection, chosen: PullMapping | None = None) -> FilePreview:
    """A file that was looked at, under the owner's mapping or under the one that was recognised."""
    mapping = _mapping(look.choices)
    if chosen is None:
        mapping = replace(mapping, decimal_comma=None)
    else:
        # What is read as it was offered is a choice of its own, no columns that were chosen.
        shown = chosen.columns or mapping.columns
        mapping = replace(chosen, columns=shown, branches=mapping.branches)
    return FilePreview(
        path=str(look.file),
        size=look.size,
        rows=look.count,
        form=look.form,
        system=look.system or "",
        sheets=look.sheets,
        columns=tuple(
            ColumnGuess(column.header, column.samples, column.field, column.branch, column.sure)
            for column in look.columns
        ),
        mapping=mapping,
        first_rows=tuple(_row(row) for row in look.rows),
        faults=look.remarks,
        fit_offer=", ".join(look.fit_offer),
        questions=look.questions,
        prices_in_fils=look.prices_in_fils,
    )


def _row(row: InspectedRow) -> PreviewRow:
    return PreviewRow(row.line, row.texts, row.fault, join_sentences(row.notes) if row.notes else EMPTY)


def run_view(run: Run) -> PullRun:
    """A run for the window."""
    counts, held = run.counts, run.held
    return PullRun(
        id=run.id,
        at=run.at,
        state=run.state,
        file=run.file,
        read=counts.read,
        created=counts.created,
        updated=counts.updated,
        unchanged=counts.unchanged,
        rejected=counts.rejected,
        noted=counts.noted,
        duration_ms=run.duration_ms,
        fault=run.fault or EMPTY,
        by_hand=run.by != TIME,
        can_undo=run.can_undo,
        impact=None
        if held is None
        else PullImpact(held.reason, held.rows_before, held.rows_now, held.dropped, held.zeroed, held.prices_changed),
    )


def row_view(row: RunRow) -> RowFault:
    """A rejected or noted row for the window; line 0 is about the run."""
    return RowFault(max(0, row.line), row.sku, row.text, row.rejected)
