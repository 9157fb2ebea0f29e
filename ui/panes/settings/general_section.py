"""Language, light and dark, start at login, the ring, the first-start guide."""

from __future__ import annotations

from dataclasses import replace

from ui.backend.settings_port import Settings
from ui.i18n import resolve_language
from ui.panes.settings.power_on_row import PowerOnRow
from ui.panes.settings.ring_section import RingSection
from ui.panes.settings.section import Section
from ui.panes.settings.setting_rows import RowsCard, SettingRow
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Segment, Segmented, Switch


class GeneralSection(Section):
    """The look and behaviour of the window."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        system = Segment("", self.tr("As the system"))
        languages = (system, Segment("en", "English"), Segment("ar", "العربية"))
        self.language = Segmented(theme, languages, self._choose_language, name=self.tr("Language"), changes=True)
        looks = (system, Segment("light", self.tr("Light")), Segment("dark", self.tr("Dark")))
        self.scheme = Segmented(theme, looks, self._choose_scheme, name=self.tr("Light or dark"), changes=True)
        self.start = Switch(theme, self.tr("Start with this PC"))
        self.start.toggled.connect(self._start_at_login)
        self.power_on = PowerOnRow(context)
        self.ring = RingSection(context)
        guide = Button(theme, self.tr("Open the guide"), changes=True)
        guide.clicked.connect(context.open_wizard)
        self.guide = guide
        self.page.addWidget(
            RowsCard(
                theme,
                self.tr("Window"),
                SettingRow(theme, self.tr("Language"), self.tr("It changes at once."), self.language),
                SettingRow(theme, self.tr("Light or dark"), "", self.scheme),
            )
        )
        self.page.addWidget(
            RowsCard(
                theme,
                self.tr("At work"),
                SettingRow(
                    theme,
                    self.tr("Start with this PC"),
                    self.tr("It starts hidden next to the clock, so that tills find it at once."),
                    self.start,
                ),
                self.power_on,
                SettingRow(
                    theme,
                    self.tr("First-start guide"),
                    self.tr("Leads through shop, mode and first key once more. It changes nothing by itself."),
                    guide,
                ),
            )
        )
        self.page.addWidget(self.ring)
        self.page.addStretch(1)

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.language.choose(settings.language)
        self.scheme.choose(settings.scheme)
        self.start.show_state(settings.start_at_login)
        self.ring.show_settings(settings)

    def load(self) -> None:
        self.power_on.load()
        self.ring.load()

    def _choose_language(self, code: str) -> None:
        language = resolve_language(code)
        other = language is not self.context.formats.language
        self.change(
            replace(self.settings, language=code),
            lambda: self.context.choose_language(language.value) if other else None,
        )

    def _choose_scheme(self, key: str) -> None:
        self.change(replace(self.settings, scheme=key), lambda: self.theme.choose_scheme(key))

    def _start_at_login(self, on: bool) -> None:
        self.send(self.context.backend.settings.set_start_at_login(on))
