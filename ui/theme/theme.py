"""The present theme: colours, fonts and icons; follows the system's changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from ui.theme import icons
from ui.theme.metrics import Type, font_of
from ui.theme.motion import TYPING_MS, motion_allowed, style_animates
from ui.theme.palette import palette_of
from ui.theme.style_sheet import style_sheet
from ui.theme.tokens import DARK, LIGHT, Tint, Tokens, Tone, in_high_contrast, in_staging

_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


class Theme(QObject):
    """Given to every widget; emits `changed` when the colours change (system scheme, staging,
    contrast).
    """

    changed = Signal()
    focus_moved = Signal()
    """Emitted when another control in any window has the focus."""

    read_only_changed = Signal()
    """Emitted when `read_only` changes."""

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._staging = False
        self._arabic = False
        self._read_only = ""
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
        """The owner's choice: "light", "dark", or "" to follow the system."""
        self.set_scheme(_SCHEMES.get(name, Qt.ColorScheme.Unknown))

    def disable_motion(self) -> None:
        """Reduces motion, as the system has asked since the start."""
        self.motion = False

    def font(self, kind: Type, *, tabular: bool = False) -> QFont:
        """The font of a step of the type scale; figures that are aligned with others are
        `tabular`.
        """
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
