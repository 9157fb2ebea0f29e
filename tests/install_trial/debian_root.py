"""A Debian root like that of a new computer, and commands inside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.surroundings import BUILD, run
from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

SUITES: Final = {"bookworm": "Debian 12", "trixie": "Debian 13"}
HOME: Final = "/home/shop"
_ENVIRONMENT: Final = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": HOME,
    "LC_ALL": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}


@dataclass(frozen=True, slots=True)
class TrialUser:
    """Who uses the program inside: user and group number, and an own home folder."""

    name: str
    number: int
    home: str

    def line(self, *words: str) -> list[str]:
        """A command line that runs as this user."""
        rights = [] if self.number == 0 else [f"--reuid={self.number}", f"--regid={self.number}", "--init-groups"]
        return [*(["setpriv", *rights] if rights else []), "env", f"HOME={self.home}", *words]


ADMINISTRATOR: Final = TrialUser("root", 0, HOME)
PLAIN_USER: Final = TrialUser("till", 1000, "/home/till")


class DebianRoot:
    """A folder that holds a minimal Debian; removed by `close`."""

    def __init__(self, suite: str) -> None:
        """Copy the base of that suite, which is fetched once.
        SetupError without root's rights or without debootstrap.
        """
        if os.geteuid() != 0 or shutil.which("debootstrap") is None:
            raise SetupError(
                "Trying the package needs root and debootstrap: apt-get install debootstrap, then use sudo."
            )
        base = BUILD / "trial" / suite
        if not (base / "etc" / "debian_version").exists():
            print(f"Fetching a minimal {SUITES[suite]} (once)", flush=True)
            shutil.rmtree(base, ignore_errors=True)
            base.parent.mkdir(parents=True, exist_ok=True)
            run(["debootstrap", "--variant=minbase", "--include=ca-certificates", suite, base])
        self.path = Path(tempfile.mkdtemp(prefix="counterpart-trial-"))
        run(["cp", "-a", f"{base}/.", self.path])
        self.path.chmod(0o755)
        shutil.copy("/etc/resolv.conf", self.path / "etc" / "resolv.conf")
        (self.path / "etc" / "hosts").write_text("127.0.0.1 localhost\n", encoding="ascii")
        run(["mount", "-t", "proc", "proc", self.path / "proc"])
        (self.path / HOME[1:]).mkdir(parents=True)
        self._add_user(PLAIN_USER)

    def _add_user(self, user: TrialUser) -> None:
        with (self.path / "etc" / "passwd").open("a", encoding="ascii") as users:
            users.write(f"{user.name}:x:{user.number}:{user.number}::{user.home}:/bin/sh\n")
        with (self.path / "etc" / "group").open("a", encoding="ascii") as groups:
            groups.write(f"{user.name}:x:{user.number}:\n")
        with (self.path / "etc" / "shadow").open("a", encoding="ascii") as passwords:
            passwords.write(f"{user.name}:*:20000:0:99999:7:::\n")
        home = self.path / user.home[1:]
        home.mkdir(mode=0o700)
        os.chown(home, user.number, user.number)

    def line(self, *words: str) -> list[str]:
        """A command line that runs inside."""
        return ["chroot", str(self.path), *words]

    def run(self, *words: str) -> str:
        """Run inside to the end; what it printed. SetupError where it did not work."""
        return run(self.line(*words), extra=_ENVIRONMENT)

    def start(self, *words: str, extra: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        """Start inside, with its words to read."""
        return subprocess.Popen(
            self.line(*words), env=_ENVIRONMENT | dict(extra or {}), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def install(self, package: Path) -> str:
        """Install or upgrade from a file,
        with what it depends on and nothing that it only recommends.
        """
        shutil.copy(package, self.path / "root" / package.name)
        return self.run("apt-get", "-q", "install", "-y", "--no-install-recommends", f"/root/{package.name}")

    def close(self) -> None:
        """Take everything away."""
        subprocess.run(["umount", "-l", self.path / "proc"], check=False)
        if not (self.path / "proc").is_mount():
            shutil.rmtree(self.path)
