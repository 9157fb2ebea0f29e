"""A signed feed on loopback, made by the project's own publisher: its web server, false copies of
it, and what each system's trial checks with it.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, Self
from urllib.parse import urlsplit

from installer.release.publish import DAYS, Keys, Repository
from service.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from tests.install_trial.trial_checks import TrialChecks

_CALL_S: Final = 5.0
_PAUSE_S: Final = 0.05
_UPLOAD_S: Final = 1.0
_MAJOR, _MINOR = VERSION.split(".")[:2]
NEXT: Final = f"{_MAJOR}.{int(_MINOR) + 1}.0"
NEWEST: Final = f"{_MAJOR}.{int(_MINOR) + 1}.1"
_PACKAGES: Final = (".exe", ".deb")


class AnswerWatch:
    """`versions` are those that answered, each once, in the order of their first answer; an answer
    that names none has its status in the place of a version. `silent_s` is the longest time between
    two answers.

    With a key it also uploads an item, at once and then each second: `saved` are those that were
    answered as saved, `faults` all other answers.
    """

    def __init__(self, address: str, key: str = "") -> None:
        self.versions: list[str] = []
        self.silent_s = 0.0
        self.saved: set[str] = set()
        self.faults: list[str] = []
        self._key = key
        self._uploads = 0
        self._place = urlsplit(address).netloc
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._call_on, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _call_on(self) -> None:
        last = time.monotonic()
        uploaded = last - _UPLOAD_S
        while not self._over.wait(_PAUSE_S):
            version = self._ask()
            if version is not None:
                self.silent_s = max(self.silent_s, time.monotonic() - last)
                last = time.monotonic()
                if self.versions[-1:] != [version]:
                    self.versions.append(version)
            if self._key and time.monotonic() - uploaded > _UPLOAD_S:
                uploaded = time.monotonic()
                self._upload()
        self.silent_s = max(self.silent_s, time.monotonic() - last)

    def _ask(self) -> str | None:
        """What answered; None for nobody."""
        answer = self._call("GET", "/health")
        if answer is None:
            return None
        status, content = answer
        with suppress(ValueError, KeyError, TypeError):
            return str(json.loads(content)["version"])
        return str(status)

    def _upload(self) -> None:
        self._uploads += 1
        sku = f"WATCH-{self._uploads}"
        answer = self._call("POST", "/v1/items", json.dumps({"items": [{"sku": sku, "name": sku}]}))
        if answer is None:
            return
        status, content = answer
        with suppress(ValueError, KeyError, TypeError):
            if status == HTTPStatus.OK and json.loads(content)["saved"] == 1:
                self.saved.add(sku)
                return
        self.faults.append(f"{status} {content[:200]!r}")

    def _call(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes] | None:
        """Status and content; None where nobody answers."""
        connection = http.client.HTTPConnection(self._place, timeout=_CALL_S)
        try:
            connection.request(method, path, body, {"Authorization": f"Bearer {self._key}"} if self._key else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()


class TrialFeed:
    """The feed and its keys in a folder, for one system; `web` is what a server shows."""

    def __init__(self, folder: Path, system: str) -> None:
        self._folder = folder
        self._system = system
        self.web = folder / "web"
        self._repository().create()

    @property
    def root(self) -> Path:
        """The metadata that is trusted from the start."""
        return self.web / "metadata" / "1.root.json"

    def offer(self, version: str, package: Path) -> None:
        """Offer a package as the newest."""
        self._repository().add(package, self._system, version, {"en": f"What {version} changed.", "ar": ""})

    def copy(self, name: str) -> Path:
        """The feed as it is now, in a folder of its own."""
        return shutil.copytree(self.web, self._folder / name)

    def changed_package(self, package: Path) -> Path:
        """A copy in which the last byte of that package differs."""
        web = self.copy("changed")
        (stored,) = (web / "targets" / self._system).glob(f"*.{package.name}")
        content = stored.read_bytes()
        stored.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        return web

    def out_of_date(self) -> Path:
        """A copy that was not renewed in time."""
        web = self.copy("out of date")
        Repository(web, self._keys(), datetime.now(UTC) - timedelta(days=DAYS["timestamp"] + 1)).renew()
        return web

    def _repository(self) -> Repository:
        return Repository(self.web, self._keys())

    def _keys(self) -> Keys:
        return Keys(self._folder / "keys")


class FeedServer(ThreadingHTTPServer):
    """Cuts as many answers for packages off half-way as `cuts` says, and notes the ranges that
    callers ask for.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cuts = 0
        self.ranges: list[str] = []
        self.is_held = threading.Event()
        self.released = threading.Event()
        self.released.set()
        super().__init__(("127.0.0.1", 0), _FeedAnswer)

    @property
    def address(self) -> str:
        """Where the feed is."""
        return f"http://127.0.0.1:{self.server_port}"

    @contextmanager
    def hold_half(self) -> Iterator[threading.Event]:
        """Send half of each package and no more until the end; the event is set by the first."""
        self.is_held.clear()
        self.released.clear()
        try:
            yield self.is_held
        finally:
            self.released.set()


class _FeedAnswer(BaseHTTPRequestHandler):
    server: FeedServer

    def do_GET(self) -> None:
        file = self.server.folder / self.path.lstrip("/")
        if not file.is_file():
            self.send_error(404)
            return
        content, begun = file.read_bytes(), 0
        asked = self.headers.get("Range", "")
        if asked:
            self.server.ranges.append(asked)
            begun = int(asked.removeprefix("bytes=").rstrip("-"))
            if begun >= len(content):
                self.send_error(416)
                return
        self.send_response(206 if begun else 200)
        self.send_header("Content-Length", str(len(content) - begun))
        self.end_headers()
        self._send(content[begun:], is_package=file.name.endswith(_PACKAGES))

    def _send(self, rest: bytes, *, is_package: bool) -> None:
        server = self.server
        is_held = is_package and not server.released.is_set()
        if is_package and (server.cuts or is_held):
            server.cuts -= 0 if is_held else 1
            rest = rest[: len(rest) // 2]
        try:
            self.wfile.write(rest)
        except OSError:
            # Who asked was killed.
            return
        if is_held:
            server.is_held.set()
            server.released.wait()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serve_feed(folder: Path) -> Iterator[FeedServer]:
    """Serve the folder until the end."""
    with FeedServer(folder) as server:
        thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class UpdatedProgram(Protocol):
    """The installed program as the checks use it."""

    @property
    def steps(self) -> TrialChecks: ...

    def update(self, verb: str) -> tuple[int, str]:
        """Exit code and words of `counterpart update VERB`."""
        ...

    def check_refused(self, verb: str, sentence: str, version: str, what: str) -> None:
        """`update VERB` fails with that sentence, and that version goes on."""
        ...


def check_silence(name: str, watch: AnswerWatch, limit_s: float, steps: TrialChecks) -> None:
    """The time without an answer is printed, with its bound and the load of the computer."""
    load = f"at a load of {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    sentence = f"the {name} was silent for {watch.silent_s:.1f} s of {limit_s:.1f} s, {load}"
    steps.check(sentence, watch.silent_s < limit_s)


def check_uploads(watch: AnswerWatch, skus: set[str], steps: TrialChecks) -> None:
    """Each upload that was answered is among those items."""
    is_so = bool(watch.saved) and not watch.faults
    steps.check("every upload was answered as saved", is_so, str(watch.faults))
    lost = watch.saved - skus
    steps.check(f"all {len(watch.saved)} that were answered are there", not lost, str(lost))


def check_found(program: UpdatedProgram) -> None:
    """VERSION is installed, and the feed offers NEXT."""
    code, said = program.update("check")
    found = code == 0 and f"Version {NEXT} is there; {VERSION} is installed." in said
    program.steps.check("`update check` finds the newer version in a feed", found, f"{code} {said}")


def check_newest(program: UpdatedProgram) -> None:
    """NEXT is installed, and the feed offers nothing newer."""
    code, said = program.update("check")
    program.steps.check("which is then the newest", code == 0 and f"Version {NEXT} is the newest." in said, said)


def refuse_false_feeds(program: UpdatedProgram, feed: TrialFeed, server: FeedServer, newest: Path, old: Path) -> None:
    """NEXT is installed. `newest` is the package that the feed offers now, `old` a copy of the feed
    from before it did.
    """
    not_signed = "is not as its maker signed it"
    server.folder = feed.changed_package(newest)
    program.check_refused("install", not_signed, NEXT, "a changed package")
    server.folder = old
    program.check_refused("check", not_signed, NEXT, "a feed that goes back to older lists")
    server.folder = feed.out_of_date()
    program.check_refused("check", "is out of date", NEXT, "a timestamp that was not renewed")
    server.folder = feed.web
