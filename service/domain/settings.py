"""The installation's settings. A field of `Settings` says all about one: the window, the command
line and docs/settings.md take it from there.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Protocol
from urllib.parse import urlsplit

from service.domain.errors import NotFound
from service.domain.marketplace.ringing import LEAST_VOLUME, MOST_VOLUME, WARN_BEFORE, RingSound
from service.domain.printing import LABEL_SIZES, Paper
from service.domain.sentences import EMPTY, Sentence, message
from service.domain.times import MINUTE
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
DAILY_BACKUPS, WEEKLY_BACKUPS = 7, 4
"""How many nightly backups are kept."""
MIB = 1024 * 1024
SYSTEM = "system"
MIN_PASSPHRASE = 10
"""The fewest characters of a new passphrase."""
"""The language or scheme that the system has."""


class SettingKind(Protocol):
    """One way to read a setting; `text_of` writes a value as it is stored."""

    @property
    def rule(self) -> Sentence:
        """What a text must be, to complete `port must be …`."""

    def fault(self, text: str) -> Sentence | None:
        """The rule or what else is wrong; None if the text is right."""

    def value_of(self, text: str) -> object:
        """The value of a text without fault."""

    def text_of(self, value: object) -> str:
        """The text that is stored and displayed."""


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number within bounds."""

    least: int
    most: int

    @property
    def rule(self) -> Sentence:
        return message("a whole number from {least} to {most}", least=self.least, most=self.most)

    def fault(self, text: str) -> Sentence | None:
        digits = text.strip()
        whole = digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS
        return None if whole and self.least <= int(digits) <= self.most else self.rule

    def value_of(self, text: str) -> int:
        return int(text)

    def text_of(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class OnOff:
    @property
    def rule(self) -> Sentence:
        return message("on or off")

    def fault(self, text: str) -> Sentence | None:
        return None if text.strip().lower() in (*_ON, *_OFF) else self.rule

    def value_of(self, text: str) -> bool:
        return text.strip().lower() in _ON

    def text_of(self, value: object) -> str:
        return "on" if value else "off"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words; `of` makes the value of one."""

    words: tuple[str, ...]
    of: Callable[[str], object] = str

    @property
    def rule(self) -> Sentence:
        return message("one of {words}", words=", ".join(self.words))

    def fault(self, text: str) -> Sentence | None:
        return None if text.strip().lower() in self.words else self.rule

    def value_of(self, text: str) -> object:
        return self.of(text.strip().lower())

    def text_of(self, value: object) -> str:
        return str(value)


def one_of(kind: type[StrEnum]) -> Choice:
    return Choice(tuple(kind), kind)


@dataclass(frozen=True, slots=True)
class EntryList:
    """Several entries with commas or spaces between them, or none."""

    is_valid: Callable[[str], bool]
    rule: Sentence

    def fault(self, text: str) -> Sentence | None:
        entries = _split(text)
        if len(entries) > _MAX_ENTRIES:
            return message("at most {most} entries", most=_MAX_ENTRIES)
        wrong = [entry for entry in entries if not self.is_valid(entry)]
        return message("{what}; '{entry}' is none", what=self.rule, entry=wrong[0]) if wrong else None

    def value_of(self, text: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_split(text)))

    def text_of(self, value: object) -> str:
        return ", ".join(value) if isinstance(value, tuple) else ""


class Folder:
    """A folder's full path, or nothing."""

    rule = message("a folder's whole path, or empty")

    def fault(self, text: str) -> Sentence | None:
        path = text.strip()
        right = not path or PurePosixPath(path).is_absolute() or PureWindowsPath(path).is_absolute()
        return None if right else self.rule

    def value_of(self, text: str) -> str:
        return text.strip()

    def text_of(self, value: object) -> str:
        return str(value)


class TimeOfDay:
    """A local time, `hh:mm`."""

    rule = message("a time of day from 00:00 to 23:59")

    def fault(self, text: str) -> Sentence | None:
        return None if _TIME.fullmatch(text.strip()) else self.rule

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


class Card(StrEnum):
    """The cards of the Settings pane that have settings."""

    ADDRESS = "address"
    CALLERS = "callers"
    LOG = "log"
    WINDOW = "window"
    RING = "ring"
    WORK = "work"
    BACKUPS = "backups"
    PROTECTION = "protection"
    COUNTERS = "counters"
    UPDATES = "updates"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name and default in Settings, and what is said about it there. One without a
    card is a note that the window makes for itself, such as the paper that was chosen last.
    """

    name: str
    default: object
    kind: SettingKind
    explanation: Sentence
    card: Card | None
    label: Sentence
    """What a row of the window calls it."""
    is_own: bool = False
    """Whether each further counter has its own value."""

    def value_in(self, settings: Settings) -> object:
        value: object = getattr(settings, self.name)
        return value


def _about(
    kind: SettingKind,
    explanation: Sentence,
    card: Card | None = None,
    label: Sentence = EMPTY,
    *,
    is_own: bool = False,
) -> dict[str, Callable[[str, object], Setting]]:
    """What makes the setting of a field from its name and default."""
    return {"setting": lambda name, default: Setting(name, default, kind, explanation, card, label, is_own)}


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in use, and what each is."""

    port: int = field(
        default=DEFAULT_PORT,
        metadata=_about(
            WholeNumber(1, 65535),
            message("Port that the service listens on. Your tills know only this one."),
            Card.ADDRESS,
            message("Port"),
        ),
    )
    open_to_network: bool = field(
        default=False,
        metadata=_about(
            OnOff(),
            message("Off, only programs on this PC can call. On, tills on other devices can too."),
            Card.ADDRESS,
            message("Open to the shop's network"),
        ),
    )
    network_http: bool = field(
        default=False,
        metadata=_about(
            OnOff(),
            message("Off, a till on another device must call with https. On, old tills can still use http."),
            Card.ADDRESS,
            message("Also take unencrypted calls"),
        ),
    )
    allowed_hosts: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            HOSTS,
            message("If your network calls this PC by a name. Calls under other names are refused."),
            Card.CALLERS,
            message("Names of this PC (allowed hosts), one per line"),
        ),
    )
    allowed_origins: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            ORIGINS,
            message("A page listed here can use a key that is stored in the browser. List none you don't run."),
            Card.CALLERS,
            message("Web pages (allowed origins), one per line"),
        ),
    )
    log_days: int = field(
        default=90,
        metadata=_about(
            WholeNumber(1, 3650),
            message("Older calls are deleted from the call log, their bodies too."),
            Card.LOG,
            message("Keep for days"),
        ),
    )
    log_mib: int = field(
        default=1024,
        metadata=_about(
            WholeNumber(16, 1024 * 1024),
            message("When the call log is full, the oldest calls go first; orders and stock stay."),
            Card.LOG,
            message("Take at most"),
        ),
    )
    language: str = field(
        default=SYSTEM,
        metadata=_about(
            Choice((SYSTEM, "en", "ar")),
            message("English, Arabic, or the system's. It changes at once."),
            Card.WINDOW,
            message("Language"),
            is_own=True,
        ),
    )
    scheme: str = field(
        default=SYSTEM,
        metadata=_about(
            Choice((SYSTEM, "light", "dark")),
            message("The colours of the window."),
            Card.WINDOW,
            message("Light or dark"),
            is_own=True,
        ),
    )
    sound: bool = field(
        default=True,
        metadata=_about(
            OnOff(),
            message(
                "Until somebody looks at it: every minute, then more often and louder as its time runs out. "
                "Message and number stay either way."
            ),
            Card.RING,
            message("Ring for a new order"),
            is_own=True,
        ),
    )
    ring_sound: RingSound = field(
        default=RingSound.BELL,
        metadata=_about(
            one_of(RingSound), message("What is played for an order."), Card.RING, message("Sound"), is_own=True
        ),
    )
    ring_volume: int = field(
        default=70,
        metadata=_about(
            WholeNumber(LEAST_VOLUME, MOST_VOLUME),
            message("For an order's last {minutes} minutes. Before them it is quieter.", minutes=WARN_BEFORE // MINUTE),
            Card.RING,
            message("Volume"),
            is_own=True,
        ),
    )
    start_at_login: bool = field(
        default=False,
        metadata=_about(
            OnOff(),
            message("It starts hidden next to the clock, so that tills find it at once."),
            Card.WORK,
            message("Start with this PC"),
        ),
    )
    backup_folder: str = field(
        default="",
        metadata=_about(
            FOLDER,
            message("Where backups go, a USB stick for example; empty means next to the data."),
            Card.BACKUPS,
            message("Folder"),
        ),
    )
    backup_time: str = field(
        default="01:30",
        metadata=_about(
            TIME_OF_DAY,
            message(
                "{days} daily and {weeks} weekly backups are kept. If the PC was off, it follows after the start.",
                days=DAILY_BACKUPS,
                weeks=WEEKLY_BACKUPS,
            ),
            Card.BACKUPS,
            message("Every night at"),
        ),
    )
    backup_encrypted: bool = field(
        default=False,
        metadata=_about(
            OnOff(),
            message("Only then backups hold the webhook secrets too. Nobody can open them without it."),
            Card.BACKUPS,
            message("Encrypt with a passphrase"),
        ),
    )
    wizard_done: bool = field(
        default=False,
        metadata=_about(OnOff(), message("Whether the first-start guide is finished; off shows it again.")),
    )
    wizard_step: int = field(
        default=0,
        metadata=_about(WholeNumber(0, 20), message("Step at which the first-start guide was left.")),
    )
    told_running: bool = field(
        default=False,
        metadata=_about(
            OnOff(),
            message("Whether closing the window has once said that the program keeps running in the tray."),
            is_own=True,
        ),
    )
    paper: Paper = field(
        default=Paper.A4,
        metadata=_about(one_of(Paper), message("Paper of pick slips, orders and delivery notes."), is_own=True),
    )
    label_size: str = field(
        default="50x25",
        metadata=_about(
            Choice(tuple(size.key for size in LABEL_SIZES)),
            message("Size of shelf labels, in millimetres."),
            is_own=True,
        ),
    )
    lock_minutes: int = field(
        default=0,
        metadata=_about(
            WholeNumber(0, 240),
            message("Minutes without a key or click until the window locks; 0 is never."),
            Card.PROTECTION,
            message("Lock after idle minutes"),
            is_own=True,
        ),
    )
    counters: bool = field(
        default=False,
        metadata=_about(
            OnOff(),
            message(
                "On, windows on other computers of the shop can use the data of this one, each with a key of its own."
            ),
            Card.COUNTERS,
            message("Further counters"),
        ),
    )
    updates: UpdateChoice = field(
        default=UpdateChoice.LOOK,
        metadata=_about(
            one_of(UpdateChoice),
            message("Newer versions: off, look once a day, or look and install at night."),
            Card.UPDATES,
            message("Look once a day"),
        ),
    )

    same_file_nights: int = field(
        default=3,
        metadata=_about(
            WholeNumber(0, 60),
            message("Nights in a row with the same nightly file before the Overview and an alert say so; 0 is never."),
            Card.WORK,
            message("Same file for nights"),
        ),
    )

    @property
    def log_bytes(self) -> int:
        """The most bytes that the call log may use."""
        return self.log_mib * MIB


SETTINGS: tuple[Setting, ...] = tuple(one.metadata["setting"](one.name, one.default) for one in fields(Settings))
"""Every setting, in the order in which lists show them."""


def list_settings(card: Card) -> tuple[Setting, ...]:
    return tuple(setting for setting in SETTINGS if setting.card is card)


def find_setting(name: str) -> Setting:
    """The setting of that name; `-` counts as `_`. Raises NotFound with the names that exist."""
    sought = name.strip().lower().replace("-", "_")
    for setting in SETTINGS:
        if setting.name == sought:
            return setting
    names = ", ".join(setting.name for setting in SETTINGS)
    raise NotFound(f"There is no setting {name!r}; there are {names}.")


def parse_settings(stored: Mapping[str, str]) -> Settings:
    """The values in use. A stored text that is not accepted, maybe a newer one, is the default."""
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        text = stored.get(setting.name)
        if text is not None and setting.kind.fault(text) is None:
            values[setting.name] = setting.kind.value_of(text)
    return Settings(**values)
