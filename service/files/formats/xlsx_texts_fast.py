"""The fast path of `xlsx_texts`: a text in the form in which programs write nearly all
(docs/decisions/0005).
"""

from __future__ import annotations

import re

from service.files.formats.xml_fast import decode_entities, known_entities

_PLAIN = re.compile(r'<si><t(?: xml:space="preserve")?>([^<]*)</t>')


def read_plain_text(element: str) -> str | None:
    """The text of an `si` element without its end tag; None for one that the parser must read."""
    plain = _PLAIN.fullmatch(element)
    return decode_entities(plain[1]) if plain is not None and known_entities(element) else None
