"""The description as a file: complete JSON with the address that tills call, or a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bridge.gateway.description_file import save_description
from service.api.openapi.description import build_description
from service.domain.errors import Unavailable


def test_the_file_has_the_address_that_tills_call(tmp_path: Path) -> None:
    path = tmp_path / "interface.json"
    save_description(path, "http://shop-pc.local:8710")
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert [server["url"] for server in saved["servers"]] == ["http://shop-pc.local:8710"]
    assert saved == {**build_description(), "servers": saved["servers"]}


def test_where_it_cannot_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="cannot be written"):
        save_description(tmp_path / "missing" / "interface.json", "http://127.0.0.1:8710")
