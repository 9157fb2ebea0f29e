"""JSON in its three shapes (pull §1)."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from service.domain.pull.pull_choices import FileForm
from service.files.file_errors import FileBroken, FileTooLarge
from service.files.format_reader import use_reader
from service.files.formats.json_rows import JsonText, NoJson, json_headers, json_lists, json_rows
from service.files.isolation.reader_process import ReaderProcess
from service.files.reader import recognise
from service.files.source import MAX_JSON_IN_PROCESS_BYTES, MAX_ROW_CHARS, NULL, Kind, Source
from tests.fakes.read_rows import convert_rows, read_rows

ROWS = [
    {"sku": "00123", "name": "Pad", "price": 1.5, "qty": 3},
    {"sku": "A2", "name": "فحمات", "price": 0.85, "qty": 4},
]
READ = [
    {"sku": "00123", "name": "Pad", "price_fils": 1500, "quantity": 3},
    {"sku": "A2", "name": "فحمات", "price_fils": 850, "quantity": 4},
]
VALUES = [{"a": 'x "]}\\ \u20ac', "b": [1, [2.5e3, {}]]}, 123456, True, None, "text", [], -0.5]


def written(path: Path, document: object, indent: int | None = None) -> Path:
    path.write_text(json.dumps(document, ensure_ascii=False, indent=indent), encoding="utf-8")
    return path


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    ("document", "name"),
    [
        (ROWS, ""),
        ({"items": ROWS}, "items"),
        ({"status": "ok", "count": 2, "data": {"page": {"size": 2}, "products": ROWS}}, "data.products"),
        ({"data": {"edges": [{"node": row} for row in ROWS]}}, "data.edges"),
        ([{"id": "x", "attributes": row} for row in ROWS], ""),
        ({"products": {row["sku"]: {**row, "sku": row["sku"]} for row in ROWS}}, "products"),
    ],
)
def test_a_list_is_found_under_any_wrapper(tmp_path: Path, document: object, name: str, indent: int | None) -> None:
    path = written(tmp_path / "list.json", document, indent)
    found = recognise(path)
    assert (found.source.sheet, found.head.lists.rivals) == (name, ())
    assert [row.fields for row in convert_rows(path, found)] == READ


def test_rows_keyed_by_part_number(tmp_path: Path) -> None:
    rows = {str(row["sku"]): {name: row[name] for name in ("name", "price", "qty")} for row in ROWS}
    path = written(tmp_path / "list.json", rows)
    found = recognise(path)
    assert found.source.headers == ("Key", "name", "price", "qty")
    assert [row.fields for row in convert_rows(path, found)] == READ


def test_a_name_inside_is_short_where_it_is_the_only_one(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", [{"sku": "1", "price": {"amount": 1.25}, "cost": {"amount": 1, "x": None}}])
    headers = json_headers(path, Source(Kind.JSON))
    assert headers == ("sku", "price.amount", "cost.amount", "x")
    cells = next(json_rows(path, Source(Kind.JSON, headers=headers))).cells
    assert cells == ["1", "1.25", "1", ""]
    assert cells[3] is NULL


def test_an_amount_is_named_by_the_object_around_it(tmp_path: Path) -> None:
    """It was a column `amount`, which is no price."""
    path = written(tmp_path / "a.json", [{"sku": f"A-{n}", "price": {"amount": "4.250"}} for n in range(3)])
    assert recognise(path).mapping.column_of("price_fils") == "price.amount"


def test_a_missing_value_is_not_taken_from_an_object_inside(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.json", [{"sku": "1", "price": 2, "old": {"price": 9}}, {"sku": "2", "old": {"price": 8}}]
    )
    headers = json_headers(path, Source(Kind.JSON))
    assert [row.cells for row in json_rows(path, Source(Kind.JSON, headers=headers))] == [
        ["1", "2", "9"],
        ["2", "", "8"],
    ]


def test_of_two_lists_the_owner_chooses_and_one_that_is_gone_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", {"old": ROWS[:1], "new": {"parts": ROWS}, "tags": [{"id": 1}]})
    assert json_lists(path, Source(Kind.JSON)) == ("old", "new.parts", "tags")
    assert recognise(path).head.lists.rivals == ("old", "new.parts")
    assert len(read_rows(path, FileForm(sheet="new.parts"))) == 2
    with pytest.raises(FileBroken, match=r"no sheet 'gone'\. Choose one of: old, new\.parts"):
        recognise(path, FileForm(sheet="gone"))


def test_a_document_with_many_lists_offers_the_first_100(tmp_path: Path) -> None:
    path = written(tmp_path / "list.json", {f"list{number}": ROWS for number in range(103)})
    assert json_lists(path, Source(Kind.JSON)) == tuple(f"list{number}" for number in range(100))
    cut = tmp_path / "cut.json"
    cut.write_text(path.read_text("utf-8")[:-1], "utf-8")
    with pytest.raises(FileBroken):
        json_lists(cut, Source(Kind.JSON))


@pytest.mark.parametrize("document", [{"status": "ok"}, {"a": [1, 2]}, {"a": {"b": 1}, "c": {"d": 2}}, 5])
def test_json_without_a_list_is_refused(tmp_path: Path, document: object) -> None:
    path = written(tmp_path / "a.json", document, 1)
    with pytest.raises(FileBroken, match="no JSON that is read"):
        recognise(path, FileForm(kind="json"))


@pytest.mark.parametrize("text", ['{"a":' * 50_000, '[{"a":' * 50_000 + "1"])
def test_endless_depth_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileBroken, match="is no JSON"):
        recognise(path, FileForm(kind="json"))


def test_a_large_document_is_read_in_the_child(tmp_path: Path) -> None:
    rows = [{"sku": f"A{number}", "name": "x" * 1_000, "price": 1.5} for number in range(2_100)]
    path = written(tmp_path / "a.json", {"data": {"parts": rows}})
    assert path.stat().st_size > MAX_JSON_IN_PROCESS_BYTES
    with ReaderProcess() as reader, use_reader(reader):
        found = recognise(path)
    assert (found.source.sheet, found.scan.rows) == ("data.parts", 2_100)


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
        json_lists(path, Source(Kind.JSON))


@pytest.mark.parametrize("fault", ['{"sku": tru}', '{"sku": "A",}', '{"sku" "A"}', '{"sku": "a\tb"}', '{"sku": "\\q"}'])
def test_a_fault_before_much_text_is_no_cell_that_is_too_long(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(f"[{fault}, {', '.join(['{}'] * (MAX_ROW_CHARS // 2))}]")
    with pytest.raises(FileBroken, match="is no JSON"):
        json_lists(path, Source(Kind.JSON))


@pytest.mark.parametrize("chunk", [1, 2, 5])
@pytest.mark.parametrize("word", ["-Infinity", "null", "-1.25e-10", '"\\ud83d\\ude00"'])
def test_a_word_that_is_cut_is_read_on(chunk: int, word: str) -> None:
    document = JsonText(io.StringIO(f'[{{"a": {word}}}, 1]'), chunk)
    assert [text for _, text in document.elements()] == [f'{{"a": {word}}}', "1"]


def test_no_list_of_two_with_one_name_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text('{"items": [{"sku": "A"}], "items": [{"sku": "B"}]}')
    with pytest.raises(FileBroken, match="is no JSON"):
        json_lists(path, Source(Kind.JSON))


def test_values_keep_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(
        '[{"sku": "00123", "price": 1.10, "n": 12345678901234567890, "on": true, "x": null, "fit": [{"make": "Kia"}]}]',
        encoding="utf-8",
    )
    names = ("sku", "price", "n", "on", "x", "fit", "none")
    row = next(json_rows(path, Source(Kind.JSON, headers=names)))
    assert row.cells == ["00123", "1.10", "12345678901234567890", "true", "", '[{"make":"Kia"}]', ""]
    assert row.cells[4] is NULL
    assert row.cells[6] is not NULL


def test_the_rows_of_the_api_are_read_as_the_api_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(
        '{"items": [{"sku": "1", "name": "Pad", "price_fils": 1500, "quantity": 2.5, "active": false, "brand": null,'
        ' "condition": "used", "fit": [{"make": "Kia", "model": "Rio", "year_from": 2012}]}]}',
        encoding="utf-8",
    )
    (row,) = read_rows(path)
    assert row.faults == row.notes == ()
    assert {name: str(value) for name, value in row.fields.items()} == {
        "sku": "1",
        "name": "Pad",
        "price_fils": "1500",
        "quantity": "2.5",
        "active": "False",
        "brand": "None",
        "condition": "used",
        "fit": "[{'make': 'Kia', 'model': 'Rio', 'year_from': 2012}]",
    }


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[{"sku": "1"}, 5]', "row 2"),
        ('{"sku": "1"}\n{"sku": \n', "line 2"),
        ("[{]", "is no JSON"),
        ('{"items": [5]}', "row 1"),
        ("[]", "holds no rows"),
    ],
)
def test_broken_json_is_named_by_its_place(tmp_path: Path, text: str, where: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileBroken, match=where):
        recognise(path)
