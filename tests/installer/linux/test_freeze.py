"""The frozen folder: no library searches for others in this computer's folders."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path, PurePath

import psutil
import pytest

from installer.linux.freeze import belongs, forget_builder, naming, order_archive, replace_openssl, search_path
from installer.toolchain.errors import SetupError
from tests.programs import program


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One library that looks in the builder's folder, and one that looks next to itself."""
    library = next(Path(psutil.__file__).parent.glob("*.so"))
    for name, place in (("builder.so", "/home/builder/python/lib"), ("own.so", "$ORIGIN/../lib")):
        shutil.copy(library, tmp_path / name)
        subprocess.run([program("patchelf"), "--set-rpath", place, str(tmp_path / name)], check=True)
    return tmp_path


def test_folders_of_the_builder_are_taken_out_and_relative_ones_stay(folder: Path) -> None:
    assert search_path(folder / "builder.so") == ["/home/builder/python/lib"]
    forget_builder(folder)
    assert search_path(folder / "builder.so") == []
    assert search_path(folder / "own.so") == ["$ORIGIN/../lib"]


def test_a_file_that_names_the_builders_folder_is_found(tmp_path: Path) -> None:
    named, plain = tmp_path / "named.so", tmp_path / "plain.so"
    named.write_bytes(b"\x7fELF\0/home/builder/shop/build/linux/python/source\0")
    plain.write_bytes(b"\x7fELF\0../source\0")
    assert naming([named, plain], Path("/home/builder/shop/build")) == [named]


def test_metadata_is_packed_without_the_hashes_of_the_builders_scripts() -> None:
    metadata = PurePath("keyring-25.7.0.dist-info")
    assert belongs(metadata / "entry_points.txt", "/venv/keyring-25.7.0.dist-info/entry_points.txt")
    assert not belongs(metadata / "RECORD", "/venv/keyring-25.7.0.dist-info/RECORD")


def test_a_python_without_openssl_3_builds_nothing(tmp_path: Path) -> None:
    (tmp_path / "libcrypto.so.1.1").write_bytes(b"")
    with pytest.raises(SetupError, match=r"uses no libcrypto\.so\.3"):
        replace_openssl(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["libcrypto.so.1.1"]


def test_an_archive_has_the_same_bytes_whatever_the_order_it_was_written_in(tmp_path: Path) -> None:
    for number, names in enumerate((("b.pyc", "a.pyc"), ("a.pyc", "b.pyc"))):
        with zipfile.ZipFile(tmp_path / f"{number}.zip", "w") as archive:
            for name in names:
                archive.writestr(name, f"code of {name}")
        order_archive(tmp_path / f"{number}.zip")
    first, second = ((tmp_path / f"{number}.zip").read_bytes() for number in (0, 1))
    assert first == second
    with zipfile.ZipFile(tmp_path / "0.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "a.pyc": b"code of a.pyc", "b.pyc": b"code of b.pyc",
        }  # fmt: skip
