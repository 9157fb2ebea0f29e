"""The socket of a service: for this user alone, and known from a stranger's."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bridge.remote.endpoint import Endpoint, connect, has_endpoint, listen, read_endpoint, remove_endpoint
from bridge.remote.frames import FrameStream, StreamBroken
from bridge.remote.handshake import StrangerAnswers, greet_service, greet_window, make_token
from bridge.remote.local_service import make_local_opener
from service.domain.host.host_state import HostState
from tests.bridge.remote.served_windows import VERSION, ServedWindows, Window

OpenWindow = Callable[..., Window]
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has the loopback interface instead")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_only_this_user_can_open_it(served: ServedWindows, tmp_path: Path) -> None:
    assert mode_of(tmp_path / "window.json") == 0o600
    endpoint = read_endpoint(tmp_path)
    assert mode_of(Path(endpoint.path)) == 0o600
    assert repr(endpoint.token) not in repr(endpoint)


@posix
def test_a_socket_that_a_killed_service_left_is_replaced(tmp_path: Path, open_window: OpenWindow) -> None:
    killed = ServedWindows(tmp_path)
    left = (tmp_path / "window.json").read_bytes()
    killed.stop()
    assert not has_endpoint(tmp_path)
    (tmp_path / "window.json").write_bytes(left)
    (tmp_path / "window.sock").touch()
    window = open_window()
    window.wait_for(HostState.STOPPED)
    served = ServedWindows(tmp_path)
    try:
        window.wait_for(HostState.STOPPED, HostState.LISTENING)
    finally:
        served.stop()


def test_a_long_path_gets_a_socket_of_the_loopback_interface(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    served = ServedWindows(folder)
    window = Window(folder)
    try:
        assert read_endpoint(folder).port > 0
        assert not (folder / "window.sock").exists()
        window.wait_for(HostState.LISTENING)
    finally:
        window.stop()
        served.stop()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"token": 5}'])
def test_a_file_that_names_nothing_counts_as_no_service(content: str, tmp_path: Path, open_window: OpenWindow) -> None:
    (tmp_path / "window.json").write_text(content, encoding="ascii")
    open_window().wait_for(HostState.STOPPED)
    remove_endpoint(tmp_path)
    with pytest.raises(StreamBroken):
        read_endpoint(tmp_path)


async def test_a_file_that_cannot_be_written_leaves_no_socket(tmp_path: Path) -> None:
    (tmp_path / f"window.json.{os.getpid()}.new").mkdir()

    async def never(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        raise AssertionError

    with pytest.raises(OSError, match=r"window\.json"):
        await listen(tmp_path, make_token(), never)
    assert not (tmp_path / "window.sock").exists()


async def end(stream: FrameStream) -> None:
    """Closes it, and lets the loop finish that."""
    stream.close()
    await asyncio.sleep(0)


async def test_a_stranger_at_the_address_learns_nothing_and_is_said(tmp_path: Path) -> None:
    """It knows the address and the protocol, and not the token."""
    token, heard, ended = make_token(), list[bytes](), asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(4096))
        stream = FrameStream(reader, writer)
        stream.write(msgspec.msgpack.encode(["counterpart-service-1", VERSION, bytes(32), bytes(32)]))
        heard.append(await reader.read(4096))
        await end(stream)
        ended.set()

    stranger = await asyncio.start_server(answer, "127.0.0.1", 0)
    endpoint = Endpoint(token, port=stranger.sockets[0].getsockname()[1])
    (tmp_path / "window.json").write_bytes(msgspec.json.encode(endpoint))
    with pytest.raises(StrangerAnswers):
        await make_local_opener(tmp_path, VERSION)()
    stranger.close()
    await ended.wait()
    assert token not in b"".join(heard)


@pytest.mark.parametrize("said", [b"GET / HTTP/1.1\r\n\r\n", b"\0\0\0\2no", b"\xff\xff\xff\xff", b""])
async def test_a_stranger_who_calls_is_let_go(said: bytes, served: ServedWindows, tmp_path: Path) -> None:
    stream = await connect(read_endpoint(tmp_path))
    stream.writer.write(said)
    stream.writer.write_eof()
    assert await stream.reader.read() == b""
    await end(stream)
    assert served.backends == []


async def test_a_window_with_another_token_gets_no_backend(served: ServedWindows, tmp_path: Path) -> None:
    stream = await connect(read_endpoint(tmp_path))
    with pytest.raises(StrangerAnswers):
        await greet_service(stream, make_token(), VERSION)
    await end(stream)
    assert served.backends == []


async def test_a_proof_of_another_connection_is_worth_nothing(served: ServedWindows, tmp_path: Path) -> None:
    """A stranger between the two could repeat what a window said before."""
    endpoint, said = read_endpoint(tmp_path), list[bytes]()
    first = await connect(endpoint)
    write = first.writer.write
    first.writer.write = said.append  # type: ignore[assignment,method-assign]
    asking = asyncio.create_task(greet_service(first, endpoint.token, VERSION))
    await asyncio.sleep(0)
    write(said[0])
    await asking
    await end(first)
    again = await connect(endpoint)
    again.writer.write(said[0])
    await again.read()
    again.writer.write(said[1])
    with pytest.raises(StreamBroken):
        await again.read()
    await end(again)
    assert served.backends == []


async def test_a_message_that_is_too_long_is_not_read() -> None:
    reader = asyncio.StreamReader()
    reader.feed_data((2**31).to_bytes(4, "big"))
    with pytest.raises(StreamBroken):
        await FrameStream(reader, None).read(4096)  # type: ignore[arg-type]


async def test_a_greeting_that_stops_half_way_ends() -> None:
    reader = asyncio.StreamReader()
    reader.feed_data(b"\0\0\0\x05ab")
    reader.feed_eof()
    with pytest.raises(StreamBroken):
        await greet_window(FrameStream(reader, None), make_token(), VERSION)  # type: ignore[arg-type]
