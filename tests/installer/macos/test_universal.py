"""One folder of libraries for both kinds of Mac, made of files with the heads of Mach-O files."""

from __future__ import annotations

from pathlib import Path

import pytest

from installer.macos.universal import (
    LOCK,
    WHEELS_VARIABLE,
    architectures,
    fetch_wheels,
    find_thin_files,
    join_trees,
)
from installer.toolchain.errors import SetupError
from tests.installer.macos.test_disk_image import FakeTools, fat_code, thin_code


def write(folder: Path, **files: bytes) -> Path:
    """A folder with files; `__` in a name is a slash."""
    for name, content in files.items():
        file = folder / name.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (thin_code("arm64"), {"arm64"}),
        (thin_code("x86_64"), {"x86_64"}),
        (fat_code("x86_64", "arm64"), {"arm64", "x86_64"}),
        (fat_code("ppc", "x86_64"), {"other", "x86_64"}),
        (b"", set()),
        (b"\xca\xfe\xba\xbe", set()),
        (b"\xca\xfe\xba\xbe\x00\x00\x00\x3d a Java class", set()),
        (b"print('x')", set()),
    ],
)
def test_the_head_of_a_file_says_which_processors_run_it(tmp_path: Path, content: bytes, expected: set[str]) -> None:
    (tmp_path / "file").write_bytes(content)
    assert architectures(tmp_path / "file") == expected


def test_trees_are_joined_file_by_file(tmp_path: Path) -> None:
    arm = write(tmp_path / "arm", one__code_so=thin_code("arm64"), one__text=b"same", one__arm_only=b"a",
                bin__tool=b"#!/arm", one__both_so=fat_code("arm64", "x86_64"))  # fmt: skip
    intel = write(tmp_path / "intel", one__code_so=thin_code("x86_64"), one__text=b"same", one__intel_only=b"i",
                  bin__tool=b"#!/intel", one__both_so=fat_code("arm64", "x86_64"))  # fmt: skip
    for tree, tag in ((arm, b"arm64"), (intel, b"x86_64")):
        (tree / "one-1.0.dist-info").mkdir()
        (tree / "one-1.0.dist-info" / "WHEEL").write_bytes(tag)
    tools = FakeTools()
    join_trees(arm, intel, tmp_path / "out", tools.run)
    found = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    names = {"code_so", "text", "arm_only", "intel_only", "both_so"}
    assert found == {f"one/{name}" for name in names} | {"one-1.0.dist-info/WHEEL"}
    assert architectures(tmp_path / "out" / "one" / "code_so") == {"arm64", "x86_64"}
    assert tools.names() == ["lipo"]
    assert find_thin_files(tmp_path / "out") == []


def test_text_that_differs_between_the_wheels_ends_the_build(tmp_path: Path) -> None:
    arm, intel = write(tmp_path / "arm", one=b"a"), write(tmp_path / "intel", one=b"i")
    with pytest.raises(SetupError, match="one differs between the wheels"):
        join_trees(arm, intel, tmp_path / "out", FakeTools().run)


def test_a_library_for_one_kind_of_mac_is_named(tmp_path: Path) -> None:
    write(tmp_path, libraries__arm_dylib=thin_code("arm64"), text=b"x")
    assert find_thin_files(tmp_path) == ["libraries/arm_dylib"]


def test_wheels_are_fetched_by_their_locked_hashes(tmp_path: Path) -> None:
    tools = FakeTools()
    fetch_wheels(tmp_path / "arm64", "arm64", "3.13", tools.run)
    (line,) = tools.lines
    assert {"--require-hashes", "aarch64-apple-darwin", "3.13", ":all:"} <= set(line)
    wanted = (tmp_path / "arm64.txt").read_text(encoding="utf-8").splitlines()
    locked = LOCK.read_text(encoding="utf-8").splitlines()
    assert [one for one in wanted if "==" in one] == [one for one in locked if "==" in one]
    assert sum("--hash=" in one for one in wanted) == sum("--hash=" in one for one in locked)


def test_a_wheel_of_ones_own_takes_the_place_of_the_missing_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = next(line for line in LOCK.read_text("utf-8").splitlines() if line.startswith("cryptography=="))
    version = locked.split("==")[1].split()[0]
    wheel = tmp_path / f"cryptography-{version}-cp311-abi3-macosx_13_0_x86_64.whl"
    wheel.touch()
    (tmp_path / "cryptography-0.1-cp311-abi3-macosx_13_0_x86_64.whl").touch()
    monkeypatch.setenv(WHEELS_VARIABLE, str(tmp_path))
    tools = FakeTools()
    fetch_wheels(tmp_path / "x86_64", "x86_64", "3.13", tools.run)
    assert "cryptography==" not in (tmp_path / "x86_64.txt").read_text(encoding="utf-8")
    assert tools.lines[-1][-2:] == ["--no-index", str(wheel)]
    fetch_wheels(tmp_path / "arm64", "arm64", "3.13", tools.run)
    assert "cryptography==" in (tmp_path / "arm64.txt").read_text(encoding="utf-8"), "it is for the other Mac"


def test_a_missing_wheel_is_said_with_what_helps(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=WHEELS_VARIABLE):
        fetch_wheels(tmp_path / "x86_64", "x86_64", "3.13", FakeTools(fails="--require-hashes").run)
