"""A keyring that works, is locked, is absent, or does not answer for as long as the test wants."""

from __future__ import annotations

import threading

from keyring.errors import KeyringLocked, NoKeyringError, PasswordDeleteError

HANGS_S = 600.0


class UnreliableKeyring:
    """Implements bridge.secrets.keyring_store.Backend;
    used from the keyring's thread, turned from the test's.
    """

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str], str] = {}
        self._error: Exception | None = None
        self._let_go = threading.Event()
        self._let_go.set()
        self.blocked = 0
        """How many calls wait for an answer right now."""
        self.answered = 0

    def works(self) -> None:
        """From now on it answers, also those who have waited."""
        self._error = None
        self._let_go.set()

    def is_locked(self) -> None:
        self._error = KeyringLocked("locked")

    def is_absent(self) -> None:
        self._error = NoKeyringError("none")

    def hangs(self) -> None:
        """From now on no call returns."""
        self._let_go.clear()

    def get_password(self, service: str, username: str) -> str | None:
        self._answer()
        return self._entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._answer()
        self._entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._answer()
        if self._entries.pop((service, username), None) is None:
            raise PasswordDeleteError("none of that name")

    @property
    def entries(self) -> int:
        return len(self._entries)

    def _answer(self) -> None:
        self.blocked += 1
        try:
            if not self._let_go.wait(HANGS_S):
                raise TimeoutError("the test never let go of the keyring")
        finally:
            self.blocked -= 1
        if self._error is not None:
            raise self._error
        self.answered += 1
