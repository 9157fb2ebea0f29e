"""Branches that a file names: only those that the shop has, or that the owner confirms."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from service.domain.catalogue.sku import fold, tidy
from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import BRANCH_COLUMNS, BRANCH_NAMES, NO, SAME_AS, YES
from service.domain.sentences import Sentence, message
from service.files.columns.mapping import BranchColumn
from service.files.evidence.file_scan import ColumnScan
from service.files.values.cell_readers import read_branch

_NAMED = 5
_MOST_RENAMED = 4
_MANY = 20


def ask_branch_columns(offered: tuple[BranchColumn, ...], answers: Mapping[str, str]) -> Question | None:
    """Asks whether columns such as `Qty (Sitra)` are of branches that the shop does not have."""
    if not offered or answers.get(BRANCH_COLUMNS) in (YES, NO):
        return None
    columns = _list([column.column for column in offered])
    names = _list([column.branch for column in offered])
    return Question(
        BRANCH_COLUMNS,
        message("Do the columns {columns} hold the stock of branches?", columns=columns),
        (
            Reading(YES, message("They are the stock at {branches}", branches=names)),
            Reading(NO, message("They are left out")),
        ),
    )


def new_names(scan: ColumnScan, known: Collection[str]) -> list[str]:
    """Readable names in a branch column that no branch has; `known` are branches by folded name."""
    names = dict.fromkeys(tidy(str(read_branch(text).value or "")) for text in scan.distinct)
    return [name for name in names if name and fold(name) not in known]


def ask_branch_names(
    header: str, scan: ColumnScan, branches: Collection[str], answers: Mapping[str, str], confirmed: Collection[str]
) -> Question | None:
    """Asks whether new names in the branch column are branches; `confirmed` names are folded."""
    known = {fold(name) for name in branches} | set(confirmed)
    new = new_names(scan, known)
    if not new and not scan.overflow:
        return None
    answer = answers.get(BRANCH_NAMES, "")
    if answer in (YES, NO) or answer.startswith(SAME_AS):
        return None
    create = Reading(YES, _creation_text(new))
    leave = Reading(NO, message("{column} names no branches and is left out", column=header))
    there = {fold(tidy(text)) for text in scan.distinct}
    gone = [name for name in branches if fold(name) not in there][:_MOST_RENAMED]
    renamed = [
        Reading(SAME_AS + name, message("{new} is the branch {branch} under another name", new=new[0], branch=name))
        for name in gone
        if len(new) == 1
    ]
    many = scan.overflow or len(new) > _MANY
    return Question(
        BRANCH_NAMES,
        message("The column {column} names branches that the shop does not have. What are they?", column=header),
        (leave, create) if many else (create, *renamed, leave),
    )


def _creation_text(new: list[str]) -> Sentence:
    if len(new) == 1:
        return message("{branch} is a branch, and is created", branch=new[0])
    return message("{branches} are branches, and are created", branches=_list(new))


def _list(names: list[str]) -> str:
    listed = ", ".join(names[:_NAMED])
    return f"{listed} … ({len(names)})" if len(names) > _NAMED else listed
