"""The settings' backend over a real store."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bridge.backups.backup_location import empty_mount_error, missing_folder_error
from bridge.gateway.settings_backend import SettingsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.errors import Refused, Unavailable, UnavailableCode
from service.domain.marketplace.ringing import RingSound
from service.domain.sentences import to_sentence, verbatim
from service.domain.settings import (
    SETTINGS,
    Choice,
    OnOff,
    Setting,
    Settings,
    WholeNumber,
    find_setting,
    parse_settings,
)
from service.store.settings import read_settings
from service.version import VERSION
from tests.bridge.gateway.gateway_fakes import FakeLoginStart
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode
from ui.backend.progress import OnProgress
from ui.backend.settings_port import (
    Backup,
    BackupContents,
    Installation,
    Libraries,
    PowerOnState,
    PowerOnStatus,
    RestoreOutcome,
    SoundState,
)
from ui.backend.settings_port import SettingsBackend as Room

BACKUP = Backup("a.db", 1, 2, verified=True, encrypted=False, kind="manual")


class FakeBackupPort:
    """Answers, and notes what was asked in which thread."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.fault: Exception | None = None

    def list(self) -> tuple[Backup, ...]:
        self._note("list")
        return (BACKUP,)

    def start_empty(self) -> None:
        self._note("start_empty")

    def back_up(self, path: str | None, progress: OnProgress) -> Backup:
        self._note("back_up", path)
        return BACKUP

    def inspect(self, path: str, passphrase: str | None) -> BackupContents:
        self._note("inspect", path, passphrase)
        return BackupContents(BACKUP, ("My shop",), 1, 2, 3, 4, has_secrets=False, version="1")

    def restore(
        self,
        path: str,
        passphrase: str | None,
        progress: OnProgress,
        *,
        with_secrets: bool,
        keys: frozenset[int] | None,
    ) -> RestoreOutcome:
        self._note("restore", path, passphrase, with_secrets, keys)
        return RestoreOutcome("replaced.db")

    def choose_folder(self, folder: str) -> None:
        self._note("choose_folder", folder)

    def set_passphrase(self, passphrase: str | None) -> None:
        self._note("set_passphrase", passphrase)

    def _note(self, *asked: object) -> None:
        assert threading.current_thread().name.startswith("gateway")
        self.calls.append(asked)
        if self.fault is not None:
            raise self.fault


class FakeSounds:
    """Answers as a muted computer."""

    def __init__(self) -> None:
        self.played: list[tuple[RingSound, int]] = []

    def read_state(self) -> SoundState:
        return SoundState.MUTED

    def try_sound(self, sound: RingSound, volume: int) -> SoundState:
        assert threading.current_thread().name.startswith("gateway")
        self.played.append((sound, volume))
        return SoundState.MUTED


@pytest.fixture
def sounds() -> FakeSounds:
    return FakeSounds()


class FakePowerOn:
    """A service that can be switched; notes in which thread it was asked."""

    def __init__(self) -> None:
        self.on = False
        self.threads: set[str] = set()

    def read(self) -> PowerOnStatus:
        self.threads.add(threading.current_thread().name)
        return PowerOnStatus(PowerOnState.ON if self.on else PowerOnState.OFF, can_switch=True)

    def set_on(self, on: bool) -> None:
        self.threads.add(threading.current_thread().name)
        self.on = on


@pytest.fixture
def power_on() -> FakePowerOn:
    return FakePowerOn()


@pytest.fixture
def login() -> FakeLoginStart:
    return FakeLoginStart()


@pytest.fixture
def backups() -> FakeBackupPort:
    return FakeBackupPort()


@pytest.fixture
def room(
    asking: StoreGateway,
    tmp_path: Path,
    backups: FakeBackupPort,
    login: FakeLoginStart,
    sounds: FakeSounds,
    power_on: FakePowerOn,
) -> Room:
    return SettingsBackend(
        asking, tmp_path, backups, login, power_on, lambda: None, sounds, read_libraries=lambda: LIBRARIES
    )


LIBRARIES = Libraries((("SQLite", "3.53.4"), ("expat", "2.5.0")), (to_sentence("expat 2.5.0 is slow."),))

SAMPLES = {
    "allowed_hosts": "till.local",
    "allowed_origins": "http://till.local:8080",
    "backup_folder": "/media/usb",
    "backup_time": "23:15",
}


def other_value(setting: Setting) -> object:
    """A value that is not the default."""
    match setting.kind:
        case OnOff():
            return not setting.default
        case WholeNumber(most=most):
            return most
        case Choice(words=words):
            return setting.kind.value_of(words[-1])
        case kind:
            return kind.value_of(SAMPLES[setting.name])


ELSEWHERE = {"start_at_login", "port", "backup_encrypted"}
"""What has a call of its own."""
CHANGED = {setting.name: other_value(setting) for setting in SETTINGS if setting.name not in ELSEWHERE}


def test_the_sound_is_tried_in_a_worker(room: Room, sounds: FakeSounds) -> None:
    assert room.sound_state().result(WAIT_S) is SoundState.MUTED
    assert room.try_sound(RingSound.PHONE, 40).result(WAIT_S) is SoundState.MUTED
    assert sounds.played == [(RingSound.PHONE, 40)]


def test_what_was_never_set_is_what_the_pane_begins_with(room: Room) -> None:
    assert room.read().result(WAIT_S) == Settings()


def test_what_nobody_sets_is_read_with_them(room: Room, tmp_path: Path) -> None:
    assert room.installation().result(WAIT_S) == Installation(VERSION, str(tmp_path), "", LIBRARIES, 0)


@pytest.mark.parametrize("name", sorted(ELSEWHERE))
def test_what_has_a_call_of_its_own_is_not_written(floor: ShopFixture, room: Room, name: str) -> None:
    present = room.read().result(WAIT_S)
    changed: dict[str, Any] = {name: other_value(find_setting(name))}
    room.change(present, replace(present, **changed)).result(WAIT_S)
    assert floor.read(read_settings) == {}


@pytest.mark.parametrize("name", CHANGED)
def test_each_setting_goes_there_and_back(floor: ShopFixture, room: Room, name: str) -> None:
    before = room.read().result(WAIT_S)
    wanted = replace(before, **{name: CHANGED[name]})  # type: ignore[arg-type]
    room.change(before, wanted).result(WAIT_S)
    assert room.read().result(WAIT_S) == wanted
    assert len(floor.read(read_settings)) == 1
    room.change(wanted, before).result(WAIT_S)
    assert room.read().result(WAIT_S) == before


def test_what_does_not_differ_is_not_written(floor: ShopFixture, room: Room) -> None:
    present = room.read().result(WAIT_S)
    room.change(present, present).result(WAIT_S)
    assert floor.read(read_settings) == {}


def test_two_changes_from_the_same_view_undo_nothing_of_each_other(room: Room) -> None:
    shown = room.read().result(WAIT_S)
    room.change(shown, replace(shown, sound=False)).result(WAIT_S)
    room.change(shown, replace(shown, open_to_network=True)).result(WAIT_S)
    now = room.read().result(WAIT_S)
    assert (now.sound, now.open_to_network) == (False, True)


@pytest.mark.parametrize(
    "bad", [{"log_days": 0}, {"allowed_hosts": ("no such host!",)}, {"backup_time": "25:00"}, {"log_mib": 1}]
)
def test_a_value_that_a_setting_does_not_take_changes_nothing(
    floor: ShopFixture, room: Room, bad: dict[str, object]
) -> None:
    present = room.read().result(WAIT_S)
    wanted = replace(present, sound=False, **bad)  # type: ignore[arg-type]
    with pytest.raises(BackendError, match="must be"):
        room.change(present, wanted).result(WAIT_S)
    assert parse_settings(floor.read(read_settings)).sound


def test_starting_with_the_pc_is_the_systems_own_entry(room: Room, login: FakeLoginStart) -> None:
    room.set_start_at_login(True).result(WAIT_S)
    assert room.read().result(WAIT_S).start_at_login
    assert all(name.startswith("gateway") for name in login.threads)


def test_backups_are_asked_in_a_worker(room: Room, backups: FakeBackupPort) -> None:
    assert room.backups().result(WAIT_S) == (BACKUP,)
    assert room.back_up("x.db", print).result(WAIT_S) == BACKUP
    assert room.inspect("x.db", "p").result(WAIT_S).items == 1
    assert room.restore("x.db", None, print, with_secrets=False).result(WAIT_S) == RestoreOutcome("replaced.db")
    assert backups.calls[-1] == ("restore", "x.db", None, False, None)
    room.choose_backup_folder("/media/usb").result(WAIT_S)
    room.set_backup_passphrase("p").result(WAIT_S)
    assert [asked[0] for asked in backups.calls] == [
        "list",
        "back_up",
        "inspect",
        "restore",
        "choose_folder",
        "set_passphrase",
    ]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Refused("wrong_passphrase", verbatim("It does not open it.")), ErrorCode.WRONG_PASSPHRASE),
        (Refused("backup_not_good", verbatim("It is damaged.")), ErrorCode.BACKUP_NOT_GOOD),
        (missing_folder_error(Path("/media/usb")), ErrorCode.BACKUP_FOLDER_AWAY),
        (empty_mount_error(Path("/media/usb")), ErrorCode.BACKUP_FOLDER_AWAY),
        (Unavailable(verbatim("No room."), UnavailableCode.DISK_FULL), ErrorCode.DISK_FULL),
    ],
)
def test_a_backups_fault_keeps_its_code(room: Room, backups: FakeBackupPort, fault: Exception, code: ErrorCode) -> None:
    backups.fault = fault
    with pytest.raises(BackendError) as raised:
        room.inspect("x.db", "p").result(WAIT_S)
    assert raised.value.code is code


def test_the_service_without_a_login_is_asked_and_switched_in_a_worker(room: Room, power_on: FakePowerOn) -> None:
    assert room.power_on().result(WAIT_S).state is PowerOnState.OFF
    room.set_power_on(True).result(WAIT_S)
    assert room.power_on().result(WAIT_S).state is PowerOnState.ON
    assert all(name.startswith("gateway") for name in power_on.threads)
