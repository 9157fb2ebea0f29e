"""Half surrogate pairs in upstream JSON: one of them must not make a whole list unreadable."""

from __future__ import annotations

import re

_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)
_UNSHOWN = rb"\ue000"


def replace_lone_surrogates(body: bytes) -> bytes:
    """The body with a character of private use in the place of each half surrogate pair. Cleaning
    takes such a character out of a text, and a reference or a SKU with one is not understood.
    """
    if b"\\ud" not in body and b"\\uD" not in body:
        return body
    return _ESCAPE.sub(lambda match: _UNSHOWN if match.group(1) else match.group(0), body)
