"""How many windows one service takes, and what keeps it from taking them for a while."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from bridge.remote.endpoint import connect, read_endpoint
from bridge.remote.files import StagedFiles
from bridge.remote.frames import FrameStream, StreamBroken
from bridge.remote.handshake import greet_service
from bridge.remote.messages import (
    Answer,
    Attached,
    Cancel,
    Cancelled,
    Changed,
    Failure,
    HostChanged,
    Request,
    ToWindow,
    decode_to_window,
    encode_message,
)
from bridge.remote.port_table import encode
from bridge.remote.window_server import MAX_KEPT, MAX_STREAMS, MAX_WINDOWS, Guest, LocalDoor, WindowSession
from service.domain.changes import Changes
from tests.bridge.remote.served_windows import (
    LISTENING,
    VERSION,
    WAIT_S,
    RecordingBackend,
    ServedWindows,
    Window,
    finished,
)
from ui.backend import ErrorCode
from ui.backend.host_port import HostState

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def test_an_answer_that_is_no_future_is_one_error_and_the_session_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    backend, sent, idle = RecordingBackend(), list[ToWindow](), threading.Event()
    session = WindowSession(backend.backend, idle.set)
    session.attach(sent.append)
    backend.answers["list"] = lambda: ()
    session.handle(Request(1, "shops", "list", encode(())))
    backend.answers["list"] = lambda: finished(())
    session.handle(Request(2, "shops", "list", encode(())))
    failure, answer = sent
    assert isinstance(failure, Failure)
    assert (failure.id, failure.code) == (1, ErrorCode.BUG)
    assert "shops.list returned tuple, not a Future" in caplog.text
    assert answer == Answer(2, encode(()))
    session.close()
    assert idle.is_set()


RENAME = encode((1, "x"))


@pytest.fixture
def backend() -> RecordingBackend:
    return RecordingBackend()


@pytest.fixture
def session(backend: RecordingBackend) -> Iterator[WindowSession]:
    """A session of a further counter, whose changes are done at once."""
    backend.answer = lambda *_, **__: finished(None)
    made = WindowSession(backend.backend, lambda: None, StagedFiles())
    yield made
    made.close()


def test_the_end_of_an_earlier_connection_leaves_the_next_one(
    session: WindowSession, backend: RecordingBackend
) -> None:
    first, second = list[ToWindow](), list[ToWindow]()
    ended = first.append
    session.attach(ended)
    session.attach(second.append)
    session.detach(ended)
    backend.changed.notify(Changes.make_all())
    session.handle(Request(1, "shops", "rename", RENAME))
    assert (first, second) == ([], [Changed(Changes.make_all()), Answer(1, encode(None))])


def test_a_change_that_took_long_is_answered_again(session: WindowSession, backend: RecordingBackend) -> None:
    sent, slow = list[ToWindow](), Future[None]()
    session.attach(sent.append)
    backend.answers["rename"] = lambda *_: slow
    session.handle(Request(1, "shops", "rename", RENAME))
    backend.answers["rename"] = lambda *_: finished(None)
    for number in range(2, MAX_KEPT + 2):
        session.handle(Request(number, "shops", "rename", RENAME))
    slow.set_result(None)
    session.handle(Request(1, "shops", "rename", RENAME))
    assert sent[-2:] == [Answer(1, encode(None))] * 2
    session.handle(Request(2, "shops", "rename", RENAME))
    assert isinstance(sent[-1], Failure)
    assert len(backend.asked) == MAX_KEPT + 1


def test_a_change_that_fails_as_wrong_arguments_do_is_answered_each_time(
    session: WindowSession, backend: RecordingBackend
) -> None:
    sent = list[ToWindow]()
    session.attach(sent.append)

    def fail(*_: object) -> Future[None]:
        raise msgspec.DecodeError("A stored text is damaged")

    backend.answers["rename"] = fail
    for _ in range(2):
        session.handle(Request(1, "shops", "rename", RENAME))
    assert [type(answer) for answer in sent] == [Failure, Failure]
    assert len(backend.asked) == 1


def test_wrong_arguments_begin_nothing(session: WindowSession, backend: RecordingBackend) -> None:
    sent = list[ToWindow]()
    session.attach(sent.append)
    with pytest.raises(StreamBroken, match="wrong arguments"):
        session.handle(Request(1, "shops", "rename", encode(("x",))))
    session.handle(Request(1, "shops", "rename", RENAME))
    assert sent == [Answer(1, encode(None))]


def test_the_pieces_of_a_file_displace_no_answer(session: WindowSession, backend: RecordingBackend) -> None:
    sent = list[ToWindow]()
    session.attach(sent.append)
    session.handle(Request(1, "shops", "rename", RENAME))
    for number in range(2, MAX_KEPT + 2):
        session.handle(Request(number, "files", "put", encode(("0" * 32, number, b"x"))))
    session.handle(Request(1, "shops", "rename", RENAME))
    assert sent == [Answer(number, encode(None)) for number in (*range(1, MAX_KEPT + 2), 1)]
    assert len(backend.asked) == 1


def test_a_piece_that_comes_twice_at_once_is_answered_twice(session: WindowSession, backend: RecordingBackend) -> None:
    """The connection was lost, and the window asks again on the next one."""
    sent, first, second = list[ToWindow](), Future[tuple[()]](), Future[tuple[()]]()
    session.attach(sent.append)
    for future in (first, second):
        backend.answers["list"] = lambda future=future: future
        session.handle(Request(1, "shops", "list", encode(())))
    first.set_result(())
    session.handle(Cancel(1))
    assert second.cancelled()
    assert sent == [Answer(1, encode(())), Cancelled(1)]


@pytest.mark.parametrize(
    ("port", "method", "arguments"),
    [
        ("\x1b[2J", "list", encode(())),
        ("shops", "drop_all", encode(())),
        ("shops", "rename", encode(("x",))),
        ("shops", "rename", encode((1, "x")).replace(b"x", b"\xff")),
    ],
)
def test_what_no_window_asks_ends_the_connection_in_few_lines_of_the_log(
    served: ServedWindows, tmp_path: Path, caplog: pytest.LogCaptureFixture, port: str, method: str, arguments: bytes
) -> None:
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            stream = attach(tmp_path)
            stream.write(encode_message(Request(1, port, method, arguments)))
            assert not [one for one in read_to_end(stream) if isinstance(one, Answer | Failure)]
            stream.close()
    assert len(caplog.messages) == 1
    assert port not in caplog.text


def read_to_end(stream: FrameStream) -> list[ToWindow]:
    """What comes until the other side ends the connection."""
    received: list[ToWindow] = []
    with contextlib.suppress(StreamBroken):
        while True:
            received.append(decode_to_window(stream.read(within=WAIT_S)))
    return received


class CounterDoor(LocalDoor):
    """Each connection is of the same session of one counter; the first waits to be let in."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, VERSION)
        self.first: FrameStream | None = None
        self.greets_first, self.lets_in_first = threading.Event(), threading.Event()

    def greet(self, stream: FrameStream, address: str, within: float) -> Guest:
        super().greet(stream, address, within)
        self.first = self.first or stream
        if stream is self.first:
            self.greets_first.set()
            self.lets_in_first.wait(WAIT_S)
        return Guest(1, b"session")


@pytest.fixture
def counter_door(tmp_path: Path) -> CounterDoor:
    return CounterDoor(tmp_path)


@pytest.fixture
def counter_served(tmp_path: Path, counter_door: CounterDoor) -> Iterator[ServedWindows]:
    made = ServedWindows(tmp_path, door=counter_door)
    yield made
    counter_door.lets_in_first.set()
    made.stop()


def test_an_earlier_connection_that_is_let_in_later_does_not_displace_the_next_one(
    counter_served: ServedWindows, counter_door: CounterDoor, tmp_path: Path
) -> None:
    first = attach(tmp_path)
    assert counter_door.greets_first.wait(WAIT_S)
    second = attach(tmp_path)
    assert decode_to_window(second.read(within=WAIT_S)) == Attached(resumed=False)
    assert decode_to_window(second.read(within=WAIT_S)) == HostChanged(LISTENING)
    counter_door.lets_in_first.set()
    with pytest.raises(StreamBroken):
        first.read(within=WAIT_S)
    counter_served.backends[0].changed.notify(Changes.make_all())
    assert decode_to_window(second.read(within=WAIT_S)) == Changed(Changes.make_all())
    first.close()
    second.close()


def test_a_counter_that_is_revoked_between_its_key_and_its_window_gets_none(
    counter_served: ServedWindows, counter_door: CounterDoor, tmp_path: Path
) -> None:
    stream = attach(tmp_path)
    assert counter_door.greets_first.wait(WAIT_S)
    counter_served.server.end_counters(frozenset((1,)))
    counter_door.lets_in_first.set()
    with pytest.raises(StreamBroken):
        stream.read(within=WAIT_S)
    stream.close()
    assert counter_served.backends == []


def test_two_connections_of_a_session_at_once_have_one_backend(
    counter_served: ServedWindows, counter_door: CounterDoor, tmp_path: Path
) -> None:
    counter_door.lets_in_first.set()
    counter_served.can_open.clear()
    streams = [attach(tmp_path) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        reads = [pool.submit(stream.read, within=WAIT_S) for stream in streams]
        counter_served.can_open.set()
        wait(reads, timeout=WAIT_S)
    assert len(counter_served.backends) == 1
    for stream in streams:
        stream.close()


def attach(folder: Path) -> FrameStream:
    endpoint = read_endpoint(folder)
    stream = connect(endpoint, WAIT_S)
    greet_service(stream, endpoint.token, VERSION, WAIT_S)
    return stream


def test_a_window_that_fails_to_be_attached_leaves_no_backend(
    served: ServedWindows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(RecordingBackend, "on_ring")
    stream = attach(tmp_path)
    assert read_to_end(stream) == [Attached(resumed=False)]
    stream.close()
    assert served.backends[0].closed.wait(WAIT_S)


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
    assert first_messages == [Attached(resumed=False)] * MAX_WINDOWS
    for stream in streams:
        stream.close()


def connect_silently(folder: Path, stack: contextlib.ExitStack) -> list[FrameStream]:
    """Twice as many connections as are taken. One that the system refuses is tried again."""
    made: list[FrameStream] = []
    ends = time.monotonic() + WAIT_S
    while len(made) < 2 * MAX_STREAMS and time.monotonic() < ends:
        with contextlib.suppress(StreamBroken):
            made.append(connect(read_endpoint(folder), WAIT_S))
            stack.callback(made[-1].close)
    return made


def test_silent_connections_keep_no_window_out_and_write_few_lines(
    served: ServedWindows, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the socket is one of the loopback interface, any user of the computer can open it."""
    with caplog.at_level(logging.INFO), contextlib.ExitStack() as stack:
        connect_silently(tmp_path, stack)
        window = attach(tmp_path)
        stack.callback(window.close)
        assert decode_to_window(window.read(within=WAIT_S)) == Attached(resumed=False)
        assert decode_to_window(window.read(within=WAIT_S)) == HostChanged(LISTENING)
        later = connect_silently(tmp_path, stack)
        for stream in later[:MAX_STREAMS]:
            with pytest.raises(StreamBroken):
                stream.read(within=WAIT_S)
        with pytest.raises(TimeoutError):
            window.read(within=0.01)
    assert len([text for text in caplog.messages if "disconnected" in text]) <= 2


def test_a_connection_that_is_made_ready_holds_no_call_of_a_till(tmp_path: Path) -> None:
    """A service has one loop for both, and 300 silent connections took it for a quarter of a
    second. A stop waits for the one that is begun.
    """
    begun, can_begin = threading.Event(), threading.Event()

    class SlowDoor(LocalDoor):
        def let_in(self, connection: socket.socket) -> socket.socket:
            begun.set()
            assert can_begin.wait(WAIT_S)
            return super().let_in(connection)

    served = ServedWindows(tmp_path, door=SlowDoor(tmp_path, VERSION))
    silent = connect(read_endpoint(tmp_path), WAIT_S)
    assert begun.wait(WAIT_S)
    served.run(asyncio.sleep(0))
    stopping = threading.Thread(target=served.stop)
    stopping.start()
    can_begin.set()
    stopping.join(WAIT_S)
    assert not stopping.is_alive()
    assert served.server._streams == {}
    silent.close()


def test_a_stranger_whose_greeting_is_no_text_writes_no_fault(
    served: ServedWindows, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stranger = connect(read_endpoint(tmp_path), WAIT_S)
    stranger.write(msgspec.msgpack.encode(["counterpart-window-1", "V", b"n"]).replace(b"V", b"\xff"))
    with pytest.raises(StreamBroken):
        stranger.read(within=WAIT_S)
    stranger.close()
    assert [record.message for record in caplog.records if record.exc_info] == []


def _highest_file() -> int:
    return max(int(file.name) for file in Path("/proc/self/fd").iterdir())


@contextmanager
def few_files(free: int) -> Iterator[None]:
    """As if only so many more could be opened."""
    import resource  # noqa: PLC0415 - not on Windows

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (_highest_file() + 8, before[1]))
    try:
        try:
            while True:
                taken.append(os.dup(0))
        except OSError:
            for _ in range(free):
                os.close(taken.pop())
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for one in taken:
            os.close(one)


@on_linux
def test_a_window_that_comes_while_no_file_can_be_opened_does_not_end_the_accepting(
    served: ServedWindows, tmp_path: Path, open_window: Callable[..., Window]
) -> None:
    endpoint = read_endpoint(tmp_path)
    with socket.socket(socket.AF_UNIX) as first, few_files(2):
        first.settimeout(WAIT_S)
        first.connect(endpoint.path)
        assert first.recv(1) == b""
    open_window().wait_for(HostState.LISTENING)


def test_a_service_that_cannot_name_its_socket_tries_again(tmp_path: Path, open_window: Callable[..., Window]) -> None:
    """As on Windows, while another program has the file open."""
    (tmp_path / "window.json").mkdir()
    served = ServedWindows(tmp_path)
    try:
        window = open_window()
        window.wait_for(HostState.STOPPED)
        (tmp_path / "window.json").rmdir()
        window.wait_for(HostState.LISTENING)
    finally:
        served.stop()


def test_windows_are_disconnected_though_the_socket_cannot_be_removed(
    served: ServedWindows, tmp_path: Path, open_window: Callable[..., Window]
) -> None:
    window = open_window()
    window.wait_for(HostState.LISTENING)
    (tmp_path / "window.json").unlink()
    (tmp_path / "window.json").mkdir()
    served.stop()
    window.wait_for(HostState.LISTENING, HostState.STOPPED)
    assert served.backends[0].closed.is_set()
