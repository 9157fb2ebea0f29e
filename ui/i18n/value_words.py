"""Values of an item and of a car in words, and the words of exported files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from service.domain.catalogue.items import Condition
from service.domain.export_table import HEADINGS, TableWords
from service.domain.marketplace.orders import Vehicle
from ui.i18n.bidi import isolate_name
from ui.i18n.formats import Formats
from ui.i18n.service_sentences import translate_sentence

translate = QCoreApplication.translate


def part_name(name: str, name_ar: str | None, formats: Formats) -> str:
    """The Arabic name in an Arabic window, where the part has one."""
    return isolate_name((formats.arabic and name_ar) or name)


def vehicle_text(vehicle: Vehicle | None) -> str:
    """`Toyota Land Cruiser 2019`, isolated in either direction; "" for none."""
    if vehicle is None:
        return ""
    return isolate_name(" ".join(filter(None, (vehicle.make, vehicle.model, str(vehicle.year or "")))))


def condition_words() -> dict[Condition, str]:
    """A part's state, in words that the reader of files knows: an export can be loaded again."""
    return {
        Condition.NEW_OEM: translate("ValueWords", "New, original"),
        Condition.NEW_AFTERMARKET: translate("ValueWords", "New, aftermarket"),
        Condition.USED: translate("ValueWords", "Used"),
        Condition.REFURBISHED: translate("ValueWords", "Refurbished"),
    }


def switch_words() -> tuple[str, str]:
    """Yes and no."""
    return translate("ValueWords", "Yes"), translate("ValueWords", "No")


def make_table_words(formats: Formats, codes: Mapping[str, Iterable[tuple[str, str]]]) -> TableWords:
    """All headings; a file takes those that it needs. `codes`: code and word pairs by column."""
    yes, no = switch_words()
    headings = {name: translate_sentence(text) for name, text in HEADINGS.items()}
    words = {column: {str(code): word for code, word in pairs} for column, pairs in codes.items()}
    return TableWords(headings, words, yes, no, formats.arabic)
