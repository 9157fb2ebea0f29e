"""`counterpart update check` on a feed in a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.updates.packages import system_name
from installer.release.publish import Keys, Repository
from service.version import VERSION
from tests.bridge.cli.cli_runner import Cli


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A feed that offers version 99.0.0 for this system."""
    repository = Repository(tmp_path / "web", Keys(tmp_path / "keys"))
    repository.create()
    (tmp_path / "package").write_bytes(b"a package")
    repository.add(tmp_path / "package", system_name(), "99.0.0", {"en": "Orders are quicker.", "ar": ""})
    return tmp_path / "web"


def test_a_newer_version_is_named_with_what_changed(cli: Cli, web: Path) -> None:
    root = str(web / "metadata" / "1.root.json")
    output = cli.ok("update", "check", "--feed", str(web), "--root", root)
    assert f"Version 99.0.0 is there; {VERSION} is installed. Orders are quicker." in output
    newest = cli.json("update", "check", "--feed", str(web), "--root", root)["newest"]
    assert newest["version"] == "99.0.0"


@pytest.mark.skipif(os.name != "posix", reason="Windows runs the set-up")
def test_where_the_package_manager_installs_the_command_names_it(cli: Cli, web: Path) -> None:
    result = cli.run("update", "install", "--feed", str(web), "--root", str(web / "metadata" / "1.root.json"))
    assert (result.exit_code, "sudo apt install counterpart" in result.stderr) == (1, True)


def test_without_a_feed_it_says_what_to_name(cli: Cli) -> None:
    assert "Name one with --feed" in cli.fails("update", "check")


def test_a_copy_of_the_source_has_no_version_before(cli: Cli) -> None:
    assert "not installed by the Windows set-up" in cli.fails("update", "rollback")
