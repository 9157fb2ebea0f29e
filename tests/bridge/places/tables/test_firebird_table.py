"""A table of Firebird on a computer without Firebird's client library."""

from __future__ import annotations

from pathlib import Path

import pytest
from firebird.driver import driver_config, fbapi

from bridge.places.tables.firebird_table import FirebirdTable
from service.domain.pull.place_address import parse_place
from service.files.file_errors import FileError


def test_a_missing_library_is_a_missing_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fbapi, "api", None)
    monkeypatch.setattr(driver_config.fb_client_library, "_value", str(tmp_path / "fbclient"))
    table = FirebirdTable(parse_place("firebird://reader@127.0.0.1/srv/pos.fdb"), "secret")
    with pytest.raises(FileError, match="Firebird's client library"):
        table.select("SELECT 1")
