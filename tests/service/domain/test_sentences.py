"""Sentences: their English, their stored form, and that each is made from a literal."""

from __future__ import annotations

import ast
import errno
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from service.domain.sentences import (
    EMPTY,
    Sentence,
    decode_sentence,
    encode_sentence,
    join_sentences,
    message,
    os_reason,
    prefix_field,
    to_sentence,
)
from service.domain.sentences import verbatim as plain_text
from tests import translations

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
SENTENCES = st.recursive(
    st.builds(plain_text, TEXTS),
    lambda inner: st.builds(lambda cell, n, more: message("{cell} {n:,}: {more}", cell=cell, n=n, more=more),
                            TEXTS, st.integers(0, 10**9), inner),
    max_leaves=4,
)  # fmt: skip


def test_the_english_is_the_template_with_its_gaps_filled() -> None:
    row = prefix_field("price_fils", message("{cell} is no price", cell='"12,x"'))
    assert str(row) == 'price_fils: "12,x" is no price'
    assert str(join_sentences((row, message("{n:,} rows", n=1200)))) == 'price_fils: "12,x" is no price; 1,200 rows'
    assert join_sentences((row,)) is row
    assert (bool(EMPTY), bool(row), str(to_sentence(""))) == (False, True, "")


@given(SENTENCES)
def test_a_stored_sentence_comes_back_whole(sentence: Sentence) -> None:
    assert decode_sentence(encode_sentence(sentence)) == sentence


def test_bytes_that_were_no_text_are_stored_as_question_marks() -> None:
    sentence = prefix_field("file", message("{file} has {n:,} rows", file="stock\udcff.csv", n=3))
    assert str(decode_sentence(encode_sentence(sentence))) == "file: stock?.csv has 3 rows"
    assert decode_sentence(encode_sentence(sentence)).gaps["fault"] == message(
        "{file} has {n:,} rows", file="stock?.csv", n=3
    )


@given(TEXTS)
def test_bare_text_reads_as_it_was_stored(text: str) -> None:
    assert str(decode_sentence(text)) == text or text.startswith('["')


def test_braces_in_data_are_no_gaps() -> None:
    assert str(plain_text("{a} {")) == "{a} {"
    assert str(decode_sentence('["not a sentence')) == '["not a sentence'


def test_what_the_system_says_is_known_by_its_number() -> None:
    assert os_reason(OSError(errno.EACCES, "whatever the system's language has")) == message("Permission denied")
    assert str(os_reason(OSError(99999, "Something rare"))) == "Something rare"
    assert str(os_reason(OSError("only a text"))) == "only a text"
    assert str(os_reason(ValueError("odd"))) == "odd"


@cache
def list_calls() -> list[tuple[str, ast.Call]]:
    """Of everything that speaks: where a function is called with something, and the call."""
    return [
        (f"{file.name}:{node.lineno}", node)
        for file in translations.speaking_sources()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.args
    ]


def test_every_sentence_is_said_with_a_literal() -> None:
    """Or no window could know it: lupdate's rule too."""
    said = [(at, call.args[-1]) for at, call in list_calls() if translations.says_template(call)]
    assert [at for at, told in said if not isinstance(told, ast.Constant)] == []
    assert len(said) > 1_000


def test_what_a_window_may_show_is_never_bare_english() -> None:
    """Types keep bare text out of faults;
    this keeps it out of `verbatim` and of what the gateway raises itself.
    """
    for at, call in list_calls():
        if getattr(call.func, "id", "") in ("verbatim", "to_sentence", "BackendError", "FileFault"):
            told = call.args[0]
            bare = isinstance(told, ast.JoinedStr) or (isinstance(told, ast.Constant) and bool(told.value))
            assert not bare, at


def test_a_counted_sentence_has_other_words_for_one() -> None:
    said = [str(message("{n:,} rows are {how}", one="1 row is {how}", n=n, how="new")) for n in (1, 2, 1_000)]
    assert said == ["1 row is new", "2 rows are new", "1,000 rows are new"]
    alone = message("{n:,} rows", one="1 row", n=1)
    assert (str(decode_sentence(encode_sentence(alone))), alone.template) == ("1 row", "{n:,} rows")
