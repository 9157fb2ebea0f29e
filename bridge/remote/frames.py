"""Messages on a connection: four bytes with the length, then the message."""

from __future__ import annotations

import contextlib
import selectors
import socket
import ssl
import time
from collections.abc import Callable
from threading import Lock
from typing import Any

import msgspec

MAX_MESSAGE = 256 * 1024 * 1024
"""Bytes; a page of the largest items has 128 MiB."""

_LENGTH = 4
_AS_JSON = b"\xc1"
_PIECE = 64 * 1024
_MOST_SENT = 1024 * 1024
"""Bytes. Windows may refuse more at once for want of memory."""
_TLS_RECORD = 16 * 1024
"""Bytes. A piece that TLS did not take must be sent again as it was, so it is one record."""
_NOT_NOW = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class StreamBroken(Exception):
    """The other side does not speak this protocol, or has closed the stream."""


def make_writer(enc_hook: Callable[[Any], Any] | None = None) -> Callable[[object], bytes]:
    """What encodes a message: MessagePack, whose whole numbers have 64 bits, or JSON after a byte
    that MessagePack has not. Sums of money may be larger. Raises UnicodeEncodeError for text that
    is not valid Unicode, as some file names are.
    """
    pack = msgspec.msgpack.Encoder(enc_hook=enc_hook).encode
    spell = msgspec.json.Encoder(enc_hook=enc_hook).encode

    def write(value: object) -> bytes:
        try:
            return pack(value)
        except OverflowError:
            return _AS_JSON + spell(value)

    return write


def make_reader(kind: Any, dec_hook: Callable[[type, Any], Any] | None = None) -> Callable[[bytes], Any]:  # noqa: ANN401 - any type
    """What decodes a message. Raises msgspec.DecodeError, also for a text that is not UTF-8."""
    unpack = msgspec.msgpack.Decoder(kind, dec_hook=dec_hook).decode
    read_json = msgspec.json.Decoder(kind, dec_hook=dec_hook).decode

    def read(message: bytes) -> Any:  # noqa: ANN401 - of the type
        try:
            return read_json(message[1:]) if message.startswith(_AS_JSON) else unpack(message)
        except UnicodeDecodeError as error:
            raise msgspec.DecodeError(str(error)) from error

    return read


class FrameStream:
    """Both directions of one connection. One thread reads and closes; any thread writes and ends.

    The socket never blocks. A message is sent in the thread that writes it, as a switch to another
    thread costs more than the sending. What the socket does not take at once waits here, and the
    reading thread sends it. The socket may be one of TLS: the lock lets in one call at a time.
    """

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self._connection = connection
        self._is_tls = isinstance(connection, ssl.SSLSocket)
        self._most_sent = _TLS_RECORD if self._is_tls else _MOST_SENT
        self._lock = Lock()
        self._piece = memoryview(bytearray(_PIECE))
        self._arrived, self._unsent = bytearray(), bytearray()
        self._ended = self._is_lost = False
        self._is_drained = False
        self._waker, self._wakes = socket.socketpair()
        self._waker.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._awaited = selectors.EVENT_READ
        self._selector.register(connection, self._awaited)
        self._selector.register(self._wakes, selectors.EVENT_READ)
        self.received = 0
        """Bytes since the start: they grow also while a long message is not whole yet."""

    @property
    def unsent(self) -> int:
        """Bytes that the other side has not taken yet."""
        return len(self._unsent)

    def read(self, limit: int = MAX_MESSAGE, within: float | None = None) -> bytes:
        """Raises StreamBroken for none or a longer one, TimeoutError if it is not whole in time."""
        ends = None if within is None else time.monotonic() + within
        while (message := self._take_message(limit)) is None:
            if not self._is_drained:
                self._receive()
            else:
                self._wait(None if ends is None else ends - time.monotonic())
        return message

    def write(self, message: bytes) -> None:
        """Sends a message, or queues it. Never waits."""
        frame = len(message).to_bytes(_LENGTH, "big") + message
        with self._lock:
            if self._ended or self._is_lost:
                return
            if self._unsent:
                self._unsent += frame
                return
            taken = self._send(memoryview(frame))
            if taken < len(frame) and not self._is_lost:
                self._unsent += frame[taken:]
                self._wake()

    def end(self) -> None:
        """Ends the connection without waiting for the other side: the reading thread closes it."""
        with self._lock:
            if not self._ended:
                self._ended = True
                self._unsent.clear()
                with contextlib.suppress(OSError):
                    self._connection.shutdown(socket.SHUT_RDWR)
                self._wake()

    def close(self) -> None:
        """Ends the connection, in the thread that reads."""
        self.end()
        with self._lock:
            self._selector.close()
            for one in (self._connection, self._waker, self._wakes):
                one.close()

    def _take_message(self, limit: int) -> bytes | None:
        """The first message that has arrived whole."""
        if len(self._arrived) < _LENGTH:
            return None
        size = int.from_bytes(self._arrived[:_LENGTH], "big")
        if size > limit:
            raise StreamBroken(f"a message of {size} bytes")
        if len(self._arrived) < _LENGTH + size:
            return None
        message = bytes(memoryview(self._arrived)[_LENGTH : _LENGTH + size])
        del self._arrived[: _LENGTH + size]
        return message

    def _receive(self) -> None:
        """Takes what has arrived; less than a piece was all, but for TLS, which may hold more."""
        try:
            with self._lock:
                size = 0 if self._ended else self._connection.recv_into(self._piece)
        except _NOT_NOW:
            self._is_drained = True
            return
        except OSError as error:
            raise StreamBroken(str(error)) from error
        if not size:
            raise StreamBroken("the connection has ended")
        self._arrived += self._piece[:size]
        self.received += size
        self._is_drained = size < _PIECE and not self._is_tls

    def _send(self, piece: memoryview) -> int:
        """How many bytes the socket took. Nothing is sent after a fault, as part of a message may
        be missing. What has arrived is still read, until the other side ends.
        """
        taken = 0
        try:
            while taken < len(piece):
                taken += self._connection.send(piece[taken : taken + self._most_sent])
        except _NOT_NOW:
            pass
        except OSError:
            self._is_lost = True
        return taken

    def _wait(self, seconds: float | None) -> None:
        """Until something may have arrived, or what is unsent can be sent."""
        if seconds is not None and seconds <= 0:
            raise TimeoutError
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
        if events != self._awaited:
            self._awaited = events
            self._selector.modify(self._connection, events)
        for key, ready in self._selector.select(seconds):
            if key.fileobj is self._wakes:
                self._wakes.recv(_PIECE)
            elif ready & selectors.EVENT_WRITE:
                self._send_waiting()
            self._is_drained = False

    def _send_waiting(self) -> None:
        with self._lock:
            with memoryview(self._unsent) as unsent:
                taken = self._send(unsent)
            del self._unsent[: None if self._is_lost else taken]

    def _wake(self) -> None:
        """Lets the reading thread look again. It sees what is waiting if the pair is full."""
        try:
            self._waker.send(b"\0")
        except OSError:
            return
