"""Which handler answers a path (contract §2.7)."""

from __future__ import annotations

import json

import pytest
from aiohttp import web

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.edge import Handler, Routes, answer_open_path
from service.domain.times import Millis
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


async def _handler(asked: ApiRequest) -> Answer:
    return Answer(200, b"{}")


async def _other_handler(asked: ApiRequest) -> Answer:
    return Answer(201, b"{}")


async def _keyless_handler(asked: web.BaseRequest, at: Millis) -> Answer:
    return Answer(200, b"{}")


ROUTES = Routes(
    {
        "/v1/items": {"GET": _handler, "POST": _other_handler},
        "/v1/orders/{order}/{action}": {"POST": _handler},
    }
)


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/v1/items", ()),
        ("/v1/%69tems", ()),
        ("/v1/orders/ORD-2026-000001/accept", ("ORD-2026-000001", "accept")),
        ("/v1/orders/ORD%2D2026%2D000001/%61ccept", ("ORD-2026-000001", "accept")),
        ("/v1/orders/a%2Fb/c", ("a/b", "c")),
        ("/v1/orders/%00/%20", ("\0", " ")),
        ("/v1/orders/%D8%B1/accept", ("ر", "accept")),
        ("/v1/orders/%ff/accept", ("\ufffd", "accept")),
        ("/v1/orders/%/%zz", ("%", "%zz")),
        ("/v1/orders/../..", ("..", "..")),
        ("/v1/orders/{order}/{action}", ("{order}", "{action}")),
    ],
)
def test_paths_that_exist(path: str, parts: tuple[str, ...]) -> None:
    match = ROUTES.find(path)
    assert match is not None
    assert match.path_params == parts


@pytest.mark.parametrize(
    "path",
    [
        "/v1", "/v1/", "/v1/items/", "/v1//items", "/v1/Items", "/v1/items/x", "/v1/orders/x", "/v1/orders//accept",
        "/v1/orders/x/", "/v1/orders/x/accept/", "/v1/orders/x/y/z", "/V1/items", "/v1%2Fitems", "/v1/%2569tems", "",
    ],
)  # fmt: skip
def test_paths_that_do_not(path: str) -> None:
    assert ROUTES.find(path) is None


def test_allow_names_the_methods_there_are() -> None:
    match = ROUTES.find("/v1/items")
    assert match is not None
    assert match.allow == "GET, HEAD, POST"


@pytest.mark.parametrize("path", ["/v1/items", "/v1/%69tems"])
def test_each_method_has_its_handler_and_head_that_of_get(path: str) -> None:
    match = ROUTES.find(path)
    assert match is not None
    found = [match.find_handler(method) for method in ("GET", "HEAD", "POST", "DELETE")]
    assert found == [_handler, _handler, _other_handler, None]


def test_a_path_without_a_key_is_apart_from_those_with_one() -> None:
    table: dict[str, dict[str, Handler]] = {"/v1/items": {"GET": _handler}}
    keyless = {"/v1/pair": _keyless_handler}
    routes = Routes(table, keyless)
    assert (routes.table, routes.keyless) == (table, keyless)
    assert routes.find("/v1/pair") is None
