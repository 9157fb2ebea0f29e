"""Items, orders and calls for the tests of the command line."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from service.domain.call_log.calls import Call
from service.domain.catalogue.row_parser import parse_rows
from service.domain.link.link_state import Link
from service.domain.shops import Shop
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import Tx
from service.store.link.links import put_link
from service.usecases.upload_items import save_upload
from tests.bridge.cli.cli_runner import NOON, Cli

PAD = {
    "sku": "PAD-1",
    "name": "Front brake pads",
    "name_ar": "فحمات فرامل أمامية",
    "price_fils": 12_500,
    "quantity": 10,
    "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
}


def give_items(cli: Cli, *rows: dict[str, Any], staging: bool = False, shop: str | None = None) -> None:
    """Uploads rows, the brake pads where none are named."""
    raws = msgspec.json.decode(json.dumps(rows or (PAD,)), type=list[msgspec.Raw])
    parsed = parse_rows(raws).rows
    result = cli.write(
        lambda tx, chosen: save_upload(tx, chosen, parsed, by="till", now=cli.clock.now()).result,
        staging=staging,
        shop=shop,
    )
    assert not result.errors


def order_of(quantity: float = 1, sku: str = "PAD-1", **more: object) -> str:
    """An order as the marketplace side writes it."""
    return json.dumps({"lines": [{"sku": sku, "quantity": quantity}], **more})


def log_call(
    cli: Cli,
    *,
    status: int = 200,
    path: str = "/v1/items",
    at: int = NOON,
    request: bytes = b"{}",
    response: bytes = b"{}",
    key: tuple[int, str] | None = None,
    unknown: bool = False,
    message: str | None = None,
    facts: str | None = None,
    staging: bool = False,
    shop: str | None = None,
) -> int:
    """Puts one call into a shop's log; gives its id."""

    def work(tx: Tx, chosen: Shop) -> int:
        key_id, name = key or (None, None)
        call = Call(
            0, at, None if unknown else chosen.id, key_id, name, "127.0.0.1", "POST", path, status, 1_234,
            len(request), len(response), None if status == 200 else "refused", message, ("fields ignored: price_fil",),
            facts,
        )  # fmt: skip
        return add_call(tx, call, PackedBodies(pack_body(request), pack_body(response)))

    return cli.write(work, staging=staging, shop=shop)


def give_link(cli: Cli, url: str, *, shop: str | None = None) -> None:
    """Links the shop without asking any upstream."""

    def work(tx: Tx, chosen: Shop) -> None:
        put_link(tx, Link(chosen.id, url, "webhook-77", False, True, False, False, NOON))

    cli.write(work, shop=shop)


def log_many(cli: Cli, count: int, first_message: str | None = None) -> None:
    """Puts so many calls into the shop's log at once,
    a millisecond apart; the first may have a message.
    """
    body = pack_body(b"{}")

    def work(tx: Tx, chosen: Shop) -> None:
        for number in range(count):
            call = Call(
                0, NOON + number, chosen.id, None, None, "127.0.0.1", "POST", "/v1/items", 200, 1_234,
                2, 2, None, None if number else first_message, (),
            )  # fmt: skip
            add_call(tx, call, PackedBodies(body, body))

    cli.write(work)
