"""System packages: which are missing, and what is run or printed, with fakes of Debian's tools."""

import sys
from pathlib import Path

import pytest

from installer.toolchain.debian import (
    QT_PACKAGES,
    apt_lines,
    apt_prefix,
    install_packages,
    missing_packages,
    system_packages,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Debian's tools are shell programs")


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH, but for what a shell script needs."""
    for name in ("sh", "env"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder: Path, name: str, script: str) -> None:
    """A program of that name in the folder."""
    (folder / name).write_text(f"#!/usr/bin/env sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


def debian(folder: Path, installed: str, apt_code: int = 0) -> Path:
    """A Debian with these lines of dpkg-query and an apt-get that ends with the code;
    returns apt-get's diary.
    """
    put(folder, "dpkg-query", f"printf '{installed}'")
    put(folder, "apt-get", f'echo "$DEBIAN_FRONTEND $*" >> "{folder}/diary"\nexit {apt_code}')
    put(folder, "sudo", '[ "$1" = -n ] && shift\nexec "$@"')
    put(folder, "true", "exit 0")
    return folder / "diary"


def test_none_is_missing_where_there_is_no_dpkg(tools: Path) -> None:
    assert not (tools / "dpkg-query").exists()
    assert missing_packages(QT_PACKAGES) == []
    assert system_packages(QT_PACKAGES)


def test_removed_packages_with_settings_left_are_missing(tools: Path) -> None:
    debian(tools, "libgl1 installed\\nxvfb config-files\\n")
    assert missing_packages(["libgl1", "xvfb", "trayer"]) == ["xvfb", "trayer"]


@pytest.mark.parametrize("there", ["libglib2.0-0", "libglib2.0-0t64"])
def test_either_name_of_a_package_will_do(tools: Path, there: str) -> None:
    debian(tools, f"{there} installed\\n")
    assert missing_packages(["libglib2.0-0/libglib2.0-0t64"]) == []


def test_the_first_name_is_the_one_installed(tools: Path) -> None:
    debian(tools, "")
    assert missing_packages(["libglib2.0-0/libglib2.0-0t64"]) == ["libglib2.0-0"]


def test_lists_are_fetched_before_packages() -> None:
    update, install = apt_lines(["xvfb"], ["sudo", "-n"])
    assert update[-1] == "update"
    assert install[:2] == ["sudo", "-n"]
    assert install[-4:] == ["install", "-y", "--no-install-recommends", "xvfb"]


def test_missing_packages_are_installed_without_questions(tools: Path) -> None:
    diary = debian(tools, "")
    assert system_packages(["xvfb"])
    assert diary.read_text(encoding="utf-8").splitlines() == [
        "noninteractive -q update",
        "noninteractive -q install -y --no-install-recommends xvfb",
    ]


def test_nothing_is_run_when_all_are_there(tools: Path) -> None:
    diary = debian(tools, "xvfb installed\\n")
    assert system_packages(["xvfb"])
    assert not diary.exists()


def test_the_line_to_run_is_printed_when_apt_cannot(tools: Path, capfd: pytest.CaptureFixture[str]) -> None:
    debian(tools, "", apt_code=100)
    assert not install_packages(["xvfb", "trayer"])
    assert "  sudo apt-get install -y xvfb trayer\n" in capfd.readouterr().out


def test_sudo_that_asks_for_a_password_is_not_used(tools: Path, capfd: pytest.CaptureFixture[str]) -> None:
    diary = debian(tools, "")
    put(tools, "sudo", "exit 1")
    assert not install_packages(["xvfb"], is_root=False)
    assert not diary.exists()
    assert "sudo apt-get install -y xvfb" in capfd.readouterr().out


def test_sudo_that_asks_for_none_is_used(tools: Path) -> None:
    put(tools, "sudo", "exit 0")
    assert apt_prefix(is_root=False) == ["sudo", "-n"]
    assert apt_prefix(is_root=True) == []
