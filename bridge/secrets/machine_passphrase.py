"""The passphrase of the encrypted secret file, protected by the computer in place of a person.

A service that runs before anybody logs in has an account of its own, which cannot read the owner's
keyring. Windows encrypts the passphrase for this computer (DPAPI, machine scope), and the access
rights of the data folder decide who may read it. A copy of the folder on another computer is worth
nothing.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final, Protocol

from bridge.private_file import replace_private_file

FILE_NAME: Final = "secrets.key"
_BYTES: Final = 32


class Protection(Protocol):
    """The computer's own encryption. Both raise OSError."""

    def protect(self, plain: bytes) -> bytes: ...

    def unprotect(self, sealed: bytes) -> bytes:
        """Raises OSError also for what another computer protected."""
        ...


class MachinePassphrase:
    """The passphrase of a data folder."""

    def __init__(self, folder: Path, protection: Protection) -> None:
        self.file = folder / FILE_NAME
        self._protection = protection

    def exists(self) -> bool:
        """Whether the data folder has one: the encrypted file is then the store in use."""
        return self.file.exists()

    def read(self) -> str:
        """Raises OSError and ValueError where it cannot be read on this computer."""
        return self._protection.unprotect(self.file.read_bytes()).decode("ascii")

    def make(self) -> str:
        """The passphrase; a new one where there is none. Raises OSError and ValueError."""
        if not self.exists():
            made = secrets.token_urlsafe(_BYTES)
            replace_private_file(self.file, self._protection.protect(made.encode("ascii")))
        return self.read()
