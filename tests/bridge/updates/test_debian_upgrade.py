"""An upgrade of the Debian package: each failure and each kill, and the way by real packages."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from bridge.paths import database_file
from bridge.updates.activation import NotWhole, RolledBack, RunningProgram
from bridge.updates.debian_system import DpkgSystem, OwnedCopies, data_of
from bridge.updates.debian_upgrade import DebianUpgrade, Package
from bridge.updates.feed import Feed, FeedPlace
from bridge.updates.health_probe import answers, await_true
from installer.release.publish import Keys, Repository
from tests.bridge.updates.package_scripts import make_scripts
from tests.fakes.certificates import openssl_trust
from tests.programs import program

TRAY = RunningProgram("counterpart", (), 8710, Path("data"))
OLD, NEW = Package(Path("old.deb"), "0.1.0", 1), Package(Path("new.deb"), "0.2.0", 2)
STEPS = ("try_out", "running", "stop", "keep", "install", "start_again", "await_answer", "drop")


class Killed(BaseException):
    """The process ends here."""


@dataclass
class FakeDebian:
    """A computer: what is installed, what runs, and at which step something fails."""

    installed: str = "0.1.0"
    on: list[str] = field(default_factory=lambda: ["0.1.0"])
    data: str = "of 0.1.0"
    broken: set[str] = field(default_factory=set)
    killed_at: str = ""
    held: int = 0
    copied: str = ""
    noted: bool = False
    released: bool = False

    def _step(self, name: str) -> None:
        if self.killed_at == name:
            raise Killed

    def begin(self) -> str:
        return "another update is at work" if "lock" in self.broken else ""

    def try_out(self, package: Package) -> str:
        self._step("try_out")
        return "it ended with 1" if "try" in self.broken else ""

    def running(self) -> Sequence[RunningProgram]:
        self._step("running")
        return [TRAY] if self.on else []

    def stop(self) -> int:
        self._step("stop")
        self.noted = self.noted or bool(self.on)
        if not self.held:
            self.on = []
        return self.held

    def install(self, package: Package) -> str:
        self._step("install")
        if "apt" in self.broken or ("install" in self.broken and package is NEW):
            return "apt-get ended with 100"
        self.installed = package.version
        return ""

    def start_again(self) -> None:
        self._step("start_again")
        if self.noted:
            self.on = [self.installed]
            self.data = f"of {self.installed}"

    def release(self) -> None:
        self.released = True

    def await_answer(self, program: RunningProgram, version: str) -> bool:
        self._step("await_answer")
        return self.on == [version] and not (version == NEW.version and "start" in self.broken)

    def keep(self, folder: Path, schema: int) -> None:
        self._step("keep")
        if "copy" in self.broken:
            raise OSError("No space left on device")
        self.copied = self.data

    def put_back(self, folder: Path) -> None:
        self.data = self.copied or self.data

    def drop(self, folder: Path) -> None:
        self._step("drop")
        self.copied = ""


@pytest.fixture
def debian() -> FakeDebian:
    return FakeDebian()


def upgrade(debian: FakeDebian, before: Package | None = OLD) -> None:
    DebianUpgrade(debian, debian).upgrade(NEW, before)


def test_what_ran_runs_again_as_the_new_version(debian: FakeDebian) -> None:
    upgrade(debian)
    assert (debian.installed, debian.on, debian.copied) == ("0.2.0", ["0.2.0"], "")
    assert debian.released


def test_where_nothing_ran_nothing_is_started(debian: FakeDebian) -> None:
    debian.on = []
    upgrade(debian)
    assert (debian.installed, debian.on) == ("0.2.0", [])


def test_a_package_that_does_not_answer_elsewhere_disturbs_nobody(debian: FakeDebian) -> None:
    debian.broken = {"try"}
    with pytest.raises(NotWhole, match="Nothing was changed"):
        upgrade(debian)
    assert (debian.installed, debian.on) == ("0.1.0", ["0.1.0"])


def test_while_another_update_is_at_work_nothing_is_ended(debian: FakeDebian) -> None:
    debian.broken, debian.killed_at = {"lock"}, "try_out"
    with pytest.raises(NotWhole, match=r"another update is at work\. Nothing was changed"):
        upgrade(debian)
    assert (debian.on, debian.released) == (["0.1.0"], True)


@pytest.mark.parametrize("fault", ["copy", "install", "start"])
def test_a_failure_brings_back_version_and_data(debian: FakeDebian, fault: str) -> None:
    debian.broken = {fault}
    with pytest.raises(RolledBack, match=r"Version 0\.1\.0 is in use again"):
        upgrade(debian)
    assert (debian.installed, debian.on, debian.data) == ("0.1.0", ["0.1.0"], "of 0.1.0")


def test_without_the_package_before_the_sentence_says_so(debian: FakeDebian) -> None:
    debian.broken = {"start"}
    with pytest.raises(RolledBack, match="the feed has no package of it"):
        upgrade(debian, None)


@pytest.mark.parametrize("before", [OLD, None])
def test_where_nothing_can_be_installed_the_version_that_is_there_runs_again(
    debian: FakeDebian, before: Package | None
) -> None:
    debian.broken = {"apt"}
    with pytest.raises(RolledBack, match="could not be installed again"):
        upgrade(debian, before)
    assert (debian.installed, debian.on) == ("0.1.0", ["0.1.0"])


def test_a_program_that_cannot_be_ended_stops_the_upgrade(debian: FakeDebian) -> None:
    debian.held = 1
    with pytest.raises(RolledBack, match="Quit it, then try again"):
        upgrade(debian)
    assert debian.installed == "0.1.0"


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_each_step_leaves_one_version_and_the_next_try_works(debian: FakeDebian, step: str) -> None:
    debian.killed_at = step
    with pytest.raises(Killed):
        upgrade(debian)
    assert debian.installed in {"0.1.0", "0.2.0"}
    debian.killed_at = ""
    upgrade(debian)
    assert debian.installed == "0.2.0"


@pytest.mark.parametrize(
    ("arguments", "variables", "expected"),
    [
        (("serve", "--data-dir", "/srv/shop"), {"HOME": "/home/a"}, "/srv/shop"),
        (("serve", "--data-dir=/srv/shop"), {}, "/srv/shop"),
        ((), {"COUNTERPART_DATA_DIR": "/srv/other", "HOME": "/home/a"}, "/srv/other"),
        ((), {"XDG_DATA_HOME": "/data", "HOME": "/home/a"}, "/data/counterpart"),
        ((), {"HOME": "/home/a"}, "/home/a/.local/share/counterpart"),
    ],
)
def test_the_data_folder_is_that_of_the_programs_own_user(
    arguments: tuple[str, ...], variables: dict[str, str], expected: str
) -> None:
    assert data_of(arguments, variables) == Path(expected)


USER = (12345, 12345)


@pytest.fixture
def owned_data() -> Iterator[Path]:
    """A data folder of another user, below folders that this user may enter."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        with closing(sqlite3.connect(database_file(folder))) as db:
            db.execute("PRAGMA user_version = 1")
            db.execute("CREATE TABLE items (sku TEXT)")
        for path in (folder, database_file(folder)):
            os.chown(path, *USER)
        yield folder


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_data_that_is_brought_back_belongs_to_its_user(owned_data: Path) -> None:
    copies = OwnedCopies(lambda _: USER)
    copies.keep(owned_data, 2)
    database_file(owned_data).write_bytes(b"changed by a newer version")
    copies.put_back(owned_data)
    assert database_file(owned_data).stat().st_uid == USER[0]
    with closing(sqlite3.connect(database_file(owned_data))) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert (os.geteuid(), os.getegid()) == (0, 0)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_a_link_of_the_user_leads_root_to_no_file_of_another(owned_data: Path, tmp_path: Path) -> None:
    other = tmp_path / "of root"
    other.write_bytes(b"not of the user")
    database = database_file(owned_data)
    database.with_name(f"{database.name}.before-upgrade").symlink_to(other)
    database.with_name(f"{database.name}-of-another").symlink_to(other)
    copies = OwnedCopies(lambda _: USER)
    copies.keep(owned_data, 2)
    copies.put_back(owned_data)
    assert (other.read_bytes(), other.stat().st_uid) == (b"not of the user", 0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Debian packages are for Linux")
def test_a_program_that_ends_by_itself_disturbs_no_upgrade(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as child:
        ended = psutil.Process(child.pid)
        child.communicate(b"\n")
    system = DpkgSystem(make_scripts(tmp_path / "scripts"), find_processes=lambda: [ended])
    assert system.stop() == 0
    system.start_again()
    system.release()


PAYLOAD = """#!{python} -SE
import http.server, os, sys
words = sys.argv
data, port = words[words.index("--data-dir") + 1], int(words[words.index("--port") + 1])
if {broken} and os.path.exists(data + "/used"):
    sys.exit(1)
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{{"status": "ok", "version": "{version}"}}')
    def log_message(self, *_):
        pass
http.server.HTTPServer(("127.0.0.1", port), Health).serve_forever()
"""


@dataclass
class Shop:
    """A root folder with dpkg's own data, a feed, and a running program in a data folder."""

    folder: Path
    port: int

    @property
    def root(self) -> Path:
        return self.folder / "root"

    def system(self) -> DpkgSystem:
        line = [program("dpkg"), f"--root={self.root}", "--force-not-root", "--force-bad-path", "--force-downgrade",
                "--log=/dev/null", "--install"]  # fmt: skip
        started = f"{self.root}/usr/bin/counterpart serve --data-dir '{self.folder}/data' --port {self.port}"
        scripts = make_scripts(self.folder / "scripts", f"setsid --fork {started} < /dev/null > /dev/null 2>&1")
        return DpkgSystem(scripts, line, [*line[:-1], "--configure", "-a"], self.processes, self.folder / "try")

    def processes(self) -> list[psutil.Process]:
        """The program is a script, so its file is among the arguments."""
        own = str(self.root / "usr")
        return [one for one in psutil.process_iter() if any(word.startswith(own) for word in words_of(one))]

    def package(self, version: str, *, broken: bool = False) -> Path:
        tree = self.folder / version
        script = tree / "usr/lib/counterpart" / version / "counterpart"
        script.parent.mkdir(parents=True)
        script.write_text(PAYLOAD.format(python=sys.executable, version=version, broken=broken), encoding="ascii")
        script.chmod(0o755)
        (tree / "usr/bin").mkdir()
        (tree / "usr/bin/counterpart").symlink_to(f"../lib/counterpart/{version}/counterpart")
        (tree / "DEBIAN").mkdir()
        control = f"Package: counterpart\nVersion: {version}\nArchitecture: all\nMaintainer: A\nDescription: small\n"
        (tree / "DEBIAN" / "control").write_text(control, encoding="ascii")
        file = self.folder / f"counterpart_{version}.deb"
        line = [program("dpkg-deb"), "--root-owner-group", "-Znone", "--build", str(tree), str(file)]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
        return file


def words_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        made = Shop(tmp_path, int(probe.getsockname()[1]))
    for folder in ("info", "updates", "triggers"):
        (made.root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (made.root / "var/lib/dpkg/status").touch()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "used").touch()
    yield made
    for process in made.processes():
        process.kill()


def test_small_real_packages_from_a_signed_feed_upgrade_and_go_back(shop: Shop, tmp_path: Path) -> None:
    repository = Repository(tmp_path / "web", Keys(tmp_path / "keys"))
    repository.create()
    place = FeedPlace(str(tmp_path / "web"), (tmp_path / "web" / "metadata" / "1.root.json").read_bytes())
    feed = Feed(place, tmp_path / "seen", openssl_trust())
    first = shop.package("0.1.0")
    repository.add(first, "debian-test", "0.1.0", {})
    assert shop.system().install(Package(first, "0.1.0", 1)) == ""
    started = str(shop.root / "usr/bin/counterpart")
    line = [started, "serve", "--data-dir", str(tmp_path / "data"), "--port", str(shop.port)]
    with subprocess.Popen(line) as process:
        assert await_true(lambda: answers(shop.port, "0.1.0"), lambda: process.poll() is None, 20)
        installed = "0.1.0"
        for version, broken in (("0.2.0", False), ("0.2.1", True)):
            repository.add(shop.package(version, broken=broken), "debian-test", version, {})
            release = feed.newest("debian-test", installed)
            assert release
            before = feed.find_package(f"debian-test/counterpart_{installed}.deb")
            assert before
            newer = Package(feed.fetch(release), version, 1)
            upgrading = DebianUpgrade(shop.system(), FakeDebian())
            if broken:
                with pytest.raises(RolledBack, match=rf"Version {installed} is in use again"):
                    upgrading.upgrade(newer, Package(before, installed, 1))
            else:
                upgrading.upgrade(newer, Package(before, installed, 1))
                installed = version
            assert answers(shop.port, installed)
            assert (shop.root / "usr/bin/counterpart").readlink().parts[-2] == installed
