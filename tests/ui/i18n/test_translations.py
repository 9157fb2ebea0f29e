"""Every text is translated, and the translation files match the sources."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer.toolchain.texts import list_old_texts
from tests import translations

ARABIC = re.compile("[\u0600-\u06ff]")
STRONG = re.compile("[A-Za-z\u0600-\u06ff\u200f]")
"""Characters that give a line its direction: the first one decides."""

GAP = re.compile(r"{[^}]*}|%\d|%n")
COUNT = re.compile("%n")
COUNT_OR_FIRST_GAP = re.compile("%1 [\u0600-\u06ff]")
"""A number before a counted word, as `2 parts`; Arabic's forms for one and two say it alone."""

OTHER_WORDS = ("متجر", "زبون", "حاسوب", "كمبيوتر", "بيئة", "الوضع التجريبي")
"""Written are `محل` for a shop, `عميل` for a customer, `جهاز` for a computer and `النسخة التجريبية`
for Staging.
"""

STIFF = {
    "Go on": ("Continue", "تابع"),
    "Without an end": ("Never expires", "لا تنتهي صلاحيته"),
    "Where stock is when": (
        "Your stock is here unless your system names another branch. You can add branches later.",
        "مخزونك هنا ما لم يسمِّ نظامك فرعًا آخر. يمكنك إضافة فروع لاحقًا.",
    ),
}
"""English that nobody says, with what is written instead and its Arabic."""

PIECE = re.compile(r"(?<![\u0600-\u06ff])(?:[ولب]|لل)?(?:ال)?قطع(?:ة|ًا|تان|تين|ها|ه)?(?![\u0600-\u06ff])")
NUMBER_OF_PIECE = re.compile("(?:رقم|أرقام) (?:ال)?قطعة?|قطع (?:ال)?غيار")
"""The number that makers give a part, and the name of the trade."""

SPEAKS_OF_PIECES = re.compile(
    r"\b(?:order\w*|pieces?|fit\w*|car|sold|dispatched|have left|request|buyer|count their|come to|VAT on|quantity)\b"
    r"|^Parts?$|^Parts, BHD$|^Lines$|^%n part\(s\)$|^Connection reset",
    re.IGNORECASE,
)
"""`صنف` is an entry of the catalogue, `قطعة` what is ordered, sold and handed over."""

SEVERAL_MEANINGS = frozenset(
    {
        "%1 free",
        "Accepted",
        "By hand",
        "Cancelled",
        "Change",
        "Change %1",
        "Changed",
        "Delivered",
        "Delivery",
        "Entry",
        "Export",
        "From",
        "History",
        "Looking…",
        "Marketplace order",
        "New",
        "No answer",
        "Not used yet",
        "Noted",
        "Off",
        "On",
        "Open",
        "Order",
        "Part",
        "Parts",
        "Rejected",
        "Removed",
        "Reserved",
        "Revoke…",
        "Row",
        "SKU",
        "Saved",
        "Status",
        "Switch it on",
        "Switch on",
        "Took",
        "Until",
        "Waiting",
        "What",
        "What happened",
        "What it changed",
        "When",
        "delivered",
        "must be true or false",
        "must have at most 3 decimals",
    }
)
"""English texts that mean several things; any other has one Arabic text."""

VALUES = {"on or off"}
"""Words that fill a gap of a sentence, and begin no line."""


def test_every_text_is_translated() -> None:
    assert translations.missing() == {}


def test_the_translation_files_are_in_step_with_the_sources(tmp_path: Path) -> None:
    files = [translations.TS / f"{language}.ts" for language in translations.FORMS]
    for file in files:
        shutil.copy(file, tmp_path)
    translations.update(tmp_path)
    for file in files:
        assert (tmp_path / file.name).read_text() == file.read_text(), "run python -m tests.translations"


def test_the_compiled_files_are_newer_than_the_translation_files() -> None:
    assert list_old_texts(translations.ROOT) == [], "run python3 dev.py setup"


def test_no_text_escapes_the_extraction() -> None:
    known = {(message.context, message.source) for message in translations.messages(translations.read("ar"))}
    for file in translations.sources():
        for context, line, text in _texts(ast.parse(file.read_text(encoding="utf-8"))):
            assert (context, text) in known, f"{file.name}:{line}: {text!r} is not found by lupdate"


def test_placeholders_survive_translation() -> None:
    for message in translations.messages(translations.read("ar")):
        forms = [form.text or "" for form in message.translation.iter("numerusform")]
        # Where `%1` is the number, the forms for none, one and two may say it in words.
        in_words = 3 if forms and "%n" not in message.source else 0
        for at, text in enumerate(forms or [message.translation.text or ""]):
            for place in ("%2", "%3") if at < in_words else ("%1", "%2", "%3"):
                assert (place in text) == (place in message.source), message.source


def test_a_counted_text_has_the_forms_of_its_language() -> None:
    for language, count in translations.FORMS.items():
        for message in translations.messages(translations.read(language)):
            forms = [form.text or "" for form in message.translation.iter("numerusform")]
            assert len(forms) in (0, count), message.source
            assert language == "ar" or not ARABIC.search("".join(forms)), message.source


def test_one_and_two_in_arabic_say_their_number_in_words() -> None:
    for message in translations.messages(translations.read("ar")):
        forms = [form.text or "" for form in message.translation.iter("numerusform")]
        number = COUNT if "%n" in message.source or "{n" in message.source else COUNT_OR_FIRST_GAP
        assert not [text for text in forms[1:3] if number.search(text)], message.source


def test_an_arabic_line_that_begins_with_a_latin_word_runs_right_to_left() -> None:
    for message in translations.messages(translations.read("ar")):
        if message.source in VALUES:
            continue
        for line in (message.translation.text or "").splitlines():
            first = STRONG.search(GAP.sub("", line))
            assert not (ARABIC.search(line) and first and first[0].isascii()), f"begin with U+200F: {line}"


def test_one_thing_has_one_word() -> None:
    for message in translations.messages(translations.read("ar")):
        arabic = "".join(message.translation.itertext())
        assert not [word for word in OTHER_WORDS if word in arabic], message.source
        assert not [word for word in ("\u2019", "Trade") if word in message.source], message.source


def test_stiff_english_is_nowhere_and_what_is_written_instead_has_its_arabic() -> None:
    known = {
        message.source: message.translation.text or "" for message in translations.messages(translations.read("ar"))
    }
    assert not [source for source in known if any(words in source for words in STIFF)]
    assert {english: known[english] for english, _ in STIFF.values()} == dict(STIFF.values())


def test_an_entry_of_the_catalogue_is_no_piece() -> None:
    pieces = [
        (message.context, message.source, arabic)
        for message in translations.messages(translations.read("ar"))
        for arabic in ["".join(message.translation.itertext())]
        if PIECE.search(NUMBER_OF_PIECE.sub("", arabic)) and not SPEAKS_OF_PIECES.search(message.source)
    ]
    assert pieces == []


def test_one_text_has_one_translation() -> None:
    found: dict[str, set[str]] = {}
    for message in translations.messages(translations.read("ar")):
        found.setdefault(message.source, set()).add("".join(message.translation.itertext()))
    assert {source for source, texts in found.items() if len(texts) > 1} == SEVERAL_MEANINGS


def test_a_file_of_translations_that_is_absent_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        translations.main(["--fill", "absent.json"])
    assert "absent.json is no file" in capsys.readouterr().err


def _texts(node: ast.AST, around: str = "") -> Iterator[tuple[str, int, str]]:
    """Every literal argument of `tr` or `translate`, with its context and line."""
    context = node.name if isinstance(node, ast.ClassDef) else around
    for child in ast.iter_child_nodes(node):
        yield from _texts(child, context)
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    words = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    if name == "tr" and words[:1]:
        yield context, node.lineno, words[0]
    if name == "translate" and len(words) > 1:
        yield words[0], node.lineno, words[1]
