"""Composes the window with the fake shop, at a fixed moment, and takes its picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from tests.screenshots.cut_widgets import find_faults
from tests.screenshots.scenes import Scene, all_scenes
from tests.screenshots.tab_order import find_tab_faults
from tests.ui.fake.fake_clock import ZONE
from tests.ui.ready_shop import ReadyShop
from ui.i18n import Formats, Language, Translations
from ui.panes import PANES
from ui.shell.main_window import MainWindow, WindowDependencies
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.theme.metrics import DEFAULT_SIZE, MINIMUM_SIZE
from ui.theme.theme import load_fonts

_SETTLE = 12
_LAYOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class Variant:
    """`size` of the window; `every` takes each scene in all three looks,
    else scenes next to the panes in light only.
    """

    size: QSize = field(default_factory=lambda: QSize(DEFAULT_SIZE))
    every: bool = False
    contrast: bool = False

    @property
    def mark(self) -> str:
        """What a picture's name says of it."""
        size = "" if self.size == DEFAULT_SIZE else f"-{self.size.width()}x{self.size.height()}"
        return f"{size}{'-contrast' if self.contrast else ''}"


class HighContrast(Theme):
    """The theme as on a computer that is set to high contrast."""

    def _wants_contrast(self) -> bool:
        return True


def check_all(only: set[str], look: Variant, sizes: tuple[QSize, ...], *, tab: bool) -> Iterator[str]:
    """Opens every pane and scene in both languages, and makes its window larger from the first size
    on; yields what cannot be read or reached, with `tab` also by that key.
    """
    app = _make_application()
    for scene in (*_panes(), *all_scenes()):
        if only and scene.pane.value not in only and scene.name not in only:
            continue
        for variant in ("light", "arabic"):
            with opened(app, scene, variant, replace(look, size=sizes[0]), paints=False) as window:
                for size in sizes:
                    window.resize(size)
                    settle(app)
                    faults = (*find_lasting(window, find_faults), *(find_tab_faults(window) if tab else ()))
                    at = f"{scene.name} {variant} {size.width()}x{size.height()}"
                    yield from (f"{at}: {fault}" for fault in faults)


def _make_application() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([])
    app.setStyle("Fusion")
    load_fonts()
    app.styleHints().setCursorFlashTime(0)
    return app


def capture_all(out: Path, only: set[str], look: Variant, *, scenes: bool) -> Iterator[str]:
    """Takes the pictures of the panes, and of the scenes too where asked;
    yields each file's name.
    """
    app = _make_application()
    for scene in (*_panes(), *(all_scenes() if scenes else ())):
        if only and scene.pane.value not in only and scene.name not in only:
            continue
        for variant in ("light", "dark", "arabic"):
            if variant == "light" or scene.every_look or look.every:
                yield _capture(app, scene, variant, out, look)


def _panes() -> tuple[Scene, ...]:
    return tuple(Scene(key.value, key, every_look=True) for key in PANES)


def _capture(app: QApplication, scene: Scene, variant: str, out: Path, look: Variant) -> str:
    with opened(app, scene, variant, look) as window:
        name = f"{scene.name}-{variant}{look.mark}{'@2x' if window.devicePixelRatioF() > 1 else ''}.png"
        _grab_window(window).save(str(out / name))
    return name


@contextmanager
def opened(
    app: QApplication, scene: Scene, variant: str, look: Variant, *, paints: bool = True
) -> Iterator[MainWindow]:
    """The window of a scene, with its dialogs: `variant` is light, dark or arabic."""
    theme = HighContrast(app) if look.contrast else Theme(app)
    theme.motion = False
    translations = Translations(app)
    arabic = variant == "arabic"
    theme.set_scheme(Qt.ColorScheme.Dark if variant == "dark" else Qt.ColorScheme.Light)
    theme.set_arabic(arabic)
    translations.use(Language.ARABIC if arabic else Language.ENGLISH)
    backend = ReadyShop()
    backend.set(language="ar" if arabic else "en")
    scene.prepare(backend)
    around = WindowDependencies(theme, translations, backend, backend.clock, app.clipboard(), PANES)
    window = MainWindow(around, lambda language: Formats(language, ZONE))
    window.setMinimumSize(look.size.boundedTo(MINIMUM_SIZE))
    window.resize(look.size)
    window.setUpdatesEnabled(paints)
    try:
        window.show()
        window.go(scene.pane)
        window.start()
        settle(app)
        if scene.staging:
            window.choose_shop(1, staging=True)
            settle(app)
        scene.act(window)
        settle(app)
        yield window
    finally:
        for dialog in _dialogs(window):
            dialog.close()  # the guide stores its position
        settle(app)
        window.shut()
        backend.close()
        window.hide()
        window.deleteLater()
        settle(app)
        translations.use(Language.ENGLISH)
        theme.deleteLater()


def find_lasting(window: QWidget, find: Callable[[QWidget], list[str]]) -> list[str]:
    """What is found once the window is laid out: a busy computer does so a moment later."""
    end = time.monotonic() + _LAYOUT_S
    while (found := find(window)) and time.monotonic() < end:
        QApplication.processEvents()
    return found


def find_in_panes(
    app: QApplication, look: Variant, find: Callable[[QWidget], list[str]], variant: str
) -> dict[str, list[str]]:
    """The panes of one window, one after the other, with what is found in each; without those in
    which nothing is.
    """
    found = {}
    with opened(app, Scene("panes", PaneKey.OVERVIEW), variant, look) as window:
        for key in PaneKey:
            window.go(key)
            settle(app)
            found[key.value] = find_lasting(window, find)
    return {key: faults for key, faults in found.items() if faults}


def _dialogs(window: QWidget) -> list[QWidget]:
    return [widget for widget in window.findChildren(QWidget) if widget.isWindow() and widget.isVisible()]


def _grab_window(window: MainWindow) -> QPixmap:
    """The window with its dialogs; a dialog that covers it brings its own shade."""
    picture = window.grab()
    painter = QPainter(picture)
    for dialog in _dialogs(window):
        offset = dialog.geometry().topLeft() - window.geometry().topLeft()
        painter.drawPixmap(offset, dialog.grab())
    painter.end()
    return picture


def settle(app: QApplication) -> None:
    """Lets queued answers, layouts and deletions take place."""
    for _ in range(_SETTLE):
        app.processEvents()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
