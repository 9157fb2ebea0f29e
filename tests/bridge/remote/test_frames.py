"""Messages on a connection, plain and of TLS: whole, in order, and never in anyone's way."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bridge.remote.frames import FrameStream, StreamBroken
from bridge.remote.handshake import greet_window, make_token
from service.domain.times import SystemClock
from tests.bridge.remote.served_windows import VERSION, WAIT_S
from tests.fakes.certificates import make_caller_context, make_folder

_LONG = 3 * 1024 * 1024
Ends = tuple[FrameStream, socket.socket]


@pytest.fixture
def ends() -> Iterator[Ends]:
    """A stream, and the socket at its other end."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(WAIT_S)
    stream = FrameStream(ours)
    yield stream, theirs
    stream.close()
    theirs.close()


def read_to_the_end(stream: FrameStream) -> None:
    with pytest.raises(StreamBroken):
        stream.read()


def test_messages_that_come_together_are_taken_one_by_one(ends: Ends) -> None:
    stream, other = ends
    other.sendall(b"\0\0\0\2ab\0\0\0\0\0\0\0\1c")
    assert [stream.read(within=WAIT_S) for _ in range(3)] == [b"ab", b"", b"c"]


def test_a_message_that_is_too_long_is_not_read(ends: Ends) -> None:
    stream, other = ends
    other.sendall((4097).to_bytes(4, "big"))
    with pytest.raises(StreamBroken):
        stream.read(4096, WAIT_S)


def test_a_message_that_is_not_whole_in_time_is_given_up(ends: Ends) -> None:
    stream, other = ends
    other.sendall(b"\0\0\0\5ab")
    with pytest.raises(TimeoutError):
        stream.read(within=0.01)
    assert stream.received == 6
    other.sendall(b"cde")
    assert stream.read(within=WAIT_S) == b"abcde"


def test_a_greeting_that_stops_half_way_ends(ends: Ends) -> None:
    stream, other = ends
    other.sendall(b"\0\0\0\5ab")
    other.shutdown(socket.SHUT_WR)
    with pytest.raises(StreamBroken):
        greet_window(stream, make_token(), VERSION, WAIT_S)


def test_writing_never_waits_and_the_reading_thread_sends_the_rest(ends: Ends) -> None:
    stream, other = ends
    stream.write(bytes(_LONG))
    stream.write(b"next")
    assert stream.unsent > 0
    reading = threading.Thread(target=read_to_the_end, args=(stream,))
    reading.start()
    arrived = b""
    while len(arrived) < _LONG + 12:
        arrived += other.recv(1 << 20)
    assert arrived[4 : 4 + _LONG] == bytes(_LONG)
    assert arrived[4 + _LONG :] == b"\0\0\0\4next"
    stream.end()
    reading.join(WAIT_S)
    assert not reading.is_alive()


def test_an_end_reaches_both_sides_at_once(ends: Ends) -> None:
    stream, other = ends
    reading = threading.Thread(target=read_to_the_end, args=(stream,))
    reading.start()
    stream.end()
    assert other.recv(1) == b""
    reading.join(WAIT_S)
    assert not reading.is_alive()
    stream.write(b"late")
    assert stream.unsent == 0


def test_an_other_side_that_is_gone_ends_reading_and_no_writing(ends: Ends) -> None:
    stream, other = ends
    other.close()
    stream.write(bytes(_LONG))
    with pytest.raises(StreamBroken):
        stream.read(within=WAIT_S)


def test_what_has_arrived_is_read_though_nothing_can_be_sent_any_more(ends: Ends) -> None:
    """It does not try again and again either, and stores nothing for later."""
    stream, other = ends
    other.shutdown(socket.SHUT_RD)
    stream.write(bytes(_LONG))
    other.sendall(b"\0\0\0\2ab\0\0\0\2cd")
    assert [stream.read(within=WAIT_S) for _ in range(2)] == [b"ab", b"cd"]
    with pytest.raises(TimeoutError):
        stream.read(within=0.01)
    assert stream.unsent == 0
    stream.write(bytes(_LONG))
    assert stream.unsent == 0


def make_tls_streams(folder: Path) -> tuple[FrameStream, FrameStream]:
    """The window's end of a connection, and the service's."""
    server = make_folder(folder).load((), SystemClock().now()).context
    client = make_caller_context(folder)
    ours, theirs = socket.socketpair()
    with ThreadPoolExecutor(1) as pool:
        accepted = pool.submit(server.wrap_socket, theirs, server_side=True)
        window = FrameStream(client.wrap_socket(ours, server_hostname="shop-pc"))
        return window, FrameStream(accepted.result(WAIT_S))


def test_a_message_of_several_records_is_sent_by_its_writer(tmp_path: Path) -> None:
    """A switch to the reading thread costs more than the sending."""
    window, service = make_tls_streams(tmp_path)
    page = bytes(3 * 16 * 1024)
    service.write(page)
    assert service.unsent == 0
    assert window.read(within=WAIT_S) == page
    for stream in (window, service):
        stream.close()


def test_it_can_be_carried_by_tls(tmp_path: Path) -> None:
    """As it must be for a window on another computer; both directions at once."""
    window, service = make_tls_streams(tmp_path)
    long = bytes(range(256)) * (_LONG // 256)

    def echo() -> None:
        for _ in range(3):
            service.write(service.read(within=WAIT_S))
        with pytest.raises(StreamBroken):
            service.read(within=WAIT_S)
        service.close()

    echoing = threading.Thread(target=echo)
    echoing.start()
    for message in (b"short", long, long[:-1]):
        window.write(message)
        assert window.read(within=WAIT_S) == message
    window.close()
    echoing.join(WAIT_S)
    assert not echoing.is_alive()
