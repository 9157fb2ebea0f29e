"""The socket of a service: for this user alone, and known from a stranger's."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from bridge.remote.endpoint import Endpoint, connect, has_endpoint, listen, read_endpoint, remove_endpoint
from bridge.remote.frames import FrameStream, StreamBroken
from bridge.remote.handshake import StrangerAnswers, greet_service, make_token
from bridge.remote.service_client import make_local_opener
from tests.bridge.remote.served_windows import VERSION, WAIT_S, ServedWindows, Window
from ui.backend.host_port import HostState

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


@pytest.mark.skipif(sys.platform != "linux", reason="other systems let a connection wait by themselves")
def test_a_connection_waits_while_others_fill_the_queue(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(1) as pool:
        listener = stack.enter_context(listen(tmp_path, make_token()))
        endpoint = read_endpoint(tmp_path)
        with contextlib.suppress(StreamBroken):
            while True:
                stack.callback(connect(endpoint, 0.0).close)
        waiting = pool.submit(connect, endpoint, WAIT_S)
        stack.enter_context(listener.accept()[0])
        stack.callback(waiting.result().close)


def test_a_long_path_gets_a_socket_of_the_loopback_interface(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    served = ServedWindows(folder)
    window = Window.open(folder)
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


def test_a_file_that_cannot_be_written_leaves_no_socket(tmp_path: Path) -> None:
    (tmp_path / f"window.json.{os.getpid()}.new").mkdir()
    with pytest.raises(OSError, match=r"window\.json"):
        listen(tmp_path, make_token())
    assert not (tmp_path / "window.sock").exists()


def open_stream(endpoint: Endpoint) -> FrameStream:
    return connect(endpoint, WAIT_S)


def open_socket(endpoint: Endpoint) -> socket.socket:
    """What a stranger has, who sends what he likes."""
    opened = socket.socket(socket.AF_UNIX if endpoint.path else socket.AF_INET)
    opened.settimeout(WAIT_S)
    opened.connect(endpoint.path or ("127.0.0.1", endpoint.port))
    return opened


def test_a_stranger_at_the_address_learns_nothing_and_is_said(tmp_path: Path) -> None:
    """It knows the address and the protocol, and not the token."""
    token, heard = make_token(), list[bytes]()

    def answer() -> None:
        connection, _ = stranger.accept()
        heard.append(connection.recv(4096))
        challenge = msgspec.msgpack.encode(["counterpart-service-1", VERSION, bytes(32), bytes(32)])
        connection.sendall(len(challenge).to_bytes(4, "big") + challenge)
        heard.append(connection.recv(4096))
        connection.close()

    with socket.create_server(("127.0.0.1", 0)) as stranger:
        answering = threading.Thread(target=answer)
        answering.start()
        endpoint = Endpoint(token, port=stranger.getsockname()[1])
        (tmp_path / "window.json").write_bytes(msgspec.json.encode(endpoint))
        opened: list[FrameStream] = []
        with pytest.raises(StrangerAnswers):
            make_local_opener(tmp_path, VERSION)(WAIT_S, opened.append)
        opened[0].close()
        answering.join(WAIT_S)
    assert heard[1] == b""
    assert token not in heard[0]


@pytest.mark.parametrize("said", [b"GET / HTTP/1.1\r\n\r\n", b"\0\0\0\2no", b"\xff\xff\xff\xff", b""])
def test_a_stranger_who_calls_is_let_go(said: bytes, served: ServedWindows, tmp_path: Path) -> None:
    with open_socket(read_endpoint(tmp_path)) as stranger:
        stranger.sendall(said)
        stranger.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionResetError):
            assert stranger.recv(4096) == b""
    assert served.backends == []


def test_a_window_with_another_token_gets_no_backend(served: ServedWindows, tmp_path: Path) -> None:
    stream = open_stream(read_endpoint(tmp_path))
    with pytest.raises(StrangerAnswers):
        greet_service(stream, make_token(), VERSION, WAIT_S)
    stream.close()
    assert served.backends == []


def test_a_proof_of_another_connection_is_worth_nothing(served: ServedWindows, tmp_path: Path) -> None:
    """A stranger between the two could repeat what a window said before."""
    endpoint, said = read_endpoint(tmp_path), list[bytes]()

    class OverheardStream(FrameStream):
        def write(self, message: bytes) -> None:
            said.append(message)
            super().write(message)

    first = OverheardStream(open_socket(endpoint))
    greet_service(first, endpoint.token, VERSION, WAIT_S)
    first.read(within=WAIT_S)
    first.close()
    again = open_stream(endpoint)
    again.write(said[0])
    again.read(within=WAIT_S)
    again.write(said[1])
    with pytest.raises(StreamBroken):
        again.read(within=WAIT_S)
    again.close()
    assert len(served.backends) == 1
