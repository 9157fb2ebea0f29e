"""A file on an SFTP server (asyncssh). The server's key is the one that the owner confirmed."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import asyncssh

from bridge.sources.folder_listing import MAX_NAMES, ListedFile, choose_newest, too_many_names
from bridge.sources.source_faults import (
    connection_fault,
    is_a_folder,
    no_such_file,
    password_refused,
    reading_not_allowed,
)
from service.domain.pull.place_address import PlaceAddress
from service.domain.sentences import Sentence, message, os_reason
from service.files.folder import check_pattern
from service.pull.places.place_port import FoundFile, NotTrusted, PlaceRefused

TIMEOUT_S = 30.0
"""Seconds for connecting, and for each further request."""

CHUNK = 1 << 21
"""Bytes of one read, which asyncssh splits into many requests at a time."""

T = TypeVar("T")


@dataclass
class _KeyCheck(asyncssh.SSHClient):  # type: ignore[misc] # a driver without types
    """Accepts only the key with the confirmed fingerprint."""

    confirmed: str
    seen: str = ""

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        self.seen = key.get_fingerprint("sha256")
        return hmac.compare_digest(self.seen.encode(), self.confirmed.encode())


class SftpSource:
    """Implements service.pull.places.place_port.Place; connects at the first call."""

    def __init__(self, address: PlaceAddress, pattern: str | None, password: str, trust: str) -> None:
        self._address = address
        self._pattern = pattern
        self._password = password
        self._check = _KeyCheck(trust)
        self._runner = asyncio.Runner()
        self._connection: asyncssh.SSHClientConnection | None = None
        self._client: asyncssh.SFTPClient | None = None
        # `/~/` begins at the user's home.
        self._path = (address.path.removeprefix("/~/") if address.path.startswith("/~/") else address.path) or "."

    def find(self) -> FoundFile:
        if self._pattern is None:
            return self._run(self._stat()).found()
        check_pattern(self._pattern)
        return self._run(self._newest(self._pattern)).found()

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        path = self._path if self._pattern is None else f"{self._path.rstrip('/')}/{found.name}"
        file = self._run(self._open(path))
        try:
            while chunk := self._run(file.read(CHUNK, start)):
                start += len(chunk)
                yield chunk
        finally:
            with suppress(Exception):
                self._runner.run(asyncio.wait_for(file.close(), 1))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.abort()
            with suppress(Exception):
                self._runner.run(asyncio.wait_for(self._connection.wait_closed(), 1))
            self._connection = None
        self._runner.close()

    async def _connect(self) -> asyncssh.SFTPClient:
        """Connects with the password, or the one key of the address, whose passphrase the password
        is. No other keys, agents or settings of this computer's user are used.
        """
        key = read_key_file(self._address.key_file, self._password) if self._address.key_file else None
        self._connection = await asyncssh.connect(
            self._address.host,
            self._address.port,
            username=self._address.user,
            password=None if key is not None else self._password,
            known_hosts=([], [], []),
            client_factory=lambda: self._check,
            client_keys=None if key is None else [key],
            preferred_auth="publickey" if key is not None else "password,keyboard-interactive",
            agent_path=None,
            config=None,
            gss_host=None,
            login_timeout=TIMEOUT_S,
            keepalive_interval=0,
        )
        return await self._connection.start_sftp_client()

    async def _open(self, path: str) -> asyncssh.SFTPClientFile:
        return await (await self._ready()).open(path, "rb")

    async def _stat(self) -> ListedFile:
        attributes = await (await self._ready()).stat(self._path)
        if attributes.type == asyncssh.FILEXFER_TYPE_DIRECTORY:
            raise is_a_folder(self._path)
        return _listed(self._address.name, attributes)

    async def _newest(self, pattern: str) -> ListedFile:
        files: list[ListedFile] = []
        async for entry in (await self._ready()).scandir(self._path):
            if len(files) >= MAX_NAMES:
                raise too_many_names(self._path)
            if entry.attrs.type in (asyncssh.FILEXFER_TYPE_REGULAR, asyncssh.FILEXFER_TYPE_UNKNOWN):
                files.append(_listed(str(entry.filename), entry.attrs))
        return choose_newest(files, self._path, pattern)

    async def _ready(self) -> asyncssh.SFTPClient:
        if self._client is None:
            self._client = await self._connect()
        return self._client

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        host, user = self._address.host, self._address.user
        try:
            return self._runner.run(asyncio.wait_for(work, TIMEOUT_S))
        except asyncssh.HostKeyNotVerifiable as error:
            raise NotTrusted(self._key_fault(), self._check.seen) from error
        except asyncssh.PermissionDenied as error:
            raise (key_refused(host, user) if self._address.key_file else password_refused(host, user)) from error
        except asyncssh.SFTPNoSuchFile as error:
            raise no_such_file(host, self._path) from error
        except asyncssh.SFTPPermissionDenied as error:
            raise reading_not_allowed(host, self._path, user) from error
        except (asyncssh.SFTPConnectionLost, asyncssh.ConnectionLost) as error:
            raise connection_fault(EOFError(), host) from error
        except (OSError, asyncssh.Error) as error:
            raise connection_fault(error, host) from error

    def _key_fault(self) -> Sentence:
        host, fingerprint = self._address.host, self._check.seen
        if not self._check.confirmed:
            return message(
                "{host} is not known yet. Its key has the fingerprint {fingerprint}. Compare it with what its "
                "administrator says, and confirm it.",
                host=host,
                fingerprint=fingerprint,
            )
        return message(
            "{host} has another key than the one that was confirmed: another computer may answer in its place. Ask its "
            "administrator whether the key was changed; if so, set the pull up again with the new fingerprint "
            "{fingerprint}.",
            host=host,
            fingerprint=fingerprint,
        )


def read_key_file(path: str, passphrase: str) -> asyncssh.SSHKey:
    """The private key in a file of this computer. Raises PlaceRefused."""
    try:
        return asyncssh.read_private_key(Path(path).expanduser(), passphrase or None)
    except OSError as error:
        sentence = message("The key file {file} cannot be read: {reason}.", file=path, reason=os_reason(error))
        raise PlaceRefused(sentence) from error
    except asyncssh.KeyEncryptionError as error:
        raise PlaceRefused(_passphrase_fault(path)) from error
    except asyncssh.KeyImportError as error:
        if "passphrase" in str(error).lower():
            raise PlaceRefused(_passphrase_fault(path)) from error
        sentence = message("{file} is no private key that can be used. Name the file of an SSH key.", file=path)
        raise PlaceRefused(sentence) from error


def key_refused(host: str, user: str) -> PlaceRefused:
    """The server does not take the key."""
    return PlaceRefused(
        message(
            "{host} does not accept the key for {user}. Have its public part added there, or name another key file.",
            host=host,
            user=user,
        )
    )


def _passphrase_fault(path: str) -> Sentence:
    return message("The passphrase of the key file {file} is missing or wrong. Type it as the password.", file=path)


def _listed(name: str, attributes: asyncssh.SFTPAttrs) -> ListedFile:
    changed = "" if attributes.mtime is None else f"{attributes.mtime:015d}.{attributes.mtime_ns or 0:09d}"
    return ListedFile(name, attributes.size, changed)
