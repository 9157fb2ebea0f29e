"""What an answer changes of the owner's choices."""

from __future__ import annotations

import pytest

from service.domain.pull.pull_choices import FileForm, PullChoices

FORM = FileForm(encoding="cp720", sheet="A", sheets=("A", "B"), other_sheets=("C",), member="a.csv")


@pytest.mark.parametrize(
    ("key", "answer", "form"),
    [
        ("sheet", "B", FileForm(encoding="cp720", member="a.csv")),
        (
            "sheet",
            ":all",
            FileForm(encoding="cp720", sheets=("A", "B"), other_sheets=("C",), member="a.csv"),
        ),
        ("encoding", "cp864", FileForm(sheet="A", sheets=("A", "B"), other_sheets=("C",), member="a.csv")),
        ("member", "b.csv", FileForm()),
    ],
)
def test_an_answer_replaces_the_reading_before_it(key: str, answer: str, form: FileForm) -> None:
    chosen = PullChoices(FORM, {"A": "sku"}, {"A": "Main"}).with_answer(key, answer)
    assert chosen == PullChoices(form, answers={key: answer})


def test_other_answers_keep_form_and_columns() -> None:
    chosen = PullChoices(FORM, {"A": "sku"})
    assert chosen.with_answer("money", "fils") == PullChoices(FORM, {"A": "sku"}, answers={"money": "fils"})
