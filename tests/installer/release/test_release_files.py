"""The list of parts and the check sums that are published with the packages."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from installer.licences.bundled import shared_parts
from installer.licences.collecting import LOCK
from installer.licences.distributions import locked_distributions, parts_of
from installer.provenance import EPOCH
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list


def test_every_part_is_in_the_list_with_version_licence_and_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    parts = list(parts_of(locked_distributions(LOCK)))
    text = write_parts_list(parts, "counterpart.deb", tmp_path / "list.json").read_text(encoding="utf-8")
    assert write_parts_list(parts, "counterpart.deb", tmp_path / "again.json").read_text(encoding="utf-8") == text
    listed = {one["name"]: one for one in json.loads(text)["components"]}
    assert listed.keys() == {part.name for part in parts}
    assert listed["aiohttp"]["purl"].startswith("pkg:pypi/aiohttp@")
    assert all(one["licenses"] and one["version"] for one in listed.values())


def test_the_sums_are_as_sha256sum_reads_them(tmp_path: Path) -> None:
    (tmp_path / "counterpart.deb").write_bytes(b"package")
    (tmp_path / "SHA256SUMS.asc").write_text("of an older build", encoding="utf-8")
    assert write_sums(tmp_path).read_text(encoding="utf-8") == (
        f"{hashlib.sha256(b'package').hexdigest()}  counterpart.deb\n"
    )
    assert not (tmp_path / "SHA256SUMS.asc").exists()


def test_the_project_qt_and_openssl_are_parts_of_both_packages() -> None:
    assert {"Counterpart", "OpenSSL", "Qt"} <= {part.name for part in shared_parts()}
