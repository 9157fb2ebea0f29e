"""The package for this system, what installs it, and the feed that this copy was built for."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from bridge.autostart.data_folder_wait import is_to_wait
from bridge.system.installation import Installation, numbers_of
from service.domain.errors import CounterpartError, Unavailable
from service.domain.sentences import Sentence, message

NEWEST: Final = "{system}.json"
"""The target that names the newest version for a system."""
FEED_FILE: Final = "feed.json"
"""Next to this module in a package with a feed: its address, and the root that is trusted."""

APT_COMMAND: Final = "sudo apt update && sudo apt install counterpart"
"""How a newer version is installed on Debian, from the apt repository."""

_WHY: Final = {
    2: "its files could not be written. Make room on the disk, close what has one of them open, then try again",
    3: "its folder holds something else",
    5: "the running program could not be ended",
    6: "it did not work here, and the version before is in use",
    7: "a newer version is installed",
    8: "another upgrade is at work. Wait for its end, then try again",
}


class Release(msgspec.Struct, frozen=True):
    """A version for one system: its package's path in the feed, and what changed, by language."""

    version: str
    path: str
    changes: Mapping[str, str]


class BuiltFeed(msgspec.Struct, frozen=True):
    """What the build stored: the feed's address and its first root metadata, as text."""

    address: str
    root: str


def system_name() -> str:
    """The feed's name for packages of this system."""
    if sys.platform == "win32":
        return "windows"
    return f"{'macos' if sys.platform == 'darwin' else 'debian'}-{platform.machine()}"


@dataclass(frozen=True, slots=True)
class FeedPlace:
    """`address`: http(s) or a folder. `root`: the metadata that the program trusts at first."""

    address: str
    root: bytes

    def url(self, part: str) -> str:
        """The address of a part of the feed, with a slash at its end."""
        base = self.address if "://" in self.address else Path(self.address).absolute().as_uri()
        return f"{base.rstrip('/')}/{part}/"


def find_feed(address: str | None, root: bytes | None) -> FeedPlace:
    """The given feed, else the build's. CounterpartError without one, or without its root."""
    built = _built_feed()
    place, trusted = address or (built and built.address), root or (built and built.root.encode())
    if not place or not trusted:
        raise CounterpartError(
            "This copy was built without an update feed. Name one with --feed and its first root with --root."
        )
    return FeedPlace(place, trusted)


def has_built_feed() -> bool:
    """Whether this copy was built with a feed, for a system that the feed has packages for."""
    return sys.platform != "darwin" and _built_feed() is not None


def installs_alone() -> bool:
    """Whether the program installs a newer version by itself, as Windows' set-up does."""
    return os.name == "nt" and not is_windows_service()


def is_windows_service(environment: Mapping[str, str] = os.environ, name: str = os.name) -> bool:
    return name == "nt" and is_to_wait(environment)


def package_command(platform: str = sys.platform) -> str:
    """What installs a newer version where that is not this program; "" on Windows."""
    return APT_COMMAND if platform == "linux" else ""


def install_downloaded(package: Path) -> None:
    """Install a downloaded package from the running program, which the installation ends and starts
    again. Raises CounterpartError; this version then goes on.
    """
    if is_windows_service():
        raise Unavailable(needs_owner(package))
    install_package(package)


def needs_owner(package: Path) -> Sentence:
    """The service's account has no programs of its own, so the owner runs the set-up."""
    return message(
        "The service runs with an account of its own, which cannot install a version for you. Open {file} yourself; "
        "the service is stopped and started by it.",
        file=str(package),
    )


def install_package(package: Path) -> None:
    """Run the Windows set-up. CounterpartError if it did not install the version."""
    try:
        code = subprocess.run([str(package), "/S"], check=False).returncode
    except OSError as error:
        raise CounterpartError(f"{package} could not be started: {error}.") from error
    if code:
        why = _WHY.get(code, f"the installer ended with {code}")
        raise CounterpartError(f"The newer version was not installed: {why}.")


def check_in_use(version: str, installation: Installation | None) -> None:
    """CounterpartError if another version is in use: an ended set-up may end with 0 too."""
    current = installation.current() if installation else None
    if current and numbers_of(current) != numbers_of(version):
        raise CounterpartError(
            f"The newer version was not installed: its set-up was ended too early. {current} is in use. Try again."
        )


def need_set_up(platform: str = sys.platform) -> None:
    """CounterpartError for a system on which this program does not install its packages."""
    if platform == "darwin":
        raise CounterpartError("On a Mac, open the newer disk image and drag Counterpart to Applications.")
    if platform != "win32":
        raise CounterpartError(f"The package manager installs it: {APT_COMMAND}")


def _built_feed() -> BuiltFeed | None:
    try:
        data = resources.files("bridge.updates").joinpath(FEED_FILE).read_bytes()
    except OSError:
        return None
    return msgspec.json.decode(data, type=BuiltFeed)
