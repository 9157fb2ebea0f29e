"""The port through which a file at an address is found and read (docs/pull.md).

FileError
├── FileUnavailable
│   └── FetchInterrupted    the connection ended in the middle: it may continue where it ended
├── NotTrusted              the server's key or certificate is not the confirmed one, or unknown
└── PlaceRefused            the server refuses the password, the path or the query: no use to repeat
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from service.domain.pull.pulls import PullSetup
from service.domain.sentences import Sentence, message
from service.files.file_errors import FileError, FileUnavailable


class FetchInterrupted(FileUnavailable):
    """The connection ended in the middle; the same bytes may be had by asking again."""


class PlaceRefused(FileError):
    """The server refuses; the same request will be refused again."""


class NotTrusted(FileError):
    """The server is not known, or has changed; `fingerprint` is of its key or certificate."""

    def __init__(self, message: Sentence, fingerprint: str) -> None:
        super().__init__(message)
        self.fingerprint = fingerprint


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as its server describes it. `mark` changes with the file (its size and time, or an
    ETag); it is empty if the server says nothing of the kind. `size` None is not known.
    `resumes`: it can be read from its middle.
    """

    name: str
    mark: str
    size: int | None = None
    resumes: bool = False


class Place(Protocol):
    """An open connection to the file. Each call raises FileError and has its own time limit."""

    def find(self) -> FoundFile:
        """The file that a run would read now."""
        ...

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        """The bytes of the file from `start` on. Raises FetchInterrupted if they end too early."""
        ...

    def close(self) -> None:
        """Closes the connection; never raises."""
        ...


class Places(Protocol):
    """Opens the places of set-ups."""

    def open(self, setup: PullSetup) -> Place:
        """Connects with the stored password. Raises FileError, and Refused for a wrong address."""
        ...


class NoPlaces:
    """Refuses every address, where nothing can be fetched."""

    def open(self, setup: PullSetup) -> Place:  # noqa: ARG002 - a port
        raise PlaceRefused(message("A file at an address cannot be read here. Name a file of this computer."))
