"""JSON in its three shapes (pull §1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.files.cells import NULL
from service.files.file_errors import FileBroken
from service.files.formats.json_rows import json_rows
from service.files.reader import recognise
from service.files.source import Kind, Source


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
    (row,) = recognise(path).rows
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
