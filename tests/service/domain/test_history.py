"""Links to a subject of the history, and where the next page begins."""

from __future__ import annotations

import pytest

from service.domain.call_log.body_layout import RejectedRow
from service.domain.history import (
    WRITTEN_BY_CALL,
    HistoryEntry,
    HistorySubject,
    ItemWrite,
    RowOutcome,
    SubjectKind,
    UploadRow,
    ValueChange,
    join_rows,
    parse_target,
)

_PRICE = (ValueChange("price_fils", 1000, 1500),)


def _entry(sku: str, *changes: ValueChange, created: bool = False) -> HistoryEntry:
    return HistoryEntry(ItemWrite(1, 1, 0, WRITTEN_BY_CALL, "Till"), 1, sku, created, changes)


def test_each_row_says_whether_it_was_saved_and_what_it_changed() -> None:
    entries = [_entry("A", *_PRICE), _entry("NEW", created=True)]
    rows = join_rows([" a ", "B", "new", "SAME"], [RejectedRow(1, "name: is required")], entries, has_history=True)
    assert rows == (
        UploadRow(0, " a ", RowOutcome.CHANGED, _PRICE),
        UploadRow(1, "B", RowOutcome.REJECTED, error="name: is required"),
        UploadRow(2, "new", RowOutcome.CREATED),
        UploadRow(3, "SAME", RowOutcome.UNCHANGED),
    )


def test_of_several_rows_of_a_part_the_last_saved_one_has_the_changes() -> None:
    rows = join_rows(["A", "a", "A"], [RejectedRow(2, "no")], [_entry("A", *_PRICE)], has_history=True)
    assert [row.index for row in rows] == [0, 1, 2]
    assert [row.outcome for row in rows] == [RowOutcome.REPLACED, RowOutcome.CHANGED, RowOutcome.REJECTED]


def test_without_history_a_saved_row_does_not_claim_that_nothing_changed() -> None:
    rows = join_rows(["A", ""], [RejectedRow(1, "must be an object")], [], has_history=False)
    assert [row.outcome for row in rows] == [RowOutcome.SAVED, RowOutcome.REJECTED]


@pytest.mark.parametrize(
    ("target", "subject"),
    [
        ("part:PAD-1", HistorySubject(SubjectKind.PART, "PAD-1")),
        ("part:A:B", HistorySubject(SubjectKind.PART, "A:B")),
        ("order:ORD-2026-000123", HistorySubject(SubjectKind.ORDER, "ORD-2026-000123")),
        ("call:77", HistorySubject(SubjectKind.CALL, "77")),
        ("run:3", HistorySubject(SubjectKind.RUN, "3")),
        ("write:12", HistorySubject(SubjectKind.WRITE, "12")),
    ],
)
def test_a_link_names_its_subject(target: str, subject: HistorySubject) -> None:
    assert parse_target(target) == subject
    assert subject.target == target


@pytest.mark.parametrize("target", ["", "part", "part:", "call:x", "run:-1", "write:", "shop:1", "PART:A"])
def test_other_texts_name_none(target: str) -> None:
    assert parse_target(target) is None
