"""A copied curl command runs in a shell, and contains no key."""

from __future__ import annotations

import os
import re
import shlex
import subprocess

import pytest

from bridge.gateway.curl_command import format_curl
from service.domain.call_log.calls import Bodies, Call
from ui.backend.calls_port import Shell

HERE = "http://127.0.0.1:8710"


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
