"""The present theme: colours, fonts and icons; follows the system's changes."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from ui.theme import icons
from ui.theme.metrics import Type, font_of
from ui.theme.style_sheet import palette_of, style_sheet
from ui.theme.tokens import DARK, LIGHT, Tint, Tokens, Tone, in_high_contrast, in_staging

FONTS = Path(__file__).with_name("fonts")
SHORT_MS = 120
DIALOG_MS = 180
TYPING_MS = 200
"""Milliseconds after the last key until typed text counts."""

_SPI_GETCLIENTAREAANIMATION = 0x1042
_SM_REMOTESESSION = 0x1000
_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


def load_fonts() -> tuple[str, ...]:
    """Loads the shipped families, returns their names; RuntimeError at a missing or broken file."""
    families: set[str] = set()
    files = sorted(FONTS.glob("*.ttf"))
    for file in files:
        number = QFontDatabase.addApplicationFont(str(file))
        if number < 0:
            raise RuntimeError(f"{file.name} is no font that Qt can read; install Counterpart again.")
        families.update(QFontDatabase.applicationFontFamilies(number))
    if not files:
        raise RuntimeError(f"The fonts are missing from {FONTS}; install Counterpart again.")
    return tuple(sorted(families))


def motion_allowed() -> bool:
    """False if the system asks for reduced motion, over remote desktop and on headless screens."""
    if os.environ.get("COUNTERPART_REDUCED_MOTION"):
        return False
    if not _windows_allows():
        return False
    return os.environ.get("QT_QPA_PLATFORM") != "offscreen" and not os.environ.get("XRDP_SESSION")


def style_animates(app: QApplication) -> bool:
    """Whether the style animates: with "no animations" of KDE or Windows Qt gives it no time."""
    return app.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


def _windows_allows() -> bool:
    """Asks Windows; True on any other system."""
    loader = getattr(ctypes, "windll", None)
    if loader is None:
        return True
    enabled = ctypes.c_int(1)
    loader.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(enabled), 0)
    return bool(enabled.value) and not loader.user32.GetSystemMetrics(_SM_REMOTESESSION)


class Theme(QObject):
    """Given to every widget; emits `changed` for new colours (system scheme, staging, contrast)."""

    changed = Signal()
    focus_moved = Signal()
    """Emitted when another control in any window has the focus."""

    read_only_changed = Signal()

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._staging = False
        self._arabic = False
        self._read_only = ""
        self.counter_of = ""
        """The service's computer, at a further counter; known before any control of a pane."""
        self._scheme = Qt.ColorScheme.Unknown
        self.motion = motion_allowed() and style_animates(app)
        self.typing_ms = TYPING_MS
        # Without a compositor an X server paints translucent windows black.
        self.composites = QGuiApplication.platformName() != "xcb"
        self.tokens: Tokens = LIGHT
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._refresh)
        hints.accessibility().contrastPreferenceChanged.connect(self._refresh)
        app.focusChanged.connect(self._on_focus_changed)
        self._refresh()

    @property
    def staging(self) -> bool:
        """Whether the main action and navigation are amber."""
        return self._staging

    @property
    def arabic(self) -> bool:
        """Whether fonts are those for Arabic (small steps one pixel larger, no tracking)."""
        return self._arabic

    @property
    def rtl(self) -> bool:
        """Whether the layout runs from right to left."""
        return self._arabic

    @property
    def read_only(self) -> str:
        """Why nothing can be changed in any window now; "" while it can."""
        return self._read_only

    def set_read_only(self, reason: str) -> None:
        """Disables or enables every control that changes something."""
        if reason != self._read_only:
            self._read_only = reason
            self.read_only_changed.emit()

    def set_staging(self, on: bool) -> None:
        """Makes the accent amber or blue."""
        if on != self._staging:
            self._staging = on
            self._refresh()

    def set_arabic(self, on: bool) -> None:
        """Chooses the type scale; the shell rebuilds its panes afterwards."""
        if on != self._arabic:
            self._arabic = on
            self._refresh()

    def set_scheme(self, scheme: Qt.ColorScheme) -> None:
        """Sets a scheme chosen by the user; `Unknown` follows the system."""
        self._scheme = scheme
        self._app.styleHints().setColorScheme(scheme)
        self._refresh()

    def choose_scheme(self, name: str) -> None:
        """The owner's choice: "light", "dark", or "system"."""
        self.set_scheme(_SCHEMES.get(name, Qt.ColorScheme.Unknown))

    def disable_motion(self) -> None:
        """Reduces motion, as the system has asked since the start."""
        self.motion = False

    def font(self, kind: Type, *, tabular: bool = False) -> QFont:
        """A font of the type scale; figures that are aligned with others are `tabular`."""
        return font_of(kind, arabic=self._arabic, tabular=tabular)

    def tint(self, tone: Tone) -> Tint:
        """The colours of a tone in the present scheme."""
        return self.tokens.tint(tone)

    def pixmap(self, name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
        """An icon for painting; mirrored in Arabic if it points in reading direction."""
        return icons.icon_pixmap(name, colour, size, ratio, rtl=self.rtl)

    def icon(self, name: str, colour: QColor | None = None, size: int = 18) -> QIcon:
        """An icon for menus and real buttons."""
        return icons.icon(name, colour or self.tokens.text2, size, rtl=self.rtl)

    def _wants_contrast(self) -> bool:
        """Whether the system asks for high contrast."""
        return self._app.styleHints().accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast

    def _on_focus_changed(self, _old: QWidget | None, _now: QWidget | None) -> None:
        self.focus_moved.emit()

    def _refresh(self) -> None:
        hints = self._app.styleHints()
        scheme = self._scheme if self._scheme is not Qt.ColorScheme.Unknown else hints.colorScheme()
        tokens = DARK if scheme is Qt.ColorScheme.Dark else LIGHT
        if self._wants_contrast():
            tokens = in_high_contrast(tokens)
        self.tokens = in_staging(tokens) if self._staging else tokens
        self._app.setPalette(palette_of(self.tokens))
        self._app.setFont(self.font(Type.BODY))
        sheet = style_sheet(self.tokens)
        if sheet != self._app.styleSheet():  # Qt lays out every window again for an equal sheet
            self._app.setStyleSheet(sheet)
        self.changed.emit()
