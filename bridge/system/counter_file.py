"""What makes this computer a further counter: a file in the data folder that names its service."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from bridge.system.paths import replace_private_file
from service.domain.counters import format_counter_address
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import message, os_reason

_FILE = "counter.json"


class CounterFile(Struct, frozen=True):
    """Where the service is, the pin of its certificate, and the key. No repr has the key."""

    host: str
    port: int
    pin: str
    key: str
    name: str
    service: str

    def __repr__(self) -> str:
        return f"CounterFile({self.address}, {self.name})"

    @property
    def address(self) -> str:
        return format_counter_address(self.host, self.port)


def read_counter_file(folder: Path) -> CounterFile | None:
    """What this computer is a counter of; None where it is none. Raises Unavailable."""
    path = folder / _FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=CounterFile)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, msgspec.DecodeError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else message("it is damaged")
        raise Unavailable.saying("{path} cannot be read: {reason}.", path=str(path), reason=reason) from error


def refuse_on_counter(folder: Path) -> None:
    """Raises Refused where the data of this computer is elsewhere."""
    found = read_counter_file(folder)
    if found is not None:
        raise Refused.saying(
            "is_counter",
            "This computer is a further counter of {service}. Do this at the computer with the service.",
            service=found.service,
        )


def write_counter_file(folder: Path, file: CounterFile) -> None:
    """For a further counter. The file is private, as it has the key. Raises OSError."""
    replace_private_file(folder / _FILE, msgspec.json.encode(file))


def remove_counter_file(folder: Path) -> bool:
    """Makes this computer one with data of its own. Whether it was a counter."""
    with suppress(FileNotFoundError):
        (folder / _FILE).unlink()
        return True
    return False
