"""A line between two programs that a test cuts, silences, or takes away.

    python -m tests.fakes.line HOST PORT

It writes the port of this line, which is then cut for each line that it reads: `now`, `at answer`,
or after so many bytes.
"""

from __future__ import annotations

import random
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from queue import Queue

_PIECE = 65536
_WAIT_S = 20.0
_SENT_AGAIN_S = 0.2
"""The shortest wait of Linux before a lost packet is sent again."""


class Line:
    """Passes connections on to a port. `cut` ends those that are there; while `is_away` new ones
    end at once, and while `is_silent` nothing is passed on. With `context` it reads what is passed,
    under a certificate of its own. Each piece takes `delay_s`; of a share of them, as TCP does
    where a packet is lost, the first sending is in vain.
    """

    def __init__(
        self,
        port: int,
        context: ssl.SSLContext | None = None,
        *,
        delay_s: float = 0.0,
        lost_share: float = 0.0,
        host: str = "127.0.0.1",
    ) -> None:
        self.delay_s, self.lost_share = delay_s, lost_share
        self._chance = random.Random(1)
        self._target, self._context = port, context
        self._listener = socket.create_server((host, 0))
        self.port = int(self._listener.getsockname()[1])
        self.is_away = False
        self.carried = 0
        """Bytes towards the port."""
        self.recorded: list[bytes] | None = None
        """What is carried towards the port, where it is a list."""
        self.cut_after: int | None = None
        """The line is cut when so many bytes more have been carried to the port."""
        self.cuts = 0
        """By `cut_after`."""
        self.cut_at_answer = False
        """The line is cut when the port sends something, which is lost."""
        self._passing = threading.Event()
        self._passing.set()
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._begin(self._accept)

    @property
    def is_silent(self) -> bool:
        return not self._passing.is_set()

    @is_silent.setter
    def is_silent(self, silent: bool) -> None:
        (self._passing.clear if silent else self._passing.set)()

    def cut(self) -> None:
        ends, self._ends = self._ends, []
        for one in ends:
            _end(one)

    def close(self) -> None:
        self.is_silent, self.is_away = False, True
        _end(self._listener)
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join(_WAIT_S)
            assert not thread.is_alive()

    def _begin(self, work: Callable[..., None], *arguments: object) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self.is_away:
                near.close()
            else:
                self._begin(self._connect, near)

    def _connect(self, near: socket.socket) -> None:
        """Without a handshake of both ends there is no connection, and others go on."""
        with ExitStack() as failed:
            failed.enter_context(near)
            try:
                far = failed.enter_context(socket.create_connection(("127.0.0.1", self._target), _WAIT_S))
                near.settimeout(_WAIT_S)
                if self._context is not None:
                    near = failed.enter_context(self._context.wrap_socket(near, server_side=True))
                    trusts_all = ssl._create_unverified_context()  # noqa: S323 - it is between the two
                    far = failed.enter_context(trusts_all.wrap_socket(far))
            except OSError:
                return
            failed.pop_all()
        for one in (near, far):
            one.settimeout(None)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._ends += [near, far]
        self._begin(self._carry, near, far, True)
        self._begin(self._carry, far, near, False)
        if self.is_away:
            self.cut()

    def _carry(self, source: socket.socket, target: socket.socket, outwards: bool) -> None:
        under_way: Queue[tuple[float, bytes]] = Queue()
        deliverer = self._begin(self._deliver, under_way, target) if self.delay_s else None
        with source:
            try:
                while piece := source.recv(_PIECE):
                    self._passing.wait()
                    if self._is_enough(piece) if outwards else self.cut_at_answer:
                        self.cut_at_answer = False
                        _end(target)
                        break
                    if deliverer is not None:
                        under_way.put((time.monotonic() + self._take_delay(), piece))
                    else:
                        target.sendall(piece)
            except OSError:
                pass
            if deliverer is not None:
                # What is under way arrives before the end.
                under_way.put((0.0, b""))
                deliverer.join(_WAIT_S)
            _end(target)
            _end(source)

    def _take_delay(self) -> float:
        return self.delay_s + (_SENT_AGAIN_S if self._chance.random() < self.lost_share else 0.0)

    def _deliver(self, under_way: Queue[tuple[float, bytes]], target: socket.socket) -> None:
        while True:
            due, piece = under_way.get()
            if not piece:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                target.sendall(piece)
            except OSError:
                return

    def _is_enough(self, piece: bytes) -> bool:
        self.carried += len(piece)
        if self.recorded is not None:
            self.recorded.append(piece)
        if self.cut_after is None:
            return False
        self.cut_after -= len(piece)
        if self.cut_after > 0:
            return False
        self.cut_after = None
        self.cuts += 1
        return True


def _end(one: socket.socket) -> None:
    try:
        one.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def main() -> int:
    host, port = sys.argv[1:]
    line = Line(int(port), host=host)
    sys.stdout.write(f"{line.port}\n")
    sys.stdout.flush()
    for asked in sys.stdin:
        match asked.strip():
            case "now":
                line.cut()
            case "at answer":
                line.cut_at_answer = True
            case size:
                line.cut_after = int(size)
    line.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
