"""The package for this system, how it is installed, and the feed that this copy was built for."""

from __future__ import annotations

import platform
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from bridge.updates.feed import FeedPlace
from service.domain.errors import CounterpartError

FEED_FILE: Final = "feed.json"
"""Next to this module in a package that was built with a feed: its address, and the root that is
trusted.
"""

_WHY: Final = {
    3: "its folder holds something else",
    5: "the running program could not be ended",
    6: "it did not work here, and the version before is in use",
    7: "a newer version is installed",
}


class BuiltFeed(msgspec.Struct, frozen=True):
    """What the build stored: the feed's address and its first root metadata, as text."""

    address: str
    root: str


def system_name() -> str:
    """The feed's name for packages of this system."""
    if sys.platform == "win32":
        return "windows"
    return f"{'macos' if sys.platform == 'darwin' else 'debian'}-{platform.machine()}"


def find_feed(address: str | None, root: bytes | None) -> FeedPlace:
    """The given feed, else the one of the build. CounterpartError if there is none, or no root for
    it.
    """
    built = _built_feed()
    place, trusted = address or (built and built.address), root or (built and built.root.encode())
    if not place or not trusted:
        raise CounterpartError(
            "This copy was built without an update feed. Name one with --feed and its first root with --root."
        )
    return FeedPlace(place, trusted)


def install_package(package: Path) -> None:
    """Run the set-up, or give the package to the system. CounterpartError if it was
    not installed.
    """
    if sys.platform == "win32":
        line = [str(package), "/S"]
    else:
        line = ["apt-get", "install", "-y", "--no-install-recommends", str(package)]
    try:
        code = subprocess.run(line, check=False).returncode
    except OSError as error:
        raise CounterpartError(f"{package} could not be started: {error}.") from error
    if code:
        why = _WHY.get(code, f"the installer ended with {code}")
        hint = "" if sys.platform == "win32" else " It needs the administrator: sudo counterpart update install."
        raise CounterpartError(f"The newer version was not installed: {why}.{hint}")


def _built_feed() -> BuiltFeed | None:
    try:
        data = resources.files("bridge.updates").joinpath(FEED_FILE).read_bytes()
    except OSError:
        return None
    return msgspec.json.decode(data, type=BuiltFeed)
