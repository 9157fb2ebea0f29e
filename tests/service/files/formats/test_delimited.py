"""CSV dialects of real systems (pull §1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.delimited import delimited_rows, guess_delimiter
from service.files.source import MAX_ROW_CHARS


def read(tmp_path: Path, text: str, delimiter: str = ",") -> list[tuple[int, list[str]]]:
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return [tuple(row) for row in delimited_rows(path, "utf-8", delimiter)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('a,b\n1,"x, y"\n', [(1, ["a", "b"]), (2, ["1", "x, y"])]),
        ('a,b\r\n1,"say ""hi"""', [(1, ["a", "b"]), (2, ["1", 'say "hi"'])]),
        ('a,b\n1,"two\r\nlines"\n3,4', [(1, ["a", "b"]), (2, ["1", "two\r\nlines"]), (4, ["3", "4"])]),
        ('a\n5" hose\n', [(1, ["a"]), (2, ['5" hose'])]),
        ("a,b,c\n1\n1,2,3,4\n", [(1, ["a", "b", "c"]), (2, ["1"]), (3, ["1", "2", "3", "4"])]),
        ('1,"",""\n', [(1, ["1", "", ""])]),
        ("a\rb\r", [(1, ["a"]), (2, ["b"])]),
    ],
)
def test_rows_with_the_line_they_begin_in(tmp_path: Path, text: str, rows: list[tuple[int, list[str]]]) -> None:
    assert read(tmp_path, text) == rows


def test_a_row_over_many_lines_has_a_bound(tmp_path: Path) -> None:
    cell = '"' + "x" * 90 + '\n"'
    longest = ",".join([cell] * (MAX_ROW_CHARS // 100))
    assert len(read(tmp_path, f"a,b\n{longest}\n1,2\n")) == 3
    with pytest.raises(FileTooLarge, match="line 2: a row holds more"):
        read(tmp_path, f"a,b\n{longest},{longest}\n1,2\n")


def test_an_open_quote_is_found_however_much_follows(tmp_path: Path) -> None:
    for rest in ("3,4\n", "3,4\n" * 100_000):
        with pytest.raises(FileBroken, match="line 2: a quote"):
            read(tmp_path, f'a,b\n1,"x\n{rest}')


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileBroken, match="more than a million characters"):
        read(tmp_path, "a," * 1_000_000)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a~b\n1~2,5\n", "~"),
        ("a^b\n1^2;5\n", "^"),
        ("a||b||c\n1||||3\n", "||"),
        ("a;;b\n1;;2,5\n", ";;"),
        ("Stock list\na\t|\tb\n1\t|\t2\n3\t|\t4\n", "\t|\t"),
        ("a^|^b\n1^|^2\n", "^|^"),
        ("a;b;c\n1;;2\n3;;4\n5;;6\n", ";"),
        ("a||b\n1||x|y\n" + "2||z\n" * 20, "|"),
        ("sep=||\na||b\n1||2\n", "||"),
        ("a,b\n1,2\n", ","),
        ("a;b;c\n1,5;2,5;3\n", ";"),
        ("a\tb\n1, 2\t3\n", "\t"),
        ("a|b\n1|x;y\n", "|"),
        ("sep=;\na,b\n", ";"),
        ("List of 20 November\n\na;b;c\n1;2,5;3\n4;5,5;6\n", ";"),
        ("only\none\n", ","),
    ],
)
def test_delimiters(tmp_path: Path, text: str, delimiter: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8")
    assert guess_delimiter(path, "utf-8") == delimiter


def test_cells_between_wide_delimiters(tmp_path: Path) -> None:
    text = 'a||"b||c"||\n"two\nlines"||d|e||f\n'
    assert read(tmp_path, text, "||") == [(1, ["a", "b||c", ""]), (2, ["two\nlines", "d|e", "f"])]


@pytest.mark.parametrize("delimiter", ["", '"', "\n", "|\r"])
def test_what_is_no_delimiter_is_refused(tmp_path: Path, delimiter: str) -> None:
    with pytest.raises(FileBroken, match="is no delimiter"):
        read(tmp_path, "a,b\n", delimiter)
