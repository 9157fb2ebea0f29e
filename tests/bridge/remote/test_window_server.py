"""How many windows one service takes."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

from bridge.remote.endpoint import connect, read_endpoint
from bridge.remote.frames import FrameStream, StreamBroken
from bridge.remote.handshake import greet_service
from bridge.remote.messages import HostChanged, decode_to_window
from bridge.remote.window_server import MAX_WINDOWS
from tests.bridge.remote.served_windows import LISTENING, VERSION, WAIT_S, ServedWindows


def attach(folder: Path) -> FrameStream:
    endpoint = read_endpoint(folder)
    stream = connect(endpoint, WAIT_S)
    greet_service(stream, endpoint.token, VERSION, WAIT_S)
    return stream


def test_windows_whose_backends_are_being_opened_count(served: ServedWindows, tmp_path: Path) -> None:
    served.can_open.clear()
    streams = [attach(tmp_path) for _ in range(MAX_WINDOWS + 1)]
    with ThreadPoolExecutor(len(streams)) as pool:
        reads = [pool.submit(stream.read, within=WAIT_S) for stream in streams]
        refused, others = wait(reads, timeout=WAIT_S, return_when=FIRST_COMPLETED)
        assert [type(read.exception()) for read in refused] == [StreamBroken]
        assert served.backends == []
        served.can_open.set()
        first_messages = [decode_to_window(read.result()) for read in others]
    assert first_messages == [HostChanged(LISTENING)] * MAX_WINDOWS
    for stream in streams:
        stream.close()
