"""Fakes of Apple's tools, and files of machine code."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

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
