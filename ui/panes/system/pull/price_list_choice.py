"""Asks for the file, or the folder, that the shop's system saves its price list in."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.shell.dialogs.file_chooser import FileChooser, OnPath

translate = QCoreApplication.translate

_NAMES = "*.csv *.tsv *.txt *.prn *.xlsx *.xls *.ods *.json *.jsonl *.html *.htm *.xml *.dbf *.zip *.gz"


def choose_price_list(chooser: FileChooser, parent: QWidget, start: str, on_chosen: OnPath) -> None:
    """Asks for one file."""
    title = translate("Chooser", "Choose the file that your system saves")
    lists = (
        translate("Chooser", "Price lists")
        + " (*.csv *.tsv *.txt *.xlsx *.xls *.ods *.json *.jsonl *.html *.htm *.xml)"
    )
    every = translate("Chooser", "All files") + " (*)"
    chooser.open_file(parent, title, start, f"{lists};;{every}", on_chosen)


def choose_price_folder(chooser: FileChooser, parent: QWidget, start: str, on_chosen: OnPath) -> None:
    """Asks for a folder."""
    title = translate("Chooser", "Choose the folder that your system saves into")
    chooser.open_folder(parent, title, start, on_chosen)
