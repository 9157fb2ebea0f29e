"""Secrets in the OS keyring, one entry each, asked for in one thread that may hang without harm."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from keyring.errors import InitError, KeyringLocked, NoKeyringError, PasswordDeleteError

from bridge.secrets.backends import Backend, spoken_name, system_backend
from service.delivery.one_thread import NoAnswerError, OneThread
from service.domain.secrets import Secret, SecretMissing, SecretsUnavailable, StoreState, StoreStatus
from service.domain.sentences import say

LIMIT_S = 5.0
USER = "counterpart"
# Windows keeps at most 2,560 bytes of UTF-16 in one entry.
LONGEST = 1280

T = TypeVar("T")

_log = logging.getLogger(__name__)


def service_of(name: str) -> str:
    """The entry's service name; each secret has its own, as some keyrings mix up users of one service."""
    return f"Counterpart {name}"


class KeyringStore:
    """The SecretStore over `keyring`. The backend is looked for in the thread, as that may block as well.

    A keyring that hangs fails within the limit, and at once from then on until it answers.
    """

    def __init__(
        self,
        find_backend: Callable[[], Backend | None] = system_backend,
        *,
        thread: OneThread | None = None,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._find = find_backend
        self._thread = thread or OneThread("The keyring")
        self._limit_s = limit_s
        self._found: Backend | None = None

    async def read(self, name: str) -> Secret:
        text = await self._ask(lambda backend: backend.get_password(service_of(name), USER))
        if text is None:
            raise SecretMissing(StoreState.WORKS)
        return Secret(text)

    async def store(self, name: str, secret: Secret) -> None:
        if len(secret.text) > LONGEST:
            raise SecretsUnavailable(StoreState.WORKS, say("The secret is too long for a keyring; make a new one"))

        def keep(backend: Backend) -> str | None:
            backend.set_password(service_of(name), USER, secret.text)
            return backend.get_password(service_of(name), USER)

        if await self._ask(keep) != secret.text:
            raise SecretsUnavailable(
                StoreState.WORKS, say("The keyring did not give back the secret as it was stored; it was not used")
            )

    async def remove(self, name: str) -> None:
        def forget(backend: Backend) -> None:
            try:
                backend.delete_password(service_of(name), USER)
            except PasswordDeleteError:
                if backend.get_password(service_of(name), USER) is not None:
                    raise

        await self._ask(forget)

    @property
    def name(self) -> str:
        """What the keyring in use is called; empty before it was found."""
        return "" if self._found is None else spoken_name(self._found)

    async def status(self) -> StoreStatus:
        try:
            name = await self._ask(self._probe)
        except SecretsUnavailable as error:
            return StoreStatus(error.state, error.sentence)
        return StoreStatus(StoreState.WORKS, say("{name} keeps the webhook secrets", name=name))

    def close(self) -> None:
        """Lets the thread end."""
        self._thread.close()

    @staticmethod
    def _probe(backend: Backend) -> str:
        backend.get_password(service_of("probe"), USER)
        return spoken_name(backend)

    async def _ask(self, question: Callable[[Backend], T]) -> T:
        try:
            return await self._thread.call(lambda: self._answer(question), self._limit_s)
        except NoAnswerError:
            raise SecretsUnavailable(
                StoreState.SLOW,
                say("The keyring gives no answer; it may be waiting to be unlocked: look for its window"),
            ) from None

    def _answer(self, question: Callable[[Backend], T]) -> T:
        """Runs in the thread. What a keyring raises may quote what it was given, so none of it is passed on."""
        try:
            return question(self._backend())
        except SecretsUnavailable:
            raise
        except (KeyringLocked, InitError):
            fault = SecretsUnavailable(StoreState.LOCKED, say("The keyring is locked; unlock it, or log in again"))
        except NoKeyringError:
            fault = _absent()
        except Exception as error:  # noqa: BLE001
            _log.warning("The keyring refused: %s", type(error).__name__)
            fault = _refused(error)
        self._found = None
        raise fault from None

    def _backend(self) -> Backend:
        if self._found is None:
            self._found = self._find()
        if self._found is None:
            raise _absent()
        return self._found


def _absent() -> SecretsUnavailable:
    return SecretsUnavailable(
        StoreState.ABSENT,
        say("This computer has no keyring; log in to a desktop that has one (GNOME Keyring, KWallet)"),
    )


def _refused(error: Exception) -> SecretsUnavailable:
    if "Locked" in type(error).__name__ or "Dismissed" in type(error).__name__:
        return SecretsUnavailable(StoreState.LOCKED, say("The keyring is locked; unlock it, or log in again"))
    return SecretsUnavailable(
        StoreState.ABSENT,
        say("The keyring cannot be used ({name}); log out and in again, then try again", name=type(error).__name__),
    )
