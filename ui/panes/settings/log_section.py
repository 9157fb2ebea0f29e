"""How long calls stay in the call log, and how much space it may use."""

from __future__ import annotations

from dataclasses import replace

from ui.backend.settings_port import Settings
from ui.panes.settings.section import RowsCard, Section, SettingRow
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import Button, Ink, Kind, Label, Meter, row, spin_field

_MIB = 1 << 20


class LogSection(Section):
    """Days and size; at whichever limit comes first, the oldest calls are deleted."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.days = spin_field(theme, 1, 3650, 90)
        self.max_size = spin_field(theme, 16, 1 << 20, 1024, " MB")
        for field in (self.days, self.max_size):
            field.setFixedWidth(120)
            field.valueChanged.connect(lambda _value: self._update_save())
        self.meter = Meter(theme, self.tr("Space that the call log takes"), Tone.ACCENT)
        self.used = Label(theme, "", Type.SMALL, Ink.TEXT2)
        self.save = Button(theme, self.tr("Save"), Kind.PRIMARY, changes=True)
        self.save.clicked.connect(self._save)
        look = Button(theme, self.tr("Open the call log"), Kind.LINK)
        look.clicked.connect(lambda: context.go(PaneKey.CALLS, ""))
        card = RowsCard(
            theme,
            self.tr("Call log"),
            SettingRow(
                theme, self.tr("Keep for days"), self.tr("Older calls are deleted, their bodies too."), self.days
            ),
            SettingRow(
                theme,
                self.tr("Take at most"),
                self.tr("When it is full, the oldest calls go first. Orders and stock are not touched."),
                self.max_size,
            ),
        )
        card.body.addSpacing(6)
        card.body.addWidget(self.meter)
        card.body.addLayout(row(self.used, None, look))
        card.body.addSpacing(6)
        card.body.addLayout(row(None, self.save))
        self.page.addWidget(card)
        self.page.addStretch(1)

    def show_settings(self, settings: Settings) -> None:
        days, size = settings.log_days, settings.log_bytes // _MIB
        if not self.is_typed(self.days, self.days.value(), self.settings.log_days, days):
            self.days.setValue(days)
        if not self.is_typed(self.max_size, self.max_size.value(), self.settings.log_bytes // _MIB, size):
            self.max_size.setValue(size)
        super().show_settings(settings)
        self.meter.setRange(0, max(1, settings.log_bytes // 1024))
        self.meter.setValue(min(settings.log_bytes, settings.log_bytes_used) // 1024)
        formats = self.context.formats
        text = self.tr("%1 of %2 used").replace("%1", formats.bytes(settings.log_bytes_used))
        self.used.setText(text.replace("%2", formats.bytes(settings.log_bytes)))
        self._update_save()

    def _update_save(self) -> None:
        now = (self.settings.log_days, self.settings.log_bytes // _MIB)
        self.save.setEnabled((self.days.value(), self.max_size.value()) != now)

    def _save(self) -> None:
        self.change(replace(self.settings, log_days=self.days.value(), log_bytes=self.max_size.value() * _MIB))
