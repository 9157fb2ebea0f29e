"""The description of the interface, by itself: valid, complete, and the one in docs/ (SPEC.md section 9)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from service.api.openapi.description import build_description
from service.domain.marketplace.orders import TRANSITIONS
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import Json

ROOT = Path(__file__).resolve().parents[3]
CODES = {
    "bad_request": 400,
    "unauthorized": 401,
    "not_found": 404,
    "method_not_allowed": 405,
    "body_too_large": 413,
    "read_only": 422,
    "mode_off": 422,
    "too_many_items": 422,
    "action_not_allowed": 422,
    "reason_required": 422,
    "rate_limited": 429,
    "internal_error": 500,
    "unavailable": 503,
}
DESCRIBED = build_description()
SCHEMAS = DESCRIBED["components"]["schemas"]


def against(schema: Json) -> Draft202012Validator:
    """A validator whose references reach the description's schemas."""
    return Draft202012Validator({**schema, "components": DESCRIBED["components"]})


def test_it_is_valid_openapi_3_1() -> None:
    OpenAPIV31SpecValidator(DESCRIBED).validate()
    assert DESCRIBED["openapi"].startswith("3.1.")
    assert DESCRIBED["info"]["version"] == "1.0.0"


def test_the_copy_in_docs_is_this_one() -> None:
    kept = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert kept == DESCRIBED, "make it anew: python -m service.api.openapi > docs/openapi.json"


async def test_the_service_gives_this_one_to_whoever_has_a_key(stand: RunningService) -> None:
    given = (await stand.call("GET", "/v1/openapi.json")).json
    assert given == {**DESCRIBED, "servers": given["servers"]}
    assert (await stand.call("GET", "/v1/openapi.json", key=None)).status == 401


@pytest.mark.parametrize("path", ["/v1/openapi.json", "/docs/openapi.json"])
async def test_its_server_is_the_address_that_it_was_asked_at(stand: RunningService, path: str) -> None:
    for host in ("localhost:8710", "127.0.0.1"):
        given = (await stand.call("GET", path, headers={"Host": host})).json
        assert [server["url"] for server in given["servers"]] == [f"http://{host}"]


async def test_it_describes_the_routes_there_are(stand: RunningService) -> None:
    described = {(method.upper(), path) for path, methods in DESCRIBED["paths"].items() for method in methods}
    routed = {(method, path) for path, methods in stand.service.routes.table.items() for method in methods}
    assert described == routed | {("GET", "/health")}


@pytest.mark.parametrize("name", list(SCHEMAS))
def test_every_field_is_described_and_amounts_say_their_unit(name: str) -> None:
    for field, schema in SCHEMAS[name].get("properties", {}).items():
        assert schema.get("description"), f"{name}.{field}"
        if field.endswith("_fils"):
            assert "fils" in schema["description"], f"{name}.{field}"
        if field in ("quantity", "reserved"):
            assert schema["type"] == "number"
            assert "nits" in schema["description"], f"{name}.{field}"
        if field.endswith("_at") or field == "accept_by":
            assert "UTC" in json.dumps(schema) or field == "accept_by"


def test_every_error_code_is_listed_with_its_status() -> None:
    responses = DESCRIBED["components"]["responses"]
    listed = {
        code: int(name.removeprefix("E"))
        for name, response in responses.items()
        for code in response["content"]["application/json"]["examples"]
    }
    assert listed == CODES
    assert set(SCHEMAS["ErrorBody"]["properties"]["error"]["enum"]) == set(CODES)
    for code, status in CODES.items():
        assert code in responses[f"E{status}"]["description"]


def test_every_transition_is_told() -> None:
    told = DESCRIBED["paths"]["/v1/orders/{order}/{action}"]["post"]["description"]
    for action, transition in TRANSITIONS.items():
        assert f"{action}: from {transition.sources[0]}" in told


def test_every_operation_says_what_it_answers() -> None:
    for path, methods in DESCRIBED["paths"].items():
        for method, operation in methods.items():
            expected = {"200", "400"} if path == "/health" else {"200", "400", "401", "429", "500", "503"}
            assert set(operation["responses"]) >= expected, (method, path)
            assert operation["operationId"]
            assert operation["summary"]
            for parameter in operation.get("parameters", []):
                assert parameter["description"]


def examples() -> list[tuple[str, Json, Json]]:
    found = []
    for path, methods in DESCRIBED["paths"].items():
        for method, operation in methods.items():
            contents = [operation.get("requestBody", {}).get("content", {})]
            contents += [response.get("content", {}) for response in operation["responses"].values()]
            found += [(f"{method} {path}", content["application/json"]) for content in contents if content]
    found += [(name, one["content"]["application/json"]) for name, one in DESCRIBED["components"]["responses"].items()]
    return [
        (name, media["schema"], example)
        for name, media in found
        for example in [
            *([media["example"]] if "example" in media else []),
            *(e["value"] for e in media.get("examples", {}).values()),
        ]
    ]


@pytest.mark.parametrize(
    ("name", "schema", "example"), examples(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_examples_are_what_they_are_examples_of(name: str, schema: Json, example: Json) -> None:
    assert list(against(schema).iter_errors(example)) == []


async def test_real_answers_are_as_described(stand: RunningService) -> None:
    upload = DESCRIBED["paths"]["/v1/items"]["post"]["requestBody"]["content"]["application/json"]["example"]
    assert (await stand.upload(*upload["items"]))["saved"] == 1
    await stand.upload({"sku": "X", "quantity": 12.345, "name": "n"}, {"sku": ""})
    stand.floor.add("A", 5)
    stand.floor.place("A", 1.125, vehicle={"make": "T", "model": "C"})
    for path, schema in (("/v1/items", "ItemPage"), ("/v1/orders", "OrderList"), ("/health", "Health")):
        reply = await stand.call("GET", path)
        assert list(against(SCHEMAS[schema]).iter_errors(reply.json)) == []
