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
    PROFILE_VARIABLE,
    PROGRAM,
    find_layout_faults,
    info_properties,
    sign_app,
    sign_image,
    write_localised_reasons,
)
from installer.toolchain.errors import SetupError

_NUMBERS: Final = {"arm64": 0x0100000C, "x86_64": 0x01000007, "ppc": 18}
VERSION = "1.2.3"


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
