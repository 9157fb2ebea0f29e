"""Rules for every test: no window, no keyring, no user's data folder, and loopback only. A store
with a shop for those that ask for one.
"""

from __future__ import annotations

import faulthandler
import gc
import ipaddress
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import hypothesis
import pytest

from bridge.secrets import passphrase_key
from installer.toolchain.environment import utf8_locale
from service.domain import people
from service.store.engine.store import Store
from tests.collection import list_backwards
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import engine, new_store
from tests.fakes.shop_fixture import ShopFixture
from tests.programs import IN_CI, NO_POSTGRES, find_postgres_program, only_installed_programs

OUTSIDE = "A test called an address beyond this computer: {0!r}. Only loopback addresses are called in tests."


def loopback_only(event: str, arguments: tuple[object, ...]) -> None:
    """Stop a connection to any address that is not this computer's own."""
    if event != "socket.connect":
        return
    address = arguments[1]
    host = address[0] if isinstance(address, tuple) and address else None
    if isinstance(host, str) and host != "localhost" and not ipaddress.ip_address(host.split("%")[0]).is_loopback:
        raise PermissionError(OUTSIDE.format(host))


def settle_environment(home: Path) -> None:
    """Point everything that a program may read or write at an empty folder;
    processes started by tests inherit it.
    """
    (home / "home").mkdir()
    os.environ.update(
        HOME=str(home / "home"),
        USERPROFILE=str(home / "home"),
        QT_QPA_PLATFORM="offscreen",
        PYTHON_KEYRING_BACKEND="keyring.backends.fail.Keyring",
        COUNTERPART_DATA_DIR=str(home / "data"),
        XDG_CONFIG_HOME=str(home / "config"),
        XDG_DATA_HOME=str(home / "share"),
        XDG_CACHE_HOME=str(home / "cache"),
        XDG_STATE_HOME=str(home / "state"),
    )
    os.environ.update(utf8_locale(os.environ))
    os.environ.pop("COUNTERPART_VAULT_PASSPHRASE", None)


# Kept for the whole run: it goes when the process ends.
HOME = tempfile.TemporaryDirectory(prefix="counterpart-tests-", ignore_cleanup_errors=True)
settle_environment(Path(HOME.name))
sys.addaudithook(loopback_only)
sys.addaudithook(only_installed_programs)

# The same examples on every run, so that a failure in CI is the failure of the developer;
# the soak draws new ones.
hypothesis.settings.register_profile("checks", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
# Of a mutant, only whether a test fails counts.
hypothesis.settings.register_profile(
    "mutants", deadline=None, derandomize=True, phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate)
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "checks"))


# The least that the program takes: as they cost really, each takes a tenth of a second.
REAL_COSTS: Final = (passphrase_key.PRESENT_COST, people.PIN_COST)
passphrase_key.PRESENT_COST, people.PIN_COST = bytes((10, 1, 1)), (1 << 10, 1, 1)


ONLY_SQLITE: Final = (
    "tests/service/domain/",
    "tests/service/files/",
    "tests/service/pull/test_dialects",
    "tests/service/store/engine/",
    "tests/service/store/postgres/",
    "tests/service/store/recovery/",
    "tests/service/store/test_plans",
)
"""Tests without a store of the engine that pytest was given, or of what another engine does not
have; others are marked.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--engine postgres` gives each new store to the second engine."""
    parser.addoption("--engine", choices=("sqlite", "postgres"), default="sqlite")


STANDARD_ERROR: Final = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Here nothing is captured yet. Collection only adds: it needs no garbage collector."""
    config.stash[STANDARD_ERROR] = os.dup(2)
    engine.is_postgres = config.getoption("--engine") == "postgres"
    if engine.is_postgres:
        if find_postgres_program("initdb") is None:
            pytest.exit(NO_POSTGRES, returncode=int(IN_CI))
        if config.args == config.getini("testpaths"):
            config.args = ["tests/service"]
    gc.disable()
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" and config.args == config.getini("testpaths"):
        config.args = list_backwards(config.rootpath / "tests")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The same order in every process, however it collected."""
    items.sort(key=lambda item: item.path.parts)
    if engine.is_postgres:
        items[:] = [item for item in items if not is_of_sqlite(item)]


def is_of_sqlite(item: pytest.Item) -> bool:
    """Whether a test is about SQLite alone."""
    path = item.path.relative_to(item.config.rootpath).as_posix()
    return path.startswith(ONLY_SQLITE) or item.get_closest_marker("sqlite") is not None


def pytest_collection_finish() -> None:
    """Excludes what is there for the whole run, some 1,600 modules, from garbage collection, which
    looked through it again and again.
    """
    gc.enable()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def a_crash_leaves_its_trace(request: pytest.FixtureRequest) -> Iterator[None]:
    """The program's own start takes the trace into a file of its data folder,
    and its end switches it off.
    """
    yield
    faulthandler.enable(request.config.stash[STANDARD_ERROR])


@pytest.fixture(autouse=True)
def no_dialog_outlives_its_test() -> Iterator[None]:
    """What a test left open would be found by the next one that looks for a dialog."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return
    from ui.widgets.window_use import list_windows  # noqa: PLC0415 - only where Qt is loaded

    for window in list_windows():
        if isinstance(window, widgets.QDialog) and window.isVisible():
            window.hide()
            window.deleteLater()


@pytest.fixture
def real_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new passphrase and a new PIN cost what they do in the program."""
    monkeypatch.setattr(passphrase_key, "PRESENT_COST", REAL_COSTS[0])
    monkeypatch.setattr(people, "PIN_COST", REAL_COSTS[1])


@pytest.fixture
def clock() -> FakeClock:
    """A clock that is at 2026-11-20T14:05:09.120Z."""
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of the test's own."""
    opened = new_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One store for a module: for properties, which make a fresh shop for each example."""
    opened = new_store(tmp_path_factory.mktemp("store"))
    yield opened
    opened.close()


@pytest.fixture
def shop(store: Store, clock: FakeClock) -> ShopFixture:
    """A live shop."""
    return ShopFixture.fresh(store, clock=clock)


@pytest.fixture
def staging(store: Store, shop: ShopFixture) -> ShopFixture:
    """The staging shop of `shop`."""
    return shop.paired()
