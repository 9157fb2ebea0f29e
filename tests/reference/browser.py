"""A headless Chromium that can reach this computer only, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

PROGRAM = "chromium"
_LIMIT_S = 60.0
_FLAGS = (
    "--headless", "--disable-gpu", "--no-first-run", "--disable-sync", "--disable-component-update",
    "--disable-background-networking", "--disable-default-apps", "--remote-debugging-port=0",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--window-size=1200,1500",
)  # fmt: skip
_LISTENING = "DevTools listening on "


@dataclass(slots=True)
class Tab:
    """One page: what it asked for, and what it complained of."""

    socket: aiohttp.ClientWebSocketResponse
    session: str = ""
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    _number: int = 0
    _answers: dict[int, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)

    async def open(self) -> None:
        """A new page whose requests and complaints are noted from the first on."""
        target = await self.send("Target.createTarget", url="about:blank")
        attached = await self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.send(f"{domain}.enable")

    async def send(self, method: str, **params: object) -> dict[str, Any]:
        """A command's result. Raises AssertionError where the browser refuses it."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self.socket.send_json(message)
        return await asyncio.wait_for(answer, _LIMIT_S)

    async def run(self, script: str) -> Any:  # noqa: ANN401 - JSON
        """The value of an expression in the page, a promise's once it is there."""
        found = await self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    async def until(self, condition: str) -> Any:  # noqa: ANN401 - JSON
        """The first true value of an expression, which the page looks at as often as it draws."""
        return await self.run(
            f"new Promise(done => {{ const look = () => {{ const found = ({condition});"
            " if (found) done(found); else requestAnimationFrame(look); }; look(); })"
        )

    async def picture(self) -> bytes:
        """What the window shows, as PNG."""
        shot = await self.send("Page.captureScreenshot", format="png")
        return base64.b64decode(shot["data"])

    async def listen(self) -> None:
        """Takes in what the browser says, until it ends."""
        async for message in self.socket:
            self._take(message.json())

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            answer = self._answers.pop(message["id"])
            if "error" in message:
                answer.set_exception(AssertionError(message["error"]))
            else:
                answer.set_result(message["result"])
            return
        params = message.get("params", {})
        match message["method"]:
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                self.complaints.append(params["entry"]["text"])
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning"):
                self.complaints.append(str([part.get("value") for part in params["args"]]))
            case "Runtime.exceptionThrown":
                self.complaints.append(str(params["exceptionDetails"]))


@asynccontextmanager
async def browsing() -> AsyncIterator[Tab]:
    """A page in a browser of its own, with a profile of its own; both end with the block."""
    with tempfile.TemporaryDirectory(prefix="counterpart-browser-", ignore_cleanup_errors=True) as profile:
        alone = ["--no-sandbox"] if os.geteuid() == 0 else []
        process = await asyncio.create_subprocess_exec(
            PROGRAM, *_FLAGS, *alone, f"--user-data-dir={profile}", "about:blank",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            address = await asyncio.wait_for(_address(process), _LIMIT_S)
            async with aiohttp.ClientSession() as client, client.ws_connect(address, max_msg_size=0) as socket:
                tab = Tab(socket)
                listening = asyncio.create_task(tab.listen())
                await tab.open()
                yield tab
                listening.cancel()
        finally:
            process.terminate()
            await process.communicate()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    async for line in process.stderr:
        text = line.decode(errors="replace")
        if text.startswith(_LISTENING):
            return text.removeprefix(_LISTENING).strip()
    raise AssertionError(f"{PROGRAM} ended before it listened.")
