"""The schemas of the description, from the types that parse and answer."""

from __future__ import annotations

import msgspec

from service.api.item_handlers import MAX_ROWS
from service.api.openapi.components import Json, make_ref
from service.api.openapi.examples import ERROR_CODES, ORDER_REFUSALS
from service.api.openapi.operations import make_pairing_schemas
from service.api.order_handlers import ReasonBody
from service.api.staging_handlers import EventBody
from service.domain import wire
from service.domain.catalogue.row_parser import MAX_BRANCH
from service.domain.catalogue.row_types import ITEM_FIELDS, MAX_CAR_TEXT, MAX_CARS, FieldKind, ItemRow
from service.domain.marketplace.order_requests import OrderBody, RfqBody
from service.domain.wire import EVENT_TYPES

_TYPES = [
    ItemRow, wire.ItemPage, wire.UploadResult, wire.OrderList, wire.ActionResult, wire.ActionRefusal, wire.ErrorBody,
    wire.Health, wire.Paired, wire.Fit, wire.EventPage, wire.BranchList, wire.RfqList, *EVENT_TYPES.values(),
    wire.ItemChangedEvent, OrderBody, RfqBody, EventBody, ReasonBody,
]  # fmt: skip

MAX_LENGTHS: dict[str, dict[str, int]] = {
    "ItemRow": {
        "branch": MAX_BRANCH,
        **{name: field.most for name, field in ITEM_FIELDS.items() if field.kind is FieldKind.TEXT},
    },
    "FitRow": {"make": MAX_CAR_TEXT, "model": MAX_CAR_TEXT},
}
"""The most characters of a row's texts (docs/contract.md, Fields of a row)."""


def make_schemas() -> Json:
    """Every schema by its name."""
    _, schemas = msgspec.json.schema_components(_TYPES, ref_template="#/components/schemas/{name}")
    for name in ("ItemRow", "FitRow"):
        # Unknown fields of a row are ignored and noted, not refused.
        schemas[name].pop("additionalProperties")
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            _simplify_number(field)
            _add_formats(field)
            _add_string_type(field)
    for name, lengths in MAX_LENGTHS.items():
        for field_name, length in lengths.items():
            _find_type(schemas[name]["properties"][field_name], "string")["maxLength"] = length
    _find_type(schemas["ItemRow"]["properties"]["fit"], "array")["maxItems"] = MAX_CARS
    schemas["ErrorBody"]["properties"]["error"]["enum"] = ERROR_CODES
    schemas["ActionRefusal"]["properties"]["error"]["enum"] = [body["error"] for body in ORDER_REFUSALS]
    schemas["Item"]["properties"]["fit"]["items"] = make_ref("Fit")
    events: list[type[wire.Event]] = [*EVENT_TYPES.values(), wire.ItemChangedEvent]
    schemas["EventPage"]["properties"]["events"]["items"] = {"anyOf": [make_ref(event.__name__) for event in events]}
    schemas["PostedEvent"] = {
        "title": "PostedEvent",
        "description": "An event of any kind, as webhooks post it.",
        "anyOf": [make_ref(event.__name__) for event in EVENT_TYPES.values()],
    }
    return {**schemas, **_make_body_schemas(), **make_pairing_schemas()}


def _make_body_schemas() -> Json:
    """Bodies that are not parsed by one type."""
    return {
        "Upload": {
            "title": "Upload",
            "description": f"Up to {MAX_ROWS} item rows.",
            "type": "object",
            "required": ["items"],
            "properties": {
                "items": {
                    "type": "array",
                    "description": "Taken in order, each row saved whole or rejected whole.",
                    "items": make_ref("ItemRow"),
                    "maxItems": MAX_ROWS,
                }
            },
        },
        "Description": {
            "title": "Description",
            "description": "An OpenAPI 3.1 document.",
            "type": "object",
            "required": ["openapi", "info", "paths"],
            "properties": {
                "openapi": {"type": "string", "description": "Version of OpenAPI."},
                "info": {"type": "object", "description": "Title and version."},
                "paths": {"type": "object", "description": "The operations by path."},
            },
        },
    }


def _simplify_number(field: Json) -> None:
    """Gives a quantity, whose type is integer or decimal, as one JSON number.

    The three decimals are given in words: validators that compute in binary say that 12.345 is no
    multiple of 0.001.
    """
    if field.get("type") == "number":
        field.pop("anyOf", None)
        field.pop("multipleOf", None)


def _add_formats(schema: Json) -> None:
    """Adds formats: whole numbers have 64 bits, quantities are doubles. Generators would else use
    32 bits and floats.
    """
    kind = schema.get("type")
    if kind in ("integer", "number"):
        schema["format"] = "int64" if kind == "integer" else "double"
    for inner in schema.get("anyOf", []):
        _add_formats(inner)


def _add_string_type(schema: Json) -> None:
    """Adds the type `string` to a list of words: some generators need it."""
    if "enum" in schema:
        schema["type"] = "string"
    for inner in schema.get("anyOf", []):
        _add_string_type(inner)


def _find_type(schema: Json, kind: str) -> Json:
    """The schema itself, or the one of its alternatives that has this type."""
    return next(one for one in (schema, *schema.get("anyOf", [])) if one.get("type") == kind)
