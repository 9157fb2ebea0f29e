"""The installation's settings: one frozen record of the values in use, read from texts by name."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Protocol
from urllib.parse import urlsplit

from service.domain.errors import NotFound
from service.domain.marketplace.ringing import LEAST_VOLUME, MOST_VOLUME, RingSound
from service.domain.printing import LABEL_SIZES, Paper
from service.domain.sentences import Sentence, message
from service.domain.update_rules import UpdateChoice

_MAX_ENTRIES = 50
_MAX_HOST_LENGTH = 253
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*", re.ASCII)
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_ON = ("on", "true", "yes", "1")
_OFF = ("off", "false", "no", "0")
_MAX_DIGITS = 12
DEFAULT_PORT = 8710
_MIB = 1024 * 1024


class SettingKind(Protocol):
    """One way to read a setting. Text without fault has a value; `text_of` writes it as it is
    stored.
    """

    def fault(self, text: str) -> Sentence | None:
        """What the text must be, to complete `port must be …`; None if it is right."""
        ...

    def value_of(self, text: str) -> object:
        """The value of a text without fault."""
        ...

    def text_of(self, value: object) -> str:
        """The text that is stored and displayed."""
        ...


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number within bounds."""

    least: int
    most: int

    def fault(self, text: str) -> Sentence | None:
        digits = text.strip()
        whole = digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS
        if whole and self.least <= int(digits) <= self.most:
            return None
        return message("a whole number from {least} to {most}", least=self.least, most=self.most)

    def value_of(self, text: str) -> int:
        return int(text)

    def text_of(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class OnOff:
    """On or off."""

    def fault(self, text: str) -> Sentence | None:
        return None if text.strip().lower() in (*_ON, *_OFF) else message("on or off")

    def value_of(self, text: str) -> bool:
        return text.strip().lower() in _ON

    def text_of(self, value: object) -> str:
        return "on" if value else "off"


class Choice:
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def fault(self, text: str) -> Sentence | None:
        return None if text.strip().lower() in self._words else message("one of {words}", words=", ".join(self._words))

    def value_of(self, text: str) -> str:
        return text.strip().lower()

    def text_of(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class EntryList:
    """Several entries with commas or spaces between them, or none."""

    is_valid: Callable[[str], bool]
    description: Sentence

    def fault(self, text: str) -> Sentence | None:
        entries = _split(text)
        if len(entries) > _MAX_ENTRIES:
            return message("at most {most} entries", most=_MAX_ENTRIES)
        wrong = [entry for entry in entries if not self.is_valid(entry)]
        return message("{what}; '{entry}' is none", what=self.description, entry=wrong[0]) if wrong else None

    def value_of(self, text: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_split(text)))

    def text_of(self, value: object) -> str:
        return ", ".join(value) if isinstance(value, tuple) else ""


class Folder:
    """A folder's full path, or nothing."""

    def fault(self, text: str) -> Sentence | None:
        path = text.strip()
        if not path or PurePosixPath(path).is_absolute() or PureWindowsPath(path).is_absolute():
            return None
        return message("a folder's whole path, or empty")

    def value_of(self, text: str) -> str:
        return text.strip()

    def text_of(self, value: object) -> str:
        return str(value)


class TimeOfDay:
    """A local time, `hh:mm`."""

    def fault(self, text: str) -> Sentence | None:
        return None if _TIME.fullmatch(text.strip()) else message("a time of day from 00:00 to 23:59")

    def value_of(self, text: str) -> str:
        return text.strip()

    def text_of(self, value: object) -> str:
        return str(value)


def is_host(text: str) -> bool:
    """A name or address as a `Host` header has it, without a port."""
    if len(text) > _MAX_HOST_LENGTH:
        return False
    return _is_address(text) or (bool(_HOST.fullmatch(text)) and not text.replace(".", "").isdigit())


def is_origin(text: str) -> bool:
    """`https://shop.example` or `http://10.0.0.5:3000`: scheme, host and port, nothing more."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not host or not is_host(host):
        return False
    host_text = f"[{host}]" if ":" in host else host
    return text == f"{parts.scheme}://{host_text}" + ("" if port is None else f":{port}")


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _split(text: str) -> list[str]:
    return [entry.lower().rstrip("/") for entry in re.split(r"[,\s]+", text) if entry]


HOSTS = EntryList(is_host, message("host names or addresses without scheme and port, like shop-pc.local"))
ORIGINS = EntryList(is_origin, message("origins of scheme, host and port, like https://erp.example.com"))
FOLDER = Folder()
TIME_OF_DAY = TimeOfDay()


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
