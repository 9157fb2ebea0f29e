"""The locked source of CPython: read from its lock, compared by hash, fetched from Debian only."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from installer.runtimes.debian_source import (
    LOCK,
    Source,
    check_digest,
    locked_source,
    sources_list,
)
from installer.runtimes.openssl import SERIES
from installer.toolchain.errors import SetupError

SITES = """\
http://archive.example/debian bookworm
http://archive.example/debian bookworm
http://archive.example/debian bookworm-updates
http://archive.example/debian-security bookworm-security
http://other.example/node nodistro
/ broken line of a format
"""


def test_the_source_of_the_carried_series_is_locked_by_hash() -> None:
    source = locked_source(LOCK.read_text(encoding="utf-8"))
    assert source.name == f"python{SERIES}"
    assert source.version.startswith(f"{SERIES}.")
    assert re.fullmatch("[0-9a-f]{64}", source.digest)


def test_a_lock_without_a_line_is_refused() -> None:
    with pytest.raises(SetupError, match="locks no source package"):
        locked_source("# nothing\n\n")


def test_a_description_with_another_hash_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "one.dsc"
    file.write_bytes(b"Format: 3.0\n")
    source = Source("one", "1-2", hashlib.sha256(b"Format: 3.0\n").hexdigest())
    check_digest(file, source)
    assert source.description.name == "one_1-2.dsc"
    file.write_bytes(b"Format: 3.0 (quilt)\n")
    with pytest.raises(SetupError, match="is not the locked one"):
        check_digest(file, source)


def test_only_the_archives_of_this_computer_are_asked_for_the_newer_debian() -> None:
    text = sources_list(SITES, "bookworm")
    assert re.findall(r"^(?:URIs|Suites): (.+)$", text, re.MULTILINE) == [
        "http://archive.example/debian", "trixie", "http://archive.example/debian-security", "trixie-security",
    ]  # fmt: skip
    assert sources_list(SITES.replace("bookworm", "trixie"), "trixie") == text, "and so on Debian 13"
    assert text.count("Types: deb-src\n") == 2
    assert text.count("Signed-By: /usr/share/keyrings/") == 2, "apt checks Debian's signature"


def test_a_computer_without_debians_archive_has_no_list() -> None:
    assert sources_list("http://other.example/node nodistro\n", "bookworm") == ""
