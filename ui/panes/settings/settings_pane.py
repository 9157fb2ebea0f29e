"""The Settings pane: a list of sections at the side, and one section."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, TypeVar

from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind
from service.domain.settings import Card as CardName
from service.domain.settings import Settings
from ui.backend.host_port import HostStatus
from ui.backend.settings_port import Installation
from ui.panes.settings.about_section import AboutSection
from ui.panes.settings.alerts_section import AlertsSection
from ui.panes.settings.backups_section import BackupsSection
from ui.panes.settings.connection_section import ConnectionSection
from ui.panes.settings.counters_section import AtServiceSection, CountersSection
from ui.panes.settings.general_section import GeneralSection
from ui.panes.settings.health_section import HealthSection
from ui.panes.settings.people_section import PeopleSection
from ui.panes.settings.section import RowsCard, Section, SectionButton
from ui.panes.settings.shop_section import ShopSection
from ui.panes.shared.keyring_notes import KeyringNotes
from ui.shell.pane import Page, Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.metrics import PAGE_PADDING
from ui.widgets import (
    Button,
    Card,
    Fact,
    FactRows,
    ForProgrammer,
    Hairline,
    Ink,
    Kind,
    Label,
    Meter,
    fill,
    row,
    set_margins,
)


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
        self.save = Button(theme, self.tr("Save"), Kind.PRIMARY, changes=True, on_click=self._save)
        look = Button(theme, self.tr("Open the call log"), Kind.LINK, on_click=lambda: context.go(PaneKey.CALLS, ""))
        rows = self.make_rows(CardName.LOG, {"log_days": self.days, "log_mib": self.max_size})
        card = RowsCard(theme, self.tr("Call log"), *rows)
        fill(card.body, 6, self.meter, row(self.used, None, look), 6, row(None, self.save))
        fill(self.page, card, None)

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


SectionT = TypeVar("SectionT", bound=Section)

_SIDE = 206
_ICONS = {
    "general": "sliders-horizontal",
    "alerts": "bell",
    "connection": "cable",
    "shop": "store",
    "people": "user",
    "counters": "panel-right",
    "log": "scroll-text",
    "secrets": "key",
    "backups": "archive",
    "health": "life-buoy",
    "about": "info",
}
_OF_SERVICE = frozenset({"connection", "counters", "backups"})
"""Sections that a further counter does not have."""
_TARGETS = {"port": "connection", "self-test": "health", "bundle": "health", "branches": "shop"}


class SecretsSection(Section):
    """The same notes as in the Webhooks pane, and what is stored where."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        card = Card(theme, self.tr("Secrets"))
        text = self.tr(
            "A secret signs what we send, so that a receiver knows it is from us. It is never in the database."
        )
        fill(card.body, Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True), 4)
        self.keyring = KeyringNotes(context, full=True)
        fill(card.body, self.keyring, 4)
        facts = (
            Fact(self.tr("Webhook secrets"), self.tr("In the keyring, or the encrypted file"), icon="key"),
            Fact(self.tr("API keys"), self.tr("Only their fingerprint is kept"), icon="cable"),
            Fact(self.tr("Backups"), self.tr("Hold secrets only when encrypted"), icon="archive"),
        )
        card.body.addWidget(FactRows(theme, facts, ruled=True))
        fill(self.page, card, None)

    def load(self) -> None:
        self.keyring.load()


class SettingsPane(Pane):
    """All settings (desktop §2.7). Targets: section, "port", "self-test", "bundle", "branches"."""

    key: ClassVar[PaneKey] = PaneKey.SETTINGS
    listens: ClassVar[frozenset[ChangeKind]] = frozenset(
        {
            ChangeKind.SETTINGS,
            ChangeKind.ALERTS,
            ChangeKind.KEYS,
            ChangeKind.SHOPS,
            ChangeKind.BRANCHES,
            ChangeKind.SECRETS,
            ChangeKind.PEOPLE,
        }
    )
    listens_to_host: ClassVar[bool] = True

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._sections: dict[str, Callable[[], Section]] = {
            "general": lambda: self.general,
            "alerts": lambda: self.alerts,
            "connection": lambda: self.connection,
            "shop": lambda: self.shop,
            "people": lambda: self.people,
            "counters": lambda: self.counters,
            "backups": lambda: self.backups,
            "health": lambda: self.health,
            "about": lambda: self.about,
            "log": lambda: self.log,
            "secrets": lambda: self.secrets,
        }
        self._made: list[Section] = []
        self._settings: Settings | None = None
        self._host: HostStatus | None = None
        self.chosen = "general"
        self.buttons = {key: SectionButton(context.theme, _ICONS[key], text) for key, text in self._names().items()}
        self._pages = QStackedWidget()
        self._fill()

    @cached_property
    def general(self) -> GeneralSection:
        return self._add(GeneralSection(self.context))

    @cached_property
    def connection(self) -> ConnectionSection:
        return self._add(ConnectionSection(self.context))

    @cached_property
    def alerts(self) -> AlertsSection:
        return self._add(AlertsSection(self.context))

    @cached_property
    def shop(self) -> ShopSection:
        return self._add(ShopSection(self.context))

    @cached_property
    def people(self) -> PeopleSection:
        return self._add(PeopleSection(self.context))

    @cached_property
    def counters(self) -> CountersSection:
        return self._add(CountersSection(self.context))

    @cached_property
    def log(self) -> LogSection:
        return self._add(LogSection(self.context))

    @cached_property
    def secrets(self) -> SecretsSection:
        return self._add(SecretsSection(self.context))

    @cached_property
    def backups(self) -> BackupsSection:
        return self._add(BackupsSection(self.context))

    @cached_property
    def health(self) -> HealthSection:
        return self._add(HealthSection(self.context))

    @cached_property
    def about(self) -> AboutSection:
        return self._add(AboutSection(self.context))

    def section(self, key: str) -> Section:
        """The section with this name; it is built when it is first opened."""
        service = "" if self._host is None else self._host.counter_of
        if service and key in _OF_SERVICE:
            return self._at_service
        return self._sections[key]()

    @cached_property
    def _at_service(self) -> AtServiceSection:
        return self._add(AtServiceSection(self.context, self._host.counter_of if self._host else ""))

    def load(self) -> None:
        self.dispatcher.fetch(self.context.backend.settings.read(), self._show, self.show_error)

    def show_host(self, status: HostStatus) -> None:
        self._host = status
        for section in self._made:
            section.show_host(status)

    def update_context(self, context: PaneContext) -> None:
        super().update_context(context)
        for section in self._made:
            section.update_context(context)

    def open_target(self, target: str) -> None:
        key = _TARGETS.get(target, target)
        if key in self._sections:
            self.choose(key)
        if target == "port":
            self.connection.focus_port()
        elif target == "self-test":
            self.health.start()

    def choose(self, key: str) -> None:
        """Shows a section, which then requests what it needs in addition to them."""
        self.chosen = key
        self.buttons[key].setChecked(True)
        if key == "secrets":
            self.for_programmer.toggle.setChecked(True)
        section = self.section(key)
        self._pages.setCurrentIndex(self._made.index(section))
        if self.state == "content":
            section.load()

    def focus_filter(self) -> None:
        self.buttons[self.chosen].setFocus()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.buttons[self.chosen], self._pages)

    def _names(self) -> dict[str, str]:
        return {
            "general": self.tr("General"),
            "alerts": self.tr("Alerts"),
            "connection": self.tr("Connection"),
            "shop": self.tr("Shop and branches"),
            "people": self.tr("People"),
            "counters": self.tr("Counters"),
            "backups": self.tr("Backups"),
            "health": self.tr("Self-test, support"),
            "about": self.tr("About"),
            "log": self.tr("Call log"),
            "secrets": self.tr("Secrets"),
        }

    def _fill(self) -> None:
        side = QWidget()
        side.setFixedWidth(_SIDE)
        names = QVBoxLayout(side)
        set_margins(names, self.theme, PAGE_PADDING - 10, PAGE_PADDING, 10, PAGE_PADDING)
        names.setSpacing(2)
        title = Label(self.theme, self.tr("Settings"), Type.TITLE)
        title.setContentsMargins(10, 0, 10, 12)
        names.addWidget(title)
        group = QButtonGroup(self)
        for key, button in self.buttons.items():
            names.addWidget(button)
            group.addButton(button)
            button.clicked.connect(lambda _checked=False, chosen=key: self.choose(chosen))
        self.for_programmer = ForProgrammer(self.theme, self.buttons["secrets"])
        # Hidden itself: the arrow keys pass only a button that is.
        self.buttons["secrets"].hide()
        self.for_programmer.toggle.toggled.connect(self._show_secrets_button)
        names.addWidget(self.for_programmer)
        names.addStretch(1)
        row(side, Hairline(self.theme, upright=True), (self._pages, 1), spacing=0, inside=self.content)
        self.choose(self.chosen)

    def _show_secrets_button(self, on: bool) -> None:
        self.buttons["secrets"].setVisible(on)
        if not on and self.chosen == "secrets":
            self.choose("general")

    def _add(self, section: SectionT) -> SectionT:
        """Adds a new section, which shows what the others show already."""
        page = Page(shrinks=False)
        page.body.addWidget(section)
        self._pages.addWidget(page)
        self._made.append(section)
        if self._host is not None:
            section.show_host(self._host)
        if self._settings is not None:
            section.show_settings(self._settings)
        return section

    def _show(self, settings: Settings) -> None:
        self._settings = settings
        for section in self._made:
            section.show_settings(settings)
        self.show_content()
        self.section(self.chosen).load()
