"""The fast path of a workbook's texts agrees with the XML parser wherever it answers
(docs/decisions/0005).
"""

from __future__ import annotations

from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.files.formats.bounded_xml import BoundedParser
from service.files.formats.xlsx_texts_fast import read_plain_text

TEXTS = st.text(st.characters(exclude_categories=["C"]) | st.sampled_from("&<>'\"]"), max_size=12)


@given(TEXTS, st.sampled_from(["<t>", '<t xml:space="preserve">']))
@example("Nuts & bolts <M8>", "<t>")
def test_the_fast_path_agrees_with_the_parser(text: str, start: str) -> None:
    element = f"<si>{start}{escape(text, {chr(34): '&quot;'})}</t>"
    parsed: list[str] = []
    parser = BoundedParser("list.xlsx", lambda *_: None, lambda _: None, parsed.append)
    parser.parse(f"{element}</si>".encode(), True)
    assert read_plain_text(element) == "".join(parsed) == text


@pytest.mark.parametrize(
    "element",
    ["<si><r><t>a</t></r>", "<si><t>a&#10;</t>", '<si><t>a</t><rPh sb="0" eb="1"/>', "<si/>", "<si><t>a<b/></t>"],
)
def test_any_other_form_is_left_to_the_parser(element: str) -> None:
    assert read_plain_text(element) is None
