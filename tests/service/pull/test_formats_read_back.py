"""A catalogue in any format, locale and encoding reads back equal, or a question is asked."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from service.domain.pull.pull_choices import PullChoices
from tests.fakes.read_exports import (
    FORMS,
    LANGUAGES,
    UNICODE,
    Language,
    NumberStyle,
    Part,
    add_columns,
    any_parts,
    any_style,
    number_rows,
    pack,
    proposed_form,
    read_export,
    text_rows,
)
from tests.service.files.writers import Rows

EXAMPLES: Final = int(os.environ.get("READ_BACK_EXAMPLES", "2"))
"""Files of each form; a long run by hand has thousands."""


class Export(NamedTuple):
    """A form, its encoding, an archive, how numbers are written (None: as numbers), and parts."""

    kind: str
    encoding: str
    archive: str
    style: NumberStyle | None
    language: Language
    parts: list[Part]
    table: Rows

    def write(self, folder: Path) -> Path:
        return pack(FORMS[self.kind].write(folder / "list", self.table, self.encoding), self.archive)


def any_export(random: Random, kind: str) -> Export:
    form = FORMS[kind]
    encoding = random.choice(form.encodings)
    language = LANGUAGES[random.choice(list(LANGUAGES)) if form.encodings == UNICODE else encoding]
    style = any_style(random, encoding)
    parts = any_parts(random, style, language, plain=not form.cells)
    as_numbers = form.numbers and random.random() < 0.5
    rows = number_rows(parts) if as_numbers else text_rows(parts, style)
    table = add_columns(random, language.header, rows) if form.free else [language.header, *rows]
    archive = random.choice(("", "", "zip", "gzip"))
    return Export(kind, encoding, archive, None if as_numbers else style, language, parts, table)


@pytest.mark.parametrize("kind", FORMS)
def test_what_is_written_is_read_back_or_asked(tmp_path: Path, kind: str) -> None:
    for seed in range(EXAMPLES):
        export = any_export(Random(f"{kind}/{seed}"), kind)
        path = export.write(tmp_path)
        choices = PullChoices(form=proposed_form(path, tmp_path / "unpacked"))
        read = read_export(path, tmp_path / "unpacked", choices)
        expected = (tuple(export.parts), (), ())
        assert read.asked or (read.parts, read.refused, read.doubts) == expected, (seed, export)


@pytest.mark.parametrize("kind", [kind for kind in FORMS if kind not in ("prom.ua", "json by part number")])
def test_a_plain_list_is_read_without_a_question(tmp_path: Path, kind: str) -> None:
    """prom.ua has an `id` next to the part number, and a key may be another: these are asked."""
    encoding = "windows-1256"
    form, language = FORMS[kind], LANGUAGES[encoding]
    parts = [Part("P-1", language.names[0], 1500, 3000), Part("P-2", language.names[1], 12_340, 12_000)]
    rows = number_rows(parts) if form.numbers else text_rows(parts, NumberStyle(price_places=2))
    encoding = encoding if encoding in form.encodings else "utf-8"
    path = form.write(tmp_path / "list", [language.header, *rows], encoding)
    choices = PullChoices(form=proposed_form(path, tmp_path / "unpacked"))
    read = read_export(path, tmp_path / "unpacked", choices)
    assert (read.asked, read.parts, read.refused) == ((), tuple(parts), ())
