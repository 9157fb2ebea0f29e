"""The secrets of several services on one database: encrypted there, with a key that each computer
has in its own secret store (docs/operating.md).
"""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Protocol, TypeVar

from bridge.secrets.passphrase_key import Cipher, DamagedError
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    SECRET_DAMAGED,
    Secret,
    SecretMissing,
    SecretStore,
    SecretStoreState,
    SecretStoreStatus,
    SecretsUnavailable,
)
from service.store import sealed_secrets
from service.store.engine.transaction import ReadTx, Tx
from service.store.sealed_secrets import KEY_PREFIX, KeyRow

T = TypeVar("T")
log = logging.getLogger(__name__)
CERTIFICATE = "certificate"
"""The name under which its keys are in the database."""
NONCE, KEY_BYTES = 12, 32
_NOT_JOINED = message(
    "This computer has no key for the secrets in the database. Run {command} on a computer that has it, then {join} "
    "here",
    command="counterpart database code",
    join="counterpart join CODE",
)


class NotJoined(SecretsUnavailable):
    """The computer does not have the key, or another one of the same name."""

    def __init__(self) -> None:
        super().__init__(SecretStoreState.DAMAGED, _NOT_JOINED)


class OpenDatabase(Protocol):
    """What it uses of a store."""

    @property
    def is_shared(self) -> bool:
        """Whether other services may write the same database."""

    def submit_read(self, work: Callable[[ReadTx], T]) -> Future[T]: ...

    def submit(self, work: Callable[[Tx], T]) -> Future[T]: ...


class SharedStore:
    """The SecretStore of a service: the computer's own, or the database where others may write it
    too. Data that was moved back from there brings its secrets.
    """

    def __init__(self, own: SecretStore, database: OpenDatabase | None = None) -> None:
        self.own = own
        self.database = database
        """None before one was opened: then the computer's own are all."""
        self._ciphers: dict[str, Cipher] = {}

    async def read(self, name: str) -> Secret:
        if self.is_shared:
            return await self._find(name) or await self.own.read(name)
        try:
            return await self.own.read(name)
        except SecretMissing:
            with suppress(SecretsUnavailable):
                if (secret := await self._find(name)) is not None:
                    return secret
            raise

    async def store(self, name: str, secret: Secret) -> None:
        if not self.is_shared:
            await self.own.store(name, secret)
            return
        sealed = _seal(await self._open(await self.find_or_make_key()), name, secret.text.encode())
        await self._write(lambda tx: sealed_secrets.put_sealed(tx, name, sealed))

    async def remove(self, name: str) -> None:
        if self.is_shared:
            await self._write(lambda tx: sealed_secrets.remove_sealed(tx, name))
        await self.own.remove(name)

    async def status(self) -> SecretStoreStatus:
        status = await self.own.status()
        if not self.is_shared or not status.is_usable:
            return status
        try:
            if (row := await self._read(sealed_secrets.find_key_row)) is not None:
                await self._open(row)
        except SecretsUnavailable as error:
            return SecretStoreStatus(error.state, error.sentence)
        return status

    async def read_certificate(self) -> bytes | None:
        """The keys that every computer uses, empty where there are none yet. None where this
        computer uses its own: it is alone, or has not got the others' now. Raises NotJoined.
        """
        if not self.is_shared:
            return None
        try:
            found = await self._find(CERTIFICATE)
        except NotJoined:
            raise
        except SecretsUnavailable as error:
            log.info("The certificate in the database cannot be read: %s", error.message)
            return None
        return b"" if found is None else found.text.encode()

    async def find_or_make_key(self) -> KeyRow:
        """The key in use; a new one where no secret is shared yet. Raises SecretsUnavailable."""
        row = await self._read(sealed_secrets.find_key_row)
        if row is not None:
            return row
        key = os.urandom(KEY_BYTES)
        name = KEY_PREFIX + secrets.token_hex(8)
        made = KeyRow(name, _seal(Cipher(key), name, b""))
        # A key that another computer's is taken in place of stays, unused.
        await self.own.store(name, encode_key(key))
        return await self._write(lambda tx: sealed_secrets.add_key_row(tx, made))

    async def read_key(self, row: KeyRow) -> Secret:
        """The key as text, which opens its row. Raises NotJoined, SecretsUnavailable."""
        await self._open(row)
        return await self.own.read(row.name)

    async def take_key(self, row: KeyRow, key: Secret) -> None:
        """Stores the key that another computer gave. Raises NotJoined where it is another one."""
        self._ciphers[row.name] = _open_row(row, key)
        await self.own.store(row.name, key)

    async def share_own(self) -> int:
        """Stores in the database what something needs and this computer alone has; gives how many
        secrets that were. Raises SecretsUnavailable, NotJoined also where there are none.
        """
        if not self.is_shared:
            return 0
        if (row := await self._read(sealed_secrets.find_key_row)) is not None:
            await self._open(row)
        count = 0
        for name in await self._read(sealed_secrets.list_not_sealed):
            try:
                secret = await self.own.read(name)
            except SecretMissing:
                continue
            await self.store(name, secret)
            count += 1
        return count

    async def _find(self, name: str) -> Secret | None:
        """A secret of the database."""
        row, sealed = await self._read(
            lambda db: (sealed_secrets.find_key_row(db), sealed_secrets.find_sealed(db, name))
        )
        if sealed is None:
            return None
        if row is None:
            raise NotJoined
        try:
            return Secret((await self._open(row)).decrypt(sealed[:NONCE], sealed[NONCE:], name.encode()).decode())
        except DamagedError:
            raise SecretsUnavailable(SecretStoreState.DAMAGED, SECRET_DAMAGED) from None

    async def _open(self, row: KeyRow) -> Cipher:
        if row.name not in self._ciphers:
            try:
                key = await self.own.read(row.name)
            except SecretMissing:
                raise NotJoined from None
            self._ciphers[row.name] = _open_row(row, key)
        return self._ciphers[row.name]

    @property
    def is_shared(self) -> bool:
        """Whether the database has the secrets of several services."""
        return self.database is not None and self.database.is_shared

    async def _read(self, work: Callable[[ReadTx], T]) -> T:
        return await _wait_for(lambda: self._get_open().submit_read(work))

    async def _write(self, work: Callable[[Tx], T]) -> T:
        return await _wait_for(lambda: self._get_open().submit(work))

    def _get_open(self) -> OpenDatabase:
        if self.database is None:
            raise Unavailable(message("The service is not running."), UnavailableCode.SERVICE_STOPPED)
        return self.database


class SharedCertificate:
    """The SharedKeys of the certificate (bridge.system.certificate). Call it in no event loop."""

    def __init__(self, store: SharedStore) -> None:
        self._store = store

    def read(self) -> bytes | None:
        return asyncio.run(self._store.read_certificate())

    def write(self, keys: bytes) -> None:
        if self._store.is_shared:
            asyncio.run(self._store.store(CERTIFICATE, Secret(keys.decode())))


def encode_key(key: bytes) -> Secret:
    """The key as the text that a secret store takes."""
    return Secret(base64.b64encode(key).decode())


async def _wait_for(start: Callable[[], Future[T]]) -> T:
    try:
        return await asyncio.wrap_future(start())
    except SecretsUnavailable:
        raise
    except Unavailable as error:
        raise SecretsUnavailable(SecretStoreState.SLOW, error.sentence, error.code) from error


def _seal(cipher: Cipher, name: str, plain: bytes) -> bytes:
    nonce = os.urandom(NONCE)
    return nonce + cipher.encrypt(nonce, plain, name.encode())


def _open_row(row: KeyRow, key: Secret) -> Cipher:
    """Raises NotJoined where the key is not that of the row."""
    try:
        cipher = Cipher(base64.b64decode(key.text, validate=True))
        cipher.decrypt(row.sealed[:NONCE], row.sealed[NONCE:], row.name.encode())
    except (DamagedError, ValueError):
        raise NotJoined from None
    return cipher
