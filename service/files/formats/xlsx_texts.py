"""The texts that an XLSX workbook stores apart from its sheets."""

from __future__ import annotations

import re

from service.files.file_errors import FileTooLarge
from service.files.formats.bounded_xml import BoundedParser
from service.files.formats.package import Package

_MAX_CHARS = 128 * 1024 * 1024
MAX_TEXTS = 5_000_000
"""Ten different texts in each of 500,000 rows."""

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescape(text: str) -> str:
    """The text with escapes such as `_x000D_` decoded."""
    if "_x" not in text:
        return text
    read = _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), text)
    # The halves of one character may be escaped separately; a single half is no text and could not
    # be saved.
    return read.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def shared_texts(package: Package, part: str | None) -> list[str]:
    """Texts that cells name by number; FileTooLarge above 5 million, or 128 million characters."""
    if part is None or part not in package:
        return []
    reader = SharedTexts(package.name)
    parser = BoundedParser(package.name, reader.start, reader.end, reader.text)
    for _ in package.parse(part, parser.parse):
        pass
    return reader.texts


class SharedTexts:
    """Collects the texts without phonetic hints."""

    def __init__(self, name: str, most_texts: int = MAX_TEXTS) -> None:
        self.texts: list[str] = []
        self._name = name
        self._most_texts = most_texts
        self._pieces: list[str] = []
        self._total = 0
        self._taking = False
        self._phonetic = False

    def start(self, name: str, _: dict[str, str]) -> None:
        if name.endswith(" rPh"):
            self._phonetic = True
        self._taking = name.endswith(" t") and not self._phonetic

    def text(self, data: str) -> None:
        if not self._taking:
            return
        self._pieces.append(data)
        self._total += len(data)
        if self._total > _MAX_CHARS:
            raise self._too_much()

    def _too_much(self) -> FileTooLarge:
        return FileTooLarge.saying(
            "{file} holds more text than can be read. Save it with fewer columns, or as CSV.", file=self._name
        )

    def end(self, name: str) -> None:
        self._taking = False
        if name.endswith(" si"):
            if len(self.texts) >= self._most_texts:
                raise self._too_much()
            self.texts.append(unescape("".join(self._pieces)))
            self._pieces.clear()
        elif name.endswith(" rPh"):
            self._phonetic = False
