"""Every text is translated, and the committed files match the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import translations

PARTS = sorted(translations.parts())
ARABIC = re.compile("[\u0600-\u06ff]")
STRONG = re.compile("[A-Za-z\u0600-\u06ff\u200f]")
"""Characters that give a line its direction: the first one decides."""

GAP = re.compile(r"{[^}]*}|%\d|%n")
COUNT = re.compile("%n")
COUNT_OR_FIRST_GAP = re.compile("%1 [\u0600-\u06ff]")
"""A number before a counted word, as `2 parts`; Arabic's forms for one and two say it alone."""

VALUES = {"on or off"}
"""Words that fill a gap of a sentence, and begin no line."""


@pytest.mark.parametrize("part", PARTS)
def test_every_text_is_translated(part: str) -> None:
    assert translations.missing(part) == {}


@pytest.mark.parametrize("part", PARTS)
def test_the_translation_files_are_in_step_with_the_sources(part: str, tmp_path: Path) -> None:
    for language in translations.LANGUAGES:
        name = f"{part}_{language}.ts"
        (tmp_path / name).write_bytes((translations.TS / name).read_bytes())
    translations.update(part, translations.parts()[part], tmp_path)
    for language in translations.LANGUAGES:
        name = f"{part}_{language}.ts"
        assert (tmp_path / name).read_text() == (translations.TS / name).read_text(), "run python -m tests.translations"


@pytest.mark.parametrize("part", PARTS)
def test_the_compiled_files_are_those_of_the_translation_files(part: str, tmp_path: Path) -> None:
    translations.compile_part(part, tmp_path)
    for language in translations.LANGUAGES:
        name = f"{part}_{language}.qm"
        assert (tmp_path / name).read_bytes() == (translations.QM / name).read_bytes(), (
            "run python -m tests.translations"
        )


def test_compiling_does_not_change_the_file_that_a_running_program_has_mapped(tmp_path: Path) -> None:
    translations.compile_part(PARTS[0], tmp_path)
    made, mapped = tmp_path / f"{PARTS[0]}_ar.qm", tmp_path / "mapped"
    mapped.hardlink_to(made)
    translations.compile_part(PARTS[0], tmp_path)
    assert not mapped.samefile(made)
    assert sorted(file.suffix for file in tmp_path.iterdir()) == ["", *[".qm"] * len(translations.LANGUAGES)]


@pytest.mark.parametrize("part", PARTS)
def test_no_text_escapes_the_extraction(part: str) -> None:
    known = {message.source for message in translations.messages(translations.read(part, "ar"))}
    for file in translations.parts()[part]:
        for line, text in _texts(file):
            assert text in known, f"{file.name}:{line}: {text!r} is not found by lupdate"


@pytest.mark.parametrize("part", PARTS)
def test_placeholders_survive_translation(part: str) -> None:
    for message in translations.messages(translations.read(part, "ar")):
        forms = [form.text or "" for form in message.translation.iter("numerusform")]
        # Where `%1` is the number, the forms for none, one and two may say it in words.
        in_words = 3 if forms and "%n" not in message.source else 0
        for at, text in enumerate(forms or [message.translation.text or ""]):
            for place in ("%2", "%3") if at < in_words else ("%1", "%2", "%3"):
                assert (place in text) == (place in message.source), message.source


@pytest.mark.parametrize("part", PARTS)
def test_one_and_two_in_arabic_say_their_number_in_words(part: str) -> None:
    for message in translations.messages(translations.read(part, "ar")):
        forms = [form.text or "" for form in message.translation.iter("numerusform")]
        number = COUNT if "%n" in message.source or "{n" in message.source else COUNT_OR_FIRST_GAP
        assert not [text for text in forms[1:3] if number.search(text)], message.source


@pytest.mark.parametrize("part", PARTS)
def test_an_arabic_line_that_begins_with_a_latin_word_runs_right_to_left(part: str) -> None:
    for message in translations.messages(translations.read(part, "ar")):
        if message.source in VALUES:
            continue
        for line in (message.translation.text or "").splitlines():
            first = STRONG.search(GAP.sub("", line))
            assert not (ARABIC.search(line) and first and first[0].isascii()), f"begin with U+200F: {line}"


@pytest.mark.parametrize("order", [("{file}", "widgets"), ("widgets", "{file}")], ids=["file first", "part first"])
def test_fill_takes_its_file_before_and_after_the_part(order: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "texts.json"
    file.write_text("{}", encoding="utf-8")
    first, second = (word.format(file=file) for word in order)
    arguments = ["--fill", first, second] if first != "widgets" else [first, "--fill", second]
    options = translations.read_options(arguments, PARTS)
    assert (options.parts, options.fill) == (["widgets"], file)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["wigdets"], "wigdets is no part"),
        (["--fill", "widgets", "absent.json"], "absent.json is no part"),
        (["widgets", "--fill", "absent.json"], "absent.json is no file"),
    ],
)
def test_an_unknown_part_or_file_is_refused(
    arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        translations.read_options(arguments, PARTS)
    assert fault in capsys.readouterr().err


def _texts(file: Path) -> Iterator[tuple[int, str]]:
    """Every literal argument of `tr` or `translate` in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        at = {"tr": 0, "translate": 1}.get(name)
        if at is None or len(node.args) <= at:
            continue
        text = node.args[at]
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            yield node.lineno, text.value
