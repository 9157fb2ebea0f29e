"""`counterpart api`, against a small server in this process."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bridge.cli.program import program
from bridge.cli.session import Session
from tests.bridge.cli.cli_runner import Cli

KEY = "cp_test_0123456789"


@dataclass
class FakeService:
    """Answers with what it is set to, and notes each call."""

    port: int = 0
    status: int = 200
    answer: bytes = b'{"items":{}}'
    calls: list[tuple[str, str, str | None, bytes]] = field(default_factory=list)

    def note(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        self.calls.append((handler.command, handler.path, handler.headers.get("Authorization"), body))
        handler.send_response(self.status)
        handler.send_header("Content-Length", str(len(self.answer)))
        handler.end_headers()
        handler.wfile.write(self.answer)


@pytest.fixture
def service() -> Iterator[FakeService]:
    fake = FakeService()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            fake.note(self)

        def do_POST(self) -> None:
            fake.note(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            """Not to standard error, which the tests read."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    fake.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield fake
    server.shutdown()
    thread.join()
    server.server_close()


def call(cli: Cli, service: FakeService, *words: str, key: str | None = KEY, stdin: str | None = None) -> Result:
    environment = {"COUNTERPART_DATA_DIR": str(cli.folder), **({} if key is None else {"COUNTERPART_KEY": key})}
    line = ["api", *words, "--port", str(service.port)]
    return CliRunner().invoke(program, line, input=stdin, obj=Session(cli.clock, environment))


def test_the_answer_and_its_status_go_separate_ways(cli: Cli, service: FakeService) -> None:
    ended = call(cli, service, "get", "/v1/items?sku=A/B&limit=5")
    assert (ended.exit_code, ended.stdout, ended.stderr) == (0, '{"items":{}}\n', "HTTP 200 OK\n")
    assert service.calls == [("GET", "/v1/items?sku=A/B&limit=5", f"Bearer {KEY}", b"")]


@pytest.mark.parametrize(("status", "code"), [(200, 0), (304, 0), (401, 4), (422, 4), (500, 5), (503, 5)])
def test_the_exit_code_is_the_class_of_the_status(cli: Cli, service: FakeService, status: int, code: int) -> None:
    service.status, service.answer = status, b"" if status == 304 else b"{}"
    ended = call(cli, service, "GET", "/v1/items", "--json")
    assert ended.exit_code == code
    assert json.loads(ended.stderr)["status"] == status


def test_a_body_comes_from_a_file_or_standard_input(cli: Cli, service: FakeService, tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text('{"items":[]}', encoding="utf-8")
    assert call(cli, service, "POST", "/v1/items", "--body", str(file)).exit_code == 0
    assert call(cli, service, "POST", "v1/items", "--body", "-", stdin='{"x":1}').exit_code == 0
    assert [(path, body) for _, path, _, body in service.calls] == [
        ("/v1/items", b'{"items":[]}'),
        ("/v1/items", b'{"x":1}'),
    ]


def test_the_key_comes_from_a_file_or_is_asked_for(cli: Cli, service: FakeService, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(f"{KEY}\nmore\n", encoding="utf-8")
    assert call(cli, service, "GET", "/v1/items", "--key-file", str(file), key=None).exit_code == 0
    asked = call(cli, service, "GET", "/v1/items", key=None, stdin=f"{KEY}\n")
    assert asked.exit_code == 0
    assert KEY not in asked.output
    assert [key for _, _, key, _ in service.calls] == [f"Bearer {KEY}"] * 2


def test_a_call_that_needs_no_key_asks_for_none(cli: Cli, service: FakeService) -> None:
    assert call(cli, service, "GET", "/health", key=None).exit_code == 0
    assert service.calls == [("GET", "/health", None, b"")]


@pytest.mark.parametrize("key", ["a key", "cp_live_\nX-Header: 1", "مفتاح"])
def test_what_is_no_key_is_not_sent(cli: Cli, service: FakeService, key: str) -> None:
    ended = call(cli, service, "GET", "/v1/items", key=key)
    assert (ended.exit_code, "no API key" in ended.stderr, service.calls) == (1, True, [])
    assert key not in ended.stderr


def test_an_answer_cannot_steer_a_terminal(cli: Cli, service: FakeService) -> None:
    service.answer = '{"name":"\u202egpj.exe"}'.encode()
    assert "\u202e" not in call(cli, service, "GET", "/v1/items").stdout


def test_without_a_running_program_one_line_says_so(cli: Cli, service: FakeService) -> None:
    assert "The program is not running" in cli.fails("api", "GET", "/v1/items")
    assert "--key-file" in cli.fails("api", "POST", "/v1/items", "--body", "-", "--key-file", "-", code=2)
    cli.ok("shops", "list")
    unused, service.port = service.port, 1
    ended = call(cli, service, "GET", "/v1/items")
    service.port = unused
    assert (ended.exit_code, "Nothing answered at port 1" in ended.stderr) == (1, True)
