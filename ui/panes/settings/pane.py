"""The Settings pane: sections at the side, one of them shown."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from service.domain.changes import Family
from ui.backend.host import HostStatus
from ui.backend.settings import Settings
from ui.panes.settings.about import AboutSection
from ui.panes.settings.backups import BackupsSection
from ui.panes.settings.chooser import Chooser, SystemChooser
from ui.panes.settings.connection import ConnectionSection
from ui.panes.settings.general import GeneralSection
from ui.panes.settings.health import HealthSection
from ui.panes.settings.log import LogSection
from ui.panes.settings.rows import SectionButton
from ui.panes.settings.secrets import SecretsSection
from ui.panes.settings.section import Section
from ui.panes.settings.shop import ShopSection
from ui.shell.desk import Desk, PaneKey
from ui.shell.pane import Page, Pane
from ui.theme import Type
from ui.theme.metrics import PAGE_PADDING
from ui.widgets import Hairline, Label

_SIDE = 196
_ICONS = {
    "general": "sliders-horizontal",
    "connection": "cable",
    "shop": "store",
    "log": "scroll-text",
    "secrets": "key",
    "backups": "archive",
    "health": "life-buoy",
    "about": "info",
}
_TARGETS = {"port": "connection", "self-test": "health", "bundle": "health", "branches": "shop"}


class SettingsPane(Pane):
    """DESKTOP.md, panes, 7. Targets: a section's name, or "port", "self-test", "bundle", "branches"."""

    key: ClassVar[PaneKey] = PaneKey.SETTINGS
    listens: ClassVar[frozenset[Family]] = frozenset({Family.SETTINGS, Family.SHOPS, Family.BRANCHES})
    listens_to_host: ClassVar[bool] = True

    def __init__(self, desk: Desk, chooser: Chooser | None = None) -> None:
        super().__init__(desk)
        chooser = chooser or SystemChooser()
        self.general = GeneralSection(desk)
        self.connection = ConnectionSection(desk)
        self.shop = ShopSection(desk)
        self.log = LogSection(desk)
        self.secrets = SecretsSection(desk)
        self.backups = BackupsSection(desk, chooser)
        self.health = HealthSection(desk, chooser)
        self.about = AboutSection(desk, chooser)
        self.sections: dict[str, Section] = {
            "general": self.general,
            "connection": self.connection,
            "shop": self.shop,
            "log": self.log,
            "secrets": self.secrets,
            "backups": self.backups,
            "health": self.health,
            "about": self.about,
        }
        self.chosen = "general"
        self.buttons = {key: SectionButton(desk.theme, _ICONS[key], text) for key, text in self._names().items()}
        self._pages = QStackedWidget()
        self._fill()

    def load(self) -> None:
        self.courier.fetch(self.desk.backend.settings.read(), self._show, self.show_error)

    def show_host(self, status: HostStatus) -> None:
        for section in self.sections.values():
            section.show_host(status)

    def take_desk(self, desk: Desk) -> None:
        super().take_desk(desk)
        for section in self.sections.values():
            section.take_desk(desk)

    def open_target(self, target: str) -> None:
        key = _TARGETS.get(target, target)
        if key in self.sections:
            self.choose(key)
        if target == "port":
            self.connection.focus_port()
        elif target == "self-test":
            self.health.start()

    def choose(self, key: str) -> None:
        """Shows a section; it asks for what it needs beside the settings."""
        self.chosen = key
        self.buttons[key].setChecked(True)
        self._pages.setCurrentIndex(list(self.sections).index(key))
        if self.state == "content":
            self.sections[key].load()

    def focus_filter(self) -> None:
        self.buttons[self.chosen].setFocus()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.buttons[self.chosen], self._pages)

    def _names(self) -> dict[str, str]:
        return {
            "general": self.tr("General"),
            "connection": self.tr("Connection"),
            "shop": self.tr("Shop and branches"),
            "log": self.tr("Call log"),
            "secrets": self.tr("Secrets"),
            "backups": self.tr("Backups"),
            "health": self.tr("Self-test, support"),
            "about": self.tr("About"),
        }

    def _fill(self) -> None:
        side = QWidget()
        side.setFixedWidth(_SIDE)
        names = QVBoxLayout(side)
        names.setContentsMargins(PAGE_PADDING - 10, PAGE_PADDING, 10, PAGE_PADDING)
        names.setSpacing(2)
        title = Label(self.theme, self.tr("Settings"), Type.TITLE)
        title.setContentsMargins(10, 0, 10, 12)
        names.addWidget(title)
        for key, button in self.buttons.items():
            names.addWidget(button)
            button.clicked.connect(lambda _checked=False, chosen=key: self.choose(chosen))
        names.addStretch(1)
        for section in self.sections.values():
            page = Page()
            page.body.addWidget(section)
            self._pages.addWidget(page)
        whole = QHBoxLayout(self.content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(side)
        whole.addWidget(Hairline(self.theme, upright=True))
        whole.addWidget(self._pages, 1)
        self.buttons[self.chosen].setChecked(True)

    def _show(self, settings: Settings) -> None:
        for section in self.sections.values():
            section.show_settings(settings)
        self.show_content()
        self.sections[self.chosen].load()
