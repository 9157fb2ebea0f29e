"""The participants of a first day with the program, and what other processes see of it."""

from __future__ import annotations

import json
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.desktop.desktop_session import DesktopSession
from tests.desktop.screen_user import Program, ScreenUser, run_command

_ALL_SECRETS = """
import secretstorage
bus = secretstorage.dbus_init()
for item in secretstorage.get_default_collection(bus).get_all_items():
    print(item.get_secret().decode())
"""
_KEYRING_FILES = ".local/share/keyrings"


@dataclass(frozen=True, slots=True)
class DesktopContext:
    """The session, the data folder, where the service listens,
    the program, and who sits before it.
    """

    session: DesktopSession
    folder: Path
    address: str
    running: Program
    owner: ScreenUser

    def run_command(self, *words: str, typed: str = "") -> object:
        """What the command line answers, in another process of the session."""
        done = run_command(self.session, self.folder, ["--json", *words], typed)
        assert done.returncode == 0, done.stderr
        answer: object = json.loads(done.stdout)
        return answer

    def secrets_kept(self) -> list[str]:
        """Every secret that the desktop's own secret service holds."""
        return self.session.run(sys.executable, "-c", _ALL_SECRETS).split()

    def files_that_hold(self, text: str) -> list[Path]:
        """Files under HOME (the data folder and the program's words among them)
        but for the keyring's own.
        """
        keyring, needle = self.session.home / _KEYRING_FILES, text.encode()
        files = (path for path in self.session.home.rglob("*") if path.is_file() and keyring not in path.parents)
        return [path for path in files if needle in path.read_bytes()]

    def process_shows(self, text: str) -> bool:
        """Whether it is in the program's command line or environment."""
        process = Path("/proc") / str(self.running.child.pid)
        return any(text.encode() in (process / name).read_bytes() for name in ("cmdline", "environ"))

    def database_is_whole(self) -> bool:
        """By SQLite's full check."""
        connection = sqlite3.connect(next(self.folder.glob("*.db")))
        try:
            return bool(connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
        finally:
            connection.close()

    def windows_in_the_tray(self) -> str:
        """The tray host's own list of what is docked in it."""
        panel = self.session.run("xdotool", "search", "--name", "^panel$").split()
        return self.session.run("xwininfo", "-tree", "-id", panel[0]) if panel else ""
