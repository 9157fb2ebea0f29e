"""The child process that sends one alert with apprise and ends.

It reads one line of JSON from standard input and writes one to standard output. It ends at once
when the input closes. Nothing that
apprise logs leaves the process, as it may have parts of the address: only how the try ended does.
"""

from __future__ import annotations

import importlib
import json
import logging
import re
import sys
from collections.abc import Callable
from typing import Any

from bridge.system.tls_trust import trust_system_roots
from service.child_program import end_with_owner
from service.domain.alerts import PostOutcome, PostResult

_STATUS = re.compile(r"\berror=(\d{3})\b|\((\d{3})\)")
_MAX_SERVICE = 60


class _FaultRecorder(logging.Handler):
    """Remembers the text of the last warning of the library, for `_classify` only."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text = record.getMessage()


def main() -> None:
    """Sends what standard input asks for."""
    request = json.loads(sys.stdin.buffer.readline())
    end_with_owner()
    answers, sys.stdout = sys.stdout, sys.stderr  # what a plugin prints is no answer
    trust_system_roots()
    result = send(request, importlib.import_module)
    answer = {"outcome": result.outcome.value, "service": result.service, "status": result.status}
    answers.write(json.dumps(answer))
    answers.flush()


def send(request: dict[str, Any], load: Callable[[str], Any]) -> PostResult:
    """Reads the address and, unless `check` is set, sends title and body."""
    apprise = load("apprise")
    recorder, logger = _FaultRecorder(), logging.getLogger("apprise")
    logger.handlers, logger.propagate = [recorder], False
    logger.setLevel(logging.WARNING)
    asset = apprise.AppriseAsset(app_id="Counterpart", app_desc="Counterpart", app_url="", async_mode=False)
    channel = apprise.Apprise.instantiate(request["address"], asset=asset, suppress_exceptions=True)
    if channel is None:
        return PostResult(PostOutcome.BAD_ADDRESS)
    service = str(channel.service_name or "")[:_MAX_SERVICE]
    if request["check"]:
        return PostResult(PostOutcome.SENT, service)
    sent = apprise.Apprise(asset=asset)
    sent.add(channel)
    if sent.notify(title=request["title"], body=request["body"], body_format="text"):
        return PostResult(PostOutcome.SENT, service)
    return _classify(recorder.text, service)


def _classify(text: str, service: str) -> PostResult:
    """What the library's last warning means. The text itself stays here."""
    match = _STATUS.search(text)
    if match is not None:
        return PostResult(PostOutcome.REFUSED, service, int(match.group(1) or match.group(2)))
    is_unreachable = "onnection" in text or "communication error" in text
    return PostResult(PostOutcome.UNREACHABLE if is_unreachable else PostOutcome.NOT_SENT, service)


if __name__ == "__main__":
    main()
