"""Asks what files of 1C are that an earlier export may have left: old, or part of the list."""

from __future__ import annotations

from datetime import datetime

from service.domain.pull.file_questions import Question, Reading
from service.domain.pull.pull_answers import LEAVE_OLDER, OLDER_FILES, READ_OLDER
from service.domain.sentences import Sentence, message
from service.files.commerceml.earlier_exports import ExportFiles

_SEPARATOR = "|"
"""No file has it in its name."""


def reads_older(export: ExportFiles, answer: str) -> bool:
    """Whether the owner said that all of these older files are read."""
    names = answer.removeprefix(READ_OLDER).split(_SEPARATOR)
    return answer.startswith(READ_OLDER) and all(path.name in names for path in export.earlier)


def ask_older_files(export: ExportFiles, answer: str) -> Question | None:
    """Asks about the files of earlier exports, unless the owner said that such are left out."""
    if not export.earlier or answer == LEAVE_OLDER:
        return None
    return Question(
        OLDER_FILES,
        message(
            "Next to newer files of 1C there are older ones: {files}. The newest one is of {date}. What are they?",
            files=_list_dated(export),
            date=_format_date(max(export.dates.values())),
        ),
        (
            Reading(LEAVE_OLDER, message("Left over from an earlier export: such files are not read")),
            Reading(
                READ_OLDER + _SEPARATOR.join(path.name for path in export.earlier),
                message("Part of the same list: they are read too; where files differ, the newer one counts"),
            ),
        ),
    )


def remark_left_out(export: ExportFiles) -> tuple[Sentence, ...]:
    """Names the files that are not read."""
    if not export.earlier:
        return ()
    return (message("Older files of 1C are not read: {files}.", files=_list_dated(export)),)


def _list_dated(export: ExportFiles) -> str:
    return ", ".join(f"{path.name} ({_format_date(export.dates[path])})" for path in export.earlier)


def _format_date(date: datetime) -> str:
    return f"{date:%Y-%m-%d %H:%M}"
