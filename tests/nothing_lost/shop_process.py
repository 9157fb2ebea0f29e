"""Writes to a shop of a store on PostgreSQL in a process of its own:
`python -m tests.nothing_lost.shop_process ADDRESS FOLDER SHOP NAME ROUNDS`.

It records actions of the owner. Then each round uploads a new item, counts a returned unit, places
an order and stores a call. Each is a write that names the shop.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from service.domain.audit import OwnerAction
from service.domain.call_log.calls import Call
from service.domain.catalogue.stock import Cause
from service.domain.errors import Refused
from service.store.audit_log import record_action
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.store import Store
from service.store.postgres.database import PostgresDatabase
from service.store.shops import get_shop
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture


def write_rounds(floor: ShopFixture, name: str, rounds: int) -> None:
    call = Call(
        id=0, at=floor.clock.now(), shop_id=floor.shop.id, key_id=None, key=name, remote="", method="GET", path="/",
        status=200, duration_us=1, request_bytes=0, response_bytes=0, error=None, message=None, notes=(),
    )  # fmt: skip
    for _ in range(rounds):
        floor.change(lambda tx: record_action(tx, OwnerAction.SETTING_CHANGED, name, shop=floor.shop))
    for number in range(rounds):
        floor.upload({"sku": f"{name}-{number}", "name": name, "quantity": 1, "price_fils": 1})
        floor.move("Returned", Cause.RETURN, 1000)
        with suppress(Refused):
            floor.place("Wanted")
        floor.change(lambda tx: add_call(tx, call, PackedBodies()))


def main(address: str, folder: Path, shop_id: int, name: str, rounds: int) -> None:
    store = Store(folder / "counterpart.db", PostgresDatabase(address))
    shop = store.submit_read(lambda db: get_shop(db, shop_id)).result()
    print("ready", flush=True)  # noqa: T201 - the test waits for this line
    write_rounds(ShopFixture(store, shop, FakeClock()), name, rounds)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
