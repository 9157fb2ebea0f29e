"""The description in docs/ is the one that the service gives: each change of the interface is seen
in a review.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from service.api.api_request import ApiRequest, Caller
from service.api.openapi.description import build_description, read_description

ROOT = Path(__file__).resolve().parents[4]


def test_the_copy_in_docs_is_this_one() -> None:
    copy = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert copy == build_description(), "make it again: python -m service.api.openapi > docs/openapi.json"


async def test_only_its_server_differs_in_an_answer() -> None:
    copy = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    server = {"url": "https://shop-pc:8710", "description": "The address that this was asked at."}
    anybody = cast("Caller", None)
    answer = await read_description(ApiRequest(anybody, (), "", b"", 0, "https://shop-pc:8710"))
    assert (answer.status, json.loads(answer.body)) == (200, {**copy, "servers": [server]})
