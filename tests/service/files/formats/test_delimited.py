"""CSV dialects of real systems (pull §1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.delimited import delimited_rows, guess_delimiter
from service.files.formats.text_encoding import contradicts, guess_encoding, rank_encodings, sample_words
from service.files.source import MAX_ROW_CHARS

ARABIC = "فلتر زيت\nبطارية 12 فولت\nمضخة ماء\nحساس الحرارة\nمصباح خلفي يسار\n"
RUSSIAN = "Фильтр масляный\nКолодки тормозные передние\nАмортизатор задний\nНасос водяной\n"
GREEK = "Φίλτρο λαδιού\nΤακάκια φρένων εμπρός\nΑμορτισέρ πίσω\n"
TURKISH = "Yağ filtresi\nÖn fren balatası\nArka amortisör ışık şanzıman\n"
FRENCH = "Filtre à huile\nPlaquettes de frein arrière\nDémarreur électrique\n"
GERMAN = "Ölfilter\nBremsbeläge für hinten\nStoßdämpfer\n"
CHINESE = "机油滤清器\n前刹车片\n左前大灯总成\n火花塞\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (ARABIC, "windows-1256"), (ARABIC, "iso-8859-6"), (ARABIC, "cp720"),
        (RUSSIAN, "windows-1251"), (RUSSIAN, "koi8-r"), (RUSSIAN, "cp866"), (RUSSIAN.upper(), "cp866"),
        (RUSSIAN.upper(), "koi8-r"), (GREEK, "windows-1253"), (TURKISH, "windows-1254"), (FRENCH, "windows-1252"),
        (FRENCH, "cp850"), (GERMAN, "windows-1252"), (GERMAN, "cp850"), (CHINESE, "gb18030"), (ARABIC, "utf-8"),
    ],
)  # fmt: skip
def test_the_letters_tell_the_encoding(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode(encoding))
    assert guess_encoding(path) == encoding


def test_arabic_letters_in_their_written_forms_are_dos_864(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("ﻓﻠﺘﺮ ﺯﻳﺖ ﻣﺎﺀ ﺣﺴﺎﺱ ﻣﻀﺨﺔ".encode("cp864", errors="ignore"))
    assert guess_encoding(path) == "cp864"


def test_one_word_that_two_encodings_read_is_left_open(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("Démarreur;5\n".encode("cp850"))
    ranked = rank_encodings(path.read_bytes())
    assert "cp850" in ranked
    assert len(ranked) > 1
    assert sample_words(path.read_bytes(), "cp850") == "Démarreur"


def test_encodings_that_read_a_file_alike_are_no_question(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("Ölfilter für hinten; Stoßdämpfer\n".encode("windows-1252"))
    assert "windows-1254" not in rank_encodings(path.read_bytes())


def test_a_file_that_has_become_unicode_contradicts_its_encoding(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(ARABIC, encoding="utf-8")
    assert contradicts(path, "windows-1256")
    path.write_bytes(ARABIC.encode("windows-1256"))
    assert not contradicts(path, "windows-1256")
    assert contradicts(path, "utf-8")
    path.write_text("plain", encoding="ascii")
    assert not contradicts(path, "windows-1256")
    assert not contradicts(path, "utf-8")


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


def test_an_inch_sign_in_the_last_line_hides_no_open_quote(tmp_path: Path) -> None:
    with pytest.raises(FileBroken, match="line 2: a quote"):
        read(tmp_path, 'SKU,Name,Name 2\nB1,14" rim,"Alloy whe')


def test_a_cell_over_two_lines_stays_one_at_the_end_of_a_block(tmp_path: Path) -> None:
    line = "A1,Pad,1\n"
    for places in range(12, 40):
        before = line * (((1 << 16) - places) // len(line))
        rows = read(tmp_path, f'{before}B1,14" rim,"Alloy\nwheel, of a car"\n{line}')
        assert [cells for _, cells in rows[-2:]] == [["B1", '14" rim', "Alloy\nwheel, of a car"], ["A1", "Pad", "1"]]


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
    assert guess_delimiter(path, "utf-8")[0] == delimiter


def test_cells_between_wide_delimiters(tmp_path: Path) -> None:
    text = 'a||"b||c"||\n"two\nlines"||d|e||f\n'
    assert read(tmp_path, text, "||") == [(1, ["a", "b||c", ""]), (2, ["two\nlines", "d|e", "f"])]


def test_a_blank_between_the_cells(tmp_path: Path) -> None:
    assert read(tmp_path, 'A1 "Brake pad" 4.5\n', " ") == [(1, ["A1", "Brake pad", "4.5"])]


@pytest.mark.parametrize("delimiter", ["", '"', "\n", "|\r"])
def test_what_is_no_delimiter_is_refused(tmp_path: Path, delimiter: str) -> None:
    with pytest.raises(FileBroken, match="is no delimiter"):
        read(tmp_path, "a,b\n", delimiter)
