"""The signed feed of newer versions, by The Update Framework: reads its offer, fetches and checks
the package.

The framework separates the four roles. It refuses metadata that is older than the last seen, has
expired, or is signed by keys that the root does not name, and a package whose length or hash
differs.
"""

from __future__ import annotations

import hashlib
import http.client
import shutil
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec
from tuf.api.exceptions import DownloadError, DownloadHTTPError, ExpiredMetadataError, RepositoryError
from tuf.ngclient.config import UpdaterConfig
from tuf.ngclient.fetcher import FetcherInterface
from tuf.ngclient.updater import Updater

from bridge.system.installation import numbers_of
from bridge.updates.packages import NEWEST, FeedPlace, Release
from service.domain.errors import Unavailable
from service.domain.sentences import os_reason, verbatim

_METADATA_LIMIT: Final = 2_000_000
_LIST: Final = Path(NEWEST).suffix

_CHUNK: Final = 64 * 1024
_LIMIT_S: Final = 30.0
_PARTIAL: Final = 206
_NOT_FOUND: Final = 404
_NO_SUCH_RANGE: Final = 416


class ResumingFetcher(FetcherInterface):
    """Stores a file's received part until it is whole, which python-tuf checks (length, hash)."""

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


class FeedRefused(Unavailable):
    """The feed cannot be trusted or reached; nothing was changed."""


class Feed:
    """One feed. `folder` stores the metadata seen so far, so that the feed cannot go back."""

    def __init__(
        self, place: FeedPlace, folder: Path, trust: ssl.SSLContext, fetcher: ResumingFetcher | None = None
    ) -> None:
        self._place = place
        self._folder = folder
        self._fetcher = fetcher or ResumingFetcher(folder / "parts", trust)

    def newest(self, system: str, installed: str) -> Release | None:
        """The newest release for a system, if newer than the installed one. Raises FeedRefused."""
        release = msgspec.json.decode(self._fetch(NEWEST.format(system=system)).read_bytes(), type=Release)
        return release if numbers_of(release.version) > numbers_of(installed) else None

    def fetch(self, release: Release) -> Path:
        """The release's package, whole and as it was signed. Raises FeedRefused."""
        return self._fetch(release.path)

    def drop_packages(self, *used: Path) -> None:
        """Remove what was downloaded of other versions: each is as large as the program."""
        self._fetcher.forget()
        for file in (self._folder / "targets").iterdir():
            if file not in used and file.suffix != _LIST:
                file.unlink(missing_ok=True)

    def check(self) -> None:
        """Read the signed lists and nothing else. Raises FeedRefused."""
        with self._faults():
            self._updater().refresh()

    def _fetch(self, path: str) -> Path:
        with self._faults():
            updater = self._updater()
            info = updater.get_targetinfo(path)
            if info is None:
                raise FeedRefused.saying("The update feed has no {path}.", path=path)
            file = self._folder / "targets" / quote(path, safe="")
            return Path(updater.find_cached_target(info, str(file)) or updater.download_target(info, str(file)))

    def _updater(self) -> Updater:
        metadata, targets = self._folder / "metadata", self._folder / "targets"
        metadata.mkdir(parents=True, exist_ok=True)
        targets.mkdir(exist_ok=True)
        return Updater(
            str(metadata), self._place.url("metadata"), str(targets), self._place.url("targets"),
            fetcher=self._fetcher, bootstrap=self._place.root,
            config=UpdaterConfig(targets_max_length=_METADATA_LIMIT),
        )  # fmt: skip

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn each error of a call into a FeedRefused that says what to do."""
        try:
            yield
        except ExpiredMetadataError as error:
            raise FeedRefused.saying(
                "The update feed is out of date: it was not renewed in time, or an old copy is shown. "
                "Check this computer's clock; otherwise try again later."
            ) from error
        except DownloadError as error:
            raise FeedRefused.saying(
                "The update feed cannot be reached: {reason}. Try again later.", reason=verbatim(str(error))
            ) from error
        except RepositoryError as error:
            self._fetcher.forget()
            raise FeedRefused.saying(
                "The update feed is not as its maker signed it ({reason}). Nothing was downloaded or changed.",
                reason=verbatim(str(error)),
            ) from error
        except OSError as error:
            raise FeedRefused.saying(
                "The update could not be saved: {reason}. Make room, then try again.", reason=os_reason(error)
            ) from error
