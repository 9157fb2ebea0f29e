"""The signed feed of newer versions, by The Update Framework: reads its offer, fetches and checks
the package.

The framework separates the four roles. It refuses metadata that is older than the last seen, has
expired, or is signed by keys that the root does not name, and a package whose length or hash
differs.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec
from tuf.api.exceptions import DownloadError, ExpiredMetadataError, RepositoryError
from tuf.ngclient.config import UpdaterConfig
from tuf.ngclient.updater import Updater

from bridge.system.installation import numbers_of
from bridge.updates.download import ResumingFetcher
from bridge.updates.packages import NEWEST, FeedPlace, Release
from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason, verbatim

_METADATA_LIMIT: Final = 2_000_000
_LIST: Final = Path(NEWEST).suffix


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
        """The newest release for a system, if it is newer than the installed one. Raises
        FeedRefused.
        """
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
                raise FeedRefused(message("The update feed has no {path}.", path=path))
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
            raise FeedRefused(
                message(
                    "The update feed is out of date: it was not renewed in time, or an old copy is shown. "
                    "Check this computer's clock; otherwise try again later."
                )
            ) from error
        except DownloadError as error:
            raise FeedRefused(
                message("The update feed cannot be reached: {reason}. Try again later.", reason=verbatim(str(error)))
            ) from error
        except RepositoryError as error:
            self._fetcher.forget()
            raise FeedRefused(
                message(
                    "The update feed is not as its maker signed it ({reason}). Nothing was downloaded or changed.",
                    reason=verbatim(str(error)),
                )
            ) from error
        except OSError as error:
            raise FeedRefused(
                message("The update could not be saved: {reason}. Make room, then try again.", reason=os_reason(error))
            ) from error
