"""The Debian package: control file, tree, scripts and manual page, without PyInstaller."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bridge.cli.command_errors import EXIT_CODES
from bridge.cli.program import program as commands
from installer.linux.deb import HERE, SCRIPTS, control, fill, manual, set_modes, write_debian
from installer.surroundings import ROOT
from tests.programs import program

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    frozen = tmp_path / "frozen"
    (frozen / "_internal").mkdir(parents=True)
    (frozen / "counterpart").write_text("#!/bin/sh\n", encoding="utf-8")
    (frozen / "_internal" / "data.txt").write_text("x", encoding="utf-8")
    made = tmp_path / "tree"
    made.mkdir()
    fill(made, frozen, "1.2.3")
    write_debian(made, "1.2.3")
    set_modes(made)
    return made


def test_the_copyright_file_has_the_form_of_debian_and_the_whole_licence(tree: Path) -> None:
    text = (tree / "usr/share/doc/counterpart/copyright").read_text(encoding="utf-8")
    fields = [line.split(":")[0] for line in text.splitlines() if line and not line.startswith(" ")]
    assert fields == ["Format", "Upstream-Name", "Comment", "Files", "Copyright", "License"]
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "2026 The Counterpart authors" in text
    assert licence.split("\n\n", 2)[2].split() == text.split("License: Expat\n")[1].replace("\n .\n", "\n").split()


def test_the_control_file_names_version_size_and_alternatives() -> None:
    lines = control("1.2.3", "amd64", 2049).splitlines()
    assert "Version: 1.2.3" in lines
    assert "Installed-Size: 3" in lines
    depends = next(line for line in lines if line.startswith("Depends: "))
    assert "libglib2.0-0 | libglib2.0-0t64" in depends
    assert "libxcb-cursor0" in depends


def test_program_entry_icon_and_page_lie_where_systems_look(tree: Path) -> None:
    assert (tree / "usr/bin/counterpart").readlink() == Path("../lib/counterpart/current/counterpart")
    assert (tree / "usr/lib/counterpart/current").readlink() == Path("1.2.3")
    for path in ("applications/counterpart.desktop", "man/man1/counterpart.1.gz", "doc/counterpart/copyright",
                 "icons/hicolor/48x48/apps/counterpart.png", "bash-completion/completions/counterpart",
                 "zsh/vendor-completions/_counterpart", "fish/vendor_completions.d/counterpart.fish",
                 "icons/hicolor/scalable/apps/counterpart.svg"):  # fmt: skip
        assert (tree / "usr/share" / path).stat().st_size > 0, path


def test_whoever_builds_everybody_can_read_and_only_programs_run(tree: Path) -> None:
    assert (tree / "usr/lib/counterpart/1.2.3/counterpart").stat().st_mode & 0o777 == 0o755
    assert (tree / "usr/lib/counterpart/1.2.3/_internal/data.txt").stat().st_mode & 0o777 == 0o644
    assert all((tree / "DEBIAN" / name).stat().st_mode & 0o111 for name in SCRIPTS)


def test_the_scripts_are_good_shell_and_say_where_the_data_lies() -> None:
    for name in SCRIPTS:
        subprocess.run(["sh", "-n", HERE / name], check=True)
    output = subprocess.run(["sh", HERE / "postrm", "remove"], capture_output=True, text=True, check=True).stdout
    assert "~/.local/share/counterpart" in output
    aborted = subprocess.run(["sh", HERE / "postrm", "abort-upgrade"], capture_output=True, text=True, check=True)
    assert aborted.stdout == ""


def every_command(group: click.Group, *before: str) -> Iterator[str]:
    for name, command in group.commands.items():
        if command.hidden:
            continue
        yield " ".join((*before, name))
        if isinstance(command, click.Group):
            yield from every_command(command, *before, name)


def test_the_manual_page_has_every_command() -> None:
    page = manual("1.2.3")
    assert "Counterpart 1.2.3" in page
    for words in every_command(commands):
        assert f".SS counterpart {words}".replace("-", "\\-") in page
    assert "\\-\\-follow" in page
    assert "COUNTERPART_SHOP" in page
    assert all(f".B {code}\n" in page for code in EXIT_CODES)
    assert "@VERSION@" not in page
    assert "@COMMANDS@" not in page


def test_the_menu_entry_is_valid() -> None:
    line = [program("desktop-file-validate"), str(HERE / "counterpart.desktop")]
    process = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout + process.stderr) == (0, "")


def test_an_older_version_is_refused_by_the_package_itself(tree: Path) -> None:
    script = tree / "DEBIAN" / "preinst"
    refused = subprocess.run(["sh", script, "upgrade", "1.2.4"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "version 1.2.4 is installed, which is newer than 1.2.3" in refused.stderr
    for words in (["upgrade", "1.2.2"], ["upgrade", "1.2.3"], ["install"]):
        assert subprocess.run(["sh", script, *words], check=False).returncode == 0, words
