"""The system's file dialogs leave the window running and hand over what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from ui.i18n import Language, Translations
from ui.shell.dialogs.file_chooser import TABLE_KINDS, OnPath, QtFileChooser

Ask = Callable[[QtFileChooser, QWidget, str, OnPath], None]
ASKS: list[tuple[Ask, QFileDialog.FileMode, QFileDialog.AcceptMode]] = [
    (
        lambda chooser, parent, start, chosen: chooser.open_file(parent, "File", start, "CSV (*.csv)", chosen),
        QFileDialog.FileMode.ExistingFile,
        QFileDialog.AcceptMode.AcceptOpen,
    ),
    (
        lambda chooser, parent, start, chosen: chooser.open_folder(parent, "Folder", start, chosen),
        QFileDialog.FileMode.Directory,
        QFileDialog.AcceptMode.AcceptOpen,
    ),
    (
        lambda chooser, parent, start, chosen: chooser.save_file(parent, "Save", start, "CSV (*.csv)", chosen),
        QFileDialog.FileMode.AnyFile,
        QFileDialog.AcceptMode.AcceptSave,
    ),
]


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


def dialog_of(parent: QWidget) -> QFileDialog:
    dialog = parent.findChild(QFileDialog)
    assert dialog is not None
    return dialog


@pytest.mark.parametrize(("ask", "mode", "accept"), ASKS, ids=["file", "folder", "save"])
def test_it_returns_at_once_and_hands_over_what_is_chosen(
    parent: QWidget, tmp_path: Path, ask: Ask, mode: QFileDialog.FileMode, accept: QFileDialog.AcceptMode
) -> None:
    chosen: list[str] = []
    ask(QtFileChooser(), parent, "", chosen.append)
    dialog = dialog_of(parent)
    assert (dialog.fileMode(), dialog.acceptMode(), chosen) == (mode, accept, [])
    dialog.fileSelected.emit(str(tmp_path))
    assert chosen == [str(tmp_path)]
    dialog.close()


def test_a_dialog_that_is_left_hands_over_nothing(parent: QWidget) -> None:
    chosen: list[str] = []
    QtFileChooser().open_folder(parent, "Folder", "", chosen.append)
    dialog_of(parent).reject()
    assert chosen == []


@pytest.mark.parametrize("name", ["", "prices.csv"])
def test_it_opens_in_the_folder_or_in_the_folder_of_the_file(parent: QWidget, tmp_path: Path, name: str) -> None:
    QtFileChooser().open_file(parent, "File", str(tmp_path / name), "", lambda _path: None)
    assert Path(dialog_of(parent).directory().absolutePath()) == tmp_path
    dialog_of(parent).close()


def test_an_ending_is_added_to_a_name_without_one(parent: QWidget) -> None:
    QtFileChooser().save_file(parent, "Save", "rows.csv", "CSV (*.csv)", lambda _path: None)
    assert dialog_of(parent).defaultSuffix() == "csv"
    dialog_of(parent).close()


def test_another_kind_of_file_gives_the_name_its_ending(parent: QWidget) -> None:
    QtFileChooser().save_file(parent, "Save", "catalogue.xlsx", TABLE_KINDS, lambda _path: None)
    dialog = dialog_of(parent)
    dialog.filterSelected.emit("CSV (*.csv)")
    assert Path(dialog.selectedFiles()[0]).name == "catalogue.csv"
    assert dialog.defaultSuffix() == "csv"
    dialog.selectFile("parts.v2")
    dialog.filterSelected.emit("Excel (*.xlsx)")
    assert Path(dialog.selectedFiles()[0]).name.startswith("parts.v2")
    dialog.close()


def test_what_qt_has_no_arabic_for_is_said_in_arabic(parent: QWidget, translations: Translations) -> None:
    translations.use(Language.ARABIC)
    QtFileChooser().open_file(parent, "File", "", "CSV (*.csv)", lambda _path: None)
    dialog = dialog_of(parent)
    for label in (QFileDialog.DialogLabel.LookIn, QFileDialog.DialogLabel.FileType):
        assert not dialog.labelText(label).isascii()
    dialog.close()
