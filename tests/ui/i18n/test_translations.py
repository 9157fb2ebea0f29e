"""Nothing is untranslated, and what is committed is what the sources say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import translations

PARTS = sorted(translations.parts())


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


def test_compiling_leaves_the_file_alone_that_a_running_program_has_mapped(tmp_path: Path) -> None:
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
        for text in forms or [message.translation.text or ""]:
            for place in ("%1", "%2", "%3"):
                assert (place in text) == (place in message.source), message.source


def _texts(file: Path) -> Iterator[tuple[int, str]]:
    """Every literal that a file hands to `tr` or `translate`."""
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
