"""The child process that sends one alert."""

from __future__ import annotations

from typing import Final

from service.child_program import PASSED_ON, ChildProgram

_WAY_OUT = frozenset(
    {
        "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
        "no_proxy",
    }
)  # fmt: skip
"""The way to the internet. No HOME: the library must not send passwords of a .netrc file."""

SENDER: Final = ChildProgram("send-alert", "bridge.alerts.send_child", PASSED_ON | _WAY_OUT)
