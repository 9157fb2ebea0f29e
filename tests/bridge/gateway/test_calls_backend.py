"""The call log's backend over a real store."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import subprocess
from concurrent.futures import CancelledError
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from bridge.gateway.calls_backend import CallsBackend, format_curl
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import Bodies, Call, CallFilter, Cursor
from service.domain.times import HOUR
from service.store import keys
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from tests.fakes.clock import START
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.calls_port import Calls, ExportFormat, Shell

HERE = "http://127.0.0.1:8710"
A_CALL = Call(0, START, None, None, None, "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)
EVERYTHING = CallFilter()


def call(method: str, path: str) -> Call:
    return Call(1, 0, 1, 1, "Till", "127.0.0.1", method, path, 200, 900, 0, 10)


def line_for(shell: Shell, logged: Call, bodies: Bodies | None, address: str) -> str:
    return format_curl(logged, bodies, address)[shell]


def test_the_first_line_is_for_this_systems_shell() -> None:
    read = call("GET", "/v1/items")
    assert next(iter(format_curl(read, None, HERE, windows=True))) is Shell.CMD
    assert next(iter(format_curl(read, None, HERE, windows=False))) is Shell.POSIX
    assert set(format_curl(read, None, HERE)) == set(Shell)


def test_a_read_is_one_line() -> None:
    line = line_for(Shell.POSIX, call("GET", "/v1/orders?status=placed&limit=5"), Bodies(b"", b"{}"), HERE + "/")
    assert line == f"curl '{HERE}/v1/orders?status=placed&limit=5' -H 'Authorization: Bearer <key>'"


def test_a_small_body_goes_along_whatever_it_holds() -> None:
    body = b'{"reason": "it\'s $gone `x` \\u0641 \xd9\x81"}'
    words = shlex.split(line_for(Shell.POSIX, call("POST", "/v1/orders/ORD-1/reject"), Bodies(body, b""), HERE))
    assert words[:3] == ["curl", "-X", "POST"]
    assert words[-2:] == ["--data-binary", body.decode()]


def test_a_body_that_is_large_or_no_text_is_named_as_a_file() -> None:
    for body in (b"x" * 5000, b"\xff", b"a\0b", b"@/etc/passwd"):
        assert line_for(Shell.POSIX, call("POST", "/v1/items"), Bodies(body, b""), HERE).endswith(
            "--data-binary @request.json"
        )


def test_a_path_cannot_leave_its_quotes() -> None:
    line = line_for(Shell.POSIX, call("GET", "/v1/items?x='; rm -rf ~ #"), None, HERE)
    assert shlex.split(line)[1] == HERE + "/v1/items?x='; rm -rf ~ #"


HOSTILE = [
    "/v1/items?a=1&calc.exe",
    '/v1/items?a="&calc.exe&"',
    "/v1/items?a=$(calc)`calc`${HOME}",
    "/v1/items?a=%PATH%&b=%ComSpec%%",
    "/v1/items?a='; rm -rf ~ #",
    "/v1/items?a=^&calc|calc>x<y!PATH!",
    "/v1/items?a=\\&b=\\",
    "/v1/items?a=1\r\ncalc.exe\n",
    "/v1/items?a=[1-9]{a,b}*;(calc)",
    "/v1/items/\u0641\u202e\udcff",
]
METHODS = ["GET", "POST", "X&calc", "`calc`", "$HOME|calc", "%PATH%"]
WINDOWS_WORD = re.compile(r'[A-Za-z0-9.@_-]+|"[^"]*"')


@pytest.mark.parametrize("shell", [Shell.CMD, Shell.POWERSHELL])
@pytest.mark.parametrize("path", HOSTILE)
@pytest.mark.parametrize("method", METHODS)
def test_on_windows_nothing_is_left_that_cmd_or_powershell_acts_on(path: str, method: str, shell: Shell) -> None:
    """Cmd acts on %NAME% between double quotes, PowerShell on $ and `;
    a plain word holds none of either's signs.
    """
    line = line_for(shell, call(method, path), Bodies(b'{"reason": "x"}', b""), HERE)
    assert line.isascii()
    assert line.isprintable()
    for word in WINDOWS_WORD.sub("", line).split(" "):
        assert word == "", f"{word!r} is neither plain nor quoted"
    for quoted in re.findall(r'"([^"]*)"', line):
        assert not set(quoted) & set("$`!^|\\"), quoted
        assert not re.search(r"%(?![0-9A-Fa-f]{2})", quoted), quoted
    assert line.endswith('--data-binary "@request.json"')


@pytest.mark.skipif(os.name != "posix", reason="asks sh")
@pytest.mark.parametrize("shell", Shell)
@pytest.mark.parametrize("path", HOSTILE)
def test_sh_hands_every_word_on_and_runs_none(path: str, shell: Shell) -> None:
    line = line_for(shell, call("POST", path), None, HERE)
    script = "printf '%s\\0' " + line
    ran = subprocess.run(["/bin/sh", "-c", script.encode("utf-8", "surrogateescape")], capture_output=True, check=True)
    words = ran.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]
    assert len(words) == 6
    assert words[1:3] == ["-X", "POST"]
    assert words[4:] == ["-H", "Authorization: Bearer <key>"]
    if shell is Shell.POSIX:
        assert words[3] == HERE + path
    assert ran.stderr == b""


def test_on_windows_an_ordinary_call_is_as_it_was() -> None:
    line = line_for(Shell.CMD, call("GET", "/v1/items?sku=A%2FB&limit=5"), None, HERE)
    assert line == f'curl.exe "{HERE}/v1/items?sku=A%2FB&limit=5" -H "Authorization: Bearer <key>"'


@pytest.fixture
def room(asking: StoreGateway) -> Calls:
    return CallsBackend(asking, lambda: "http://127.0.0.1:8710")


def add_calls(floor: ShopFixture, *entries: Call, request: bytes = b"", response: bytes = b"") -> list[Call]:
    """Writes entries and gives them back with their ids."""
    packed = PackedBodies(pack_body(request), pack_body(response))

    def work(tx: Tx) -> list[Call]:
        return [replace(entry, id=add_call(tx, entry, packed)) for entry in entries]

    return floor.write(work)


def add_many_calls(floor: ShopFixture, count: int) -> list[Call]:
    """Entries a second apart, the newest first; each third is refused."""
    made = [
        replace(A_CALL, shop_id=floor.shop.id, at=START + at * 1000, status=404 if at % 3 == 0 else 200)
        for at in range(count)
    ]
    return add_calls(floor, *made)[::-1]


def cursor_of(call: Call) -> Cursor:
    return call.at, call.id


def test_calls_fall_into_their_hours_and_those_before_are_left_out(shop: ShopFixture, room: Calls) -> None:
    quiet = room.day(shop.shop.id, START).result(WAIT_S)
    assert (len(quiet.hours), quiet.calls, quiet.typical_us) == (24, 0, None)
    assert quiet.hours[-1].start <= START < quiet.hours[-1].start + HOUR
    hour = START // HOUR * HOUR
    moments = ((START, 200), (hour, 422), (hour - 1, 503), (hour - 23 * HOUR, 200), (hour - 23 * HOUR - 1, 200))
    add_calls(shop, *(replace(A_CALL, shop_id=shop.shop.id, at=at, status=status) for at, status in moments))
    seen = room.day(shop.shop.id, START).result(WAIT_S)
    assert [(at.answered, at.faults) for at in seen.hours[-2:]] == [(0, 1), (1, 1)]
    assert seen.hours[0].answered == 1
    assert (seen.calls, seen.faults) == (4, 2)


def ignore_progress(_progress: Progress) -> None:
    """Nobody looks."""


def test_pages_go_both_ways_and_miss_nothing(shop: ShopFixture, room: Calls) -> None:
    every = add_many_calls(shop, 25)
    first = room.page(shop.shop.id, EVERYTHING, 10).result(WAIT_S)
    assert (first.rows, first.older, first.newer) == (tuple(every[:10]), True, False)
    second = room.page(shop.shop.id, EVERYTHING, 10, before=cursor_of(first.rows[-1])).result(WAIT_S)
    last = room.page(shop.shop.id, EVERYTHING, 10, before=cursor_of(second.rows[-1])).result(WAIT_S)
    assert (second.older, last.older, last.newer) == (True, False, True)
    assert first.rows + second.rows + last.rows == tuple(every)
    back = room.page(shop.shop.id, EVERYTHING, 10, after=cursor_of(last.rows[0])).result(WAIT_S)
    assert (back.rows, back.older, back.newer) == (tuple(every[10:20]), True, True)
    top = room.page(shop.shop.id, EVERYTHING, 10, after=cursor_of(back.rows[0])).result(WAIT_S)
    assert (top.rows, top.newer) == (tuple(every[:10]), False)


def test_counts_are_those_of_the_filter_whatever_class_is_chosen(shop: ShopFixture, room: Calls) -> None:
    add_many_calls(shop, 9)
    since = START + 5000
    counts = room.counts(shop.shop.id, CallFilter(since=since, status_class=4)).result(WAIT_S)
    assert (counts.total, counts.by_class) == (4, {2: 3, 4: 1, 5: 0})
    assert counts.oldest == START
    assert counts.retention_days == 90


@pytest.mark.parametrize("key", [None, "Till", "Nobody"])
@pytest.mark.parametrize("path", [None, "orders", "%"])
@pytest.mark.parametrize("since", [None, START])
def test_counts_agree_with_the_pages_for_every_filter(
    shop: ShopFixture, room: Calls, key: str | None, path: str | None, since: int | None
) -> None:
    till = shop.write(lambda tx: keys.add_key(tx, shop.shop.id, "Till", "x" * 20, START)).id
    entries = [
        replace(A_CALL, shop_id=shop.shop.id, key_id=till, key="Till", path="/v1/orders"),
        replace(A_CALL, shop_id=shop.shop.id, key_id=till, key="Till", status=500),
        replace(A_CALL, status=401, at=START - 1),
        replace(A_CALL, status=401, path="/v1/orders/100%25"),
    ]
    add_calls(shop, *entries)
    which = CallFilter(since=since, key=key, path=path)
    rows = room.page(shop.shop.id, which, 50).result(WAIT_S).rows
    counts = room.counts(shop.shop.id, which).result(WAIT_S)
    assert counts.total == len(rows)
    assert counts.by_class == {kind: sum(row.status // 100 == kind for row in rows) for kind in (2, 4, 5)}


def test_keys_are_named_once_revoked_ones_too(shop: ShopFixture, room: Calls) -> None:
    def add(tx: Tx) -> None:
        old = keys.add_key(tx, shop.shop.id, "Till", "a" * 20, START)
        keys.revoke_key(tx, old, START)
        keys.add_key(tx, shop.shop.id, "Till", "b" * 20, START)
        keys.add_key(tx, shop.shop.id, "Web", "c" * 20, START)

    shop.write(add)
    assert room.keys(shop.shop.id).result(WAIT_S) == ("Till", "Web")


def test_the_detail_marks_rejected_rows_and_names_what_the_call_was_about(shop: ShopFixture, room: Calls) -> None:
    request = b'{"items": [{"sku": "A"},\n{"sku": "B", "price_fils": "1"}]}'
    response = b'{"saved": 1, "errors": [{"index": 1, "sku": "B", "error": "price_fils: must be an integer"}]}'
    upload = replace(A_CALL, shop_id=shop.shop.id, method="POST", facts='{"saved":1,"rejected":1}')
    (call,) = add_calls(shop, upload, request=request, response=response)
    detail = room.detail(shop.shop.id, call.id).result(WAIT_S)
    assert detail.call == call
    assert detail.bodies is not None
    assert detail.bodies.request == request
    assert [(fault.line, fault.text) for fault in detail.faults] == [(2, "must be an integer")]
    assert [mark.line for mark in detail.request.marks] == [8]
    assert (detail.skus, detail.sku_count, detail.orders) == (("A", "B"), 2, ())
    assert all("<key>" in line for line in detail.curl.values())
    assert detail.response.text.startswith("{\n")


def test_a_call_with_an_unknown_key_has_no_bodies_and_is_not_in_staging(shop: ShopFixture, room: Calls) -> None:
    (call,) = add_calls(shop, replace(A_CALL, status=401), response=b"{}")
    detail = room.detail(shop.shop.id, call.id).result(WAIT_S)
    assert detail.bodies is None
    assert detail.response.text == ""
    staging = shop.paired().shop.id
    assert room.page(staging, EVERYTHING, 10).result(WAIT_S).rows == ()
    assert room.counts(staging, EVERYTHING).result(WAIT_S).total == 0
    with pytest.raises(BackendError) as refused:
        room.detail(staging, call.id).result(WAIT_S)
    assert refused.value.code is ErrorCode.NOT_FOUND


def test_a_search_tells_how_far_it_is_and_what_it_found(shop: ShopFixture, room: Calls) -> None:
    mine = replace(A_CALL, shop_id=shop.shop.id)
    add_calls(shop, *[mine] * 600, response=b'{"orders": []}')
    (hit,) = add_calls(shop, replace(mine, at=START - 5), response='{"reference": "ORD-7", "name": "فحمات"}'.encode())
    heard: list[Progress] = []
    found: list[tuple[Call, ...]] = []
    page = room.search(shop.shop.id, EVERYTHING, "FOO", 10, heard.append, on_hits=found.append).result(WAIT_S)
    assert (page.rows, page.older, found) == ((), False, [])
    assert [(told.done, told.total) for told in heard] == [(500, 601), (601, 601)]
    for text in ("ord-7", "فحمات"):
        found.clear()
        page = room.search(shop.shop.id, EVERYTHING, text, 10, heard.append, on_hits=found.append).result(WAIT_S)
        assert page.rows == (hit,)
        assert found == [(hit,)]
        assert heard[-1] == Progress(601, 601, 1)


def test_a_search_finds_an_entry_by_the_request_id_of_its_caller(shop: ShopFixture, room: Calls, store: Store) -> None:
    mine = replace(A_CALL, shop_id=shop.shop.id)
    wanted, *others = add_calls(shop, *[mine] * 3)
    (also,) = add_calls(shop, mine, request=b"%d" % wanted.id)
    (foreign,) = add_calls(shop, replace(mine, shop_id=shop.paired().shop.id))
    for text in (str(wanted.id), f" {wanted.id} "):
        page = room.search(shop.shop.id, EVERYTHING, text.strip(), 10, ignore_progress).result(WAIT_S)
        assert page.rows == (wanted, also)
    assert others
    for nothing in (str(foreign.id), "9" * 30, "٧"):
        assert room.search(shop.shop.id, EVERYTHING, nothing, 10, ignore_progress).result(WAIT_S).rows == ()


def test_a_304_is_counted_among_the_answered_calls(shop: ShopFixture, room: Calls) -> None:
    mine = replace(A_CALL, shop_id=shop.shop.id)
    add_calls(shop, mine, replace(mine, status=304), replace(mine, status=409))
    counts = room.counts(shop.shop.id, EVERYTHING).result(WAIT_S)
    assert (counts.total, counts.by_class) == (3, {2: 2, 4: 1, 5: 0})
    page = room.page(shop.shop.id, CallFilter(status_class=2), 10).result(WAIT_S)
    assert sorted(call.status for call in page.rows) == [200, 304]


def test_a_search_goes_on_where_the_last_one_ended(shop: ShopFixture, room: Calls) -> None:
    add_calls(shop, *[replace(A_CALL, shop_id=shop.shop.id)] * 1200, response=b"needle")
    seen: list[Call] = []
    before: Cursor | None = None
    for _ in range(9):
        page = room.search(shop.shop.id, EVERYTHING, "needle", 100, ignore_progress, before=before).result(WAIT_S)
        seen.extend(page.rows)
        if not page.older:
            break
        before = cursor_of(page.rows[-1])
    assert len(seen) == len({call.id for call in seen}) == 1200


def test_a_search_can_be_stopped(shop: ShopFixture, room: Calls) -> None:
    add_calls(shop, *[replace(A_CALL, shop_id=shop.shop.id)] * 1600, response=b"hay")
    begun, go_on = Event(), Event()
    heard: list[Progress] = []

    def hold(progress: Progress) -> None:
        heard.append(progress)
        begun.set()
        assert go_on.wait(WAIT_S)

    search = room.search(shop.shop.id, EVERYTHING, "needle", 10, hold)
    assert begun.wait(WAIT_S)
    assert search.cancel()
    go_on.set()
    # Another search needs a worker too:
    # three of them pass only when the stopped one has given its own back.
    others = [room.search(shop.shop.id, EVERYTHING, "x", 10, ignore_progress) for _ in range(3)]
    for other in others:
        other.result(WAIT_S)
    with pytest.raises(CancelledError):
        search.result(0)
    assert len(heard) == 1


def test_csv_and_json_are_written_whole_with_progress(shop: ShopFixture, room: Calls, tmp_path: Path) -> None:
    every = add_many_calls(shop, 7)
    heard: list[Progress] = []
    table = tmp_path / "calls.csv"
    assert room.export(shop.shop.id, EVERYTHING, str(table), ExportFormat.CSV, heard.append).result(WAIT_S) == 7
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert [int(row["id"]) for row in rows] == [call.id for call in every]
    assert heard == [Progress(0, 7), Progress(7, 7)]
    lines = tmp_path / "calls.jsonl"
    refused = CallFilter(status_class=4)
    assert room.export(shop.shop.id, refused, str(lines), ExportFormat.JSON, ignore_progress).result(WAIT_S) == 3
    assert {json.loads(line)["status"] for line in lines.read_text().splitlines()} == {404}


def test_an_export_that_is_stopped_leaves_the_file_that_was_there(
    shop: ShopFixture, room: Calls, tmp_path: Path
) -> None:
    add_many_calls(shop, 1200)
    file = tmp_path / "calls.csv"
    file.write_text("mine")
    begun, go_on = Event(), Event()

    def hold(_progress: Progress) -> None:
        begun.set()
        assert go_on.wait(WAIT_S)

    export = room.export(shop.shop.id, EVERYTHING, str(file), ExportFormat.CSV, hold)
    assert begun.wait(WAIT_S)
    assert export.cancel()
    go_on.set()
    others = [
        room.export(shop.shop.id, EVERYTHING, str(tmp_path / f"{n}"), ExportFormat.CSV, ignore_progress)
        for n in range(3)
    ]
    for other in others:
        other.result(WAIT_S)
    assert file.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_a_file_that_cannot_be_written_is_said_in_a_sentence(shop: ShopFixture, room: Calls, tmp_path: Path) -> None:
    with pytest.raises(BackendError) as refused:
        room.export(shop.shop.id, EVERYTHING, str(tmp_path / "no" / "x.csv"), ExportFormat.CSV, ignore_progress).result(
            WAIT_S
        )
    assert refused.value.code is ErrorCode.FILE_NOT_WRITABLE


def test_an_export_of_a_search_holds_what_it_found(shop: ShopFixture, room: Calls, tmp_path: Path) -> None:
    add_many_calls(shop, 3)
    add_calls(shop, *[replace(A_CALL, shop_id=shop.shop.id)] * 2, response=b"needle")
    file = tmp_path / "calls.jsonl"
    export = room.export(shop.shop.id, EVERYTHING, str(file), ExportFormat.JSON, ignore_progress, text="needle")
    assert export.result(WAIT_S) == 2
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2
