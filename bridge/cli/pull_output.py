"""an inspected file, a run, and a set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from bridge.cli.output import fact_lines, format_count, format_local_time, table_lines, text_or_dash
from service.domain.pull.file_inspection import FileInspection, PreviewRow, Question, ReadingSheet
from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Difference, MissingRule, Run, RunRow, RunState
from service.domain.times import format_rfc3339
from service.pull.inspect_file import FileCheck
from ui.backend.pulls_port import PullState

_SHOWN = 40
FORMATS = {
    "delimited": "text table (CSV)", "fixed_width": "text in columns (fixed width)", "xlsx": "Excel (XLSX)",
    "xls": "old Excel (XLS)", "ods": "OpenDocument (ODS)", "json": "JSON", "json_lines": "JSON lines",
    "html": "web page (HTML)", "spreadsheet_xml": "Excel XML of 2003", "xml": "XML list", "dbf": "dBASE table (DBF)",
}  # fmt: skip
_TEXTS = ("delimited", "json", "json_lines", "html", "dbf", "fixed_width")
_SAMPLES = 30
_MOST_FAULTS = 20


def setup_json(setup: SetupChoices, look: FileInspection, *, saved: bool) -> dict[str, Any]:
    """A set-up and the file that it reads."""
    choices = look.choices
    return {
        "saved": saved,
        "path": setup.path,
        "pattern": setup.pattern,
        "at": f"{setup.minute // 60:02d}:{setup.minute % 60:02d}",
        "missing": setup.missing.value,
        "missing_inactive": setup.missing is MissingRule.INACTIVE,
        "file": str(look.file),
        "system": look.system,
        "form": {name: value for name, value in asdict(look.form).items() if name != "other_sheets"},
        "sheets": look.sheets,
        "fixed": choices.fixed,
        "prices_in_fils": look.prices_in_fils,
        "decimal_comma": look.decimal_comma,
        "vat_percent": look.vat_percent,
        "fit_offer": look.fit_offer,
        **sheet_json(look.sheet),
        "count": look.count,
        "remarks": look.remarks,
        "rows": [
            {
                "line": row.line,
                "fields": row.fields,
                "notes": [str(note) for note in row.notes],
                "error": str(row.fault) or None,
            }
            for row in look.rows
        ],
    }


def sheet_json(sheet: ReadingSheet) -> dict[str, Any]:
    """The reading sheet: what the owner confirms."""
    return {
        "columns": [asdict(column) for column in sheet.columns],
        "unused": [{"header": column.header, "samples": column.samples} for column in sheet.unused],
        "assumptions": [
            {"key": each.key, "text": str(each.text), "change": each.change or None} for each in sheet.assumptions
        ],
        "samples": [
            {"why": str(sample.why), "line": sample.row.line, "text": str(sample.text), "fields": sample.row.fields}
            for sample in sheet.samples
        ],
        "counts": sheet.counts,
        "questions": [question_json(question) for question in sheet.questions],
    }


def _describe_sheet(sheet: ReadingSheet) -> Iterator[str]:
    """What is assumed, and some parts as they would be saved."""
    counts = sheet.counts
    yield f"{format_count(counts.get('rows', 0), 'row')}, {format_count(counts.get('parts', 0), 'part')}."
    for each in sheet.assumptions:
        yield f"{each.text}{f'    {each.change}' if each.change else ''}"
    for sample in sheet.samples:
        yield f"  {sample.why}: {sample.text}"


def question_json(question: Question) -> dict[str, Any]:
    return {
        "key": question.key,
        "question": str(question.text),
        "readings": [{"answer": reading.answer, "meaning": str(reading.text)} for reading in question.readings],
    }


def describe_evidence(inspection: FileInspection) -> Iterator[str]:
    """What each column of the whole file contains, and which numbers have two readings."""
    yield f"{format_count(inspection.count, 'row')} below the column names."
    rows = [
        [column.header, column.field or "-", f"{column.filled:,}", f"{column.blanks:,}", ", ".join(column.unclear)]
        for column in inspection.columns
    ]
    yield from table_lines(["COLUMN", "FIELD", ">FILLED", ">BLANK", "TWO READINGS"], rows)
    if not inspection.questions:
        yield "No question is open."


def describe_check(check: FileCheck) -> Iterator[str]:
    """What a first run of the file would do."""
    if check.assumed:
        answers = ", ".join(f"{key}={answer}" for key, answer in check.assumed.items())
        yield f"A first run, if these were the answers: {answers}."
    if check.fault is not None:
        yield f"A first run would fail. {check.fault}"
    if check.run is None:
        return
    yield describe_run(check.run)
    if check.run.fault is not None:
        yield f"A first run would fail. {check.run.fault}"
    if check.run.held is not None:
        yield f"A first run would wait for your approval. {check.run.held.reason}"
    yield from describe_rows(check.rows, every_row="pull doctor FILE --json")


def check_json(check: FileCheck) -> dict[str, Any]:
    """The same as JSON, with every row."""
    fault = check.fault or (None if check.run is None else check.run.fault)
    return {
        "assumed": check.assumed,
        "fault": None if fault is None else str(fault),
        "result": None if check.run is None else result_json(check.run, check.rows),
    }


def _describe_questions(questions: Iterable[Question]) -> Iterator[str]:
    """The questions to answer before the file is read, with the possible answers."""
    for question in questions:
        yield f"Question: {question.text}"
        for reading in question.readings:
            yield f"  --answer {question.key}={reading.answer}    {reading.text}"


def describe_inspection(look: FileInspection) -> Iterator[str]:
    """What was recognised, then the first rows as they will be saved."""
    form, choices = look.form, look.choices
    parts = [FORMATS.get(form.kind or "", form.kind), form.encoding if form.kind in _TEXTS else None]
    parts += [f"columns from {', '.join(map(str, form.breaks))}" if form.breaks else None]
    parts += [f"file {form.member}" if form.member else None]
    sheets = form.sheets or ((form.sheet,) if form.sheet else ())
    parts += [
        f"sheet {', '.join(sheets)}" if sheets else None,
        f"names in line {form.header_row}" if form.header_row else "without column names",
    ]
    kind = ", ".join(part for part in parts if part)
    yield from fact_lines([("File", str(look.file)), ("Format", kind), ("System", text_or_dash(look.system))])
    for column in look.sheet.unused:
        yield f"Not used: {column.header}: {', '.join(column.samples)} … --column FIELD={column.header} uses it."
    for column in look.columns:
        branch = f" at {column.branch}" if column.branch else ""
        samples = ", ".join(sample[:_SAMPLES] for sample in column.samples)
        yield (f"  {column.header} -> {', '.join((column.field or '(left out)', *column.also))}{branch}    {samples}")
    for name, value in choices.fixed.items():
        yield f"  {name} is {value} in the whole file"
    yield from _describe_sheet(look.sheet)
    if look.fit_offer:
        yield f"Cars could be read from {', '.join(look.fit_offer)}: --fit does that."
    yield from _describe_preview(look.rows)
    yield from _describe_questions(look.open_questions)


def _describe_preview(rows: Iterable[PreviewRow]) -> Iterator[str]:
    listed = list(rows)
    names = list(dict.fromkeys(name for row in listed for name in row.texts))
    lines = [
        [str(row.line), *(row.texts.get(name, "")[:_SHOWN] for name in names), _describe_row(row)] for row in listed
    ]
    if lines:
        yield from table_lines([">LINE", *(name.upper() for name in names), "NOTE"], lines)


def _describe_row(row: PreviewRow) -> str:
    return f"rejected: {row.fault}" if row.fault else "; ".join(map(str, row.notes))


def describe_state(state: PullState, *, saved: bool, switching_on: str, open_questions: int) -> str:
    """What happens next; `switching_on`: the nightly pull is switched on."""
    if open_questions and saved:
        return "Saved, but nothing is read until each question is answered: `pull setup` with --answer does that."
    if state.next_at is not None:
        start = "Saved. " if saved else ""
        return f"{start}The file is read at {format_local_time(state.next_at)}, and every day at that time."
    if state.on:
        return "Nothing is saved; without --look the file is read every night."
    return f"Nothing is read at night: `{switching_on}` switches that on."


def result_json(run: Run, rows: Iterable[RunRow]) -> dict[str, Any]:
    """A run in the form of an upload's result, with the file's lines."""
    listed_rows = list(rows)
    counts = run.counts
    return {
        "run": run.id or None,
        "state": run.state.value,
        "file": run.file,
        "rows": counts.read,
        "received": counts.read,
        "saved": counts.saved,
        "created": counts.created,
        "updated": counts.updated + counts.unchanged,
        "unchanged": counts.unchanged,
        "inactive": counts.inactive,
        "errors": [{"line": row.line, "sku": row.sku, "error": str(row.text)} for row in listed_rows if row.rejected],
        "notes": [
            {"line": max(0, row.line), "sku": row.sku, "note": str(row.text)} for row in listed_rows if not row.rejected
        ],
        "held": _held_json(run.held) if run.state is RunState.NEEDS_APPROVAL else None,
    }


def run_json(run: Run) -> dict[str, Any]:
    """A run of the history; its counts mean the same as those of `result_json`."""
    counts = run.counts
    return {
        "run": run.id,
        "at": format_rfc3339(run.at),
        "state": run.state.value,
        "file": run.file,
        "by": run.by,
        "read": counts.read,
        "created": counts.created,
        "updated": counts.updated + counts.unchanged,
        "unchanged": counts.unchanged,
        "rejected": counts.rejected,
        "noted": counts.noted,
        "inactive": counts.inactive,
        "duration_ms": run.duration_ms,
        "fault": None if run.fault is None else str(run.fault),
        "held": _held_json(run.held),
        "can_undo": run.can_undo,
    }


def _held_json(held: Difference | None) -> dict[str, Any] | None:
    return None if held is None else asdict(held)


def describe_run(run: Run) -> str:
    """A sentence about the result of a run."""
    counts = run.counts
    if run.state is RunState.UNCHANGED:
        return f"{run.file} is as at the last run; nothing was read. --even-if-unchanged reads it."
    inactive = f", {counts.inactive:,} became inactive" if counts.inactive else ""
    return (
        f"{run.file}: {format_count(counts.read, 'row')} read, {counts.created:,} created, {counts.updated:,} updated, "
        f"{counts.unchanged:,} unchanged, {counts.rejected:,} rejected, {counts.noted:,} noted{inactive}."
    )


def describe_rows(rows: Iterable[RunRow], *, every_row: str) -> Iterator[str]:
    """The first rejected and noted rows; `every_row` is the command that shows all."""
    for number, row in enumerate(rows):
        if number == _MOST_FAULTS:
            yield f"More of them: `{every_row}`."
            return
        place = f"Line {row.line}" if row.line > 0 else "The run" if row.line == 0 else "Taken back"
        yield f"{place}{f' {row.sku}' if row.sku else ''}: {'rejected: ' if row.rejected else ''}{row.text}"
