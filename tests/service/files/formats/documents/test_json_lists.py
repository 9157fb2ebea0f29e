"""Lists in JSON under any wrapper, and rows keyed by part number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.domain.pull.pull_choices import FileForm
from service.files.cells import NULL
from service.files.file_errors import FileBroken
from service.files.format_reader import use_reader
from service.files.formats.json_rows import json_headers, json_lists, json_rows
from service.files.isolation.reader_process import ReaderProcess
from service.files.reader import recognise
from service.files.source import MAX_JSON_IN_PROCESS_BYTES, Kind, Source

ROWS = [
    {"sku": "00123", "name": "Pad", "price": 1.5, "qty": 3},
    {"sku": "A2", "name": "فحمات", "price": 0.85, "qty": 4},
]
READ = [
    {"sku": "00123", "name": "Pad", "price_fils": 1500, "quantity": 3},
    {"sku": "A2", "name": "فحمات", "price_fils": 850, "quantity": 4},
]


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
    assert (found.source.sheet, found.lists.rivals) == (name, ())
    assert [row.fields for row in found.rows] == READ


def test_rows_keyed_by_part_number(tmp_path: Path) -> None:
    rows = {str(row["sku"]): {name: row[name] for name in ("name", "price", "qty")} for row in ROWS}
    found = recognise(written(tmp_path / "list.json", rows))
    assert found.source.headers == ("Key", "name", "price", "qty")
    assert [row.fields for row in found.rows] == READ


def test_a_name_inside_is_short_where_it_is_the_only_one(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", [{"sku": "1", "price": {"amount": 1.25}, "cost": {"amount": 1, "x": None}}])
    headers = json_headers(path, Kind.JSON, "utf-8")
    assert headers == ("sku", "price.amount", "cost.amount", "x")
    cells = next(json_rows(path, Source(Kind.JSON, headers=headers))).cells
    assert cells == ["1", "1.25", "1", ""]
    assert cells[3] is NULL


def test_a_missing_value_is_not_taken_from_an_object_inside(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.json", [{"sku": "1", "price": 2, "old": {"price": 9}}, {"sku": "2", "old": {"price": 8}}]
    )
    headers = json_headers(path, Kind.JSON, "utf-8")
    assert [row.cells for row in json_rows(path, Source(Kind.JSON, headers=headers))] == [
        ["1", "2", "9"],
        ["2", "", "8"],
    ]


def test_of_two_lists_the_owner_chooses_and_one_that_is_gone_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", {"old": ROWS[:1], "new": {"parts": ROWS}, "tags": [{"id": 1}]})
    assert json_lists(path, "utf-8") == ("old", "new.parts", "tags")
    assert recognise(path).lists.rivals == ("old", "new.parts")
    assert len(recognise(path, FileForm(sheet="new.parts")).rows) == 2
    with pytest.raises(FileBroken, match=r"no list 'gone'\. Choose one of: old, new\.parts"):
        recognise(path, FileForm(sheet="gone"))


def test_a_document_with_many_lists_offers_the_first_100(tmp_path: Path) -> None:
    path = written(tmp_path / "list.json", {f"list{number}": ROWS for number in range(103)})
    assert json_lists(path, "utf-8") == tuple(f"list{number}" for number in range(100))
    cut = tmp_path / "cut.json"
    cut.write_text(path.read_text("utf-8")[:-1], "utf-8")
    with pytest.raises(FileBroken):
        json_lists(cut, "utf-8")


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
