"""What is answered outside of /v1 without a key."""

from __future__ import annotations

import json

import pytest

from service.api.open_paths import answer_open_path
from service.version import VERSION

ADDRESS = "http://10.0.0.5:8710"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_health_says_the_version(method: str) -> None:
    answer = answer_open_path(method, "/health", ADDRESS)
    assert (answer.status, json.loads(answer.body)) == (200, {"status": "ok", "version": VERSION})


def test_the_description_names_the_address_that_was_asked() -> None:
    answer = answer_open_path("GET", "/docs/openapi.json", ADDRESS)
    assert answer.status == 200
    assert [server["url"] for server in json.loads(answer.body)["servers"]] == [ADDRESS]


@pytest.mark.parametrize("path", ["/health", "/docs/openapi.json", "/docs"])
def test_nothing_is_written_there(path: str) -> None:
    answer = answer_open_path("POST", path, ADDRESS)
    assert (answer.status, json.loads(answer.body)["error"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD"


def test_any_other_path_is_not_found() -> None:
    answer = answer_open_path("POST", "/healthy", ADDRESS)
    assert (answer.status, json.loads(answer.body)["error"]) == (404, "not_found")
