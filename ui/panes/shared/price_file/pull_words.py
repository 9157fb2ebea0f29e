"""Plain words for the pull: fields, formats, encodings, results of a run."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.catalogue.row_types import FIELDS, FLAG_FIELDS, ITEM_FIELDS, FieldKind
from service.domain.pull.pulls import Run, RunState
from ui.i18n.service_sentences import field_label
from ui.theme import Tone

translate = QCoreApplication.translate

WORKBOOKS = ("xlsx", "xls", "ods", "html", "spreadsheet_xml", "xml", "dbf")
LISTS = ("json", "xml", "dbf")
"""Formats whose lists have the names of their elements."""

TEXT_BOOKS = ("html", "dbf")
"""Workbooks whose encoding can be chosen."""

DELIMITED, FIXED_WIDTH = "delimited", "fixed_width"
DBF = "dbf"


_BEFORE_STOCK = (FieldKind.TEXT, FieldKind.CONDITION, FieldKind.PRICE)


def field_words() -> dict[str, str]:
    """The fields that a column can feed, in the order of the menu; "" leaves it out."""
    return {
        "": translate("PullWords", "Leave out"),
        **{name: field_label(name) for name in FIELDS if ITEM_FIELDS[name].kind in _BEFORE_STOCK},
        "quantity": translate("PullWords", "Quantity"),
        "branch": translate("PullWords", "Branch name"),
        "unit": translate("PullWords", "Unit of measure"),
        **{name: field_label(name) for name in FLAG_FIELDS},
        "fit": translate("PullWords", "Cars it fits, as text"),
        "fit_make": translate("PullWords", "Car make"),
        "fit_model": translate("PullWords", "Car model"),
        "fit_year_from": translate("PullWords", "From year"),
        "fit_year_to": translate("PullWords", "To year"),
    }


FIT_FIELDS = ("fit", "fit_make", "fit_model", "fit_year_from", "fit_year_to")


def kind_words() -> dict[str, str]:
    return {
        "delimited": translate("PullWords", "Text table (CSV)"),
        "fixed_width": translate("PullWords", "Text in columns (fixed width)"),
        "xlsx": translate("PullWords", "Excel (XLSX)"),
        "xls": translate("PullWords", "Old Excel (XLS)"),
        "ods": translate("PullWords", "OpenDocument (ODS)"),
        "json": translate("PullWords", "JSON"),
        "json_lines": translate("PullWords", "JSON lines"),
        "html": translate("PullWords", "Web page (HTML)"),
        "xml": translate("PullWords", "XML list"),
        "dbf": translate("PullWords", "dBASE table (DBF)"),
        "spreadsheet_xml": translate("PullWords", "Excel XML of 2003"),
    }


def encoding_words() -> dict[str, str]:
    return {
        "utf-8": translate("PullWords", "Unicode (UTF-8)"),
        "utf-16-le": translate("PullWords", "Unicode (UTF-16)"),
        "utf-16-be": translate("PullWords", "Unicode (UTF-16, big-endian)"),
        "windows-1256": translate("PullWords", "Arabic (Windows-1256)"),
        "windows-1252": translate("PullWords", "Western (Windows-1252)"),
        "windows-1251": translate("PullWords", "Cyrillic (Windows-1251)"),
        "windows-1253": translate("PullWords", "Greek (Windows-1253)"),
        "windows-1254": translate("PullWords", "Turkish (Windows-1254)"),
        "iso-8859-6": translate("PullWords", "Arabic (ISO 8859-6)"),
        "cp720": translate("PullWords", "Arabic (DOS 720)"),
        "cp864": translate("PullWords", "Arabic (DOS 864)"),
        "koi8-r": translate("PullWords", "Cyrillic (KOI8-R)"),
        "cp866": translate("PullWords", "Cyrillic (DOS 866)"),
        "cp850": translate("PullWords", "Western (DOS 850)"),
        "gb18030": translate("PullWords", "Chinese (GB 18030)"),
    }


def delimiter_words() -> dict[str, str]:
    return {
        ",": translate("PullWords", "Comma  ,"),
        ";": translate("PullWords", "Semicolon  ;"),
        "\t": translate("PullWords", "Tab"),
        "|": translate("PullWords", "Bar  |"),
        "~": translate("PullWords", "Tilde  ~"),
        "^": translate("PullWords", "Caret  ^"),
    }


def run_word(run: Run) -> str:
    """The result of a run, in a word or two for its badge."""
    words = {
        RunState.RUNNING: translate("PullWords", "Running"),
        RunState.DONE: translate("PullWords", "Done"),
        RunState.UNCHANGED: translate("PullWords", "Nothing new"),
        RunState.FAILED: translate("PullWords", "Failed"),
        RunState.NEEDS_APPROVAL: translate("PullWords", "Waits for you"),
        RunState.UNDONE: translate("PullWords", "Taken back"),
    }
    return words[run.state]


def run_tone(run: Run) -> Tone:
    """The tone of a run's badge; rejected rows give a warning."""
    tones = {
        RunState.RUNNING: Tone.ACCENT,
        RunState.DONE: Tone.GOOD,
        RunState.FAILED: Tone.BAD,
        RunState.NEEDS_APPROVAL: Tone.WARN,
    }
    return tones.get(run.state, Tone.NEUTRAL)
