"""What an answer changes of the owner's choices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.pull.pull_choices import FileForm, PullChoices

FORM = FileForm(
    encoding="cp720",
    sheet="A",
    header_row=3,
    sheets=("A", "B"),
    other_sheets=("C",),
    member="a.csv",
    breaks=(5,),
)


@pytest.mark.parametrize(
    ("key", "answer", "form"),
    [
        ("sheet", "B", replace(FORM, sheet=None, sheets=(), other_sheets=None)),
        ("sheet", ":all", replace(FORM, sheet=None)),
        ("sheet", ":branches", replace(FORM, sheet=None)),
        ("encoding", "cp864", replace(FORM, encoding=None)),
        ("widths", "5,9", replace(FORM, breaks=(), header_row=None)),
        ("member", "b.csv", FileForm()),
    ],
)
def test_an_answer_replaces_the_reading_before_it(key: str, answer: str, form: FileForm) -> None:
    chosen = PullChoices(FORM, {"A": "sku"}, {"A": "Main"}).with_answer(key, answer)
    assert chosen == PullChoices(form, answers={key: answer})


def test_other_answers_keep_form_and_columns() -> None:
    chosen = PullChoices(FORM, {"A": "sku"})
    assert chosen.with_answer("money", "fils") == PullChoices(FORM, {"A": "sku"}, answers={"money": "fils"})


def test_one_branch_for_the_whole_file_leaves_other_fixed_values() -> None:
    chosen = PullChoices(fixed={"branch": "Riffa", "brand": "Bosch"})
    assert chosen.with_fixed_branch("Manama") == PullChoices(fixed={"branch": "Manama", "brand": "Bosch"})
    assert chosen.with_fixed_branch(None) == PullChoices(fixed={"brand": "Bosch"})
    assert chosen.with_fixed_branch(None).fixed_branch is None
