"""The description itself: valid and complete (contract §2.1)."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckFunction
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from service.api.api_request import ApiRequest, Caller, QueryParams
from service.api.openapi.description import MAX_LENGTHS, build_description, read_description
from service.domain.marketplace.order_requests import parse_rfq
from service.domain.marketplace.orders import TRANSITIONS
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import SecretPair
from service.domain.wire import EVENT_TYPES
from service.usecases import place_order
from service.usecases.place_order import receive_rfq
from tests.fakes.clock import FakeClock
from tests.service.api.running_service import RunningService, run_service
from tests.service.api.wire_client import Json

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

LEFT_OUT: dict[CheckFunction, str] = {
    negative_data_rejection: (
        "unknown parameters and headers are ignored, and a faulty row is told in a 200 answer, by the contract; "
        "what has to be refused is in test_items.py, test_orders.py and test_params.py"
    ),
}
# A well-formed call may still be refused by a rule of business, which no schema can know.
CHECKS = {"positive_data_acceptance": {"expected-statuses": [200, 304, 404, 422]}}

PAIRING = {positive_data_acceptance}
"""No schema can say which code the owner has made: tests/service/api/pairing."""

FIXED = {"after": "latest", "wait": 0}
"""No schema can say which cursors were given; and waiting for events is tested where they come."""
NOT_GENERATED = {"barcode", "before", "sku", "since"}
"""Nor which references there are, and that only one of some parameters may be sent:
test_reads.py.
"""

# No schema says that U+0000 is refused in every text: tests/service/domain/test_texts.py.
CONFIG = SchemathesisConfig.from_dict({"checks": CHECKS, "generation": {"allow-x00": False}})
schema = schemathesis.openapi.from_dict(build_description(), config=CONFIG)
ROOT = Path(__file__).resolve().parents[4]
CODES = {
    "bad_request": 400,
    "unauthorized": 401,
    "not_allowed": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "in_progress": 409,
    "body_too_large": 413,
    "read_only": 422,
    "mode_off": 422,
    "too_many_items": 422,
    "action_not_allowed": 422,
    "reason_required": 422,
    "idempotency_mismatch": 422,
    "rate_limited": 429,
    "internal_error": 500,
    "unavailable": 503,
    "upstream_unavailable": 503,
}
HEADER_PARAMETERS = {
    "get": "#/components/parameters/If-None-Match",
    "post": "#/components/parameters/Idempotency-Key",
}
DESCRIBED = build_description()
SCHEMAS = DESCRIBED["components"]["schemas"]


class Rushing(FakeClock):
    """A minute passes at each look, so that no call without a key is kept waiting."""

    def monotonic(self) -> float:
        self._monotonic += 60
        return self._monotonic


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service in a thread of its own, with an order for the actions to meet."""
    ready: Future[tuple[RunningService, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(tmp_path_factory.mktemp("described"), ready)))
    thread.start()
    stand, loop, stop = ready.result(20)
    stand.floor.add("A", 100)
    for _ in range(3):
        stand.floor.place("A")
    yield stand
    loop.call_soon_threadsafe(stop.set)
    thread.join(20)


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """Connections that last, and no look for a proxy before each call."""
    with requests.Session() as opened:
        opened.trust_env = False
        yield opened


async def _serve(folder: Path, ready: Future[tuple[RunningService, asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    stop = asyncio.Event()
    async with run_service(folder, clock=Rushing(), rate_limit=None) as stand:
        ready.set_result((stand, asyncio.get_running_loop(), stop))
        await stop.wait()


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_the_service_does_as_it_says(
    case: schemathesis.Case[Any], served: RunningService, session: requests.Session
) -> None:
    if case.query:
        case.query = {name: FIXED.get(name, value) for name, value in case.query.items() if name not in NOT_GENERATED}
    left_out = {*LEFT_OUT, *(PAIRING if case.path == "/v1/pair" else ())}
    answer = case.call_and_validate(
        base_url=served.address,
        session=session,
        headers={"Authorization": f"Bearer {served.key}"},
        excluded_checks=list(left_out),
    )
    assert answer.status_code < 500


def test_the_copy_in_docs_is_this_one() -> None:
    copy = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert copy == build_description(), "make it again: python -m service.api.openapi > docs/openapi.json"


async def test_only_its_server_differs_in_an_answer() -> None:
    copy = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    server = {"url": "https://shop-pc:8710", "description": "The address that this was asked at."}
    anybody = cast("Caller", None)
    answer = await read_description(ApiRequest(anybody, (), QueryParams.parse(""), b"", 0, "https://shop-pc:8710"))
    assert (answer.status, json.loads(answer.body)) == (200, {**copy, "servers": [server]})


def against(schema: Json) -> Draft202012Validator:
    """A validator whose references reach the description's schemas."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - takes seconds, which each test process would take

    return Draft202012Validator({**schema, "components": DESCRIBED["components"]})


def test_it_is_valid_openapi_3_1() -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator  # noqa: PLC0415 - takes seconds

    OpenAPIV31SpecValidator(DESCRIBED).validate()
    assert DESCRIBED["openapi"].startswith("3.1.")
    assert DESCRIBED["info"]["version"] == "1.0.0"


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
    assert described == routed | {("GET", "/health"), ("POST", "/v1/pair")}


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
    assert set(SCHEMAS["ErrorBody"]["properties"]["error"]["enum"]) == {*CODES, *list_placing_codes()}
    for code, status in CODES.items():
        assert code in responses[f"E{status}"]["description"]


def list_placing_codes() -> set[str]:
    """The codes with which an order of the marketplace side is refused, from the source."""
    raised = set(re.findall(r'Refused\.saying\(\s*"(\w+)"', Path(place_order.__file__).read_text("utf-8")))
    return raised - {"live_shop"}  # a live key is 404 before


def answers_of(path: str) -> Json:
    return DESCRIBED["paths"][path]["post"]["responses"]


def test_a_staging_order_is_refused_with_the_described_codes() -> None:
    listed = set(answers_of("/v1/test/orders")["422"]["content"]["application/json"]["examples"])
    assert listed == {*list_placing_codes(), "idempotency_mismatch"}


async def test_real_refusals_of_a_staging_order_are_as_described(stand: RunningService) -> None:
    staging = stand.floor.paired()
    key = stand.make_key(staging.shop)
    media = answers_of("/v1/test/orders")["422"]["content"]["application/json"]
    staging.upload({"sku": "N", "name": "No price", "quantity": 1})
    lines = [
        [{"sku": "X", "quantity": 1}],
        [{"sku": "N", "quantity": 1}],
        [{"sku": "N", "quantity": 2, "price_fils": 1}],
    ]
    bodies: list[Json] = [None, *({"lines": line} for line in lines)]
    bodies.append({"lines": [{"sku": "N", "quantity": 1, "price_fils": 1}], "commission_fils": 2})
    codes = []
    for body in bodies:
        reply = await stand.call("POST", "/v1/test/orders", key=key, body=body)
        assert reply.status == 422
        assert list(against(media["schema"]).iter_errors(reply.json)) == []
        codes.append(reply.error)
    assert codes == ["nothing_to_order", "unknown_sku", "no_price", "not_enough_stock", "too_much_commission"]
    assert set(codes) <= set(media["examples"])


@pytest.mark.parametrize("kind", list(EventKind))
async def test_a_test_event_of_each_kind_is_as_described(stand: RunningService, kind: EventKind) -> None:
    key = stand.make_key(stand.floor.paired().shop)
    reply = await stand.call("POST", "/v1/test/events", key=key, body={"event": kind.value})
    schema = answers_of("/v1/test/events")["200"]["content"]["application/json"]["schema"]
    assert reply.status == 200
    assert list(against(schema).iter_errors(reply.json)) == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/test/orders", {
            "lines": [{"sku": "A", "quantity": 1.5, "price_fils": None}], "branch": None,
            "vehicle": {"make": "Kia", "model": "Rio", "year": 2020},
            "delivery": {"method": "pickup", "fee_fils": 1}, "commission_fils": 1,
        }),
        ("/v1/test/rfqs", {
            "items": [{"description": "Oil", "quantity": 2, "sku": None}], "text": "x",
            "vehicle": {"make": "Kia", "model": "Rio", "year": None},
        }),
    ],
)  # fmt: skip
async def test_every_field_of_a_staging_body_is_described_and_no_other_is_taken(
    stand: RunningService, path: str, body: dict[str, Json]
) -> None:
    staging = stand.floor.paired()
    staging.add("A", 5)
    key = stand.make_key(staging.shop)
    schema = DESCRIBED["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    described = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    assert set(described["properties"]) == set(body)
    for sent, right in ((body, True), ({**body, "zz": 1}, False), ({}, False)):
        assert (list(against(schema).iter_errors(sent)) == []) is right
        assert ((await stand.call("POST", path, key=key, body=sent)).status == 200) is right


def test_every_transition_is_told() -> None:
    told = DESCRIBED["paths"]["/v1/orders/{order}/{action}"]["post"]["description"]
    for action, transition in TRANSITIONS.items():
        assert f"{action}: from {transition.sources[0]}" in told


KEYLESS = ("/health", "/v1/pair")
"""They need no key, so nothing of a key's calls holds for them."""


def test_every_operation_says_what_it_answers() -> None:
    for path, methods in DESCRIBED["paths"].items():
        for method, operation in methods.items():
            expected = {"200", "400", "405"}
            if path != "/health":
                expected |= {"401", "429", "500", "503"}
            if path == "/v1/pair":
                expected |= {"413"}
            assert operation["operationId"]
            assert operation["summary"]
            headers = [one["$ref"] for one in operation.get("parameters", []) if "$ref" in one]
            if path not in KEYLESS:
                expected |= {"304"} if method == "get" else {"409", "413", "422"}
                assert headers == [HEADER_PARAMETERS[method]], (method, path)
            assert set(operation["responses"]) >= expected, (method, path)
            for parameter in operation.get("parameters", []):
                assert "$ref" in parameter or parameter["description"]


def test_every_answer_has_an_example() -> None:
    responses = [
        *DESCRIBED["components"]["responses"].values(),
        *(one["responses"]["200"] for methods in DESCRIBED["paths"].values() for one in methods.values()),
    ]
    for response in responses:
        media = response["content"]["application/json"]
        assert "example" in media or media["examples"], response["description"]


def numbers(schema: Json) -> Iterator[Json]:
    """Every schema of a number, however deep it is."""
    if isinstance(schema, dict):
        if schema.get("type") in ("integer", "number"):
            yield schema
        for inner in schema.values():
            yield from numbers(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from numbers(inner)


def test_numbers_say_how_wide_they_are() -> None:
    """A generator without this bound takes 32 bits, which 2,147,484 dinars overflow."""
    found = list(numbers({"paths": DESCRIBED["paths"], "schemas": SCHEMAS}))
    assert len(found) > 30
    for schema in found:
        assert schema["format"] == {"integer": "int64", "number": "double"}[schema["type"]], schema


def test_the_texts_of_a_row_say_how_long_they_may_be() -> None:
    for name, fields in MAX_LENGTHS.items():
        for field, length in fields.items():
            assert f'"maxLength": {length}' in json.dumps(SCHEMAS[name]["properties"][field])
    texts = {name for name, field in SCHEMAS["ItemRow"]["properties"].items() if '"string"' in json.dumps(field)}
    assert texts == {*MAX_LENGTHS["ItemRow"], "condition"}


def test_there_is_a_webhook_for_each_kind_of_event() -> None:
    assert set(DESCRIBED["webhooks"]) == {kind.value for kind in EventKind}
    for kind, methods in DESCRIBED["webhooks"].items():
        media = methods["post"]["requestBody"]["content"]["application/json"]
        assert list(against(media["schema"]).iter_errors(media["example"])) == []
        assert media["example"]["event"] == kind
        headers = {one["name"] for one in methods["post"]["parameters"] if one["required"]}
        sent = make_delivery_headers(SecretPair(make_secret()), delivery_id="d", event=EventKind(kind), body=b"", at=0)
        assert headers == set(sent) - {"Content-Type", "User-Agent"}


async def test_real_events_are_as_described(stand: RunningService) -> None:
    stand.floor.add("A", 5)
    reference = stand.floor.place("A", 1).reference
    assert (await stand.call("POST", f"/v1/orders/{reference}/accept")).status == 200
    for action in ("ready", "dispatched"):
        await stand.call("POST", f"/v1/orders/{reference}/{action}")
    asked = parse_rfq(b'{"items": [{"description": "Oil", "quantity": 0.5}]}')
    stand.floor.write(lambda tx: receive_rfq(tx, stand.shop, asked, now=stand.clock.now()))
    bodies = stand.floor.events()
    assert {body["event"] for body in bodies} == {kind.value for kind in EventKind}
    for body in bodies:
        schema = SCHEMAS[EVENT_TYPES[EventKind(body["event"])].__name__]
        assert list(against(schema).iter_errors(body)) == []
        assert set(body) == set(schema["properties"])
        assert set(body["data"]) == set(SCHEMAS[schema["properties"]["data"]["$ref"].rpartition("/")[2]]["properties"])


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


def test_no_optional_header_has_an_example() -> None:
    """The reference would send the example with every call that is tried: with one
    `Idempotency-Key` for all, the second call is refused.
    """
    assert {"Idempotency-Key", "If-None-Match"} <= DESCRIBED["components"]["parameters"].keys()
    for parameter in DESCRIBED["components"]["parameters"].values():
        assert "example" not in {**parameter, **parameter["schema"]}, parameter["name"]
