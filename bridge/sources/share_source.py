"""A file in a shared folder (SMB), with a user and password of its own (smbprotocol)."""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import smbclient
import smbprotocol.exceptions as smb
from smbprotocol.connection import Connection

from bridge.sources.folder_listing import MAX_NAMES, ListedFile, choose_newest, too_many_names
from bridge.sources.source_faults import (
    connection_fault,
    is_a_folder,
    no_such_file,
    password_refused,
    reading_not_allowed,
    unusual_answer,
)
from service.domain.pull.place_address import PlaceAddress
from service.files.folder import check_pattern
from service.pull.places.place_port import FoundFile

TIMEOUT_S = 30
"""Seconds for connecting."""

CHUNK = 1 << 20
_FOLDER = 0x10
_ACCESS_DENIED = 0xC0000022
_LOGON_REFUSED = (0xC000006D, 0xC0000064, 0xC000006E, 0xC0000071, 0xC0000072, 0xC0000234)
"""Wrong password or user, restricted, expired, disabled, locked out."""

_WRONG_PASSWORD = (smb.LogonFailure, smb.PasswordExpired)


class ShareSource:
    """Implements service.pull.places.place_port.Place; connects at the first call. Its connection
    is its own, so that no other place's password is used.
    """

    def __init__(
        self,
        address: PlaceAddress,
        pattern: str | None,
        password: str,
        client: Any = smbclient,  # noqa: ANN401 - a driver without types
    ) -> None:
        self._client = client
        self._address = address
        self._pattern = pattern
        self._password = password
        self._connections: dict[str, Connection] = {}
        self._path = "\\\\" + address.host + address.path.rstrip("/").replace("/", "\\")

    def find(self) -> FoundFile:
        try:
            if self._pattern is None:
                status = self._client.stat(self._path, **self._session())
                if stat.S_ISDIR(status.st_mode):
                    raise is_a_folder(self._path)
                return _listed(self._address.name, status.st_size, status.st_mtime).found()
            check_pattern(self._pattern)
            return self._newest(self._pattern).found()
        except (OSError, smb.SMBException, ValueError) as error:
            raise self._fault(error) from error

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        path = self._path if self._pattern is None else f"{self._path}\\{found.name}"
        try:
            with self._client.open_file(path, mode="rb", buffering=0, share_access="rwd", **self._session()) as file:
                file.seek(start)
                while chunk := file.read(CHUNK):
                    yield chunk
        except (OSError, smb.SMBException, ValueError) as error:
            raise self._fault(error) from error

    def close(self) -> None:
        with suppress(Exception):
            self._client.reset_connection_cache(fail_on_error=False, connection_cache=self._connections)

    def _session(self) -> dict[str, Any]:
        """Made with the first call: signed, and encrypted where the share asks for it."""
        return {
            "username": self._address.user,
            "password": self._password,
            "port": self._address.port,
            "connection_cache": self._connections,
            "connection_timeout": TIMEOUT_S,
            "require_signing": True,
        }

    def _newest(self, pattern: str) -> ListedFile:
        files: list[ListedFile] = []
        for entry in self._client.scandir(self._path, **self._session()):
            if len(files) >= MAX_NAMES:
                raise too_many_names(self._path)
            info = entry.smb_info
            if not info.file_attributes & _FOLDER:
                files.append(_listed(entry.name, info.end_of_file, info.last_write_time.timestamp()))
        return choose_newest(files, self._path, pattern)

    def _fault(self, error: BaseException) -> Exception:
        host = self._address.host
        status = getattr(error, "ntstatus", None)
        if isinstance(error, _WRONG_PASSWORD) or status in _LOGON_REFUSED:
            return password_refused(host, self._address.user)
        code = error.errno if isinstance(error, OSError) else None
        if code == errno.ENOENT:
            return no_such_file(host, self._path)
        if code in (errno.EACCES, errno.EPERM) or status == _ACCESS_DENIED:
            return reading_not_allowed(host, self._path, self._address.user)
        if isinstance(error, OSError) and not isinstance(error, smb.SMBOSError):
            return connection_fault(error, host)
        cause = error.__cause__ or error.__context__
        if isinstance(cause, OSError):
            return connection_fault(cause, host)
        return unusual_answer(host, str(error), self._password)


def _listed(name: str, size: int, changed: float) -> ListedFile:
    return ListedFile(name, size, f"{changed:020.6f}")
