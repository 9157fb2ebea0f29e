"""Rehearses the change of every key on a copy of the feed, with copies of its keys.

A program that trusts only the first root reads the copy after each change.
"""

from __future__ import annotations

import shutil
import ssl
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bridge.updates.feed import Feed, FeedPlace, FeedRefused
from installer.release.publish import DAYS, Keys, Repository
from installer.toolchain.errors import SetupError


def rehearse(feed: Path, keys: Path) -> Iterator[str]:
    """Yield a sentence for each key that was changed. SetupError where readers would not follow.

    Neither the feed nor the keys change.
    """
    with tempfile.TemporaryDirectory(prefix="counterpart-keys-") as name:
        folder = Path(name)
        web, copied = folder / "web", folder / "keys"
        shutil.copytree(feed, web)
        shutil.copytree(keys, copied)
        first = (web / "metadata" / "1.root.json").read_bytes()
        repository = Repository(web, Keys(copied))
        repository.renew()
        for role in sorted(DAYS):
            reader = Feed(FeedPlace(str(web), first), folder / f"seen-{role}", ssl.create_default_context())
            _read(reader, f"before the {role} key was changed")
            repository.change_key(role)
            _read(reader, f"after the {role} key was changed")
            yield f"The {role} key can be changed: programs that trust the first root follow."


def _read(reader: Feed, moment: str) -> None:
    try:
        reader.check()
    except FeedRefused as error:
        raise SetupError(f"The feed cannot be read {moment}: {error.message}") from error
