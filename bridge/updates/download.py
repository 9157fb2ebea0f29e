"""Fetches the feed's files, over HTTP or from a folder, and resumes after an interruption."""

from __future__ import annotations

import hashlib
import http.client
import shutil
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tuf.api.exceptions import DownloadError, DownloadHTTPError
from tuf.ngclient.fetcher import FetcherInterface

_CHUNK: Final = 64 * 1024
_LIMIT_S: Final = 30.0
_PARTIAL: Final = 206
_NOT_FOUND: Final = 404
_NO_SUCH_RANGE: Final = 416


class ResumingFetcher(FetcherInterface):
    """Stores the received part of a file until it is complete; python-tuf checks length and hash of
    the whole.
    """

    def __init__(self, folder: Path, trust: ssl.SSLContext) -> None:
        """Partial files are in `folder`."""
        self._folder = folder
        self._trust = trust

    def _fetch(self, url: str) -> Iterator[bytes]:
        if url.startswith("file:"):
            return _read_file(Path(urllib.request.url2pathname(url.removeprefix("file://"))), url)
        return self._read_rest(url)

    def forget(self) -> None:
        """Deletes the partial files: the next fetch of each file begins at its start."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read_rest(self, url: str) -> Iterator[bytes]:
        part = self._part(url)
        begun = part.stat().st_size if part.exists() else 0
        with self._open(url, begun) as answer:
            part.parent.mkdir(parents=True, exist_ok=True)
            with part.open("ab+") as file:
                if begun and answer.status != _PARTIAL:
                    file.truncate(0)
                file.seek(0)
                while chunk := file.read(_CHUNK):
                    yield chunk
                missing = int(answer.headers.get("Content-Length", "0"))
                while chunk := _next_chunk(answer, url):
                    missing -= len(chunk)
                    file.write(chunk)
                    file.flush()
                    yield chunk
                if missing > 0:
                    raise DownloadError(f"{url} was cut off, {missing} bytes are missing")
        part.unlink(missing_ok=True)

    def _open(self, url: str, begun: int) -> http.client.HTTPResponse:
        headers = {"Range": f"bytes={begun}-"} if begun else {}
        request = urllib.request.Request(url, headers=headers)  # noqa: S310 - the feed's own address
        try:
            answer = urllib.request.urlopen(request, timeout=_LIMIT_S, context=self._trust)  # noqa: S310
        except urllib.error.HTTPError as error:
            if begun and error.code == _NO_SUCH_RANGE:
                # The partial file is whole already, or longer than the file is now.
                error.close()
                return self._open(url, 0)
            raise DownloadHTTPError(str(error), error.code) from error
        except (OSError, ValueError) as error:
            raise DownloadError(f"{url} cannot be reached: {error}") from error
        if not isinstance(answer, http.client.HTTPResponse):
            raise DownloadError(f"{url} is no address that is called over HTTP.")
        return answer

    def _part(self, url: str) -> Path:
        return self._folder / f"{hashlib.sha256(url.encode()).hexdigest()}.part"


def _next_chunk(answer: http.client.HTTPResponse, url: str) -> bytes:
    try:
        return answer.read(_CHUNK)
    except (OSError, http.client.HTTPException) as error:
        raise DownloadError(f"{url} was cut off: {error}") from error


def _read_file(file: Path, url: str) -> Iterator[bytes]:
    try:
        with file.open("rb") as source:
            while chunk := source.read(_CHUNK):
                yield chunk
    except FileNotFoundError as error:
        raise DownloadHTTPError(f"{url} is not there", _NOT_FOUND) from error
    except OSError as error:
        raise DownloadError(f"{url} cannot be read: {error}") from error
