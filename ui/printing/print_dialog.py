"""What every dialog of a paper has: its choices, the preview, and the ways out of the program."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.printing.pages import Pages, Printers, QtPrinters, draw_white_page, save_pdf
from ui.shell.pane_context import PaneContext
from ui.theme import Theme
from ui.widgets import Button, Dialog, FaultLine, Kind

_GAP = 12
_WIDEST_SCALE = 1.5
"""Pixels for a point: a roll or a label is not shown larger than this."""
_WIDTH = 760
_PREVIEW_HEIGHTS = (160, 4000)
"""As tall as the window leaves it."""


class PagesPreview(QScrollArea):
    """Pages one below the other; it can be scrolled with the keyboard."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._canvas = _Canvas(theme)
        self.setWidget(self._canvas)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_pages(self, pages: Pages) -> None:
        """Shows other pages from the top."""
        self._canvas.show_pages(pages)
        self.setAccessibleName(self.tr("Preview, %n page(s)", "", pages.count))
        self.verticalScrollBar().setValue(0)


class _Canvas(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pages: Pages | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pages(self, pages: Pages) -> None:
        self._pages = pages
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self._pages is None:
            return 0
        page = self._pages.size.height() * self._scale(width)
        return round((page + _GAP) * self._pages.count + _GAP)

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.sunken)
        if self._pages is None:
            return
        scale = self._scale(self.width())
        size = self._pages.size * scale
        left, top = (self.width() - size.width()) / 2, float(_GAP)
        for page in range(self._pages.count):
            place = QRectF(left, top, size.width(), size.height())
            if place.intersects(QRectF(event.rect())):
                painter.save()
                painter.translate(place.topLeft())
                draw_white_page(self._pages, painter, page, size.width())
                painter.restore()
                painter.setPen(QPen(QColor(0, 0, 0, 40)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(place)
            top += size.height() + _GAP

    def _scale(self, width: int) -> float:
        page = self._pages.size.width() if self._pages is not None else 1.0
        return min(_WIDEST_SCALE, max(1, width - 2 * _GAP) / page)


class PrintDialog(Dialog):
    """Put choices into `body` before `build`; call `refresh` when one changes."""

    def __init__(self, context: PaneContext, parent: QWidget, title: str, printers: Printers | None = None) -> None:
        super().__init__(context.theme, parent, title, icon="printer", width=_WIDTH)
        self.context = context
        self.dispatcher = GuiDispatcher(self)
        self._printers = printers or QtPrinters()
        self.preview = PagesPreview(context.theme)
        self.fault = FaultLine(context.theme)

    @abstractmethod
    def make_pages(self) -> Pages:
        """The pages of the present choices."""

    @abstractmethod
    def title(self) -> str:
        """What a printer's queue and a PDF call the paper; also its file name."""

    def build(self) -> None:
        """Adds preview and buttons below the choices."""
        self.body.addWidget(self.preview)
        self.resize_list(self.preview, *_PREVIEW_HEIGHTS)
        self.body.addWidget(self.fault)
        self.save = Button(self.theme, self.tr("Save as PDF…"), Kind.OUTLINE, main=True, on_click=self._ask_path)
        self.print = self.main_button(self.tr("Print…"), self._print)
        self.buttons(self.cancel_button(self.tr("Close")), self.save, self.print)
        self.refresh()

    def refresh(self) -> None:
        """Shows the pages of the present choices."""
        self.preview.show_pages(self.make_pages())

    def _ask_path(self) -> None:
        self.context.chooser.save_file(self, self.tr("Save as PDF"), f"{self.title()}.pdf", "PDF (*.pdf)", self._save)

    def _save(self, path: str) -> None:
        error = save_pdf(self.make_pages(), path, self.title())
        self._show_fault("" if error is None else fault_text(error))
        if error is None:
            saved = self.tr("%1 is saved in %2.").replace("%1", isolate_name(Path(path).name))
            text = saved.replace("%2", isolate_name(str(Path(path).parent)))
            self.context.toasts.show(text, self.tr("Open"), lambda: self.context.chooser.show_folder(path))
            self.accept()

    def _print(self) -> None:
        self._show_fault("")
        self._printers.print_pages(self, self.title(), self.make_pages(), self._on_printed)

    def _on_printed(self, taken: bool) -> None:
        if taken:
            self.context.toasts.show(self.tr("Sent to the printer."))
            self.accept()
        else:
            self._show_fault(self.tr("The printer took nothing. Check that it is on and has paper, then print again."))

    def _show_fault(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.setVisible(bool(text))
