"""A till's day with one of the clients, with the real program and with a server that fails."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from bridge.cli.program import program as commands
from bridge.cli.session import Session
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretPair
from tests.bench.children.child_processes import serve_command
from tests.examples.feed import RETRY_AFTER_S, faulty_server

LIMIT_S = 120.0
MAX_ROWS, MOST_BYTES = 1000, 2_097_152
SMALL, BIG = 1100, 700
STATUSES_AFTER = ["confirmed", "confirmed", "placed"]
"""Of a day's orders, in the order in which they were placed."""


@dataclass(frozen=True, slots=True)
class Shop:
    """A served program on a folder of its own, and commands at the same time; all in staging."""

    address: str
    folder: Path

    def command(self, *words: str, stdin: str = "") -> Any:  # noqa: ANN401 - JSON
        """What a command prints with `--json`."""
        session = Session(environment={"COUNTERPART_DATA_DIR": str(self.folder)})
        done = CliRunner().invoke(commands, [*words, "--staging", "--json"], input=stdin, obj=session)
        assert (done.exit_code, done.stderr) == (0, ""), done.output
        return json.loads(done.stdout)

    def place_order(self, sku: str) -> str:
        """Its reference."""
        order = {"lines": [{"sku": sku, "quantity": 1, "price_fils": 1000}]}
        return str(self.command("orders", "place", "-", stdin=json.dumps(order))["reference"])


@contextmanager
def served(folder: Path) -> Iterator[Shop]:
    """`counterpart serve` until the block ends."""
    with serve_command(folder) as process:
        yield Shop(process.address, folder)


@dataclass(slots=True)
class Day:
    """One client's day: `command` starts it, `folder` where it keeps its cursor."""

    shop: Shop
    command: Sequence[str]
    folder: Path
    name: str
    key: str = field(init=False)
    orders: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.key = self.shop.command("keys", "create", self.name)["key"]

    def live(self) -> list[str]:
        """All of it in the order of a day; returns the statuses of its orders at the end."""
        self.push_within_both_limits()
        self.accept_once()
        self.tell_genuine_from_forged()
        self.go_on_after_faults()
        self.read_the_feed()
        self.read_each_event_once()
        self.refuse_once()
        self.end_in_one_line()
        return [str(self.shop.command("orders", "show", order)["status"]) for order in self.orders]

    def place_order(self, number: int) -> str:
        """Places an order of one of the client's own items; answers its reference."""
        self.orders.append(self.shop.place_order(f"{self.name}-{number}"))
        return self.orders[-1]

    def run(self, *words: str, code: int = 0, address: str | None = None) -> tuple[str, str]:
        """What the client prints, on standard output and standard error."""
        done = self._start(*words, address=address)
        out, err = _text(done.stdout), _text(done.stderr)
        assert done.returncode == code, (self.name, words, done.returncode, out, err)
        return out, err

    def _start(self, *words: str, address: str | None = None, secret: str = "") -> subprocess.CompletedProcess[bytes]:
        line, environment = [*self.command, *words], self._environment(address, secret)
        return subprocess.run(line, cwd=self.folder, env=environment, capture_output=True, timeout=LIMIT_S, check=False)

    def _environment(self, address: str | None = None, secret: str = "") -> dict[str, str]:
        return {
            **os.environ,
            "COUNTERPART_ADDRESS": address or self.shop.address,
            "COUNTERPART_KEY": self.key,
            "COUNTERPART_WEBHOOK_SECRET": secret,
        }

    def push_within_both_limits(self) -> None:
        """1,100 small rows are more than one call may have,
        700 big ones are more bytes; the row at fault is named.
        """
        rows = _rows(self.name)
        (self.folder / "rows.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
        out, _ = self.run("push", "rows.json", code=1)
        fault = f"row 1050 {rows[1050]['sku']}: price_fils: must be an integer of 0 or more"
        assert out.splitlines() == [fault, f"saved {len(rows) - 1}, rejected 1"], out
        uploads = self.shop.command("log", "list", "--key", self.name)
        sizes = [call["request_bytes"] for call in uploads]
        assert {call["status"] for call in uploads} == {200}
        assert max(sizes) <= MOST_BYTES, sizes
        assert len(sizes) == 3, f"no more calls than the limits make: {sizes}"
        item = self.shop.command("items", "show", f"{self.name}-1799")
        assert (item["quantity"], item["name_ar"]) == (rows[-1]["quantity"], rows[-1]["name_ar"])

    def accept_once(self) -> None:
        """An order that is accepted already is refused, and the refusal is read out."""
        order = self.place_order(1)
        assert self.run("accept", order) == ("confirmed\n", "")
        out, err = self.run("accept", order, code=1)
        assert out == ""
        assert "422 action_not_allowed: " in err, err

    def tell_genuine_from_forged(self) -> None:
        """Bodies of lengths at which the last block of SHA-256 is cut in another way,
        and signatures that are wrong.
        """
        secret, other = make_secret(), make_secret()
        text = '{"id":"evt_1","name_ar":"فلتر زيت","quantity":2.5}'.encode() * 20
        for length in (0, 55, 56, 64, len(text)):
            body = text[:length]
            (self.folder / "body.bin").write_bytes(body)
            assert self._verdict(secret.text, _signature(secret, body)) == (0, "genuine\n"), length
        right = _signature(secret, text)
        wrong = (right[:-1], right.upper(), f"{right}0", "é", _signature(other, text), _signature(secret, text[:-1]))
        for signature in wrong:
            assert self._verdict(secret.text, signature) == (1, "forged\n"), signature

    def _verdict(self, secret: str, signature: str) -> tuple[int, str]:
        done = self._start("verify", "body.bin", signature, secret=secret)
        assert done.stderr == b"", done.stderr
        return done.returncode, _text(done.stdout)

    def go_on_after_faults(self) -> None:
        """Too many calls, then a connection that breaks:
        the work is done under one name, no sooner than allowed.
        """
        with faulty_server() as server:
            server.faults += [429, 0]
            assert self.run("accept", "ORD-2026-000001", address=server.address) == ("confirmed\n", "")
            first, second, third = server.seen
            assert second.at - first.at >= RETRY_AFTER_S
            assert third.at - second.at >= 1
            assert first.once
            assert {call.once for call in server.seen} == {first.once}
            assert {call.authorization for call in server.seen} == {f"Bearer {self.key}"}

    def refuse_once(self) -> None:
        """What no further try can help is not tried again."""
        with faulty_server() as server:
            server.faults += [401]
            _, err = self.run("accept", "ORD-2026-000001", code=1, address=server.address)
            assert "401 said_by_the_test: Status 401, as the test wants it." in err
            assert len(server.seen) == 1

    def end_in_one_line(self) -> None:
        """A key that is wrong or missing and a file that is broken or missing end in a sentence."""
        (self.folder / "rows.json").write_text('[{"sku": "A"}]', encoding="utf-8")
        (self.folder / "broken.json").write_text("{broken", encoding="utf-8")
        right = self.key
        for key, file in (
            ("cp_test_wrong", "rows.json"),
            ("", "rows.json"),
            (right, "broken.json"),
            (right, "no.json"),
        ):
            self.key = key
            out, err = self.run("push", file, code=1)
            assert (out, err.count("\n"), err.startswith("counterpart: ")) == ("", 1, True), (self.name, file, out, err)
        self.key = right

    def read_the_feed(self) -> None:
        """What happened before, once; then an order within the time of one held call."""
        order = self.place_order(2)
        assert self.run("accept", order)[0] == "confirmed\n"
        told = self.run("events")[0].splitlines()
        assert [line for line in told if order in line] == [f"order.placed {order}", f"order.status {order}"]
        assert self.run("events")[0] == ""
        following = subprocess.Popen(
            [*self.command, "follow"], cwd=self.folder, env=self._environment(), stdout=subprocess.PIPE
        )
        try:
            order = self.place_order(2)
            assert following.stdout is not None
            assert _text(following.stdout.readline()) == f"order.placed {order}\n"
        finally:
            following.kill()
            following.communicate()

    def read_each_event_once(self) -> None:
        """Over pages, over two runs and over a fault between them,
        by a cursor that has to be escaped.
        """
        with faulty_server() as server:
            (self.folder / "counterpart.cursor").unlink()
            server.events += [_event(number) for number in range(5)]
            first = self.run("events", address=server.address)[0].splitlines()
            assert first == [f"order.placed ORD-2026-00000{number}" for number in range(5)]
            server.events.append({"id": "evt_5", "event": "stock.changed", "data": {"sku": "فلتر"}})
            server.faults.append(503)
            assert self.run("events", address=server.address)[0].splitlines() == ["stock.changed فلتر"]
            assert self.run("events", address=server.address)[0] == ""


def _text(printed: bytes) -> str:
    return printed.decode().replace("\r\n", "\n")


def _signature(secret: Secret, body: bytes) -> str:
    pair = SecretPair(secret)
    return make_delivery_headers(pair, delivery_id="dlv_1", event="order.placed", body=body, at=1)[
        "x-service-signature"
    ]


def _event(number: int) -> dict[str, object]:
    return {"id": f"evt_{number}", "event": "order.placed", "data": {"order": {"reference": f"ORD-2026-00000{number}"}}}


def _rows(prefix: str) -> list[dict[str, Any]]:
    """One is rejected; the last 700 have names of 4 KB."""
    rows: list[dict[str, Any]] = [
        {"sku": f"{prefix}-{number}", "name": "Brake pads", "price_fils": 12500, "quantity": 3.1}
        for number in range(SMALL + BIG)
    ]
    rows[1050]["price_fils"] = "12500"
    for row in rows[SMALL:]:
        row["name_ar"] = "فلتر زيت " * 200
    return rows
