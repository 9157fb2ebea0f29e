"""The quick reading of prose finds what Python's own parser and tokens do."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import pytest

from tests.docs.prose import ROOT, Prose, prose_of, texts_of

SOURCE = '''"""A page of \\"quotes\\"."""

x = ("""no docstring""",  # a comment, with a "quote"
     "nor # this")
"""Of x,
on two lines."""
y = r"\\\\"  # another
def f(): # of f
    'one word'
    return f"{x} # none", \'\'\'
# none either
\'\'\'
'''


def test_docstrings_and_comments_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(SOURCE, "utf-8")
    assert [(prose.line, prose.text) for prose in prose_of(file)] == [
        (1, 'A page of "quotes".'),
        (3, '# a comment, with a "quote"'),
        (5, "Of x,\non two lines."),
        (7, "# another"),
        (8, "# of f"),
        (9, "one word"),
    ]


def test_texts_have_more_than_one_word(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(SOURCE, "utf-8")
    assert {text.text for text in texts_of(file)} == {
        'A page of "quotes".', "no docstring", "nor # this", "Of x,\non two lines.", "one word",
        " # none", "\n# none either\n",
    }  # fmt: skip


@pytest.mark.parametrize("folder", ["service/files/formats", "bridge/cli", "tests/docs", "tests/service/files"])
def test_the_parser_finds_the_same_prose(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert len(paths) > 5
    for path in paths:
        assert sorted(prose_of(path)) == sorted(parsed_prose(path)), path


def parsed_prose(path: Path) -> list[Prose]:
    """Docstrings by the parser, comments by the tokens."""
    source = path.read_text("utf-8")
    docstrings = [
        Prose(path, node.lineno, node.value.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    comments = [
        Prose(path, token.start[0], token.string)
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    return docstrings + comments
