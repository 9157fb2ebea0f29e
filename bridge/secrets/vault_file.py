"""Secrets in a file encrypted by passphrase, for computers without a keyring (contract §8.5)."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from bridge.secrets.passphrase_key import (
    CHECK,
    DIGEST,
    PARAMETERS,
    SALT,
    TAG,
    Cipher,
    DamagedError,
    NewerFormatError,
    WrongPassphraseError,
    derive_key,
    new_parameters,
)
from bridge.system.paths import replace_private_file
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

MAGIC = b"CPVAULT1"
NONCE = 12
_PURPOSE = b"counterpart vault"
_HEADER_LENGTH = len(MAGIC) + PARAMETERS + SALT + CHECK
VAULT_FILE_NAME = "secrets.vault"
PASSPHRASE_VARIABLE = "COUNTERPART_VAULT_PASSPHRASE"  # noqa: S105
LOCK_LIMIT_S = 5.0
LIMIT_S = 15.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class VaultKey:
    """The key of a file, with the header that belongs to it."""

    header: bytes
    cipher_key: bytes = field(repr=False)


def new_key(passphrase: str) -> VaultKey:
    """Makes a key with a new salt."""
    return _derive_key(passphrase, *new_parameters())


def encrypt(secrets: dict[str, str], key: VaultKey) -> bytes:
    """Encrypts a whole file; the bytes differ each time."""
    nonce = os.urandom(NONCE)
    plain = json.dumps(secrets).encode("utf-8")
    sealed = key.header + nonce + Cipher(key.cipher_key).encrypt(nonce, plain, key.header)
    return sealed + hashlib.sha256(sealed).digest()


def unlock(data: bytes, passphrase: str, known: VaultKey | None = None) -> VaultKey:
    """The key of a file. Raises DamagedError, NewerFormatError, WrongPassphraseError."""
    head = _check_digest(data)[:_HEADER_LENGTH]
    if known is not None and hmac.compare_digest(known.header, head):
        return known
    start = len(MAGIC)
    parameters, salt = head[start : start + 3], head[start + 3 : start + 3 + SALT]
    key = _derive_key(passphrase, parameters, salt)
    if not hmac.compare_digest(key.header, head):
        raise WrongPassphraseError
    return key


def decrypt(data: bytes, key: VaultKey) -> dict[str, str]:
    """The secrets by name. Raises DamagedError."""
    nonce, sealed = data[_HEADER_LENGTH : _HEADER_LENGTH + NONCE], data[_HEADER_LENGTH + NONCE : -DIGEST]
    try:
        texts = json.loads(Cipher(key.cipher_key).decrypt(nonce, sealed, key.header))
    except ValueError:
        raise DamagedError from None
    return {str(name): str(text) for name, text in texts.items()}


def _check_digest(data: bytes) -> bytes:
    if data[:7] == MAGIC[:7] and data[7:8] > MAGIC[7:]:
        raise NewerFormatError
    if len(data) < _HEADER_LENGTH + NONCE + TAG + DIGEST or not data.startswith(MAGIC):
        raise DamagedError
    if not hmac.compare_digest(hashlib.sha256(data[:-DIGEST]).digest(), data[-DIGEST:]):
        raise DamagedError
    return data


def _derive_key(passphrase: str, parameters: bytes, salt: bytes) -> VaultKey:
    key = derive_key(passphrase, parameters, salt, _PURPOSE)
    return VaultKey(MAGIC + parameters + salt + key.check, key.cipher_key)


class WrongPassphrase(SecretsUnavailable):
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
        """Tries the passphrase on the file, if any. Raises SecretsUnavailable where it is wrong."""
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
        """Decrypted again after a change. Files are replaced whole, so reading needs no lock."""
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
