"""Bodies are displayed as they were sent, only indented, with each fault on the line that caused
it.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.call_log.body_layout import BodyLayout, Mark, RejectedRow, format_body, map_marks_to_body

UPLOAD = b"""{"items": [
{"sku": "A", "name": "x"},
{"sku": "48609-0K040",
 "price_fils": "14.500", "fit": [{"make": "T", "model": "C"}, {"make": "", "model": "v"}]},
5, [1, 2], {}]}"""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def marked(layout: BodyLayout) -> list[tuple[str, str]]:
    lines = layout.text.split("\n")
    return [(lines[mark.line - 1].strip(), mark.text) for mark in layout.marks]


def test_each_fault_stands_at_its_field() -> None:
    faults = [
        RejectedRow(
            1, "price_fils: must be an integer of 0 or more; fit[1].make: must not be blank; name: is required"
        ),
        RejectedRow(2, "row: must be an object with at least a sku"),
        RejectedRow(3, "row: must be an object with at least a sku"),
        RejectedRow(4, "sku: is required"),
        RejectedRow(9, "sku: no such row"),
    ]
    layout = format_body(UPLOAD, faults)
    assert marked(layout) == [
        ("{", "name: is required"),
        ('"price_fils": "14.500",', "must be an integer of 0 or more"),
        ('"make": "",', "must not be blank"),
        ("5,", "row: must be an object with at least a sku"),
        ("[", "row: must be an object with at least a sku"),
        ("{}", "sku: is required"),
    ]
    assert layout.row_count == 5
    lines = layout.text.split("\n")
    spans = {row.index: "".join(lines[row.first - 1 : row.last]).replace(" ", "") for row in layout.rows}
    assert spans[3] == "[1,2],"
    assert spans[4] == "{}"
    assert [mark.line for mark in map_marks_to_body(UPLOAD, layout)] == [3, 4, 4, 5, 5, 5]


def test_of_two_fields_with_one_name_the_last_counts_as_it_does_for_the_service() -> None:
    layout = format_body(
        b'{"items": [{"sku": "A", "name": "x", "name": ""}]}', [RejectedRow(0, "name: must not be blank")]
    )
    assert marked(layout) == [('"name": ""', "must not be blank")]


def test_a_field_deeper_down_is_not_taken_for_the_rows_own() -> None:
    body = b'{"items": [{"fit": [{"name": "x"}], "sku": "A"}]}'
    assert marked(format_body(body, [RejectedRow(0, "name: is required")])) == [("{", "name: is required")]


def test_tokens_stay_as_they_were_sent() -> None:
    layout = format_body(b'{"price": 1.500, "name": "\\u0641\\/", "empty": {}, "none": [ ]}')
    assert layout.text == '{\n  "price": 1.500,\n  "name": "\\u0641\\/",\n  "empty": {},\n  "none": []\n}'


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        (b'{"a": 1,\n "b": }', 2, "invalid character"),
        (b'{"a": 1,\r\n\r\n "b": }', 3, "invalid character"),
        (b'{"a": 1,\r "b": }', 2, "invalid character"),
        (b'{"a": 1,\n "b"', 2, "Input data was truncated"),
        (b'{"a":\n"\xff"}', 2, "not UTF-8"),
        (b"[1]\nx", 2, "trailing characters"),
        (b"[" * 3000, 1, "nested too deeply"),
        (b"{\n}\n\n", 1, ""),
    ],
)
def test_what_is_no_json_stays_as_it_came_marked_where_it_breaks(body: bytes, line: int, reason: str) -> None:
    layout = format_body(body)
    assert layout.is_invalid == bool(reason)
    if reason:
        assert layout.marks == (Mark(line, reason),)
        assert map_marks_to_body(body, layout) == layout.marks
        assert layout.text == body.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"[a":', b"}")])
def test_a_body_is_laid_out_up_to_the_same_depth_on_every_python(opening: bytes, closing: bytes) -> None:
    def nested(depth: int) -> bytes:
        return opening * depth + b"1" + closing * depth

    assert format_body(nested(500)).text.count("\n") == 1000
    body = nested(501)
    layout = format_body(body)
    assert (layout.text, layout.marks) == (body.decode(), (Mark(1, "nested too deeply"),))


def test_lists_that_are_closed_again_are_no_depth_and_take_none_away() -> None:
    assert not format_body(b"[[]," * 499 + b"1" + b"]" * 499).is_invalid
    assert format_body(b"[[]," * 500 + b"1" + b"]" * 500).marks == (Mark(1, "nested too deeply"),)


def test_brackets_in_texts_are_no_depth() -> None:
    layout = format_body(b'{"a": "' + b"[" * 600 + b'", "b": "\\"' + b"[" * 600 + b'"}')
    assert (layout.is_invalid, layout.text.count("\n")) == (False, 3)
    assert not format_body(b"[" + b"[]," * 600 + b"[]]").is_invalid, "many, and none of them deep"


def test_an_answer_that_was_cut_is_indented_as_far_as_it_goes() -> None:
    layout = format_body(b'{"items":{"a":{"x":1,"y":[]},"b":"tr\xd8', cut=True)
    assert layout.text.split("\n") == ["{", '  "items": {', '    "a": {', '      "x": 1,', '      "y": []', "    },",
                                       '    "b": "tr']  # fmt: skip
    assert not layout.is_invalid


def test_nothing_is_laid_out_as_nothing() -> None:
    assert format_body(b" \n") == BodyLayout()


@given(JSON, st.booleans())
def test_indenting_changes_no_value_and_no_line_is_broken_twice(value: object, compact: bool) -> None:
    body = json.dumps(value, ensure_ascii=compact, separators=(",", ":") if compact else None).encode()
    text = format_body(body).text
    assert json.loads(text) == value
    assert text.splitlines() == text.split("\n")


@given(
    st.lists(st.dictionaries(st.sampled_from(["sku", "name", "price_fils"]), JSON, min_size=1), min_size=1), st.data()
)
def test_the_line_as_sent_holds_the_field_too(rows: list[dict[str, object]], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(rows) - 1))
    name = data.draw(st.sampled_from(sorted(rows[index])))
    body = json.dumps({"items": rows}, indent=data.draw(st.sampled_from([None, 0, 1, 7]))).encode()
    layout = format_body(body, [RejectedRow(index, f"{name}: is odd")])
    (mark,) = layout.marks
    assert layout.text.split("\n")[mark.line - 1].startswith(f'      "{name}": ')
    (sent,) = map_marks_to_body(body, layout)
    assert f'"{name}":' in body.decode().split("\n")[sent.line - 1]
