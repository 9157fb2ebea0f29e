"""Secrets in a file encrypted by passphrase, for computers without a keyring (contract §8.5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from bridge.passphrase_key import DamagedError, NewerFormatError, WrongPassphraseError
from bridge.private_file import replace_private_file
from bridge.secrets.encrypted_vault import VaultKey, decrypt, encrypt, new_key, unlock
from service.delivery.worker_thread import NoAnswerError, WorkerThread
from service.domain.errors import UnavailableCode
from service.domain.sentences import message, os_reason
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)

VAULT_FILE_NAME = "secrets.vault"
PASSPHRASE_VARIABLE = "COUNTERPART_VAULT_PASSPHRASE"  # noqa: S105
LOCK_LIMIT_S = 5.0
LIMIT_S = 15.0

T = TypeVar("T")


class WrongPassphrase(SecretsUnavailable):
    """The passphrase is not the file's own."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            SecretStoreState.LOCKED,
            message(
                "The passphrase in {variable} is not the one of {path}; correct it",
                variable=PASSPHRASE_VARIABLE,
                path=str(path),
            ),
            UnavailableCode.WRONG_PASSPHRASE,
        )


class VaultStore:
    """The SecretStore over one encrypted file. Any number of processes can use it at once."""

    def __init__(
        self,
        path: Path,
        passphrase: Secret,
        *,
        thread: WorkerThread | None = None,
        lock_limit_s: float = LOCK_LIMIT_S,
    ) -> None:
        self._path = path
        self._passphrase = passphrase
        self._thread = thread or WorkerThread("The encrypted file of secrets")
        self._lock = FileLock(f"{path}.lock", timeout=lock_limit_s, mode=0o600)
        self._key: VaultKey | None = None
        self._last_data: bytes | None = None
        self._secrets: dict[str, str] = {}

    async def open(self) -> None:
        """Tries the passphrase on the file, if there is one. Raises SecretsUnavailable if it does
        not open it.
        """
        await self._call(self._load)

    async def read(self, name: str) -> Secret:
        text = (await self._call(self._load)).get(name)
        if text is None:
            raise SecretMissing(SecretStoreState.ENCRYPTED_FILE)
        return Secret(text)

    async def store(self, name: str, secret: Secret) -> None:
        def keep(secrets: dict[str, str]) -> None:
            secrets[name] = secret.text

        await self._call(lambda: self._change(keep))
        if await self.read(name) != secret:
            raise SecretsUnavailable(
                SecretStoreState.DAMAGED,
                message("{path} did not return what was written; {restore}", path=str(self._path), restore=_RESTORE),
            )

    async def remove(self, name: str) -> None:
        def forget(secrets: dict[str, str]) -> None:
            secrets.pop(name, None)

        await self._call(lambda: self._change(forget))

    async def status(self) -> SecretStoreStatus:
        try:
            await self._call(self._load)
        except SecretsUnavailable as error:
            return SecretStoreStatus(error.state, error.sentence)
        return SecretStoreStatus(
            SecretStoreState.ENCRYPTED_FILE,
            message("An encrypted file keeps the webhook secrets: {path}", path=str(self._path)),
        )

    def close(self) -> None:
        """Ends the thread."""
        self._thread.close()

    async def _call(self, function: Callable[[], T]) -> T:
        try:
            return await self._thread.call(lambda: self._map_errors(function), LIMIT_S)
        except NoAnswerError:
            raise SecretsUnavailable(
                SecretStoreState.LOCKED,
                message("{path} cannot be reached; check the disk it is on", path=str(self._path)),
            ) from None

    def _map_errors(self, function: Callable[[], T]) -> T:
        """Runs work in the thread; errors say what failed without the contents."""
        try:
            return function()
        except WrongPassphraseError:
            raise WrongPassphrase(self._path) from None
        except DamagedError:
            raise SecretsUnavailable(
                SecretStoreState.DAMAGED,
                message("{path} is damaged; {restore}", path=str(self._path), restore=_RESTORE),
            ) from None
        except NewerFormatError:
            raise SecretsUnavailable(
                SecretStoreState.LOCKED,
                message("{path} was written by a newer version of the program; update this one", path=str(self._path)),
            ) from None
        except Timeout:
            raise SecretsUnavailable(
                SecretStoreState.LOCKED,
                message("Another process keeps {path} locked; end it, then try again", path=str(self._path)),
            ) from None
        except OSError as error:
            raise SecretsUnavailable(
                SecretStoreState.ENCRYPTED_FILE,
                message(
                    "{path} cannot be used: {reason}; check the disk and its rights",
                    path=str(self._path),
                    reason=os_reason(error),
                ),
            ) from None

    def _load(self) -> dict[str, str]:
        """The file's contents, decrypted again after a change. Files are replaced whole, so reading
        needs no lock.
        """
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return {}
        if data != self._last_data:
            self._key = unlock(data, self._passphrase.text, self._key)
            self._secrets, self._last_data = decrypt(data, self._key), data
        return self._secrets

    def _change(self, change: Callable[[dict[str, str]], None]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._lock:
            before = self._load()
            after = dict(before)
            change(after)
            if after == before:
                return
            if self._key is None:
                self._key = new_key(self._passphrase.text)
            replace_private_file(self._path, encrypt(after, self._key))


_RESTORE = message("put it back from a copy, or remove it and rotate every target's secret")
