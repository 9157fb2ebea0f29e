"""Sending in a child process: one that hangs is killed, and nothing of the address comes out."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from bridge.alerts.apprise_post import ApprisePost
from bridge.alerts.send_program import SENDER
from service.domain.alerts import PostOutcome, PostResult
from service.domain.webhooks.webhook_secrets import Secret
from tests.fakes.alert_receivers import MailReceiver, NtfyReceiver, serving


class FakeChild:
    """Starts a small program in place of the child; remembers it."""

    def __init__(self, code: str) -> None:
        self._code = code
        self.started: list[subprocess.Popen[bytes]] = []
        self.begun = asyncio.Event()

    def start(self) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-S", "-E", "-c", self._code]
        child = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.started.append(child)
        self.begun.set()
        return child


HANGS = "import threading; threading.Event().wait()"


async def test_a_plugin_that_hangs_is_cut_off() -> None:
    child = FakeChild(HANGS)
    result = await ApprisePost(child.start, limit_s=0.2).post(Secret("x://y"), "title", "body")
    assert result == PostResult(PostOutcome.TOO_SLOW)
    assert child.started[0].poll() is not None


async def test_the_end_of_the_service_ends_the_child() -> None:
    child = FakeChild(HANGS)
    task = asyncio.create_task(ApprisePost(child.start, limit_s=60).check(Secret("x://y")))
    await child.begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert child.started[0].wait(20) != 0


@pytest.mark.parametrize("code", ["", "print('nonsense')", "print('{}')", "raise SystemExit(3)"])
async def test_a_child_without_an_answer_is_said(code: str) -> None:
    result = await ApprisePost(FakeChild(code).start).check(Secret("x://y"))
    assert result == PostResult(PostOutcome.BROKEN)


async def test_a_child_that_does_not_start_is_said() -> None:
    def start() -> subprocess.Popen[bytes]:
        raise OSError(2, "No such file")

    assert await ApprisePost(start).check(Secret("x://y")) == PostResult(PostOutcome.BROKEN)


def test_the_child_gets_the_way_to_the_internet_and_no_secret() -> None:
    given = SENDER.make_environment({"COUNTERPART_VAULT_PASSPHRASE": "x", "HOME": "/h", "HTTPS_PROXY": "http://p"})
    assert given.keys() == {"HTTPS_PROXY", "PYTHONPATH"}


async def test_a_real_ntfy_and_a_real_mail_server_get_it_whole() -> None:
    ntfy, mail, post = NtfyReceiver(), MailReceiver(), ApprisePost()
    title, body = "طلب جديد ORD-2026-000001", "Total BHD 12.500\n29 minutes left"
    with serving(ntfy), serving(mail):
        sent = await asyncio.gather(*(post.post(Secret(one.address), title, body) for one in (ntfy, mail)))
        ntfy.status = 403
        refused = post.post(Secret(ntfy.address), title, body)
        failed = (await refused, await post.check(Secret("nonsense://x")))
    assert sent == [PostResult(PostOutcome.SENT, "ntfy"), PostResult(PostOutcome.SENT, "E-Mail")]
    assert [(one["title"], one["message"]) for one in ntfy.messages] == [(title, body)]
    (letter,) = mail.mails
    content = letter.get_body(("plain", "html"))
    assert letter["subject"] == title
    assert content is not None
    assert "29 minutes left" in content.get_content()
    assert failed == (PostResult(PostOutcome.REFUSED, "ntfy", 403), PostResult(PostOutcome.BAD_ADDRESS))
