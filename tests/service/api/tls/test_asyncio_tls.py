"""The undocumented part of asyncio that TLS uses, under this Python. tls_probe.py says how to ask
another one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from service.api.tls import asyncio_tls
from tests.fakes.certificates import make_folder, make_server_context

PROBE = Path(__file__).with_name("tls_probe.py")


def test_it_needs_nothing_of_the_program_and_works_under_this_python(tmp_path: Path) -> None:
    make_server_context(tmp_path)
    authority = make_folder(tmp_path).authority_file
    files = (asyncio_tls.__file__, authority.with_name("server.pem"), authority.with_name("server.key"), authority)
    line = [sys.executable, "-W", "error", str(PROBE), *map(str, files)]
    done = subprocess.run(line, check=False, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}: good\n"
    assert (done.stderr, done.stdout, done.returncode) == ("", version, 0)
