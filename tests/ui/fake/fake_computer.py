"""The computer: its keyring, backups as files, starts by themselves, sound, newer versions."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from service.domain.marketplace.ringing import RingSound
from service.domain.sentences import Sentence, message
from service.domain.update_rules import NO_FEED, UpdateStatus
from service.domain.webhooks.webhook_secrets import SecretStoreState, SecretStoreStatus
from service.store.engine.transaction import Tx
from service.usecases.edit_settings import change_setting
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.ui.fake.fake_clock import moment
from ui.backend import OnProgress, Progress
from ui.backend.host_port import (
    BundlePart,
    CheckLine,
    CheckState,
    HostState,
    HostStatus,
    KeyringStatus,
    StartEvent,
    StartReport,
)
from ui.backend.settings_port import (
    Backup,
    BackupContents,
    BackupKey,
    Libraries,
    PowerOnState,
    PowerOnStatus,
    RestoreOutcome,
    SoundState,
)

BACKUPS = (
    Backup("D:\\Backups\\counterpart-2026-11-15.db", moment(15, 3, 0), 48 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-2026-11-14.db", moment(14, 3, 0), 47 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-week-45.db", moment(8, 3, 0), 44 << 20, True, False, "weekly"),
)
CHECKS = (
    CheckLine(
        "port",
        message("Port"),
        CheckState.GOOD,
        message("The program listens at {where}.", where="127.0.0.1:8710"),
    ),
    CheckLine(
        "disk",
        message("Free space"),
        CheckState.WARN,
        message("{free} MiB are free where the data is.", free=412),
        message("Make room, or keep the call log for fewer days."),
    ),
    CheckLine(
        "keyring",
        message("Webhook secrets"),
        CheckState.GOOD,
        message("{finding}.", finding=message("{name} keeps the webhook secrets", name="Windows Credential Manager")),
    ),
    CheckLine(
        "target",
        message("Webhook target {name}", name="Till 2"),
        CheckState.BAD,
        message(
            "{where} cannot be reached: {reason}.", where="192.168.1.20:8080", reason=message("Connection refused")
        ),
        message("Check that the receiver runs and the address is right."),
    ),
)


class FakeComputer:
    """`write` changes the database."""

    def __init__(self, write: Callable[[Callable[[Tx], object]], object]) -> None:
        self._write = write
        self.starts_at_login = False
        self.power_on_status = PowerOnStatus(PowerOnState.OFF, can_switch=True)
        self.sound = SoundState.READY
        self.libraries = Libraries((("SQLite", "3.53.4"), ("OpenSSL", "3.0.19"), ("Qt", "6.11.3")))
        self.licences: Path | None = None
        self.holds_secrets = False
        self.missing_orders: tuple[str, ...] = ()
        self.keys_to_confirm: tuple[BackupKey, ...] = ()
        self.secrets = FakeKeyring()
        self.host = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710, moment(15, 8, 2))
        self.start_report = StartReport(StartEvent.CLEAN)
        self.updates = FakeUpdates()
        self.backup_fault: Sentence | None = None
        self.saved: list[str] = []

    def self_test(self, progress: OnProgress) -> tuple[CheckLine, ...]:
        """A line of each state."""
        for done in range(len(CHECKS)):
            progress(Progress(done + 1, len(CHECKS)))
        return CHECKS

    def list_bundle(self) -> tuple[BundlePart, ...]:
        return (
            BundlePart("settings.json", 812, '{\n  "port": 8710\n}'),
            BundlePart("program.log", 20480, "14:29:18 INFO answered"),
        )


class FakeKeyring(FakeSecretStore):
    """The computer's keyring, in memory."""

    name = "Windows Credential Locker"
    has_unopened_file = False

    def show(self, status: KeyringStatus) -> None:
        """Is in the state that the window shows so."""
        self.name = status.name
        self.has_unopened_file = not status.opened
        self.state = SecretStoreState.ABSENT if self.has_unopened_file else SecretStoreState(status.state.value)

    async def ask_again(self) -> SecretStoreStatus:
        return await self.status()

    async def open_vault(self, passphrase: str) -> SecretStoreStatus:
        self.state, self.has_unopened_file = SecretStoreState.ENCRYPTED_FILE, False
        return await self.status()


class FakeUpdates:
    """The newest version is what a test sets."""

    def __init__(self) -> None:
        self.newest = NO_FEED

    def status(self) -> UpdateStatus:
        return self.newest

    def look(self) -> UpdateStatus:
        return self.newest

    def begin_install(self) -> Future[None]:
        return make_done()


def make_done() -> Future[None]:
    answer: Future[None] = Future()
    answer.set_result(None)
    return answer


class FakeBackups:
    """Three backups of the shop."""

    def __init__(self, computer: FakeComputer) -> None:
        self._computer = computer

    def list(self) -> tuple[Backup, ...]:
        return BACKUPS

    def back_up(self, path: str | None, progress: OnProgress) -> Backup:
        return BACKUPS[0]

    def inspect(self, path: str, passphrase: str | None) -> BackupContents:
        kept, asked = self._computer.holds_secrets, self._computer.keys_to_confirm
        return BackupContents(
            BACKUPS[0], ("Sitra Auto Parts",), 1243, 48, 42318, 4, kept, "1.0.0", keys_to_confirm=asked
        )

    def restore(
        self,
        path: str,
        passphrase: str | None,
        progress: OnProgress,
        *,
        with_secrets: bool,
        keys: frozenset[int] | None,
    ) -> RestoreOutcome:
        kept = "C:\\Users\\Maryam\\AppData\\Local\\Counterpart\\replaced-2026-11-15.db"
        return RestoreOutcome(kept, self._computer.missing_orders)

    def start_empty(self) -> None:
        """The data was missing."""

    def choose_folder(self, folder: str) -> None:
        self._computer._write(lambda tx: change_setting(tx, "backup_folder", folder))

    def set_passphrase(self, passphrase: str | None) -> None:
        self._computer._write(lambda tx: change_setting(tx, "backup_encrypted", "on" if passphrase else "off"))


class FakeLogin:
    """The system's own entry."""

    def __init__(self, computer: FakeComputer) -> None:
        self._computer = computer

    def is_on(self) -> bool:
        return self._computer.starts_at_login

    def set_on(self, on: bool) -> None:
        self._computer.starts_at_login = on


class FakePowerOn:
    """A service that can be switched."""

    def __init__(self, computer: FakeComputer) -> None:
        self._computer = computer

    def read(self) -> PowerOnStatus:
        return self._computer.power_on_status

    def set_on(self, on: bool) -> None:
        state = PowerOnState.ON if on else PowerOnState.OFF
        self._computer.power_on_status = replace(self._computer.power_on_status, state=state)


class FakeSounds:
    """Plays nothing."""

    def __init__(self, computer: FakeComputer) -> None:
        self._computer = computer

    def read_state(self) -> SoundState:
        return self._computer.sound

    def try_sound(self, sound: RingSound, volume: int) -> SoundState:
        return self._computer.sound
