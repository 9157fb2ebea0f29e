"""Joins the locked wheels of both kinds of Mac into one folder, whose libraries run on each."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.surroundings import ROOT, VENV
from installer.toolchain.environment import program
from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Run = Callable[[Sequence[str | Path]], str]

ARCHITECTURES: Final = {"arm64": "aarch64-apple-darwin", "x86_64": "x86_64-apple-darwin"}
"""The name that macOS gives a processor, and the one that uv gives it."""

WHEELS_VARIABLE: Final = "COUNTERPART_MAC_WHEELS"
"""A folder with wheels that the maker of this package built, for those that no index offers."""

LOCK: Final = ROOT / "installer" / "requirements" / "runtime.txt"

_UNUSED: Final = ("bin", "pip", "share")
_THIN: Final = b"\xcf\xfa\xed\xfe"
_FAT: Final = b"\xca\xfe\xba\xbe"
_PROCESSORS: Final = {0x0100000C: "arm64", 0x01000007: "x86_64"}
_MOST: Final = 30
"""More parts than any Mach-O file has: a Java class begins with the same four bytes."""


def architectures(file: Path) -> frozenset[str]:
    """The processors that a file holds machine code for; empty for a file without any."""
    with file.open("rb") as source:
        head = source.read(8 + 20 * _MOST)
    if head[:4] == _THIN:
        return frozenset({_processor(head[4:8][::-1])})
    count = int.from_bytes(head[4:8], "big")
    if head[:4] != _FAT or not 0 < count <= _MOST:
        return frozenset()
    return frozenset(_processor(head[8 + 20 * index : 12 + 20 * index]) for index in range(count))


def _processor(number: bytes) -> str:
    return _PROCESSORS.get(int.from_bytes(number, "big"), "other")


def find_thin_files(folder: Path) -> list[str]:
    """The programs and libraries in a folder that do not run on both kinds of Mac."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    code = ((path, architectures(path)) for path in paths)
    return [path.relative_to(folder).as_posix() for path, found in code if found and not found >= set(ARCHITECTURES)]


def fetch_wheels(out: Path, architecture: str, python: str, run: Run) -> Path:
    """Install the locked wheels for one kind of Mac into a folder, by their hashes.

    `python` is a version such as 3.13. SetupError if a wheel is missing.
    """
    shutil.rmtree(out, ignore_errors=True)
    own = {block: wheel for block in _locked() if (wheel := _own_wheel(block, architecture))}
    rest = out.with_name(f"{out.name}.txt")
    rest.parent.mkdir(parents=True, exist_ok=True)
    rest.write_text("\n".join(block for block in _locked() if block not in own), encoding="utf-8")
    line: list[str | Path] = [
        program(VENV, "uv"), "pip", "install", "--quiet", "--target", out, "--no-deps", "--only-binary", ":all:",
        "--python-platform", ARCHITECTURES[architecture], "--python-version", python,
    ]  # fmt: skip
    try:
        run([*line, "--require-hashes", "-r", rest])
        if own:
            run([*line, "--no-index", *own.values()])
    except SetupError as error:
        raise SetupError(
            f"{error}\nIf no index has a wheel for {architecture}, build it, put it into a folder and name that "
            f"folder in {WHEELS_VARIABLE}."
        ) from error
    return out


def join_trees(arm: Path, intel: Path, out: Path, run: Run) -> None:
    """Write both trees as one. SetupError if files differ that are no machine code."""
    shutil.rmtree(out, ignore_errors=True)
    for own in sorted(_files(arm) | _files(intel)):
        target = out / own
        target.parent.mkdir(parents=True, exist_ok=True)
        first, second = arm / own, intel / own
        if not (first.exists() and second.exists()):
            shutil.copyfile(first if first.exists() else second, target)
        elif _are_equal(first, second) or own.parent.suffix == ".dist-info":
            shutil.copyfile(first, target)
        elif architectures(first) and architectures(second):
            run(["lipo", "-create", first, second, "-output", target])
        else:
            raise SetupError(f"{own} differs between the wheels for both kinds of Mac, and is no machine code.")


def _locked() -> Iterator[str]:
    """Each entry of the locked list: its name, its version and its hashes."""
    text = LOCK.read_text(encoding="utf-8")
    return (block for block in re.split(r"\n(?=[A-Za-z])", text) if block[:1].isalnum())


def _own_wheel(block: str, architecture: str) -> Path | None:
    """The wheel for a locked entry in the folder of own wheels."""
    folder = os.environ.get(WHEELS_VARIABLE)
    match = re.match(r"([\w.-]+)==([\w.]+)", block)
    if not folder or not match:
        return None
    stem = f"{match[1].replace('-', '_')}-{match[2]}-"
    wheels = Path(folder).glob("*.whl")
    return next((one for one in wheels if one.name.startswith(stem) and _fits(one.name, architecture)), None)


def _fits(wheel: str, architecture: str) -> bool:
    return "macosx" in wheel and wheel.endswith((f"_{architecture}.whl", "_universal2.whl"))


def _files(folder: Path) -> set[Path]:
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path for path in paths if path.parts[0] not in _UNUSED and "__pycache__" not in path.parts}


def _are_equal(first: Path, second: Path) -> bool:
    return first.stat().st_size == second.stat().st_size and first.read_bytes() == second.read_bytes()
