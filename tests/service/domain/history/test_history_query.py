"""Links to a subject of the history, and where the next page begins."""

from __future__ import annotations

import pytest

from service.domain.history.history_query import HistorySubject, SubjectKind, parse_target


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
