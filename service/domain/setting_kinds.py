"""The values that a setting accepts: how they are read from a text, how they are written, and what
is wrong with them.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import Protocol
from urllib.parse import urlsplit

from service.domain.sentences import Sentence, message

_MAX_ENTRIES = 50
_MAX_HOST_LENGTH = 253
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*", re.ASCII)
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_ON = ("on", "true", "yes", "1")
_OFF = ("off", "false", "no", "0")
_MAX_DIGITS = 12


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
