"""Text whose columns begin at fixed places."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.pull_choices import FileForm
from service.files.file_errors import FileBroken
from service.files.formats.fixed_width import first_lines, guess_breaks, parse_breaks, write_breaks
from service.files.reader import recognise
from service.files.source import MAX_COLUMNS, Kind, Source
from service.pull.inspect_file import ask_widths
from tests.fakes.read_rows import convert_rows

LIST = """\
                 STOCK LIST            01.02.2026

 SKU       NAME                       PRICE     QTY
 --------  ----------------------- --------  ------
 00123     Pad, front               1.500         3
 A2        Disc R15                12.250        14
 B-77      فحمات أمامية              0.850         0
 C1        Oil filter; long        11.100       120
"""


def written(path: Path, text: str = LIST, encoding: str = "utf-8") -> Path:
    path.write_text(text, encoding=encoding)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1256", "utf-16"])
def test_columns_are_found_by_what_is_blank(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path / "list.prn", encoding=encoding)
    found = recognise(path)
    assert found.source.kind is Kind.FIXED_WIDTH
    assert [row.fields for row in convert_rows(path, found) if row.skipped is None and "sku" in row.fields][-4:] == [
        {"sku": "00123", "name": "Pad, front", "price_fils": 1500, "quantity": 3},
        {"sku": "A2", "name": "Disc R15", "price_fils": 12250, "quantity": 14},
        {"sku": "B-77", "name": "فحمات أمامية", "price_fils": 850, "quantity": 0},
        {"sku": "C1", "name": "Oil filter; long", "price_fils": 11100, "quantity": 120},
    ]


def test_columns_without_a_gap_are_drawn(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", "SKU  NAME   QTY\nA0001Pad      3\nA0002Disc    14\nA0003Oil     20\n")
    found = recognise(path, FileForm(breaks=(5, 12)))
    assert [row.fields for row in convert_rows(path, found)] == [
        {"sku": "A0001", "name": "Pad", "quantity": 3},
        {"sku": "A0002", "name": "Disc", "quantity": 14},
        {"sku": "A0003", "name": "Oil", "quantity": 20},
    ]


def test_a_name_with_more_characters_than_its_numbers_is_not_cut(tmp_path: Path) -> None:
    """QTYONHAND was read as QTYONHA and ND."""
    line = "{:<14}{:<30}{:<10}{:>10}{:>12}\n"
    rows = [(f"BP-{1000 + n}", f"Brake pad set {n}", "MAIN", 3 + n, "4.250") for n in range(26)]
    text = line.format("ITEMNO", "DESC", "LOCATION", "QTYONHAND", "UNITPRICE") + "-" * 76 + "\n"
    found = recognise(written(tmp_path / "a.txt", text + "".join(line.format(*row) for row in rows)))
    assert found.source.headers == ("ITEMNO", "DESC", "LOCATION", "QTYONHAND", "UNITPRICE")
    assert found.head.rows[1].cells == ["BP-1000", "Brake pad set 0", "MAIN", "3", "4.250"]


def test_the_proposal_is_asked_until_it_is_chosen(tmp_path: Path) -> None:
    found = recognise(written(tmp_path / "a.txt"))
    question = ask_widths(found.source, found.head.rows, ())
    assert question is not None
    assert question.readings[0].answer == write_breaks(found.source.breaks)
    assert "00123 | Pad, front | 1.500 | 3" in str(question.readings[0].text)
    assert ask_widths(found.source, found.head.rows, found.source.breaks) is None
    assert ask_widths(Source(Kind.DELIMITED), found.head.rows, ()) is None


@pytest.mark.parametrize(
    "text",
    ["SKU,Name\n1,Pad\n2,Disc\n3,Oil\n", "only\none\ncolumn\n", "one line\n", "SKU Name\n1 Pad\n2 Disc\n3 Oil\n"],
)
def test_other_texts_stay_as_they_were(tmp_path: Path, text: str) -> None:
    source = recognise(written(tmp_path / "a.txt", text)).source
    assert source.kind is Kind.DELIMITED or source.breaks == (4,)


def test_without_columns_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileBroken, match="Say where they begin"):
        recognise(written(tmp_path / "a.txt", "a\nb\nc\n"), FileForm(kind="fixed_width"))


def test_tabs_fill_up_to_eight_and_long_lines_are_cut_for_the_preview(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", "SKU\tQTY\nA1\t3\n" + "x" * 1000 + "\n\nA3\t5\n")
    assert [len(line) for line in first_lines(path, "utf-8")] == [11, 9, 400, 9]


def test_a_line_has_a_bounded_number_of_columns(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", ("x " * 3000 + "\n") * 4)
    assert len(guess_breaks(path, "utf-8", gap=1)) == MAX_COLUMNS - 1


@pytest.mark.parametrize(
    ("text", "breaks"),
    [("8,40,52", (8, 40, 52)), ("8", (8,)), ("", None), ("0,5", None), ("8,8", None), ("9,8", None), ("a", None),
     ("-1", None), ("1,", None), ("9" * 9, None)],
)  # fmt: skip
def test_places_as_text(text: str, breaks: tuple[int, ...] | None) -> None:
    assert parse_breaks(text) == breaks
