"""Clients of docs/examples that need no unusual programs, run unchanged; `dev.py try examples` runs
all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.clients import CLIENTS, FOLDER
from tests.examples.day import STATUSES_AFTER, Day, Shop, served
from tests.programs import program

ALWAYS = ("Python", "PHP")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with served(tmp_path_factory.mktemp("data")) as shop:
        yield shop


@pytest.mark.parametrize("language", ALWAYS)
def test_the_client_lives_through_a_tills_day(language: str, shop: Shop, tmp_path: Path) -> None:
    (client,) = (client for client in CLIENTS if client.language == language)
    for name in client.programs:
        program(name)
    assert Day(shop, client.start(tmp_path), tmp_path, language).live() == STATUSES_AFTER


def test_every_client_is_run_by_something() -> None:
    assert {client.file for client in CLIENTS} == {file.name for file in FOLDER.iterdir() if file.is_file()}
