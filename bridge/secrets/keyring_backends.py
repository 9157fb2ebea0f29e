"""Which of the computer's keyrings is used, if any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import keyring
from keyring.backends.chainer import ChainerBackend

# Only keyrings that the operating system or desktop protects; null, fail, plain-text and unknown
# ones are not used.
_GUARDED = {
    "keyring.backends.SecretService": "Secret Service",
    "keyring.backends.libsecret": "Secret Service",
    "keyring.backends.kwallet": "KWallet",
    "keyring.backends.Windows": "Windows Credential Manager",
    "keyring.backends.macOS": "macOS Keychain",
}


class KeyringBackend(Protocol):
    """What is used of a keyring. Every call may block."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


def system_backend() -> KeyringBackend | None:
    """The keyring of this computer, or None if it has no protected one. Blocks."""
    keyring_backend = keyring.get_keyring()
    candidates: Iterable[object] = (
        keyring_backend.backends if isinstance(keyring_backend, ChainerBackend) else [keyring_backend]
    )
    return next((one for one in candidates if is_guarded(one)), None)  # type: ignore[return-value]


def is_guarded(backend: object) -> bool:
    """Whether a backend protects its secrets."""
    return type(backend).__module__.removesuffix(".__init__") in _GUARDED


def display_name(backend: object) -> str:
    """The keyring's name for its owner."""
    return _GUARDED.get(type(backend).__module__, "The keyring")
