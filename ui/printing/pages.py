"""Pages of blocks, and where they go: a printer of the system, or a PDF file."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QBuffer, QByteArray, QFileDevice, QIODevice, QMarginsF, QRectF, QSaveFile, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QDialog, QWidget

from service.domain.printing import PaperSize
from service.domain.sentences import message
from ui.backend import BackendError, ErrorCode
from ui.printing.blocks import POINTS_PER_MM, Block

_FOOT = 24.0
"""Points for the line at the bottom of a sheet."""

_LONGEST = 14_000.0
"""Points of a page's content; a PDF has no page of more than 14,400."""
_DPI = 1200


class Pages(Protocol):
    """A paper that is ready to be drawn. `size` is that of a page, in points."""

    @property
    def size(self) -> QSizeF: ...

    @property
    def count(self) -> int: ...

    def draw(self, painter: QPainter, page: int) -> None:
        """Draws one page, counted from 0, onto a painter whose unit is a point."""
        ...


class Section:
    """Rows below a header, which is repeated on each page."""

    def __init__(self, header: Block, rows: Sequence[Block]) -> None:
        self.header, self.rows = header, rows


class FlowPages:
    """Blocks one after the other, broken between blocks. On a roll there is one page, as long as
    they need, or several equal ones where a PDF has none that is so long. `make_foot` makes the
    last line of a sheet from a page and the number of pages.
    """

    def __init__(
        self, parts: Sequence[Block | Section], paper: PaperSize, make_foot: Callable[[int, int], Block] | None = None
    ) -> None:
        self._margin = paper.margin * POINTS_PER_MM
        self._width = paper.width * POINTS_PER_MM - 2 * self._margin
        self._make_foot = None if paper.height is None else make_foot
        foot = _FOOT if self._make_foot else 0.0
        if paper.height is None:
            self._pages = _break_roll(parts, self._width)
            height = max(_measure(page, self._width) for page in self._pages) + 2 * self._margin
        else:
            height = paper.height * POINTS_PER_MM
            self._pages = _break_pages(parts, self._width, height - 2 * self._margin - foot)
        self._size = QSizeF(paper.width * POINTS_PER_MM, height)

    @property
    def size(self) -> QSizeF:
        return self._size

    @property
    def count(self) -> int:
        return len(self._pages)

    def draw(self, painter: QPainter, page: int) -> None:
        y = self._margin
        for block in self._pages[page]:
            block.draw(painter, self._margin, y, self._width)
            y += block.height(self._width)
        if self._make_foot is not None:
            foot = self._make_foot(page, self.count)
            bottom = self._size.height() - self._margin - foot.height(self._width)
            foot.draw(painter, self._margin, bottom, self._width)


def _break_roll(parts: Sequence[Block | Section], width: float) -> list[list[Block]]:
    pages = _break_pages(parts, width, None)
    whole = _measure(pages[0], width)
    if whole <= _LONGEST:
        return pages
    tallest = max(block.height(width) for block in pages[0])
    return _break_pages(parts, width, whole / math.ceil(whole / _LONGEST) + tallest)


def _measure(page: Sequence[Block], width: float) -> float:
    return sum(block.height(width) for block in page)


def _break_pages(parts: Sequence[Block | Section], width: float, room: float | None) -> list[list[Block]]:
    pages: list[list[Block]] = [[]]
    used = 0.0

    def place(block: Block, header: Block | None) -> None:
        nonlocal used
        height = block.height(width)
        if room is not None and pages[-1] and used + height > room:
            pages.append([])
            used = 0.0
            if header is not None:
                pages[-1].append(header)
                used = header.height(width)
        pages[-1].append(block)
        used += height

    for part in parts:
        if isinstance(part, Section):
            place(part.header, None)
            for block in part.rows:
                place(block, part.header)
        else:
            place(part, None)
    return pages


def write_pages(pages: Pages, device: QPagedPaintDevice) -> bool:
    """Draws all pages onto a PDF or a printer; False if the device took no drawing."""
    layout = QPageLayout(
        QPageSize(pages.size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.FuzzyMatch),
        QPageLayout.Orientation.Portrait,
        QMarginsF(0, 0, 0, 0),
    )
    layout.setMode(QPageLayout.Mode.FullPageMode)
    device.setPageLayout(layout)
    painter = QPainter()
    if not painter.begin(device):
        return False
    # Of the layout that the device took: a printer may know another size of paper.
    size = device.pageLayout().fullRect(QPageLayout.Unit.Point)
    scale = painter.viewport().width() / max(1.0, size.width())
    painter.scale(scale, scale)
    for page in range(pages.count):
        if page and not device.newPage():
            painter.end()
            return False
        pages.draw(painter, page)
    return painter.end()


def draw_white_page(pages: Pages, painter: QPainter, page: int, width: float) -> None:
    """Draws a page with its paper onto a painter of the screen, so many pixels wide."""
    scale = width / pages.size.width()
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.fillRect(QRectF(0, 0, width, pages.size.height() * scale), 0xFFFFFFFF)
    painter.scale(scale, scale)
    pages.draw(painter, page)
    painter.restore()


class Printers(Protocol):
    """The printers of the system; tests bring their own."""

    def print_pages(self, parent: QWidget, title: str, pages: Pages, on_done: Callable[[bool], None]) -> None:
        """Asks which printer; `on_done` gets whether it took the pages, unless none is chosen."""
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
