"""Operations that read one thing, and the lists other than items and orders."""

from __future__ import annotations

from service.api.list_handlers import DEFAULT_LIMIT, MAX_LIMIT
from service.api.openapi.components import (
    IF_NONE_MATCH,
    Json,
    make_integer_parameter,
    make_json_response,
    make_read_responses,
)
from service.api.openapi.examples import BRANCH_LIST, ITEM_PAGE, ORDER_LIST, RFQ_LIST


def build_read_paths() -> Json:
    """The paths of these operations."""
    item = next(iter(ITEM_PAGE["items"].values()))
    order = ORDER_LIST["orders"][0]
    return {
        "/v1/items/{sku}": {
            "get": {
                "operationId": "getItem",
                "tags": ["Items"],
                "summary": "One item.",
                "parameters": [
                    make_path_parameter("sku", "Its SKU, without regard to case.", "04465-60280"),
                    IF_NONE_MATCH,
                ],
                "responses": make_read_responses(404, ok=make_json_response("Item", item, "The item.")),
            }
        },
        "/v1/branches": {
            "get": {
                "operationId": "listBranches",
                "tags": ["Items"],
                "summary": "The shop's branches.",
                "parameters": [IF_NONE_MATCH],
                "responses": make_read_responses(ok=make_json_response("BranchList", BRANCH_LIST, "The branches.")),
            }
        },
        "/v1/rfqs": {
            "get": {
                "operationId": "listRfqs",
                "tags": ["Orders"],
                "summary": "Requests for quotation, newest first.",
                "parameters": [
                    make_integer_parameter("limit", DEFAULT_LIMIT, 1, MAX_LIMIT, "How many requests to read."),
                    make_before_parameter("RFQ-2026-000001"),
                    IF_NONE_MATCH,
                ],
                "responses": make_read_responses(ok=make_json_response("RfqList", RFQ_LIST, "The requests.")),
            }
        },
        "/v1/orders/{order}": {
            "get": {
                "operationId": "getOrder",
                "tags": ["Orders"],
                "summary": "One order.",
                "parameters": [make_path_parameter("order", "Order reference.", "ORD-2026-000001"), IF_NONE_MATCH],
                "responses": make_read_responses(404, ok=make_json_response("Order", order, "The order.")),
            }
        },
    }


def make_path_parameter(name: str, text: str, example: str) -> Json:
    """A variable part of a path."""
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": text,
        "schema": {"type": "string", "minLength": 1},
        "example": example,
    }


def make_before_parameter(example: str) -> Json:
    """The parameter for the next page: the last entry of the page before."""
    return {
        "name": "before",
        "in": "query",
        "required": False,
        "description": "The last reference of the page before: only what is older.",
        "schema": {"type": "string"},
        "example": example,
    }
