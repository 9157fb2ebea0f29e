"""The layout of the application, its signing hooks and its disk image, with fake tools."""

from __future__ import annotations

import plistlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from installer.__main__ import main
from installer.licences.collecting import find_texts
from installer.licences.part import Part
from installer.macos import disk_image
from installer.macos.disk_image import (
    APP,
    ICON,
    IDENTITY_VARIABLE,
    LOCK,
    PROFILE_VARIABLE,
    PROGRAM,
    WHEELS_VARIABLE,
    architectures,
    fetch_wheels,
    find_layout_faults,
    find_thin_files,
    info_properties,
    join_trees,
    sign_app,
    sign_image,
    write_localised_reasons,
)
from installer.toolchain.errors import SetupError

_NUMBERS: Final = {"arm64": 0x0100000C, "x86_64": 0x01000007, "ppc": 18}


def thin_code(architecture: str, body: bytes = b"code") -> bytes:
    """A 64-bit Mach-O file for one processor."""
    return struct.pack("<II", 0xFEEDFACF, _NUMBERS[architecture]) + body


def fat_code(*architectures: str) -> bytes:
    """A Mach-O file for several processors, without their parts."""
    entries = b"".join(struct.pack(">IIIII", _NUMBERS[one], 0, 0, 0, 0) for one in architectures)
    return struct.pack(">II", 0xCAFEBABE, len(architectures)) + entries


@dataclass
class FakeTools:
    """Notes each command; `fails` is the tool that ends with a fault."""

    lines: list[list[str]] = field(default_factory=list)
    fails: str = ""

    def run(self, line: Sequence[str | Path]) -> str:
        """Do what `lipo -create` does; other tools do nothing."""
        words = [str(word) for word in line]
        self.lines.append(words)
        if self.fails and self.fails in words:
            raise SetupError(f"{self.fails} ended with 1.")
        if Path(words[0]).name == "lipo":
            Path(words[-1]).write_bytes(fat_code("arm64", "x86_64"))
        return ""

    def names(self) -> list[str]:
        """The tools in the order in which they ran; of `xcrun` the tool that it runs."""
        return [line[1] if line[0] == "xcrun" else Path(line[0]).name for line in self.lines]


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


VERSION = "1.2.3"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A whole application as the freezer leaves it, with a framework inside."""
    made = tmp_path / "out" / APP
    contents = made / "Contents"
    files = {
        f"MacOS/{PROGRAM}": fat_code("arm64", "x86_64"),
        f"Resources/{ICON}": b"icns",
        "Resources/licences/NOTICE.txt": b"Qt",
        "Frameworks/QtCore.framework/Versions/A/QtCore": fat_code("arm64", "x86_64"),
        "Frameworks/one.so": fat_code("arm64", "x86_64"),
    }
    for name, content in files.items():
        (contents / name).parent.mkdir(parents=True, exist_ok=True)
        (contents / name).write_bytes(content)
    (contents / "MacOS" / PROGRAM).chmod(0o755)
    (contents / "Info.plist").write_bytes(plistlib.dumps(info_properties(VERSION)))
    write_localised_reasons(made)
    return made


@pytest.fixture
def unsigned(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (IDENTITY_VARIABLE, PROFILE_VARIABLE):
        monkeypatch.delenv(name, raising=False)


def test_a_whole_application_has_no_fault(app: Path) -> None:
    assert find_layout_faults(app, VERSION) == []


def test_info_plist_is_read_back_as_written(app: Path) -> None:
    found = plistlib.loads((app / "Contents" / "Info.plist").read_bytes())
    assert found == info_properties(VERSION)
    assert (app / "Contents" / "MacOS" / found["CFBundleExecutable"]).is_file()
    assert (app / "Contents" / "Resources" / found["CFBundleIconFile"]).is_file()
    for language in found["CFBundleLocalizations"]:
        text = (app / "Contents" / "Resources" / f"{language}.lproj" / "InfoPlist.strings").read_text(encoding="utf-8")
        assert text.startswith('"NSLocalNetworkUsageDescription" = "'), language


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        (f"MacOS/{PROGRAM}", None, "is missing"),
        (f"Resources/{ICON}", None, "is missing"),
        ("Resources/ar.lproj/InfoPlist.strings", None, "is missing"),
        ("Resources/licences/NOTICE.txt", None, "is missing"),
        ("Info.plist", b"no plist", "cannot be read"),
        ("Info.plist", plistlib.dumps(info_properties("1.0.0")), "not '1.2.3'"),
        ("Frameworks/one.so", thin_code("arm64"), "does not run on both kinds of Mac"),
    ],
)
def test_what_is_missing_or_wrong_is_named(app: Path, name: str, content: bytes | None, fault: str) -> None:
    file = app / "Contents" / name
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    faults = find_layout_faults(app, VERSION)
    assert faults
    assert all(fault in one for one in faults)


def test_a_program_that_cannot_be_run_is_a_fault(app: Path) -> None:
    (app / "Contents" / "MacOS" / PROGRAM).chmod(0o644)
    assert find_layout_faults(app, VERSION) == [f"Contents/MacOS/{PROGRAM} cannot be run."]


@pytest.mark.usefixtures("unsigned")
def test_libraries_are_signed_before_what_holds_them(app: Path, tmp_path: Path) -> None:
    tools = FakeTools()
    sign_app(app, tmp_path / "entitlements.plist", tools.run)
    signed = [Path(line[-1]).name for line in tools.lines]
    assert signed == ["QtCore", "QtCore.framework", "one.so", APP, APP]
    assert all(line[1:4] == ["--force", "--sign", "-"] for line in tools.lines[:-1])
    assert tools.lines[-1][1] == "--verify"
    assert plistlib.loads((tmp_path / "entitlements.plist").read_bytes())


def test_an_identity_signs_with_the_hardened_runtime(
    app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(IDENTITY_VARIABLE, "Developer ID Application: A SHOP")
    tools = FakeTools()
    sign_app(app, tmp_path / "entitlements.plist", tools.run)
    wanted = {"--timestamp", "runtime", "Developer ID Application: A SHOP"}
    assert all(wanted <= set(line) for line in tools.lines[:-1])


def test_an_image_is_signed_checked_by_apple_and_stapled_in_this_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(IDENTITY_VARIABLE, "Developer ID Application: A SHOP")
    monkeypatch.setenv(PROFILE_VARIABLE, "shop")
    tools = FakeTools()
    sign_image(tmp_path / "Counterpart.dmg", tools.run)
    assert tools.names() == ["codesign", "notarytool", "stapler", "spctl"]
    assert tools.lines[1][-3:] == ["--keychain-profile", "shop", "--wait"]


def test_an_image_that_apple_refuses_gets_nothing_attached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(IDENTITY_VARIABLE, "Developer ID Application: A SHOP")
    monkeypatch.setenv(PROFILE_VARIABLE, "shop")
    tools = FakeTools(fails="notarytool")
    with pytest.raises(SetupError):
        sign_image(tmp_path / "Counterpart.dmg", tools.run)
    assert tools.names() == ["codesign", "notarytool"]


@pytest.mark.usefixtures("unsigned")
def test_without_an_identity_an_image_is_not_signed_and_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = FakeTools()
    sign_image(tmp_path / "Counterpart.dmg", tools.run)
    assert tools.lines == []
    monkeypatch.setenv(PROFILE_VARIABLE, "shop")
    with pytest.raises(SetupError, match=IDENTITY_VARIABLE):
        sign_image(tmp_path / "Counterpart.dmg", tools.run)


def test_the_image_holds_the_application_and_the_way_to_the_applications(app: Path, tmp_path: Path) -> None:
    tools = FakeTools()
    image = disk_image.pack(app, tmp_path / "dist", tools.run)
    (line,) = tools.lines
    stage = Path(line[line.index("-srcfolder") + 1])
    assert (line[0], line[-1]) == ("hdiutil", str(image))
    assert find_layout_faults(stage / APP, VERSION) == []
    assert (stage / "Applications").readlink() == Path("/Applications")


def test_the_build_names_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match="on a Mac only"):
        disk_image.need_mac("linux", tmp_path / "python")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SetupError, match="codesign, hdiutil, lipo, xcrun"):
        disk_image.need_mac("darwin", tmp_path / "python")
    for name in disk_image.TOOLS:
        (tmp_path / name).touch(0o755)
    (tmp_path / "python").write_bytes(thin_code("arm64"))
    with pytest.raises(SetupError, match="universal installer"):
        disk_image.need_mac("darwin", tmp_path / "python")
    (tmp_path / "python").write_bytes(fat_code("arm64", "x86_64"))
    disk_image.need_mac("darwin", tmp_path / "python")


def test_the_commands_say_where_they_cannot_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["package", "macos"]) == 1
    assert main(["try", "macos"]) == 1
    output = capsys.readouterr().err
    assert "on a Mac only" in output
    assert "docs/installing.md" in output


def test_a_text_that_a_mac_lacks_comes_from_the_other_package(tmp_path: Path) -> None:
    here = tmp_path / "LICENSE"
    here.touch()
    part = Part("Qt's own parts", "", "see there", "qt.io", (("a.txt", here), ("b.txt", tmp_path / "nowhere")))
    found = find_texts(part, tmp_path / "licences")
    assert found.texts == (("a.txt", here), ("b.txt", tmp_path / "licences" / "qt's-own-parts" / "b.txt"))
