"""The installation's settings: one frozen record of the values in use, read from texts by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.domain.errors import NotFound
from service.domain.host.update_rules import UpdateChoice
from service.domain.marketplace.ringing import LEAST_VOLUME, MOST_VOLUME, RingSound
from service.domain.printing.papers import LABEL_SIZES, Paper
from service.domain.setting_kinds import FOLDER, HOSTS, ORIGINS, TIME_OF_DAY, Choice, OnOff, SettingKind, WholeNumber

DEFAULT_PORT = 8710
_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in use. `backup_time` is local, `hh:mm`; `backup_folder` "" is the one next to the
    data.
    """

    port: int = DEFAULT_PORT
    open_to_network: bool = False
    network_http: bool = False
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    log_days: int = 90
    log_mib: int = 1024
    language: str = "system"
    scheme: str = "system"
    sound: bool = True
    ring_sound: str = RingSound.BELL.value
    ring_volume: int = 70
    start_at_login: bool = False
    backup_folder: str = ""
    backup_time: str = "01:30"
    backup_encrypted: bool = False
    wizard_done: bool = False
    wizard_step: int = 0
    told_running: bool = False
    paper: str = Paper.A4.value
    label_size: str = "50x25"
    lock_minutes: int = 0
    updates: str = UpdateChoice.LOOK.value

    @property
    def log_bytes(self) -> int:
        """The most bytes that the call log may use."""
        return self.log_mib * _MIB


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name in Settings, the values it accepts, and one line that explains it."""

    name: str
    kind: SettingKind
    explanation: str

    @property
    def default(self) -> object:
        return self.value_in(_DEFAULTS)

    def value_in(self, settings: Settings) -> object:
        """The value in use."""
        value: object = getattr(settings, self.name)
        return value


_DEFAULTS = Settings()

SETTINGS: tuple[Setting, ...] = (
    Setting("port", WholeNumber(1, 65535), "Port that the service listens on; counts from the next start."),
    Setting(
        "open_to_network",
        OnOff(),
        "Listen on the local network too, not only on this computer.",
    ),
    Setting("network_http", OnOff(), "Take calls from the network that are not encrypted, too."),
    Setting(
        "allowed_hosts", HOSTS, "Names, in addition to this computer's own, under which calls may reach the service."
    ),
    Setting("allowed_origins", ORIGINS, "Web pages' origins that may call the service from a browser."),
    Setting("log_days", WholeNumber(1, 3650), "Days for which the call log is kept."),
    Setting("log_mib", WholeNumber(16, 1024 * 1024), "MiB that the call log may take; the oldest calls go first."),
    Setting("language", Choice("system", "en", "ar"), "Language of the window: English, Arabic, or the system's."),
    Setting("scheme", Choice("system", "light", "dark"), "Light or dark window, or as the system has it."),
    Setting("sound", OnOff(), "Ring for an order until somebody looks at it."),
    Setting("ring_sound", Choice(*(sound.value for sound in RingSound)), "Sound of the ring."),
    Setting(
        "ring_volume",
        WholeNumber(LEAST_VOLUME, MOST_VOLUME),
        "Volume of the ring in an order's last 5 minutes, in percent; before them it is quieter.",
    ),
    Setting("start_at_login", OnOff(), "Start the program when this person logs in."),
    Setting("backup_folder", FOLDER, "Folder for backups, a USB stick's for example; empty means next to the data."),
    Setting("backup_time", TIME_OF_DAY, "Local time of the nightly backup."),
    Setting(
        "backup_encrypted", OnOff(), "Encrypt backups with the passphrase; they then hold the webhook secrets too."
    ),
    Setting("wizard_done", OnOff(), "Whether the first-start guide is finished; off shows it again."),
    Setting("wizard_step", WholeNumber(0, 20), "Step at which the first-start guide was left."),
    Setting("told_running", OnOff(), "Whether closing the window has once said that the program goes on in the tray."),
    Setting("paper", Choice(*(paper.value for paper in Paper)), "Paper of pick slips, orders and delivery notes."),
    Setting("label_size", Choice(*(size.key for size in LABEL_SIZES)), "Size of shelf labels, in millimetres."),
    Setting("lock_minutes", WholeNumber(0, 240), "Minutes without a key or click until the window locks; 0 is never."),
    Setting(
        "updates",
        Choice(*(choice.value for choice in UpdateChoice)),
        "Newer versions: off, look once a day, or look and install at night.",
    ),
)
"""Every setting, in the order in which lists show them."""


def find_setting(name: str) -> Setting:
    """The setting of that name; `-` counts as `_`. Raises NotFound with the names that exist."""
    sought = name.strip().lower().replace("-", "_")
    for setting in SETTINGS:
        if setting.name == sought:
            return setting
    names = ", ".join(setting.name for setting in SETTINGS)
    raise NotFound(f"There is no setting {name!r}; there are {names}.")


def parse_settings(stored: Mapping[str, str]) -> Settings:
    """Reads the values in use. Where a setting does not accept a stored text (of a newer program,
    say), its default counts.
    """
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        text = stored.get(setting.name)
        if text is not None and setting.kind.fault(text) is None:
            values[setting.name] = setting.kind.value_of(text)
    return Settings(**values)
