"""How many windows one service takes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bridge.remote.endpoint import connect, read_endpoint
from bridge.remote.frames import FrameStream, StreamBroken
from bridge.remote.handshake import greet_service
from bridge.remote.messages import HostChanged, decode_to_window
from bridge.remote.window_server import MAX_WINDOWS
from tests.bridge.remote.served_windows import LISTENING, VERSION, WAIT_S, ServedWindows


async def attach(folder: Path) -> FrameStream:
    endpoint = read_endpoint(folder)
    stream = await connect(endpoint)
    await greet_service(stream, endpoint.token, VERSION)
    return stream


async def test_windows_whose_backends_are_being_opened_count(served: ServedWindows, tmp_path: Path) -> None:
    served.can_open.clear()
    streams = [await attach(tmp_path) for _ in range(MAX_WINDOWS + 1)]
    reads = [asyncio.create_task(stream.read()) for stream in streams]
    refused, others = await asyncio.wait(reads, timeout=WAIT_S, return_when=asyncio.FIRST_COMPLETED)
    assert [type(read.exception()) for read in refused] == [StreamBroken]
    assert served.backends == []
    served.can_open.set()
    first_messages = [decode_to_window(message) for message in await asyncio.gather(*others)]
    assert first_messages == [HostChanged(LISTENING)] * MAX_WINDOWS
    for stream in streams:
        stream.close()
