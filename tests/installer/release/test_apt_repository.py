"""The apt repository with real gpg and apt, in folders of its own."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from installer.licences.collecting import LOCK, locked_distributions, parts_of, shared_parts
from installer.licences.part import Part
from installer.release.check_sums import KEY_VARIABLE, write_sums
from installer.release.parts_list import write_parts_list
from installer.release.publish import PUBLIC_KEY, SOURCES, VALID_DAYS, AptRepository
from installer.runtimes.inventory import INVENTORY, version_of
from installer.surroundings import EPOCH, built_version, commit_name
from installer.toolchain.errors import SetupError
from service.version import with_commit
from tests.programs import program

SIGNER = "packages@counterpart.local"


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


def test_a_part_that_a_later_release_followed_says_since_when(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    package = tmp_path / "setup.exe"
    package.write_bytes(b"package")
    carried = [one for one in INVENTORY if one.system == "windows"]
    parts = [Part(one.name, one.version, "MIT", "https://example.com/", ()) for one in carried]
    made = json.loads(write_parts_list(parts, package).read_text(encoding="utf-8"))
    assert {one["name"]: one["properties"][0] for one in made["components"] if "properties" in one} == {
        "Python": {"name": "counterpart:behind", "value": "since 2025-04-08 (3.13.3)"},
        "SQLite": {"name": "counterpart:behind", "value": "since 2024-05-23 (3.46.0)"},
        "expat": {"name": "counterpart:behind", "value": "since 2025-03-13 (2.7.0)"},
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


def make_package(folder: Path, version: str) -> Path:
    """A real .deb that installs one file."""
    tree = folder / version
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "usr" / "share" / "counterpart").mkdir(parents=True)
    (tree / "usr" / "share" / "counterpart" / "version").write_text(version, encoding="ascii")
    (tree / "DEBIAN" / "control").write_text(
        f"Package: counterpart\nVersion: {version}\nArchitecture: all\nMaintainer: A <{SIGNER}>\n"
        "Description: a stand-in\n",
        encoding="ascii",
    )
    file = folder / f"counterpart_{version}_all.deb"
    subprocess.run([program("dpkg-deb"), "--root-owner-group", "-Znone", "--build", tree, file], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    return file


@dataclass(frozen=True)
class Computer:
    """A computer with nothing installed, as apt and dpkg see it."""

    root: Path

    def prepare(self, repository: AptRepository) -> None:
        """Do what docs/installing.md says: the key and the address."""
        folders = ("etc/apt/apt.conf.d", "etc/apt/preferences.d", "etc/apt/keyrings", "etc/apt/sources.list.d",
                   "var/lib/apt/lists/partial", "var/cache/apt/archives/partial", "var/lib/dpkg/info",
                   "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "var/log/apt")  # fmt: skip
        for folder in folders:
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        (self.root / "var/lib/dpkg/status").touch()
        key = self.root / "etc/apt/keyrings" / PUBLIC_KEY
        key.write_bytes((repository.folder / PUBLIC_KEY).read_bytes())
        text = (repository.folder / SOURCES).read_text(encoding="utf-8")
        sources = self.root / "etc/apt/sources.list.d" / SOURCES
        sources.write_text(text.replace(f"/etc/apt/keyrings/{PUBLIC_KEY}", str(key)), encoding="utf-8")

    def apt(self, *words: str) -> subprocess.CompletedProcess[str]:
        own = {
            "Dir": f"{self.root}/", "Dir::State::status": f"{self.root}/var/lib/dpkg/status",
            "APT::Sandbox::User": "root", "APT::Architecture": "amd64", "DPkg::Use-Pty": "0",
        }  # fmt: skip
        config = self.root / "apt.conf"
        options = f'"--root={self.root}"; "--force-not-root"; "--log=/dev/null";'
        lines = [f'{name} "{value}";\n' for name, value in own.items()]
        config.write_text("".join([*lines, f"DPkg::Options {{ {options} }};\n"]), encoding="utf-8")
        # Read before all others, so that none of this computer's own settings count.
        return subprocess.run([program("apt-get"), "-q", "-y", *words], check=False, text=True,
                              env={**os.environ, "APT_CONFIG": str(config)},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip

    def installed(self) -> str:
        return (self.root / "usr/share/counterpart/version").read_text(encoding="ascii")


@pytest.fixture(scope="module")
def gpg_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of GnuPG with a key. Its path is short, as the name of a socket has a limit."""
    home = tmp_path_factory.mktemp("g")
    home.chmod(0o700)
    line = [
        program("gpg"),
        "--homedir",
        str(home),
        "--batch",
        "--passphrase",
        "",
        "--quick-generate-key",
        SIGNER,
        "ed25519",
    ]
    subprocess.run(line, check=True, stderr=subprocess.DEVNULL)
    yield home
    subprocess.run([program("gpg-connect-agent"), "--homedir", home, "killagent", "/bye"], check=False,
                   stdout=subprocess.DEVNULL)  # fmt: skip


@pytest.fixture
def repository(gpg_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AptRepository:
    monkeypatch.setenv("GNUPGHOME", str(gpg_home))
    monkeypatch.setenv(KEY_VARIABLE, SIGNER)
    made = AptRepository.next_to(tmp_path / "web")
    made.add(make_package(tmp_path, "0.1.0"), made.folder.as_uri())
    return made


@pytest.fixture
def computer(repository: AptRepository, tmp_path: Path) -> Computer:
    made = Computer(tmp_path / "root")
    made.prepare(repository)
    return made


def test_apt_installs_the_package_and_upgrades_it(
    repository: AptRepository, computer: Computer, tmp_path: Path
) -> None:
    assert computer.apt("update").returncode == 0
    assert computer.apt("install", "counterpart").returncode == 0
    assert computer.installed() == "0.1.0"
    repository.add(make_package(tmp_path, "0.2.0"), repository.folder.as_uri())
    assert computer.apt("update").returncode == 0
    done = computer.apt("upgrade")
    assert (done.returncode, computer.installed()) == (0, "0.2.0"), done.stdout


def test_apt_refuses_a_list_that_was_changed_after_it_was_signed(repository: AptRepository, computer: Computer) -> None:
    for name in ("InRelease", "Release"):
        file = repository.folder / "dists" / "stable" / name
        file.write_bytes(file.read_bytes().replace(b"Label: Counterpart", b"Label: Counterfeit"))
    output = computer.apt("update").stdout
    assert "BADSIG" in output or "not valid" in output
    assert computer.apt("install", "counterpart").returncode != 0


def test_apt_refuses_a_package_that_was_changed(repository: AptRepository, computer: Computer) -> None:
    assert computer.apt("update").returncode == 0
    (package,) = (repository.folder / "pool").iterdir()
    content = package.read_bytes()
    package.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    done = computer.apt("install", "counterpart")
    assert done.returncode != 0
    assert "Hash Sum mismatch" in done.stdout


def test_apt_refuses_a_repository_that_was_held_back(repository: AptRepository, computer: Computer) -> None:
    repository.renew(datetime.now(UTC) - timedelta(days=VALID_DAYS + 1))
    assert "expired" in computer.apt("update").stdout
    repository.renew()
    done = computer.apt("update")
    assert "expired" not in done.stdout
    assert done.returncode == 0


def test_each_list_is_there_under_its_hash_too(repository: AptRepository) -> None:
    lists = repository.folder / "dists" / "stable" / "main" / "binary-all"
    named = hashlib.sha256((lists / "Packages").read_bytes()).hexdigest()
    assert (lists / "by-hash" / "SHA256" / named).read_bytes() == (lists / "Packages").read_bytes()


def test_without_a_key_there_is_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    with pytest.raises(SetupError, match=KEY_VARIABLE):
        AptRepository.next_to(tmp_path)
