"""The whole headless service: it starts, notices changes, runs its tasks and stops cleanly."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.api.http_server import PortInUse
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.domain.marketplace.orders import ACCEPT_WINDOW
from service.domain.times import DAY, SharedClock, SystemClock
from service.service import Service, ServiceOptions
from service.store.engine.connection import SqliteConnection
from service.store.engine.store import SqliteDatabase, Store
from service.store.postgres.database import PostgresDatabase
from service.store.settings import write_setting
from service.store.shops import list_shops
from service.usecases.settle_clock import settle_clock
from tests.fakes.certificates import make_caller_context, make_folder
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import new_database
from tests.fakes.postgres_server import OwnDatabase, make_address
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import RunningService, run_service
from tests.service.api.wire_client import connected, request_bytes


async def test_a_first_start_makes_my_shop_and_its_twin_a_second_none(tmp_path: Path) -> None:
    for _ in range(2):
        async with run_service(tmp_path) as stand:
            shops = stand.floor.read(list_shops)
            assert [(shop.name, shop.staging) for shop in shops] == [("My shop", False), ("My shop", True)]


async def test_it_listens_on_loopback_and_says_where(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        assert stand.address.startswith("http://127.0.0.1:")
        assert (await stand.call("GET", "/health", key=None)).status == 200


async def test_what_was_written_is_there_after_a_restart(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        await stand.upload({"sku": "A", "name": "n"})
        key = stand.key
    async with run_service(tmp_path) as stand:
        assert list((await stand.call("GET", "/v1/items", key=key)).json["items"]) == ["A"]


async def test_a_port_that_is_taken_leaves_the_duties_running_and_can_be_tried_again(tmp_path: Path) -> None:
    clock = FakeClock()
    service = Service(ServiceOptions(tmp_path / "counterpart.db", clock))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(PortInUse):
            await service.start(port=taken.getsockname()[1])
    assert service.address == ""
    await service.listen(port=0)
    assert service.address
    await service.stop_listening()
    assert service.address == ""
    await service.stop()


async def test_orders_that_lapsed_while_it_was_off_are_cancelled_at_the_start(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        stand.floor.add("A")
        order = stand.floor.place("A")
    later = FakeClock(stand.clock.now() + DAY)
    async with run_service(tmp_path, clock=later) as stand:
        await until_status(stand.floor, order.reference, "cancelled")
        assert stand.floor.order(order).status == "cancelled"


async def until_address(service: Service, address: str) -> None:
    """The loop's own turns are waited for, as nothing tells of a new address."""
    turn = asyncio.Event()
    async with asyncio.timeout(60):
        while service.address != address:
            asyncio.get_running_loop().call_soon(turn.set)
            await turn.wait()
            turn.clear()


async def until_status(floor: ShopFixture, reference: str, status: str) -> None:
    """Waits until an order has a status."""
    async with asyncio.timeout(60):
        sql = "SELECT 1 FROM orders WHERE reference = ? AND status = ?"
        while not await floor.store.read(lambda db: db.scalar(sql, (reference, status))):
            pass


async def test_a_clock_that_jumped_is_looked_at_when_the_computer_wakes(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        stand.floor.add("A")
        order = stand.floor.place("A")
        stand.clock.sleep(ACCEPT_WINDOW)
        stand.service.on_resumed()
        await until_status(stand.floor, order.reference, "cancelled")
        assert stand.floor.order(order).status == "cancelled"


async def test_a_clock_that_jumps_cancels_no_order_until_the_owner_confirms_it(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        stand.floor.add("A")
        stand.floor.add("B")
        before = stand.floor.place("A")
        stand.clock.set(stand.clock.now() + 365 * DAY)
        late = await stand.call("POST", f"/v1/orders/{before.reference}/confirm_fitment")
        assert late.status == 200
        during = stand.floor.place("B")
        stand.service.on_resumed()
        assert {stand.floor.order(order).status for order in (before, during)} == {"placed"}
        assert {stand.floor.order(order).accept_by for order in (before, during)} == {None}
        now = stand.clock.now()
        assert stand.floor.write(lambda tx: settle_clock(tx, by="owner", now=now)) == 2
        assert {stand.floor.order(order).accept_by for order in (before, during)} == {now + ACCEPT_WINDOW}
        stand.clock.advance(ACCEPT_WINDOW)
        await until_status(stand.floor, before.reference, "cancelled")
        await until_status(stand.floor, during.reference, "cancelled")
        assert [entry.action for entry in stand.floor.history(before)][-2:] == ["restart_time", "expire"]


async def test_a_clock_that_is_put_right_settles_by_itself(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        stand.floor.add("A")
        order = stand.floor.place("A")
        right = stand.clock.now()
        stand.clock.set(right + 365 * DAY)
        assert (await stand.call("POST", f"/v1/orders/{order.reference}/confirm_fitment")).status == 200
        stand.clock.set(right)
        assert (await stand.call("POST", f"/v1/orders/{order.reference}/accept")).status == 200
        last = stand.floor.history(order)
        assert [entry.action for entry in last][-2:] == ["restart_time", "accept"]


async def test_settings_count_as_soon_as_they_are_changed(stand: RunningService) -> None:
    async def refused() -> bool:
        return (await stand.call("GET", "/health", key=None, headers={"Host": "counter.local"})).status == 400

    assert await refused()
    stand.set("allowed_hosts", "counter.local")
    async with asyncio.timeout(60):
        while await refused():
            pass
    stand.set("allowed_hosts", "")
    async with asyncio.timeout(60):
        while not await refused():
            pass


async def test_changes_of_settings_that_come_at_once_are_applied_once(stand: RunningService) -> None:
    service, change = stand.service, Changes.of(ChangeKind.SETTINGS)
    async with service._listen_lock:
        service._on_changes(change)
        waiting = service._reloading
        for _ in range(5):
            await asyncio.sleep(0)
            service._on_changes(change)
            assert service._reloading is waiting
    assert waiting is not None
    await waiting
    service._on_changes(change)
    assert service._reloading is not waiting, "what came later is applied too"


async def test_stopping_without_a_start_does_no_harm(tmp_path: Path) -> None:
    service = Service(ServiceOptions(tmp_path / "counterpart.db", FakeClock()))
    await service.stop()
    assert service.address == ""
    Store(tmp_path / "counterpart.db").close()


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[RunningService]:
    """A running service."""
    async with run_service(tmp_path) as running:
        yield running


async def test_opening_to_the_network_is_followed_at_once_on_the_same_port(tmp_path: Path) -> None:
    service = Service(ServiceOptions(tmp_path / "counterpart.db", SystemClock()))
    await service.start(port=0)
    try:
        port = service.address.rpartition(":")[2]
        await service.store.write(lambda tx: write_setting(tx, "open_to_network", "on"))
        await until_address(service, f"http://0.0.0.0:{port}")
        assert service.settings.open_to_network
    finally:
        await service.stop()


async def test_opening_to_the_network_makes_a_certificate_and_loopback_goes_on_with_http(tmp_path: Path) -> None:
    options = ServiceOptions(tmp_path / "counterpart.db", SystemClock(), certificate=make_folder(tmp_path))
    service = Service(options)
    await service.start(port=0)
    try:
        port = service.address.rpartition(":")[2]
        assert await service.read_certificate() is None
        await service.store.write(lambda tx: write_setting(tx, "allowed_hosts", "shop-pc.local"))
        await service.store.write(lambda tx: write_setting(tx, "open_to_network", "on"))
        await until_address(service, f"http://0.0.0.0:{port}")
        certificate = await service.read_certificate()
        assert certificate is not None
        assert "shop-pc.local" in certificate.names
        assert service.till_address == f"https://shop-pc.local:{port}"
        asked = request_bytes("GET", "/health")
        for caller in (make_caller_context(tmp_path), None):
            async with connected(f"http://127.0.0.1:{port}", caller) as connection:
                await connection.send(asked)
                assert (await connection.reply()).status == 200
    finally:
        await service.stop()


async def test_without_a_certificate_an_open_service_listens_and_says_why_it_cannot_encrypt(tmp_path: Path) -> None:
    (tmp_path / "certificate").write_text("a file in the way")
    options = ServiceOptions(tmp_path / "counterpart.db", SystemClock(), certificate=make_folder(tmp_path))
    service = Service(options)
    await service.store.write(lambda tx: write_setting(tx, "open_to_network", "on"))
    await service.start(port=0)
    try:
        assert service.address
        with pytest.raises(Unavailable, match=r"The certificate in .* cannot be used"):
            await service.read_certificate()
        async with connected(service.address.replace("0.0.0.0", "127.0.0.1")) as connection:
            await connection.send(request_bytes("GET", "/health"))
            assert (await connection.reply()).status == 200
    finally:
        await service.stop()


class _Heard(logging.Handler):
    """Sets an event once the service has warned of something."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.set()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address of its own")
async def test_where_the_network_cannot_be_listened_on_it_stays_where_it_was(tmp_path: Path) -> None:
    service, heard = Service(ServiceOptions(tmp_path / "counterpart.db", SystemClock())), _Heard()
    await service.start(port=0)
    logging.getLogger("service.service").addHandler(heard)
    try:
        address = service.address
        with socket.socket() as other:
            other.bind(("127.0.0.2", int(address.rpartition(":")[2])))
            other.listen()
            await service.store.write(lambda tx: write_setting(tx, "open_to_network", "on"))
            async with asyncio.timeout(60):
                await heard.seen.wait()
        assert service.address == address
        _, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
        writer.close()
        await writer.wait_closed()
    finally:
        logging.getLogger("service.service").removeHandler(heard)
        await service.stop()


async def test_what_is_set_while_it_stops_does_not_make_it_listen_again(tmp_path: Path) -> None:
    service, began = Service(ServiceOptions(tmp_path / "counterpart.db", SystemClock())), asyncio.Event()

    async def opens_at_the_end() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            await service.store.write(lambda tx: write_setting(tx, "open_to_network", "on"))
            turn = asyncio.Event()
            while not service.settings.open_to_network:
                asyncio.get_running_loop().call_soon(turn.set)
                await turn.wait()
                turn.clear()

    service.add_task("Opening", opens_at_the_end)
    await service.start(port=0)
    port = int(service.address.rpartition(":")[2])
    await began.wait()
    await service.stop()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)


async def test_at_the_end_of_a_term_nothing_waits_for_a_slow_task_which_writes_in_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, written = [1], list[int | None]()
    monkeypatch.setattr(SqliteDatabase, "term", property(lambda _: now[0]))
    monkeypatch.setattr(SqliteConnection, "confirm_term", lambda _, term: written.append(term))
    service = Service(ServiceOptions(tmp_path / "counterpart.db", SystemClock()))
    began, go_on, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def end_slowly() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            await go_on.wait()
            await service.led_store.write(lambda tx: write_setting(tx, "slow", "1"))
            assert 2 not in written
            ended.set()

    service.add_task("Slow", end_slowly, is_of_leader=True)
    await service.start(port=0)
    await began.wait()
    sender = service._sender
    now[0] = 2
    service._on_term()
    async with asyncio.timeout(60):
        await sender._stopping.wait()
        go_on.set()
        await ended.wait()
    await service.stop()


async def test_work_that_cannot_end_is_logged_and_the_database_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(ServiceOptions(tmp_path / "counterpart.db", SystemClock()))
    await service.start(port=0)
    sender_stops = service._sender.stop

    async def break_at_the_end() -> None:
        await sender_stops()
        raise ValueError("a bug")

    monkeypatch.setattr(service._sender, "stop", break_at_the_end)
    monkeypatch.setattr(SqliteDatabase, "term", None)
    service._begin_to_follow()
    assert service._following is not None
    await service._following
    assert "What only the leader does did not begin or end" in caplog.text
    service._reloading = asyncio.get_running_loop().create_future()
    service._reloading.set_exception(ValueError("another bug"))
    with pytest.raises(ValueError, match="another bug"):
        await service.stop()
    with pytest.raises(Unavailable, match="is closing"):
        await service.store.write(lambda tx: tx.one("SELECT 1"))


async def test_of_two_services_the_leader_cancels_what_is_overdue_and_then_the_other_one(tmp_path: Path) -> None:
    database = OwnDatabase()

    def make(name: str) -> Service:
        (tmp_path / name).mkdir()
        clock = SharedClock(SystemClock())
        engine = PostgresDatabase(make_address(database.name), clock)
        return Service(ServiceOptions(tmp_path / name / "counterpart.db", clock, engine=engine))

    first, second = make("first"), make("second")
    await first.start_tasks()
    await second.start_tasks()
    assert (first.store.term is None, second.store.term) == (False, None)
    now = SystemClock().now()
    floor = ShopFixture(second.store, (await second.store.read(list_shops))[0], FakeClock(now))
    await asyncio.to_thread(floor.add, "A")
    for leader in (first, second):
        order = await asyncio.to_thread(floor.place, "A")
        await second.store.write(
            lambda tx: tx.update("UPDATE orders SET accept_by = ? WHERE accept_by > ?", (now, now))
        )
        await until_status(floor, order.reference, "cancelled")
        if leader is first:
            await first.stop()
    await second.stop()
    database.close()


async def test_of_several_services_each_reads_the_files_of_its_computer(tmp_path: Path) -> None:
    database = OwnDatabase()
    named, nameless = (
        ServiceOptions(tmp_path / name / "counterpart.db", FakeClock(), computer=name, engine=engine)
        for name, engine in (("counter", database), ("", PostgresDatabase(make_address(database.name))))
    )
    alone = replace(named, database=new_database(tmp_path), engine=None)
    of_files = {"The nightly pull", "Watching the nightly file"}
    led = dict.fromkeys(of_files, True)
    for options, wanted in (
        (alone, led),
        (nameless, led),
        (named, led | {f"{name} of counter": False for name in of_files}),
    ):
        service = Service(options)
        assert {
            one.task.name: one.is_of_leader for one in service.tasks if one.task.name.startswith(tuple(of_files))
        } == wanted
        await service.stop()
