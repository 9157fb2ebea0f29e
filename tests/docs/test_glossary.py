"""The glossary has every standard term, each with two sentences and an example."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.docs.prose import PAGES

TERMS = """
API key, shop, staging shop, branch, item, on hand, reserved, free, order, action, transition, status, target, event,
delivery, attempt, retry schedule, claim, outbox, call log, redaction, idempotency key, entity tag, history, audit,
pull, source, run, mapping, dry run, impact, approval, link,
upstream, mirror, push queue, parked row, reconcile, use case, store, transaction, port,
adapter, pane, handler, backend, gateway, backup, restore, salvage
"""

_ENTRY = re.compile(r"\*\*([^*]+)\*\*: (.+)")
_SENTENCE_END = re.compile(r"[.!?](?= |$)")


def entries() -> Iterator[tuple[str, str]]:
    """Each term with its text, on one line."""
    for paragraph in (PAGES / "glossary.md").read_text("utf-8").split("\n\n"):
        match = _ENTRY.match(" ".join(paragraph.split()))
        if match:
            yield match[1], match[2]


def test_every_term_is_there_once_and_no_other() -> None:
    wanted = [term.strip() for term in TERMS.split(",")]
    assert [term for term, _ in entries()] == wanted


@pytest.mark.parametrize(("term", "text"), list(entries()))
def test_a_term_has_two_sentences_and_an_example(term: str, text: str) -> None:
    meaning, marked, example = text.partition("*Example:*")
    assert len(_SENTENCE_END.findall(meaning.strip())) == 2, term
    assert marked, term
    assert example.strip().endswith("."), term
