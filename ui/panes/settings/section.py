"""A section of the settings, and the rows of its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSpinBox, QVBoxLayout, QWidget

from service.domain.settings import Card as CardName
from service.domain.settings import Setting, Settings, WholeNumber, find_setting, list_settings
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostStatus
from ui.i18n import translate_sentence
from ui.i18n.error_texts import fault_text
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Radius, Theme, Tone, Type
from ui.theme.metrics import NAV_HEIGHT
from ui.widgets import (
    Button,
    Card,
    Hairline,
    Ink,
    Label,
    Note,
    Skeleton,
    Switch,
    clear_layout,
    column,
    fill,
    row,
    spin_field,
)
from ui.widgets.keyboard_focus import EnterPressMixin, FocusRingMixin
from ui.widgets.painting import box, focus_ring, leading_alignment, mirror, runs_rtl


class SettingRow(QWidget):
    """Name and one sentence at the beginning, the control at the end."""

    def __init__(self, theme: Theme, name: str, text: str, control: QWidget | QHBoxLayout) -> None:
        super().__init__()
        self.name = Label(theme, name, Type.MEDIUM)
        self.text = Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True)
        texts = column(self.name, self.text, spacing=2)
        line = row((texts, 1), spacing=24, inside=self, margins=(0, 4, 0, 4))
        self.text.setVisible(bool(text))
        if isinstance(control, QWidget):
            if not control.accessibleName():
                control.setAccessibleName(name)
            line.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        else:
            line.addLayout(control)

    def show_text(self, text: str) -> None:
        self.text.setText(text)
        self.text.setVisible(bool(text))


class RowsCard(Card):
    """A card whose rows have hairlines between them."""

    def __init__(self, theme: Theme, title: str, *rows: QWidget) -> None:
        super().__init__(theme, title)
        for number, part in enumerate(rows):
            if number:
                self.body.addWidget(Hairline(theme))
            self.body.addWidget(part)


class ListCard(Card):
    """Rows below a sentence: until they are read a skeleton, or the reason why they are not."""

    def __init__(self, theme: Theme, title: str, text: str, load: Callable[[], None]) -> None:
        """`load` tries to read them again."""
        super().__init__(theme, title)
        self._theme, self._load = theme, load
        if text:
            self.body.addWidget(Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self._skeleton = Skeleton(theme, self.tr("Loading"), 2)
        self._lines = column(spacing=4)
        fill(self.body, self._skeleton, self._lines)

    def begin(self) -> None:
        """Waits for the rows."""
        self._skeleton.begin()

    def show_rows(self, rows: Sequence[QWidget], nothing: str) -> None:
        """Shows the rows, or `nothing` where there are none."""
        self.clear()
        for number, one in enumerate(rows):
            if number:
                self._lines.addWidget(Hairline(self._theme))
            self._lines.addWidget(one)
        if not rows:
            self._lines.addWidget(Label(self._theme, nothing, Type.BODY, Ink.TEXT2, wrap=True))

    def show_fault(self, error: BackendError) -> None:
        self.clear()
        again = Button(self._theme, self.tr("Try again"), icon="rotate-ccw", on_click=self._load)
        self._lines.addWidget(Note(self._theme, Tone.BAD, fault_text(error), (), again))

    def clear(self) -> None:
        """Ends the waiting, and removes what is shown."""
        self._skeleton.end()
        self._skeleton.hide()
        clear_layout(self._lines)


class SectionButton(EnterPressMixin, FocusRingMixin, QPushButton):
    def __init__(self, theme: Theme, icon: str, text: str) -> None:
        super().__init__(text)
        self._theme, self._icon = theme, icon
        self.setCheckable(True)
        self.setFont(theme.font(Type.MEDIUM))
        self.setFixedHeight(NAV_HEIGHT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens, rtl = self._theme.tokens, runs_rtl(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        if chosen or self.underMouse():
            box(painter, self.rect(), Radius.CONTROL, tokens.nav_active if chosen else tokens.hover, None)
        colour = tokens.nav_icon if chosen else tokens.text2
        spot = mirror(QRect(10, 9, 16, 16), self.rect(), rtl=rtl)
        painter.drawPixmap(spot.topLeft(), self._theme.pixmap(self._icon, colour, 16, self.devicePixelRatioF()))
        painter.setFont(self._theme.font(Type.STRONG if chosen else Type.MEDIUM))
        painter.setPen(tokens.text if chosen else tokens.text2)
        place = mirror(QRect(36, 0, self.width() - 40, self.height()), self.rect(), rtl=rtl)
        painter.drawText(place, int(leading_alignment(rtl=rtl)), self.text())
        if self.has_ring:
            focus_ring(painter, self.rect(), Radius.CONTROL, tokens.accent_text)


class Section(QWidget):
    """Fill `layout_`; override `show_settings`, `load` (own requests of a section), `show_host`."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self.context, self.theme = context, context.theme
        self.dispatcher = GuiDispatcher(self)
        self.settings = Settings()
        self.switches: dict[str, Switch] = {}
        self._is_shown = False
        self.page = QVBoxLayout(self)
        self.page.setContentsMargins(0, 0, 0, 0)
        self.page.setSpacing(16)

    def show_settings(self, settings: Settings) -> None:
        """Shows the settings in use."""
        self.settings = settings
        self._is_shown = True
        for name, switch in self.switches.items():
            switch.show_state(getattr(settings, name))

    def make_rows(self, card: CardName, controls: Mapping[str, QWidget | QHBoxLayout]) -> list[SettingRow]:
        """A row for each setting of a card; one without a control here gets a switch."""
        return [
            SettingRow(
                self.theme,
                translate_sentence(setting.label),
                translate_sentence(setting.explanation),
                controls.get(setting.name) or self._make_switch(setting),
            )
            for setting in list_settings(card)
        ]

    def _make_switch(self, setting: Setting) -> Switch:
        switch = Switch(self.theme, translate_sentence(setting.label))
        switch.toggled.connect(lambda on: self._change_one(**{setting.name: on}))
        self.switches[setting.name] = switch
        return switch

    def _change_one(self, **value: Any) -> None:  # noqa: ANN401 - of the setting's kind
        self.change(replace(self.settings, **value))

    def make_number(self, name: str, suffix: str = "") -> QSpinBox:
        """A field of a whole number with the setting's bounds."""
        setting = find_setting(name)
        if not isinstance(setting.kind, WholeNumber):
            raise TypeError(f"{name} is no number")
        field = spin_field(self.theme, setting.kind.least, setting.kind.most, getattr(self.settings, name), suffix)
        field.setAccessibleName(translate_sentence(setting.label))
        return field

    def is_typed(self, field: QWidget, value: object, before: object, now: object) -> bool:
        """Whether a field has a value that is not saved, and that a change of another setting must
        leave. Its own setting was `before` when it was shown, and is `now`.
        """
        return field.hasFocus() or (self._is_shown and before == now and value != before)

    def load(self) -> None:
        """Requests what the section needs in addition to the settings."""

    def show_host(self, status: HostStatus) -> None:
        """Shows the state of the service."""

    def update_context(self, context: PaneContext) -> None:
        """Uses the same shop with another name or read-only state."""
        self.context = context

    def change(self, settings: Settings, then: Callable[[], None] | None = None) -> None:
        """Stores changed settings, then does `then`; the pane reads what is in force by itself."""
        future = self.context.backend.settings.change(self.settings, settings)
        self.dispatcher.fetch(future, lambda _none: then() if then else None, self.on_failed)

    def send(self, write: Future[None]) -> None:
        """Watches a write; a failure is shown in a dialog."""
        self.dispatcher.send(write, self.on_failed)

    def on_failed(self, error: BackendError) -> None:
        """Shows the reason and the values in use."""
        self.show_settings(self.settings)
        FaultDialog(self.theme, self, error, self.context.clipboard).open()
