"""The states of the Catalogue pane and its dialogs."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from service.domain.catalogue.stock import Cause
from tests.screenshots.scenes import Scene
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.progress import Progress
from ui.panes.catalogue.bulk_actions import PriceDialog
from ui.panes.catalogue.catalogue_pane import CataloguePane, LoadFileDialog
from ui.panes.catalogue.item_editor import ItemEditor
from ui.panes.catalogue.ledger import MovementDialog
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _pane(window: MainWindow) -> CataloguePane:
    assert isinstance(window.pane, CataloguePane)
    return window.pane


def _settle() -> None:
    for _ in range(8):
        QApplication.processEvents()


def _dialog(window: MainWindow, cause: Cause, quantity: str) -> None:
    _pane(window).move_stock(cause)
    _settle()
    dialog = window.findChild(MovementDialog)
    assert dialog is not None
    dialog.quantity.setText(quantity)


def _labels(window: MainWindow) -> None:
    _pane(window).parts.table.selectAll()
    _pane(window).print_shown()
    _settle()


def _edit(window: MainWindow) -> None:
    _pane(window).edit_part()
    _settle()


def _new_with_faults(window: MainWindow) -> None:
    _pane(window).new()
    _settle()
    dialog = window.findChild(ItemEditor)
    assert dialog is not None
    dialog.fields.edits["price_fils"].setText("12,5")
    dialog.cars.add.click()
    dialog.cars.rows[0].edits[2].setText("18")
    dialog.save.click()
    _settle()


def _several(window: MainWindow) -> None:
    _pane(window).parts.table.selectAll()
    _settle()


def _prices(window: MainWindow) -> None:
    _several(window)
    _pane(window).theme.typing_ms = 0
    _pane(window).bulk.change_prices()
    _settle()
    dialog = window.findChild(PriceDialog)
    assert dialog is not None
    dialog.step.setCurrentIndex(3)
    dialog.percent.setText("5")
    _settle()


def _till(backend: ReadyShop) -> None:
    backend.give_to_till("04465-60320", "14400-RCA-A01", "17801-38051")


def _picture(backend: ReadyShop) -> None:
    image = QImage(640, 400, QImage.Format.Format_RGB32)
    image.fill(QColor(210, 216, 222))
    painter = QPainter(image)
    painter.fillRect(120, 90, 400, 220, QColor(70, 74, 80))
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG")  # type: ignore[call-overload]
    backend.change("INSERT INTO item_pictures VALUES (1, 1, ?)", bytes(content.data()))


def _no_fit(window: MainWindow) -> None:
    _pane(window).filters.search.edit.setText("turbo")
    _pane(window).refresh()


def _working(window: MainWindow) -> None:
    work = _pane(window).work
    work.bar.begin(work.tr("Saving the parts"))
    work.bar.show_progress(Progress(640, 1243))


def _nothing(backend: ReadyShop) -> None:
    backend.empty()


def _fails(backend: ReadyShop) -> None:
    backend.answers.fail("catalogue.page", BackendError("The service stopped.", code=ErrorCode.SERVICE_STOPPED))


def _read_only(backend: ReadyShop) -> None:
    backend.change("UPDATE shops SET read_only = 1 WHERE id = 1")


def _many(backend: ReadyShop) -> None:
    """A part with long names, many cars, half units and one inactive part."""
    cars = [
        {"make": "Toyota", "model": f"Land Cruiser Prado {number}", "year_from": 2000 + number} for number in range(9)
    ]
    name = "Front brake pads with wear indicator and shims, Land Cruiser 200 and LX 570"
    backend.upload({"sku": "04465-60320", "name": name, "fit": cars}, {"sku": "14400-RCA-A01", "active": False})


def _load(window: MainWindow) -> None:
    backend = window._backend
    assert isinstance(backend, ReadyShop)
    pane = _pane(window)
    pane.context = replace(pane.context, chooser=FakeFileChooser(str(backend.write_file())))
    pane.load_file()
    _settle()


def _loaded(window: MainWindow) -> None:
    _load(window)
    dialog = window.findChild(LoadFileDialog)
    assert dialog is not None
    dialog.save.click()
    _settle()


SCENES: tuple[Scene, ...] = (
    Scene("catalogue-load", PaneKey.CATALOGUE, act=_load, every_look=True),
    Scene("catalogue-loaded", PaneKey.CATALOGUE, act=_loaded, every_look=True),
    Scene("catalogue-count", PaneKey.CATALOGUE, act=lambda window: _dialog(window, Cause.COUNT, "12"), every_look=True),
    Scene("catalogue-sale-refused", PaneKey.CATALOGUE, act=lambda window: _dialog(window, Cause.SALE, "8")),
    Scene("catalogue-history", PaneKey.CATALOGUE, act=lambda window: _pane(window).show_history()),
    Scene("catalogue-ledger", PaneKey.CATALOGUE, act=lambda window: _pane(window).show_ledger()),
    Scene("catalogue-edit", PaneKey.CATALOGUE, _till, act=_edit, every_look=True),
    Scene("catalogue-new-faults", PaneKey.CATALOGUE, act=_new_with_faults),
    Scene("catalogue-labels", PaneKey.CATALOGUE, act=_labels, every_look=True),
    Scene("catalogue-several", PaneKey.CATALOGUE, act=_several),
    Scene("catalogue-prices", PaneKey.CATALOGUE, _till, act=_prices, every_look=True),
    Scene("catalogue-picture", PaneKey.CATALOGUE, _picture, every_look=True),
    Scene("catalogue-no-fit", PaneKey.CATALOGUE, act=_no_fit),
    Scene("catalogue-many", PaneKey.CATALOGUE, _many),
    Scene("catalogue-working", PaneKey.CATALOGUE, act=_working),
    Scene("catalogue-empty", PaneKey.CATALOGUE, _nothing),
    Scene("catalogue-empty-staging", PaneKey.CATALOGUE, staging=True),
    Scene("catalogue-error", PaneKey.CATALOGUE, _fails),
    Scene("catalogue-read-only", PaneKey.CATALOGUE, _read_only),
)
