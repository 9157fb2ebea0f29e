"""Uploads folded to their faulty rows."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from service.domain.call_log.body_layout import RejectedRow, format_body
from ui.panes.calls.detail_panel import can_fold, fold


def between(count: int) -> str:
    return f"<{count}>"


def test_rows_between_those_at_fault_become_one_line() -> None:
    body = json.dumps({"a": 1, "items": [{"sku": str(at)} for at in range(30)], "z": 2}).encode()
    layout = format_body(body, [RejectedRow(5, "sku: is odd"), RejectedRow(6, "name: is required")])
    text, marks = fold(layout, between)
    assert [line.strip() for line in text.split("\n")] == [
        "{", '"a": 1,', '"items": [', "<5>", "{", '"sku": "5"', "},", "{", '"sku": "6"', "},", "<23>", "],", '"z": 2',
        "}",
    ]  # fmt: skip
    assert [(mark.line, mark.text) for mark in marks] == [(6, "is odd"), (8, "name: is required")]


@given(st.lists(st.sampled_from(['{"sku": "A"}', "5", "[1, 2]", "{}"]), min_size=9, max_size=40), st.data())
def test_every_mark_stays_on_its_line(rows: list[str], data: st.DataObject) -> None:
    at = data.draw(st.sets(st.integers(0, len(rows) - 1), min_size=1, max_size=len(rows) - 8))
    layout = format_body(
        f'{{"items": [{", ".join(rows)}]}}'.encode(), [RejectedRow(index, "row: is odd") for index in at]
    )
    assert can_fold(layout)
    text, marks = fold(layout, between)
    whole, lines = layout.text.split("\n"), text.split("\n")
    assert [lines[mark.line - 1] for mark in marks] == [whole[mark.line - 1] for mark in layout.marks]
    left = sum(int(line.strip("<>")) for line in lines if line.startswith("<"))
    assert left + len(at) == len(rows)


def test_a_short_upload_is_shown_whole() -> None:
    body = b'{"items": [{"sku": "A"}, {"sku": ""}]}'
    assert not can_fold(format_body(body, [RejectedRow(1, "sku: must not be blank")]))
    assert not can_fold(format_body(body))
