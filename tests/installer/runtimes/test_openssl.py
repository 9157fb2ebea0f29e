"""The locked OpenSSL: by hash, for each system, and its version is read from the library."""

from __future__ import annotations

import re

import pytest

from installer.runtimes.openssl import LINUX, LOCK, WINDOWS, version_in
from installer.toolchain.errors import SetupError


def test_one_version_is_locked_with_a_hash_for_each_system() -> None:
    lines = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) == 1
    assert len(set(re.findall(r"--hash=sha256:([0-9a-f]{64})\b", lines[0]))) == 1 + len(LINUX)
    assert {WINDOWS.platform, *(form.platform for form in LINUX.values())} == {
        "win_amd64", "manylinux_2_28_x86_64", "manylinux_2_28_aarch64",
    }  # fmt: skip


def test_the_version_is_what_the_library_says_of_itself() -> None:
    assert version_in(b"\0openssl.cnf\0OpenSSL 3.5.8 25 Aug 2026\0") == "3.5.8"
    with pytest.raises(SetupError, match=r"no OpenSSL in it.*openssl\.txt"):
        version_in(b"another library")
