"""Secrets in the OS keyring, one entry each. One thread makes the calls and may hang harmlessly."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from service.delivery.worker_thread import NoAnswerError, WorkerThread
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)

# Only keyrings that the operating system or desktop protects; null, fail, plain-text and unknown
# ones are not used.
_GUARDED = {
    "keyring.backends.SecretService": "Secret Service",
    "keyring.backends.libsecret": "Secret Service",
    "keyring.backends.kwallet": "KWallet",
    "keyring.backends.Windows": "Windows Credential Manager",
    "keyring.backends.macOS": "macOS Keychain",
}
LIMIT_S = 5.0
USER = "counterpart"
# Windows stores at most 2,560 bytes of UTF-16 in one entry.
MAX_SECRET_LENGTH = 1280

T = TypeVar("T")

_log = logging.getLogger(__name__)


class KeyringBackend(Protocol):
    """What is used of a keyring. Every call may block."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


def system_backend() -> KeyringBackend | None:
    """The keyring of this computer, or None if it has no protected one. Blocks."""
    # A service that needs no secret does without the library.
    import keyring  # noqa: PLC0415
    from keyring.backends.chainer import ChainerBackend  # noqa: PLC0415

    keyring_backend = keyring.get_keyring()
    candidates: Iterable[object] = (
        keyring_backend.backends if isinstance(keyring_backend, ChainerBackend) else [keyring_backend]
    )
    return next((one for one in candidates if is_guarded(one)), None)  # type: ignore[return-value]


def is_guarded(backend: object) -> bool:
    return type(backend).__module__.removesuffix(".__init__") in _GUARDED


def display_name(backend: object) -> str:
    """The keyring's name for its owner."""
    return _GUARDED.get(type(backend).__module__, "The keyring")


def entry_name(name: str) -> str:
    """Each secret has a service name of its own: some keyrings mix up users of one service."""
    return f"Counterpart {name}"


class KeyringStore:
    """The SecretStore over `keyring`. The backend is chosen in the thread, as that may block too.

    A keyring that hangs fails within the limit, and then at once until it answers. One that is
    locked asks its owner each time it is read: after a refusal nothing reads it until `ask_again`.
    """

    def __init__(
        self,
        find_backend: Callable[[], KeyringBackend | None] = system_backend,
        *,
        thread: WorkerThread | None = None,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._find = find_backend
        self._thread = thread or WorkerThread("The keyring")
        self._limit_s = limit_s
        self._found: KeyringBackend | None = None
        self._is_refused = False

    def ask_again(self) -> None:
        """The next read asks the keyring, whatever it answered before."""
        self._is_refused = False

    async def read(self, name: str) -> Secret:
        text = await self._read(lambda backend: backend.get_password(entry_name(name), USER))
        if text is None:
            raise SecretMissing(SecretStoreState.WORKS)
        return Secret(text)

    async def store(self, name: str, secret: Secret) -> None:
        if len(secret.text) > MAX_SECRET_LENGTH:
            raise SecretsUnavailable(
                SecretStoreState.WORKS, message("The secret is too long for a keyring; make a new one")
            )

        def keep(backend: KeyringBackend) -> str | None:
            backend.set_password(entry_name(name), USER, secret.text)
            return backend.get_password(entry_name(name), USER)

        if await self._call(keep) != secret.text:
            raise SecretsUnavailable(
                SecretStoreState.WORKS,
                message("The keyring did not return the secret as it was stored; it was not used"),
            )

    async def remove(self, name: str) -> None:
        def forget(backend: KeyringBackend) -> None:
            from keyring.errors import PasswordDeleteError  # noqa: PLC0415 - as in system_backend

            try:
                backend.delete_password(entry_name(name), USER)
            except PasswordDeleteError:
                if backend.get_password(entry_name(name), USER) is not None:
                    raise

        await self._call(forget)

    @property
    def name(self) -> str:
        """The name of the keyring in use; empty before it is chosen."""
        return "" if self._found is None else display_name(self._found)

    async def status(self) -> SecretStoreStatus:
        try:
            name = await self._read(self._probe)
        except SecretsUnavailable as error:
            return SecretStoreStatus(error.state, error.sentence)
        return SecretStoreStatus(SecretStoreState.WORKS, message("{name} keeps the webhook secrets", name=name))

    def close(self) -> None:
        """Ends the thread."""
        self._thread.close()

    @staticmethod
    def _probe(backend: KeyringBackend) -> str:
        backend.get_password(entry_name("probe"), USER)
        return display_name(backend)

    async def _read(self, question: Callable[[KeyringBackend], T]) -> T:
        if self._is_refused:
            raise _locked_error()
        return await self._call(question)

    async def _call(self, question: Callable[[KeyringBackend], T]) -> T:
        try:
            return await self._thread.call(lambda: self._call_backend(question), self._limit_s)
        except NoAnswerError:
            raise SecretsUnavailable(
                SecretStoreState.SLOW,
                message("The keyring gives no answer; it may be waiting to be unlocked: look for its window"),
            ) from None

    def _call_backend(self, question: Callable[[KeyringBackend], T]) -> T:
        """Calls it, in the thread. A keyring's exception may quote secrets: its text is dropped."""
        from keyring.errors import InitError, NoKeyringError  # noqa: PLC0415 - as in system_backend

        try:
            answer = question(self._get_backend())
        except SecretsUnavailable:
            raise
        except InitError:
            fault = _locked_error()
        except NoKeyringError:
            fault = _absent_error()
        except Exception as error:  # noqa: BLE001
            _log.warning("The keyring refused: %s", type(error).__name__)
            self._is_refused = any(word in type(error).__name__ for word in ("Locked", "Dismissed"))
            fault = _locked_error() if self._is_refused else _refused_error(error)
        else:
            self._is_refused = False
            return answer
        self._found = None
        raise fault from None

    def _get_backend(self) -> KeyringBackend:
        if self._found is None:
            self._found = self._find()
        if self._found is None:
            raise _absent_error()
        return self._found


def _absent_error() -> SecretsUnavailable:
    return SecretsUnavailable(
        SecretStoreState.ABSENT,
        message("This computer has no keyring; log in to a desktop that has one (GNOME Keyring, KWallet)"),
    )


def _locked_error() -> SecretsUnavailable:
    return SecretsUnavailable(SecretStoreState.LOCKED, message("The keyring is locked; unlock it, or log in again"))


def _refused_error(error: Exception) -> SecretsUnavailable:
    return SecretsUnavailable(
        SecretStoreState.ABSENT,
        message("The keyring cannot be used ({name}); log out and in again, then try again", name=type(error).__name__),
    )
