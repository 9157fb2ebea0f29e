"""What is copied runs in a shell, and holds no key."""

from __future__ import annotations

import shlex

from bridge.gateway.curl_command import format_curl
from service.domain.call_log.calls import Bodies, Call

HERE = "http://127.0.0.1:8710"


def call(method: str, path: str) -> Call:
    return Call(1, 0, 1, 1, "Till", "127.0.0.1", method, path, 200, 900, 0, 10)


def test_a_read_is_one_line() -> None:
    line = format_curl(call("GET", "/v1/orders?status=placed&limit=5"), Bodies(b"", b"{}"), HERE + "/")
    assert line == f"curl '{HERE}/v1/orders?status=placed&limit=5' -H 'Authorization: Bearer <key>'"


def test_a_small_body_goes_along_whatever_it_holds() -> None:
    body = b'{"reason": "it\'s $gone `x` \\u0641 \xd9\x81"}'
    words = shlex.split(format_curl(call("POST", "/v1/orders/ORD-1/reject"), Bodies(body, b""), HERE))
    assert words[:3] == ["curl", "-X", "POST"]
    assert words[-2:] == ["--data-binary", body.decode()]


def test_a_body_that_is_large_or_no_text_is_named_as_a_file() -> None:
    for body in (b"x" * 5000, b"\xff", b"a\0b", b"@/etc/passwd"):
        assert format_curl(call("POST", "/v1/items"), Bodies(body, b""), HERE).endswith("--data-binary @request.json")


def test_a_path_cannot_leave_its_quotes() -> None:
    line = format_curl(call("GET", "/v1/items?x='; rm -rf ~ #"), None, HERE)
    assert shlex.split(line)[1] == HERE + "/v1/items?x='; rm -rf ~ #"
