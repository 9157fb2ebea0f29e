"""The way back on Debian: which version, and which package fits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bridge.updates.debian_rollback import check_older, read_package, version_before
from bridge.updates.debian_upgrade import Package
from service.domain.errors import CounterpartError
from tests.programs import program

INSTALLED = Package(Path("installed.deb"), "0.2.0", 7)


def built(folder: Path, control: str) -> Path:
    tree = folder / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN" / "control").write_text(f"{control}Architecture: all\nMaintainer: A\nDescription: small\n")
    line = [program("dpkg-deb"), "--root-owner-group", "-Znone", "--build", str(tree), str(folder / "made.deb")]
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    return folder / "made.deb"


def test_the_version_before_is_the_one_that_the_last_upgrade_replaced(tmp_path: Path) -> None:
    note = tmp_path / "previous"
    note.write_text("0.1.0\n")
    assert version_before(note) == "0.1.0"


@pytest.mark.parametrize("content", [None, b"", b"\xff"])
def test_without_a_version_before_it_says_what_to_name(tmp_path: Path, content: bytes | None) -> None:
    note = tmp_path / "previous"
    if content is not None:
        note.write_bytes(content)
    with pytest.raises(CounterpartError, match="Name a package of an older version with --package"):
        version_before(note)


def test_a_package_says_its_version_and_which_data_it_reads(tmp_path: Path) -> None:
    file = built(tmp_path, "Package: counterpart\nVersion: 0.1.0\nCounterpart-Schema: 7\n")
    assert read_package(file) == Package(file, "0.1.0", 7)


@pytest.mark.parametrize("schema", ["", "Counterpart-Schema: seven\n"])
def test_a_package_that_does_not_say_which_data_it_reads_reads_none(tmp_path: Path, schema: str) -> None:
    file = built(tmp_path, f"Package: counterpart\nVersion: 0.1.0\n{schema}")
    assert read_package(file).schema == 0


def test_a_package_of_another_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CounterpartError, match="is not a Debian package of Counterpart"):
        read_package(built(tmp_path, "Package: other\nVersion: 0.1.0\n"))


def test_a_file_that_is_no_package_is_refused(tmp_path: Path) -> None:
    program("dpkg-deb")
    file = tmp_path / "no.deb"
    file.write_bytes(b"no package")
    with pytest.raises(CounterpartError, match="is not a Debian package of Counterpart"):
        read_package(file)


@pytest.mark.parametrize("version", ["0.2.0", "0.10.0"])
def test_only_an_older_version_is_a_way_back(version: str) -> None:
    with pytest.raises(CounterpartError, match="Name a package of an older version"):
        check_older(Package(Path("new.deb"), version, 7), INSTALLED)


def test_a_version_that_cannot_read_the_data_is_refused() -> None:
    with pytest.raises(CounterpartError, match=r"0\.1\.0 cannot read the data that 0\.2\.0 has upgraded"):
        check_older(Package(Path("old.deb"), "0.1.0", 6), INSTALLED)


def test_an_older_version_of_the_same_data_is_a_way_back() -> None:
    check_older(Package(Path("old.deb"), "0.1.9", 7), INSTALLED)
