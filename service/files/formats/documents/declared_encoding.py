"""The encoding of a document that may name it: a web page or XML."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import Final

from service.files.formats.text_encoding import BYTE_ENCODINGS, ENCODINGS, guess_encoding

_HEAD: Final = 4096
_NAMED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)
_BY_CODEC: Final = {codecs.lookup(name).name: name for name in ENCODINGS}
_ALIKE: Final = {"gbk": "gb18030", "gb2312": "gb18030", "iso8859-1": "windows-1252", "iso8859-9": "windows-1254"}
"""Encodings whose letters the second one has at the same places, by the names of Python."""


def declared_encoding(path: Path) -> str:
    """One of ENCODINGS. The bytes prove Unicode; else the document's own word counts, else its
    letters.
    """
    guessed = guess_encoding(path)
    return (named_encoding(path) or guessed) if guessed in BYTE_ENCODINGS else guessed


def named_encoding(path: Path) -> str | None:
    """The encoding that a document names in its first 4 kB; None if it names none that is read."""
    with path.open("rb") as file:
        match = _NAMED.search(file.read(_HEAD))
    if match is None:
        return None
    try:
        codec = codecs.lookup(match[1].decode("ascii")).name
    except LookupError:
        return None
    return _BY_CODEC.get(_ALIKE.get(codec, codec), _ALIKE.get(codec))
