"""A JSON document read piece by piece."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.documents.json_text import JsonText, NoJson
from service.files.formats.json_rows import json_lists
from service.files.source import MAX_ROW_CHARS

VALUES = [{"a": 'x "]}\\ \u20ac', "b": [1, [2.5e3, {}]]}, 123456, True, None, "text", [], -0.5]


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 50])
@pytest.mark.parametrize("indent", [None, 2])
def test_pieces_of_any_size_give_the_same_values(chunk: int, indent: int | None) -> None:
    document = JsonText(io.StringIO("\ufeff " + json.dumps(VALUES, indent=indent) + "\n"), chunk)
    assert [json.loads(text) for _, text in document.elements()] == VALUES
    assert document.first() == ""
    named = {f"k {place}": value for place, value in enumerate(VALUES)}
    document = JsonText(io.StringIO(json.dumps(named, indent=indent)), chunk)
    assert {key: json.loads(text) for key, text in document.members()} == named


@pytest.mark.parametrize("chunk", [1, 1000])
def test_a_look_ahead_does_not_go_on(chunk: int) -> None:
    document = JsonText(io.StringIO('{"a": {"x": 1}, "b": {"x": 2}, "c": {"x": 3}}'), chunk)
    assert document.look_ahead(2) == {"a": '{"x": 1}', "b": '{"x": 2}'}
    assert list(dict(document.members())) == ["a", "b", "c"]
    assert JsonText(io.StringIO('{"a": {"x": 1}, "b": 2}'), chunk).look_ahead(5) is None


@pytest.mark.parametrize("text", ["[1 2]", "[1,]", "[,1]", "[1", '["a', "[tru]", "[1}", "[{]", "", "{"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(NoJson):
        list(JsonText(io.StringIO(text), 2).elements())


@pytest.mark.parametrize("text", ['{"a" 1}', '{"a": 1 "b": 2}', "{a: 1}", '{"a": 1,}', '{"a": 1'])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(NoJson):
        list(JsonText(io.StringIO(text), 2).members())


class _Endless(io.StringIO):
    """An array without an end; counts what was read of it."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces = 0

    def read(self, size: int | None = -1, /) -> str:
        self.pieces += 1
        return '[{"sku": "A"}' if self.pieces == 1 else ', {"sku": "A"}' * 10


def test_one_row_at_a_time_is_in_memory() -> None:
    file = _Endless()
    rows = JsonText(file).elements()
    assert [next(rows) for _ in range(25)] == [(None, '{"sku": "A"}')] * 25
    assert file.pieces < 6


def test_a_value_past_the_bound_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text('{"a": [{"sku": "' + "x" * (MAX_ROW_CHARS + 300_000) + '"}]}')
    with pytest.raises(FileTooLarge, match="more than a million characters"):
        json_lists(path, "utf-8")


@pytest.mark.parametrize("fault", ['{"sku": tru}', '{"sku": "A",}', '{"sku" "A"}', '{"sku": "a\tb"}', '{"sku": "\\q"}'])
def test_a_fault_before_much_text_is_no_cell_that_is_too_long(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(f"[{fault}, {', '.join(['{}'] * (MAX_ROW_CHARS // 2))}]")
    with pytest.raises(FileBroken, match="is no JSON"):
        json_lists(path, "utf-8")


@pytest.mark.parametrize("chunk", [1, 2, 5])
@pytest.mark.parametrize("word", ["-Infinity", "null", "-1.25e-10", '"\\ud83d\\ude00"'])
def test_a_word_that_is_cut_is_read_on(chunk: int, word: str) -> None:
    document = JsonText(io.StringIO(f'[{{"a": {word}}}, 1]'), chunk)
    assert [text for _, text in document.elements()] == [f'{{"a": {word}}}', "1"]


def test_no_list_of_two_with_one_name_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text('{"items": [{"sku": "A"}], "items": [{"sku": "B"}]}')
    with pytest.raises(FileBroken, match="is no JSON"):
        json_lists(path, "utf-8")
