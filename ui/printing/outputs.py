"""Where pages go: a printer of the system, or a PDF file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QBuffer, QByteArray, QFileDevice, QIODevice, QSaveFile
from PySide6.QtGui import QPdfWriter
from PySide6.QtWidgets import QDialog, QWidget

from service.domain.sentences import message
from ui.backend import BackendError, ErrorCode
from ui.printing.pages import Pages, write_pages

_DPI = 1200


class Printers(Protocol):
    """The printers of the system; tests bring their own."""

    def print_pages(self, parent: QWidget, title: str, pages: Pages, on_done: Callable[[bool], None]) -> None:
        """Asks which printer; `on_done` gets whether it took the pages, and is not called when the
        user chooses none.
        """
        ...


class QtPrinters:
    """The system's own dialog."""

    def print_pages(self, parent: QWidget, title: str, pages: Pages, on_done: Callable[[bool], None]) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415 - loads the system's printing

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(title)
        dialog = QPrintDialog(printer, parent)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, on=False)
        dialog.accepted.connect(lambda: on_done(write_pages(pages, printer)))
        dialog.finished.connect(dialog.deleteLater)
        # Its own open takes a receiver and a slot.
        QDialog.open(dialog)


def save_pdf(pages: Pages, path: str, title: str) -> BackendError | None:
    """Writes a file whole or not at all; answers why not."""
    file = QSaveFile(path)
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        return _make_error(file)
    content = _draw_pdf(pages, title)
    if content.isEmpty() or not _write_whole(file, content):
        error = _make_error(file)
        file.cancelWriting()
        file.commit()
        return error
    return None if file.commit() else _make_error(file)


def _draw_pdf(pages: Pages, title: str) -> QByteArray:
    """In memory, as a PDF writer does not say that its file took only a part; empty if it fails."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setTitle(title)
    writer.setCreator("Counterpart")
    written = write_pages(pages, writer)
    del writer
    buffer.close()
    return content if written else QByteArray()


def _write_whole(file: QSaveFile, content: QByteArray) -> bool:
    written = file.write(content)
    if 0 <= written < content.size():
        # A full disk takes a part without an error, and refuses only the rest.
        file.write(content.mid(written))
    # So does the first flush; the second says why.
    return written == content.size() and (file.flush() or file.flush())


def _make_error(file: QSaveFile) -> BackendError:
    full = file.error() is QFileDevice.FileError.ResourceError
    sentence = message("The disk is full.") if full else message("The file could not be written.")
    return BackendError(sentence, code=ErrorCode.DISK_FULL if full else ErrorCode.FILE_NOT_WRITABLE)
