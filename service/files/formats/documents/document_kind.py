"""Recognises documents of marks by their beginning: web pages, MHTML, Excel XML."""

from __future__ import annotations

import re
from typing import Final

from service.files.formats.documents.spreadsheet_xml import NAMESPACE
from service.files.source import Kind

_PROLOG = re.compile(
    r"\s+|<!--.*?-->|<\?.*?\?>|<!\[.*?\]>|<!doctype[^>\[]*(?:\[[^\]]*\]\s*)?>", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile("<([\\w:.\ufffd-]+)([^>]{0,4000})")
"""A beginning with letters of one byte, as 1C writes them, has signs of replacement instead."""

_HTML_TAG = re.compile(
    r"html|head|body|table|thead|tbody|tr|td|div|style|script|meta|link|title|base|center|font|span|p|b|i|u|h[1-6]|br|"
    r"hr|img|form|input|section|main|article|header|nav|ul|ol|pre|strong|small|caption|noscript|label|a",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"</[\w:.-]+\s*>|/>")
_ROWS = re.compile(r"<t[dr][\s>]", re.IGNORECASE)
_HEAD_LINE = re.compile(r"(?:mime-version|from|subject|date|content-[\w-]+|x-[\w-]+)\s*:", re.IGNORECASE)
_PARTS = re.compile(r"^content-type\s*:\s*(?:multipart/|text/html)", re.IGNORECASE | re.MULTILINE)
_MIME_HEAD: Final = 4000


def document_kind(start: str) -> Kind | None:
    """The format of a text by its beginning without blanks; None for what is no document."""
    if _HEAD_LINE.match(start) and _PARTS.search(start[:_MIME_HEAD]):
        return Kind.MHTML
    if not start.startswith("<"):
        return None
    doctype_html = False
    place = 0
    while (prolog := _PROLOG.match(start, place)) is not None:
        doctype_html = doctype_html or "<!doctype html" in prolog[0].lower()
        place = prolog.end()
    root = _ROOT.match(start, place)
    if root is None:
        # A comment or a document type that is longer than the beginning.
        return Kind.HTML if doctype_html or start.startswith("<!--") else None
    name = root[1].rpartition(":")[2]
    if name == "Workbook" and NAMESPACE in root[2]:
        return Kind.SPREADSHEET_XML
    is_xml = start.startswith("<?xml") and not _ROWS.search(start)
    if doctype_html or name.lower() == "html" or (_HTML_TAG.fullmatch(name) and not is_xml):
        return Kind.HTML
    # A text table may begin with a name in angle brackets.
    return Kind.XML if start.startswith("<?xml") or _CLOSED.search(start, root.end()) else None
