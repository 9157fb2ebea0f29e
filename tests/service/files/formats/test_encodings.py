"""Encodings are recognised by the letters of their languages; if two give words, both are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.files.formats.text_encoding import contradicts, encoding_sample, guess_encoding, rank_encodings

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
    ranked = rank_encodings(path)
    assert "cp850" in ranked
    assert len(ranked) > 1
    assert encoding_sample(path, "cp850") == "Démarreur"


def test_encodings_that_read_a_file_alike_are_no_question(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("Ölfilter für hinten; Stoßdämpfer\n".encode("windows-1252"))
    assert "windows-1254" not in rank_encodings(path)


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
