"""Checks a file for support: as it is read, and what a first run of it would do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from service.domain.actors import OWNER
from service.domain.errors import CounterpartError
from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, Run, RunRow
from service.domain.sentences import Sentence
from service.pull.context import PullContext, PullRequest
from service.pull.inspect_file import inspect_file
from service.pull.run_pull import run_dry

_MOST_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class FileCheck:
    """A file as it is read, and what a run of it would do, as if each open question had its first
    answer (`assumed`, by question). `fault` says why that is not known.
    """

    inspection: FileInspection
    assumed: dict[str, str]
    run: Run | None = None
    rows: tuple[RunRow, ...] = ()
    fault: Sentence | None = None


def check_file(
    context: PullContext, shop_id: int, setup: PullSetup, choices: PullChoices, branches: Collection[str]
) -> FileCheck:
    """Inspects a file and runs it without saving. FileError if it cannot be read."""
    inspection = inspect_file(setup, choices, branches)
    assumed: dict[str, str] = {}
    answered = inspection
    for _ in range(_MOST_ROUNDS):
        if not answered.open_questions:
            break
        question = answered.open_questions[0]
        assumed[question.key] = question.readings[0].answer
        choices = choices.with_answer(question.key, assumed[question.key])
        answered = inspect_file(setup, choices, branches)
    if answered.plan is None:
        return FileCheck(inspection, assumed)
    request = PullRequest(replace(setup, plan=answered.plan), OWNER, even_if_unchanged=True, as_first=True)
    try:
        run, rows = run_dry(context, shop_id, request, None)
    except CounterpartError as error:
        return FileCheck(inspection, assumed, fault=error.sentence)
    return FileCheck(inspection, assumed, run, tuple(rows))
