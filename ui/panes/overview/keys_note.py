"""Keys that end soon or ended just now: which and when, and the button that opens them."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.keys import EndingKey
from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone
from ui.widgets import Button, Kind, Note

_MOST_LINES = 3


class KeysNote(QWidget):
    """Hidden while no key is near its end."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self._keys: tuple[EndingKey, ...] = ()
        self.note: Note | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_keys(self, keys: tuple[EndingKey, ...]) -> None:
        """Shows these keys; a note about the same ones stays, so that a click on it counts."""
        if keys == self._keys:
            return
        self._keys = keys
        if self.note is not None:
            self._layout.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        self.note = self._build_note(keys) if keys else None
        if self.note is not None:
            self._layout.addWidget(self.note)
        self.setVisible(self.note is not None)

    def _build_note(self, keys: tuple[EndingKey, ...]) -> Note:
        see = Button(self._context.theme, self.tr("See the keys"), Kind.PRIMARY, icon="key")
        see.clicked.connect(lambda: self._context.go(PaneKey.SYSTEM, ""))
        lines = [self._describe(key) for key in keys[:_MOST_LINES]]
        if len(keys) > _MOST_LINES:
            lines.append(self.tr("%n more key(s) end soon.", "", len(keys) - _MOST_LINES))
        lines.append(self.tr("Give a key a later last day, or make a new one for its system."))
        return Note(self._context.theme, Tone.WARN, self.tr("The end of a key is near"), tuple(lines), see, icon="key")

    def _describe(self, key: EndingKey) -> str:
        text = self.tr("%1 has not worked since %2.") if key.expired else self.tr("%1 works until %2.")
        day = self._context.formats.date(key.expires_at)
        return text.replace("%1", isolate_name(key.name)).replace("%2", day)
