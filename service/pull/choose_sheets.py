"""Which sheets of a workbook a set-up reads: the owner's choice, applied to the sheets that are
there.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from service.domain.pull.pull_answers import ALL_SHEETS, NO, SHEET, SHEET_BRANCHES, SHEETS_NEW, YES
from service.domain.pull.pull_choices import FileForm, PullChoices
from service.files.first_look import find_lists


def apply_sheet_answers(path: Path, choices: PullChoices) -> PullChoices:
    """The choices with the answers about sheets in their form. FileError if the file cannot be
    read.

    An answer about new sheets applies to those of now, and is not stored.
    """
    form, answer = choices.form, choices.answers.get(SHEET)
    if form.sheets:
        form = _update(form, *find_lists(path, form), choices.answers.get(SHEETS_NEW))
    elif form.sheet is None and answer in (ALL_SHEETS, SHEET_BRANCHES):
        form = replace(form, sheets=find_lists(path, form)[1], other_sheets=())
    elif form.sheet is None and answer:
        form = replace(form, sheet=answer)
    answers = {key: text for key, text in choices.answers.items() if key != SHEETS_NEW}
    return replace(choices, form=form, answers=answers)


def _update(form: FileForm, names: tuple[str, ...], lists: tuple[str, ...], answer: str | None) -> FileForm:
    """Several chosen sheets, without those that are gone, and with the new ones if the owner says
    so.
    """
    there = tuple(name for name in form.sheets if name in names)
    others = form.other_sheets
    if others is None:
        others = tuple(name for name in lists if name not in form.sheets)
    came = tuple(name for name in lists if name not in (*form.sheets, *others))
    read, left_out = came if answer == YES else (), came if answer == NO else ()
    return replace(form, sheets=(*(there or form.sheets), *read), other_sheets=(*others, *left_out))
