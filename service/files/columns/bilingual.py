"""Column names in two languages, such as `Price السعر` or `Quantité / Quantity`."""

from __future__ import annotations

import re
from typing import Final

from service.files.columns.layouts import ANY_NAMES, UNIT_WORDS
from service.files.folding import fold_text

_SCRIPTS: Final = tuple(
    re.compile(pattern)
    for pattern in ("[A-Za-z\u00c0-\u024f]+", "[\u0620-\u06ff]+", "[\u0400-\u04ff]+", "[\u4e00-\u9fff]+")
)
_BETWEEN = re.compile(r"[/|\\\n]")
_TWO: Final = 2


def _list_fields() -> dict[str, set[str]]:
    fields: dict[str, set[str]] = {}
    for field, names in ANY_NAMES.items():
        for name in names:
            fields.setdefault(name, set()).add(field)
    return fields


_FIELDS: Final = _list_fields()


def bilingual_names(header: str) -> tuple[str, ...]:
    """The folded names that a column name consists of; () unless all of them are known, and name
    the same field.
    """
    if header.isascii() and not _BETWEEN.search(header):
        return ()
    scripts = [" ".join(script.findall(header)) for script in _SCRIPTS]
    parts = [part for part in scripts if part]
    if len(parts) < _TWO:
        parts = _BETWEEN.split(header)
    names = tuple(UNIT_WORDS.sub("", fold_text(part)) for part in parts)
    if len(names) < _TWO or not set.intersection(*(_FIELDS.get(name, set()) for name in names)):
        return ()
    return names
