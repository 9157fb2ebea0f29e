"""The glossary has every standard term."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.docs.prose import PAGES

TERMS = """
API key, shop, staging shop, branch, item, on hand, reserved, free, order, action, transition, status, target, event,
delivery, attempt, retry schedule, claim, outbox, call log, redaction, idempotency key, entity tag, history, audit,
pull, source, run, mapping, dry run, impact, approval, link,
upstream, mirror, push queue, parked row, reconcile, use case, store, transaction, port,
adapter, pane, handler, backend, gateway, backup, restore, salvage
"""

_ENTRY = re.compile(r"\*\*([^*]+)\*\*: (.+)")


def entries() -> Iterator[tuple[str, str]]:
    """Each term with its text, on one line."""
    for paragraph in (PAGES / "glossary.md").read_text("utf-8").split("\n\n"):
        match = _ENTRY.match(" ".join(paragraph.split()))
        if match:
            yield match[1], match[2]


def test_every_term_is_there_once_and_no_other() -> None:
    wanted = [term.strip() for term in TERMS.split(",")]
    assert [term for term, text in entries() if text.endswith(".")] == wanted
