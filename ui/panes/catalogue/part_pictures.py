"""The picture of the displayed part: chosen, shown, removed."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QImage, QPixmap

from service.domain.catalogue.items import Item
from ui.backend import BackendError
from ui.backend.dispatcher import PendingReply
from ui.i18n import isolate_name
from ui.panes.catalogue.catalogue_words import item_names
from ui.panes.catalogue.part_detail import PartDetail
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane import Pane
from ui.widgets import ConfirmDialog

_LARGEST = QSize(340, 170)


class PartPictures(QObject):
    """Fills `detail.picture` and its two menu entries."""

    def __init__(self, pane: Pane, detail: PartDetail, chooser: FileChooser) -> None:
        super().__init__(pane)
        self._pane, self._detail, self._chooser = pane, detail, chooser
        self._reply: PendingReply[bytes | None] | None = None
        detail.choose_picture.triggered.connect(self.choose)
        detail.remove_picture.triggered.connect(self._ask_remove)

    def load(self, item: Item) -> None:
        """Asks for the picture of another part, or for the present one again."""
        if self._reply:
            self._reply.drop()
        future = self._pane.context.backend.catalogue.picture(self._pane.context.shop.id, item.sku)
        self._reply = self._pane.dispatcher.fetch(future, lambda image: self._show(item, image), self._on_failed)

    def choose(self) -> None:
        """Asks for a file and stores it."""
        item = self._detail.item
        if item is None:
            return
        context = self._pane.context

        def send(path: str) -> None:
            future = context.backend.catalogue.set_picture(context.shop.id, item.sku, path)
            self._pane.dispatcher.send(future, self._on_failed)

        title, kinds = self.tr("Choose a picture"), self.tr("Pictures (*.png *.jpg *.jpeg)")
        self._chooser.open_file(self._pane, title, "", kinds, send)

    def _ask_remove(self) -> None:
        item, context = self._detail.item, self._pane.context
        if item is None:
            return

        def remove() -> None:
            future = context.backend.catalogue.remove_picture(context.shop.id, item.sku)
            self._pane.dispatcher.send(future, self._on_failed)

        title, text = self.tr("Remove the picture?"), self.tr("The file that you chose stays where it is.")
        action = self.tr("Remove the picture")
        ConfirmDialog(self._pane.theme, self._pane, title, text, action, remove, destructive=True).open()

    def _show(self, item: Item, image: bytes | None) -> None:
        pixmap = QPixmap() if image is None else _scale(image, self._detail.devicePixelRatioF())
        name = item_names(item, self._pane.context.formats)[0]
        self._detail.show_picture(pixmap, self.tr("Picture of %1").replace("%1", isolate_name(name)))

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()


def _scale(image: bytes, ratio: float) -> QPixmap:
    """The picture no larger than its place, sharp on every screen."""
    whole = QImage.fromData(image)
    if whole.isNull():
        return QPixmap()
    most = _LARGEST * ratio
    if whole.width() > most.width() or whole.height() > most.height():
        smooth = Qt.TransformationMode.SmoothTransformation
        whole = whole.scaled(most, Qt.AspectRatioMode.KeepAspectRatio, smooth)
    pixmap = QPixmap.fromImage(whole)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
