"""docs/integrating.md, followed literally."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.bench.children.child_processes import ROOT
from tests.examples.clients import FOLDER
from tests.examples.day import served
from tests.programs import program

PAGE = ROOT / "docs" / "integrating.md"
ADDRESS = "http://127.0.0.1:8710"


def command(page: str, terminal: str) -> str:
    """The upload as that terminal is given it."""
    (found,) = re.findall(rf"^\| {terminal} \| `(.+)` \|$", page, re.MULTILINE)
    return str(found)


def test_the_first_upload_is_answered_as_the_page_says(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    program("curl")
    (body,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (tmp_path / "rows.json").write_text(body, encoding="utf-8")
    with served(tmp_path / "data") as shop:
        environment = {**os.environ, "KEY": shop.command("keys", "create", "Till 1")["key"]}
        line = command(page, "sh, bash").replace(ADDRESS, shop.address)
        done = subprocess.run(
            ["sh", "-c", f"{line} -sS"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
            timeout=60,
        )  # fmt: skip
    assert done.stdout in page
    assert json.loads(done.stdout)["created"] == 1


@pytest.mark.parametrize("terminal", ["cmd", "PowerShell"])
def test_the_terminals_of_windows_are_given_the_same_call(terminal: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    plain = re.sub(r"%KEY%|\$env:KEY", "$KEY", command(page, terminal)).replace("curl.exe", "curl").replace("'", "")
    assert plain == command(page, "sh, bash")


def test_every_client_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"\(examples/([\w.]+)\)", page)) == {file.name for file in FOLDER.iterdir()}
