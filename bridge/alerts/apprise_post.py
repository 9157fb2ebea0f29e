"""Sends alerts in a child process, which loads the library, and is killed when it takes too long.

The service itself never imports apprise: its plugins take 40 MB and a second to load, and one that
hangs could not be stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import subprocess
import threading
from collections.abc import Callable
from typing import Any

from bridge.alerts.send_program import SENDER
from service.domain.alerts import POST_LIMIT_S, PostOutcome, PostResult
from service.domain.webhooks.webhook_secrets import Secret

log = logging.getLogger(__name__)

MOST_AT_ONCE = 2
"""Children at a time; more wait, so that a burst of alerts does not take the computer."""


class ApprisePost:
    """Carries out AlertPost. `limit_s` bounds one try, from the child's start to its answer."""

    def __init__(
        self, start: Callable[[], subprocess.Popen[bytes]] = SENDER.start, limit_s: float = POST_LIMIT_S
    ) -> None:
        self._start, self._limit_s = start, limit_s
        self._free = asyncio.Semaphore(MOST_AT_ONCE)

    async def check(self, address: Secret) -> PostResult:
        return await self._run({"address": address.text, "check": True})

    async def post(self, address: Secret, title: str, body: str) -> PostResult:
        return await self._run({"address": address.text, "check": False, "title": title, "body": body})

    async def _run(self, request: dict[str, Any]) -> PostResult:
        async with self._free:
            try:
                child = self._start()
            except OSError as error:
                log.warning("The program that sends alerts did not start: %s", error.strerror)
                return PostResult(PostOutcome.BROKEN)
            answer: asyncio.Future[PostResult] = asyncio.get_running_loop().create_future()
            # A daemon thread, as the end of the program waits for those of an executor.
            threading.Thread(
                target=_communicate,
                args=(child, json.dumps(request).encode(), self._limit_s, answer),
                name="alert",
                daemon=True,
            ).start()
            try:
                return await answer
            except asyncio.CancelledError:
                child.kill()
                raise


def _communicate(
    child: subprocess.Popen[bytes], request: bytes, limit_s: float, answer: asyncio.Future[PostResult]
) -> None:
    """Runs in a thread: gives the child its request and waits for its answer or the limit."""
    try:
        result = _read_answer(_ask(child, request, limit_s))
    except subprocess.TimeoutExpired:
        result = PostResult(PostOutcome.TOO_SLOW)
    except (OSError, ValueError):
        result = PostResult(PostOutcome.BROKEN)
    finally:
        child.kill()
        child.communicate()
    # The service may have stopped meanwhile; then nobody waits for the answer.
    with contextlib.suppress(RuntimeError):
        answer.get_loop().call_soon_threadsafe(_give, answer, result)


def _ask(child: subprocess.Popen[bytes], request: bytes, limit_s: float) -> bytes:
    """What the child answers. Its input stays open: the child ends when that closes."""
    if child.stdin is None or child.stdout is None:
        return b""
    child.stdin.write(request + b"\n")
    child.stdin.flush()
    child.wait(limit_s)
    return child.stdout.read()


def _give(answer: asyncio.Future[PostResult], result: PostResult) -> None:
    if not answer.done():
        answer.set_result(result)


def _read_answer(output: bytes) -> PostResult:
    """What the child wrote; BROKEN if it ended without an answer."""
    try:
        answer = json.loads(output)
        return PostResult(PostOutcome(answer["outcome"]), str(answer["service"]), answer["status"])
    except (ValueError, KeyError, TypeError):
        return PostResult(PostOutcome.BROKEN)
