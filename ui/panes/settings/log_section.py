"""How long calls stay in the call log, and how much space it may use."""

from __future__ import annotations

from dataclasses import replace

from service.domain.settings import Card, Settings
from ui.backend.settings_port import Installation
from ui.panes.settings.section import RowsCard, Section
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import Button, Ink, Kind, Label, Meter, row


class LogSection(Section):
    """Days and size; at whichever limit comes first, the oldest calls are deleted."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.days = self.make_number("log_days")
        self.max_size = self.make_number("log_mib", " MB")
        for field in (self.days, self.max_size):
            field.setFixedWidth(120)
            field.valueChanged.connect(lambda _value: self._update_save())
        self.meter = Meter(theme, self.tr("Space that the call log takes"), Tone.ACCENT)
        self.used = Label(theme, "", Type.SMALL, Ink.TEXT2)
        self.save = Button(theme, self.tr("Save"), Kind.PRIMARY, changes=True)
        self.save.clicked.connect(self._save)
        look = Button(theme, self.tr("Open the call log"), Kind.LINK)
        look.clicked.connect(lambda: context.go(PaneKey.CALLS, ""))
        rows = self.make_rows(Card.LOG, {"log_days": self.days, "log_mib": self.max_size})
        card = RowsCard(theme, self.tr("Call log"), *rows)
        card.body.addSpacing(6)
        card.body.addWidget(self.meter)
        card.body.addLayout(row(self.used, None, look))
        card.body.addSpacing(6)
        card.body.addLayout(row(None, self.save))
        self.page.addWidget(card)
        self.page.addStretch(1)

    def show_settings(self, settings: Settings) -> None:
        before = self.settings
        if not self.is_typed(self.days, self.days.value(), before.log_days, settings.log_days):
            self.days.setValue(settings.log_days)
        if not self.is_typed(self.max_size, self.max_size.value(), before.log_mib, settings.log_mib):
            self.max_size.setValue(settings.log_mib)
        super().show_settings(settings)
        self._update_save()

    def load(self) -> None:
        self.dispatcher.fetch(self.context.backend.settings.installation(), self._show_used, self.on_failed)

    def _show_used(self, installation: Installation) -> None:
        used, most = installation.log_bytes_used, self.settings.log_bytes
        self.meter.setRange(0, max(1, most // 1024))
        self.meter.setValue(min(most, used) // 1024)
        formats = self.context.formats
        text = self.tr("%1 of %2 used").replace("%1", formats.bytes(used))
        self.used.setText(text.replace("%2", formats.bytes(most)))

    def _update_save(self) -> None:
        now = (self.settings.log_days, self.settings.log_mib)
        self.save.setEnabled((self.days.value(), self.max_size.value()) != now)

    def _save(self) -> None:
        self.change(replace(self.settings, log_days=self.days.value(), log_mib=self.max_size.value()))
