"""The daily look, the download and the installation, with a fake feed; and once with a real one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bridge.updates.feed import Feed
from bridge.updates.packages import FeedPlace, Release, system_name
from bridge.updates.update_watch import AFTER_START, NotesFile, UpdateParts, UpdateWatch, read_work
from installer.release.publish import Keys, Repository
from service.domain.errors import CounterpartError, Unavailable
from service.domain.sentences import verbatim
from service.domain.times import MINUTE
from service.domain.update_rules import LOOK_EVERY, RETRY_AFTER, UpdateChoice, Work
from service.version import VERSION
from tests.fakes.certificates import openssl_trust
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture

IDLE = Work(0, None)
EVENING = int(datetime(2026, 11, 22, 20, tzinfo=UTC).timestamp()) * 1000
NIGHT = int(datetime(2026, 11, 22, 23, 30, tzinfo=UTC).timestamp()) * 1000


@dataclass
class FakeSource:
    """A feed: what it offers, what was asked, and which call fails."""

    package: Path
    offered: str = "9.0.0"
    fails: str = ""
    asked: list[str] = field(default_factory=list)
    used: tuple[Path, ...] = ()
    on_ask: Callable[[], None] = field(default=lambda: None)

    def newest(self, system: str, installed: str) -> Release | None:
        assert (system, installed) == (system_name(), VERSION)
        self._ask("newest")
        return Release(self.offered, "path", {"en": "Quicker.", "ar": "أسرع."}) if self.offered else None

    def fetch(self, release: Release) -> Path:
        self._ask("fetch")
        self.package.write_text(release.version, encoding="ascii")
        return self.package

    def drop_packages(self, *used: Path) -> None:
        self.used = used

    def _ask(self, name: str) -> None:
        self.asked.append(name)
        self.on_ask()
        if self.fails == name:
            raise Unavailable(verbatim("The update feed cannot be reached."))


@dataclass
class Bench:
    """A watch with everything around it."""

    folder: Path
    clock: FakeClock
    source: FakeSource
    installs_alone: bool = True
    command: str = ""
    changed: int = 0
    installed: list[str] = field(default_factory=list)
    install_fails: bool = False
    on_install: Callable[[], None] = field(default=lambda: None)

    def watch(self) -> UpdateWatch:
        parts = UpdateParts(
            lambda: self.source, self.install, self.installs_alone, True, self.note_change, self.command
        )
        return UpdateWatch(self.folder, parts, self.clock, UTC)

    def note_change(self) -> None:
        self.changed += 1

    def install(self, package: Path) -> None:
        self.installed.append(package.read_text(encoding="ascii"))
        self.on_install()
        if self.install_fails:
            raise Unavailable(verbatim("It did not answer."))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "updates", FakeClock(EVENING), FakeSource(tmp_path / "package"))


async def started(bench: Bench, choice: UpdateChoice = UpdateChoice.LOOK) -> UpdateWatch:
    """A watch that has looked once."""
    watch = bench.watch()
    bench.clock.advance(AFTER_START)
    await watch.step(choice, IDLE)
    return watch


async def test_switched_off_it_asks_nothing_and_writes_nothing(bench: Bench) -> None:
    watch = await started(bench, UpdateChoice.OFF)
    bench.clock.set(NIGHT)
    await watch.step(UpdateChoice.OFF, IDLE)
    assert (bench.source.asked, bench.folder.exists(), bench.changed) == ([], False, 0)


async def test_it_looks_once_a_day_and_downloads(bench: Bench) -> None:
    watch = bench.watch()
    await watch.step(UpdateChoice.LOOK, IDLE)
    assert bench.source.asked == [], "not while the computer starts"
    watch = await started(bench)
    status = watch.status()
    assert (status.version, status.changes_en, status.changes_ar) == ("9.0.0", "Quicker.", "أسرع.")
    assert status.is_ready
    assert bench.source.used == (bench.source.package,), "packages of other versions go"
    assert bench.changed
    bench.clock.advance(LOOK_EVERY - MINUTE)
    await watch.step(UpdateChoice.LOOK, IDLE)
    assert bench.source.asked == ["newest", "fetch"]
    bench.clock.advance(MINUTE)
    await watch.step(UpdateChoice.LOOK, IDLE)
    assert bench.source.asked == ["newest", "fetch", "newest"], "the same package is not fetched twice"
    assert bench.installed == [], "the owner wants to be told only"


async def test_the_daily_look_survives_a_restart(bench: Bench) -> None:
    await started(bench)
    again = await started(bench)
    assert bench.source.asked == ["newest", "fetch"]
    assert again.status().version == "9.0.0"


@pytest.mark.parametrize("call", ["newest", "fetch"])
async def test_a_feed_that_is_away_is_asked_again_after_an_hour(bench: Bench, call: str) -> None:
    bench.source.fails = call
    watch = await started(bench)
    assert str(watch.status().fault) == "The update feed cannot be reached."
    asked = len(bench.source.asked)
    bench.source.fails = ""
    bench.clock.advance(RETRY_AFTER - MINUTE)
    await watch.step(UpdateChoice.LOOK, IDLE)
    assert len(bench.source.asked) == asked
    bench.clock.advance(MINUTE)
    await watch.step(UpdateChoice.LOOK, IDLE)
    assert (watch.status().fault, watch.status().is_ready) == (None, True)


async def test_a_clock_that_was_set_back_does_not_delay_the_next_look(bench: Bench) -> None:
    bench.source.fails = "newest"
    watch = await started(bench)
    bench.source.fails = ""
    bench.clock.set(EVENING - 365 * LOOK_EVERY)
    await watch.step(UpdateChoice.LOOK, IDLE)
    assert (watch.status().fault, watch.status().is_ready) == (None, True)


async def test_at_night_it_installs_when_nothing_is_open(bench: Bench) -> None:
    watch = await started(bench, UpdateChoice.INSTALL)
    assert bench.installed == [], "it is evening"
    bench.clock.set(NIGHT)
    await watch.step(UpdateChoice.INSTALL, Work(1, None))
    await watch.step(UpdateChoice.INSTALL, Work(0, NIGHT - MINUTE))
    assert bench.installed == []
    await watch.step(UpdateChoice.INSTALL, IDLE)
    assert bench.installed == ["9.0.0"]


async def test_a_version_that_failed_is_not_tried_every_night(bench: Bench) -> None:
    bench.install_fails = True
    watch = await started(bench, UpdateChoice.INSTALL)
    bench.clock.set(NIGHT)
    await watch.step(UpdateChoice.INSTALL, IDLE)
    assert str(watch.status().fault) == "It did not answer."
    bench.clock.advance(2 * RETRY_AFTER)
    await watch.step(UpdateChoice.INSTALL, IDLE)
    assert bench.installed == ["9.0.0"]
    bench.source.offered, bench.install_fails = "9.0.1", False
    bench.clock.set(NIGHT + LOOK_EVERY)
    for _ in ("look", "install"):
        await watch.step(UpdateChoice.INSTALL, IDLE)
    assert bench.installed == ["9.0.0", "9.0.1"], "the next version is tried"


async def test_what_was_open_before_a_download_does_not_decide_after_it(bench: Bench) -> None:
    watch = bench.watch()
    bench.clock.set(NIGHT)
    await watch.step(UpdateChoice.INSTALL, IDLE)
    assert (bench.source.asked, bench.installed) == (["newest", "fetch"], []), "an order may be open by now"
    await watch.step(UpdateChoice.INSTALL, Work(1, None))
    await watch.step(UpdateChoice.OFF, IDLE)
    assert bench.installed == []
    await watch.step(UpdateChoice.INSTALL, IDLE)
    assert bench.installed == ["9.0.0"]


async def test_while_the_button_downloads_no_installation_waits_behind_it(bench: Bench) -> None:
    watch = await started(bench, UpdateChoice.INSTALL)
    bench.clock.set(NIGHT)
    entered, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        go_on.wait(10)

    bench.source.on_ask = hold
    button = threading.Thread(target=watch.look)
    button.start()
    assert entered.wait(10)
    await watch.step(UpdateChoice.INSTALL, IDLE)
    go_on.set()
    button.join()
    assert bench.installed == []


async def test_the_end_of_the_program_does_not_wait_for_an_installation(bench: Bench) -> None:
    """A set-up ends the program and waits for it; each waited for the other until a time was
    over.
    """
    watch = await started(bench, UpdateChoice.INSTALL)
    bench.clock.set(NIGHT)
    entered, go_on, ended = asyncio.Event(), threading.Event(), threading.Event()
    loop, threads = asyncio.get_running_loop(), list[threading.Thread]()

    def hold() -> None:
        threads.append(threading.current_thread())
        loop.call_soon_threadsafe(entered.set)
        go_on.wait(10)
        ended.set()

    bench.on_install = hold
    step = asyncio.create_task(watch.step(UpdateChoice.INSTALL, IDLE))
    await asyncio.wait_for(entered.wait(), 10)
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(step, 10)
    assert not ended.is_set()
    assert threads[0].daemon, "Python would wait for it"
    go_on.set()
    assert ended.wait(10)


def test_the_button_installs_in_a_thread_that_is_not_waited_for(bench: Bench) -> None:
    threads: list[threading.Thread] = []
    bench.on_install = lambda: threads.append(threading.current_thread())
    bench.watch().begin_install().result(10)
    assert threads[0].daemon
    assert bench.installed == ["9.0.0"]


def test_why_the_button_could_not_install_is_said(bench: Bench) -> None:
    bench.install_fails = True
    with pytest.raises(Unavailable, match="It did not answer"):
        bench.watch().begin_install().result(10)


async def test_where_the_administrator_is_asked_it_never_installs_alone(bench: Bench) -> None:
    bench.installs_alone = False
    watch = await started(bench, UpdateChoice.INSTALL)
    bench.clock.set(NIGHT)
    await watch.step(UpdateChoice.INSTALL, IDLE)
    assert bench.installed == []
    watch.install()
    assert bench.installed == ["9.0.0"], "the button does"


async def test_where_the_package_manager_installs_it_tells_and_downloads_nothing(bench: Bench) -> None:
    bench.command, bench.installs_alone = "sudo apt install counterpart", False
    watch = await started(bench)
    status = watch.status()
    assert (status.version, status.is_ready, status.command) == ("9.0.0", False, bench.command)
    bench.clock.advance(MINUTE)
    await watch.step(UpdateChoice.INSTALL, IDLE)
    assert (bench.source.asked, bench.installed) == (["newest"], [])
    with pytest.raises(CounterpartError, match="sudo apt install counterpart"):
        watch.install()


def test_the_button_downloads_what_is_not_there_yet(bench: Bench) -> None:
    watch = bench.watch()
    watch.install()
    assert bench.installed == ["9.0.0"]
    bench.source.package.unlink()
    assert not watch.status().is_ready
    bench.install_fails = True
    with pytest.raises(CounterpartError, match="did not answer"):
        watch.install()


def test_a_package_that_was_changed_after_its_download_is_not_installed(bench: Bench) -> None:
    watch = bench.watch()
    watch.look()
    bench.source.package.write_text("9.9.9", encoding="ascii")
    with pytest.raises(CounterpartError, match="was changed since"):
        watch.install()
    assert bench.installed == []
    watch.install()
    assert bench.installed == ["9.0.0"]


def test_there_is_nothing_to_install_without_a_newer_version(bench: Bench) -> None:
    bench.source.offered = ""
    with pytest.raises(CounterpartError, match="newest version"):
        bench.watch().install()
    assert bench.installed == []


def test_what_was_installed_since_is_no_newer_version(bench: Bench) -> None:
    bench.source.offered = VERSION
    watch = bench.watch()
    watch.look()
    assert (watch.status().version, watch.status().is_ready) == ("", False)


@dataclass
class SlowSource(FakeSource):
    """A download that gives another thread the time to begin one too."""

    entered: threading.Event = field(default_factory=threading.Event)
    never: threading.Event = field(default_factory=threading.Event)

    def fetch(self, release: Release) -> Path:
        self.entered.set()
        self.never.wait(0.05)
        return super().fetch(release)


def test_the_daily_look_and_the_button_do_not_download_at_once(bench: Bench) -> None:
    slow = bench.source = SlowSource(bench.source.package)
    watch = bench.watch()
    first = threading.Thread(target=watch.look)
    first.start()
    assert slow.entered.wait(10)
    watch.look()
    first.join()
    assert slow.asked.count("fetch") == 1, "the second look found the package of the first"


@pytest.mark.parametrize("content", [b"", b"{", b"[1]"])
def test_damaged_notes_count_as_none(bench: Bench, content: bytes) -> None:
    bench.folder.mkdir()
    (bench.folder / "notes.json").write_bytes(content)
    assert bench.watch().status().version == ""
    bench.watch().look()
    assert NotesFile(bench.folder).read().version == "9.0.0"


def test_a_signed_feed_in_a_folder_is_looked_at_and_downloaded(tmp_path: Path, bench: Bench) -> None:
    repository = Repository(tmp_path / "web", Keys(tmp_path / "keys"))
    repository.create()
    (tmp_path / "package.deb").write_bytes(b"a package")
    repository.add(tmp_path / "package.deb", system_name(), "9.0.0", {"en": "Quicker."})
    place = FeedPlace(str(tmp_path / "web"), (tmp_path / "web" / "metadata" / "1.root.json").read_bytes())
    taken: list[bytes] = []
    parts = UpdateParts(
        lambda: Feed(place, bench.folder, openssl_trust()), lambda file: taken.append(file.read_bytes()),
        True, True, bench.note_change,
    )  # fmt: skip
    watch = UpdateWatch(bench.folder, parts, bench.clock, UTC)
    assert watch.look().is_ready
    watch.install()
    assert taken == [b"a package"]


def test_open_orders_of_live_shops_count(tmp_path: Path) -> None:
    with closing(new_store(tmp_path)) as store:
        shops = (ShopFixture.fresh(store), ShopFixture.fresh(store, staging=True))
        for shop in shops:
            shop.upload({"sku": "A-1", "name": "Brake pad", "price_fils": 1000, "quantity": 4})
        assert shops[0].read(read_work) == IDLE
        shops[1].place("A-1")
        assert shops[0].read(read_work) == IDLE, "a staging shop's orders are practice"
        shops[0].place("A-1")
        assert shops[0].read(read_work) == Work(1, None)
