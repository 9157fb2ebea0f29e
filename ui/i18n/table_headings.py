"""Headings of exported files in the window's language."""

from __future__ import annotations

from service.domain.reports.export_headings import HEADINGS, TableHeadings
from ui.i18n.formats import Formats
from ui.i18n.service_sentences import translate_sentence


def make_headings(formats: Formats) -> TableHeadings:
    """All headings: the file that is written takes those that it needs."""
    return TableHeadings({name: translate_sentence(text) for name, text in HEADINGS.items()}, formats.arabic)
