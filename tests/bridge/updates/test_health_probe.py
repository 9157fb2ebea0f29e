"""A version is tried on empty data, and says nothing where this program speaks."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bridge.updates.health_probe import try_program

HINTING = """#!{python} -SE
import http.server, sys
sys.stderr.write("No system has a key yet.\\n" * 10_000)
sys.stderr.flush()
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{{"status": "ok", "version": "0.2.0"}}')
    def log_message(self, *_):
        pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[-1])), Health).serve_forever()
"""


@pytest.mark.skipif(os.name != "posix", reason="a script is the program")
def test_what_a_version_prints_while_it_is_tried_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "counterpart"
    program.write_text(
        "#!/bin/sh\necho 'Make a key for your till'\necho 'It is broken.' >&2\nexit 3\n", encoding="utf-8"
    )
    program.chmod(0o755)
    assert try_program(program, "0.2.0") == "it ended with 3"
    assert capfd.readouterr() == ("", "It is broken.\n")


@pytest.mark.skipif(os.name != "posix", reason="a script is the program")
def test_what_a_version_that_answers_says_of_its_keys_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "counterpart"
    program.write_text(HINTING.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    assert try_program(program, "0.2.0") == ""
    assert capfd.readouterr() == ("", "")
