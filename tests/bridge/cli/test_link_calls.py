"""`counterpart link` against far ends that are there: a good one, and those that are none."""

from __future__ import annotations

import datetime as dt
import http.server
import ipaddress
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from service.api.http_server import LOOPBACK
from service.usecases.upload_items import save_upload
from tests.bridge.cli.cli_with_secrets import CliWithSecrets, add_shop_and_vault
from tests.bridge.cli.ready_data import ready_cli
from tests.fakes.service_thread import ServiceInThread
from tests.fakes.shop_fixture import parse

KEY = "cp_live_" + "a" * 36
Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def shop(tmp_path: Path) -> CliWithSecrets:
    return ready_cli(CliWithSecrets, tmp_path / "data", add_shop_and_vault)


@pytest.fixture
def far(tmp_path: Path) -> Iterator[ServiceInThread]:
    service = ServiceInThread(tmp_path / "far")
    yield service
    service.stop()


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], http.server.HTTPServer]]:
    """Starts servers that answer everything alike."""
    running: list[http.server.HTTPServer] = []

    def start(answer: Answer) -> http.server.HTTPServer:
        status, headers, body = answer

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_words: object) -> None:
                """Says nothing."""

        server = http.server.ThreadingHTTPServer((LOOPBACK, 0), Handler)
        running.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


def address_of(server: http.server.HTTPServer, scheme: str = "http") -> str:
    return f"{scheme}://{LOOPBACK}:{server.server_address[1]}"


def own_certificate(folder: Path) -> ssl.SSLContext:
    """A server's side of https with a certificate that nobody trusts."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(LOOPBACK))]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "own.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((200, {"Content-Type": "text/html"}, b"<html>Please sign in</html>"), "list of orders cannot be understood"),
        ((200, {}, b'{"what": 1}'), "orders"),
        ((200, {}, b""), "cannot be understood"),
        ((404, {}, b"nothing"), "There is nothing at /v1/orders"),
        ((302, {"Location": "http://127.0.0.1:1/"}, b""), "leads elsewhere (302)"),
        ((401, {}, b"{}"), "refuses the key"),
        ((500, {}, b"oh"), "a fault of its own (500)"),
        ((429, {"Retry-After": "9"}, b"{}"), "asked for fewer calls"),
        ((418, {}, b"\x1b[31mI am a teapot"), "answered 418: [31mI am a teapot"),
    ],
)
def test_an_address_that_answers_something_else_is_one_sentence_and_stores_nothing(
    shop: CliWithSecrets, serve: Callable[[Answer], http.server.HTTPServer], answer: Answer, words: str
) -> None:
    message = shop.fails("link", "set", address_of(serve(answer)), "--key-stdin", stdin=KEY)
    assert words in message
    assert "Nothing was stored" in message
    assert "\x1b" not in message
    assert "has no link" in shop.fails("link", "status")


def test_a_certificate_that_nobody_trusts_is_one_sentence(
    shop: CliWithSecrets, serve: Callable[[Answer], http.server.HTTPServer], tmp_path: Path
) -> None:
    server = serve((200, {}, b"{}"))
    server.socket = own_certificate(tmp_path).wrap_socket(server.socket, server_side=True)
    message = shop.fails("link", "set", address_of(server, "https"), "--key-stdin", stdin=KEY)
    assert "certificate is not valid" in message
    assert "has no link" in shop.fails("link", "status")


def test_an_address_without_https_is_one_sentence(
    shop: CliWithSecrets, serve: Callable[[Answer], http.server.HTTPServer]
) -> None:
    address = address_of(serve((200, {}, b"{}")), "https")
    message = shop.fails("link", "set", address, "--key-stdin", stdin=KEY)
    assert "not with https" in message
    assert "has no link" in shop.fails("link", "status")


def test_an_unknown_key_of_a_real_upstream_is_refused(shop: CliWithSecrets, far: ServiceInThread) -> None:
    assert "refuses the key" in shop.fails("link", "set", far.address, "--key-stdin", stdin=KEY)


def test_the_way_of_an_owner_from_set_to_compare(shop: CliWithSecrets, far: ServiceInThread) -> None:
    rows = parse({"sku": "A", "name": "A", "quantity": 5, "price_fils": 1000}).rows
    shop.write(lambda tx, near: save_upload(tx, near, rows, by="Till", now=shop.clock.now()))
    far.shop.add("A", 5, price_fils=900)
    far.shop.add("THERE", 1)
    far.shop.place("A")
    made = shop.json("link", "set", far.address, "--key-stdin", stdin=far.key)
    assert made["check"] == {
        "orders": 1, "items": 2, "event_feed": True, "clock_offset_ms": made["check"]["clock_offset_ms"],
        "unreadable": [],
    }  # fmt: skip
    assert shop.json("link", "check")["items"] == 2
    report = shop.json("link", "push", "--dry-run")
    assert (report["create"], report["change"], report["equal"], report["only_there"]) == (0, 1, 0, 1)
    assert {"sku": "A", "field": "price_fils", "there": 900, "here": 1000} in report["worst"]
    assert shop.json("link", "approve", "--only-there", "bring")["to_push"] >= 1
    assert shop.json("items", "show", "THERE")["quantity"] == 0
    printed = shop.json("link", "compare")
    assert (printed["read"], printed["only_there"]) == (2, 0)
    assert shop.json("link", "parked") == []
    assert "is not parked" in shop.fails("link", "retry", "A")
    assert shop.json("link", "remove") == {"removed": True}
    assert "has no link" in shop.fails("link", "compare")


def test_an_upstream_that_is_gone_by_now_is_one_sentence(shop: CliWithSecrets, far: ServiceInThread) -> None:
    shop.json("link", "set", far.address, "--key-stdin", stdin=far.key)
    far.stop_listening()
    for words in (("check",), ("compare",), ("push", "--dry-run")):
        assert "cannot be reached" in shop.fails("link", *words)
