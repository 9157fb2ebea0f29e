"""The list of parts and the check sums that are published with the packages."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from installer.licences.bundled import shared_parts
from installer.licences.collecting import LOCK
from installer.licences.distributions import locked_distributions, parts_of
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list
from installer.runtimes.inventory import version_of
from installer.surroundings import EPOCH, built_version, commit_name
from service.version import with_commit


def test_every_part_is_in_the_list_with_version_licence_and_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    parts = [*shared_parts(), *parts_of(locked_distributions(LOCK))]
    package = tmp_path / "counterpart.deb"
    package.write_bytes(b"package")
    text = write_parts_list(parts, package).read_text(encoding="utf-8")
    assert write_parts_list(parts, package).read_text(encoding="utf-8") == text
    listed = {one["name"]: one for one in json.loads(text)["components"]}
    assert listed.keys() == {part.name for part in parts} - {"Counterpart"}
    assert listed["aiohttp"]["purl"].startswith("pkg:pypi/aiohttp@")
    assert listed["OpenSSL"]["cpe"] == f"cpe:2.3:a:openssl:openssl:{version_of('linux', 'OpenSSL')}:*:*:*:*:*:*:*"
    assert listed["OpenSSL of cryptography"]["version"] == version_of("linux", "OpenSSL of cryptography")
    assert [one["name"] for one in listed.values() if not one["licenses"] or not one.get("version")] == ["Lucide"]


def test_the_list_is_about_the_package_and_names_each_part_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    package = tmp_path / "counterpart.deb"
    package.write_bytes(b"package")
    made = json.loads(write_parts_list(shared_parts(), package).read_text(encoding="utf-8"))
    whole = made["metadata"]["component"]
    assert whole["licenses"] == [{"license": {"id": "MIT"}}]
    assert whole["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(b"package").hexdigest()}]
    references = [whole["bom-ref"], *(one["bom-ref"] for one in made["components"])]
    assert len(set(references)) == len(references)
    needed = {one["ref"]: one.get("dependsOn", []) for one in made["dependencies"]}
    assert set(needed["counterpart"]) == set(references) - {"counterpart"}


def test_each_library_of_the_packed_tree_is_listed_under_its_part_with_its_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    tree, package = tmp_path / "tree", tmp_path / "setup.exe"
    package.write_bytes(b"package")
    (tree / "runtime").mkdir(parents=True)
    (tree / "runtime" / "libcrypto-3-x64.dll").write_bytes(b"MZ of OpenSSL")
    (tree / "closer.exe").write_bytes(b"MZ of ours")
    made = json.loads(write_parts_list(shared_parts(), package, tree).read_text(encoding="utf-8"))
    listed = {one["name"]: one.get("components", []) for one in [made["metadata"]["component"], *made["components"]]}
    files = {name: [(file["name"], file["hashes"][0]["content"]) for file in held] for name, held in listed.items()}
    assert {name: held for name, held in files.items() if held} == {
        "counterpart": [("closer.exe", hashlib.sha256(b"MZ of ours").hexdigest())],
        "OpenSSL": [("runtime/libcrypto-3-x64.dll", hashlib.sha256(b"MZ of OpenSSL").hexdigest())],
    }


def test_the_list_names_the_version_with_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    package = tmp_path / "counterpart.deb"
    package.write_bytes(b"package")
    made = json.loads(write_parts_list(shared_parts(), package).read_text(encoding="utf-8"))
    assert made["metadata"]["component"]["version"] == built_version()
    assert built_version() == with_commit(commit_name())


def test_the_sums_are_as_sha256sum_reads_them(tmp_path: Path) -> None:
    (tmp_path / "counterpart.deb").write_bytes(b"package")
    (tmp_path / "SHA256SUMS.asc").write_text("of an older build", encoding="utf-8")
    assert write_sums(tmp_path).read_text(encoding="utf-8") == (
        f"{hashlib.sha256(b'package').hexdigest()}  counterpart.deb\n"
    )
    assert not (tmp_path / "SHA256SUMS.asc").exists()


def test_the_project_qt_and_openssl_are_parts_of_both_packages() -> None:
    assert {"Counterpart", "OpenSSL", "Qt"} <= {part.name for part in shared_parts()}
