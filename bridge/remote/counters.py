"""Further counters: windows on other computers, over TLS (docs/counters.md).

The service's certificate is pinned when a counter is paired, so a counter sends its key to that
service only, and nobody on the way reads or repeats it. Before the key only pairing is answered.
The greeting is the same in every version, so that two versions can tell each other that they
differ.
"""

from __future__ import annotations

import secrets
import socket
import ssl
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from bridge.gateway.store_gateway import ServiceCaller
from bridge.remote.frames import FrameStream, StreamBroken, make_reader, make_writer
from bridge.remote.handshake import MustPairAgain, OlderHere, TurnedAway
from bridge.remote.service_client import OnStream, Open, Waits
from bridge.remote.window_server import Guest
from bridge.system.counter_file import CounterFile
from bridge.system.installation import numbers_of
from service.api.checks.rate_limits import AddressRateLimiter
from service.domain.counters import PORT, format_counter_address
from service.domain.errors import CounterpartError, Refused, Unavailable
from service.domain.pairing import ProofOf, derive_pairing_key, is_same, make_proof
from service.domain.sentences import Sentence, message

CONNECTIONS_PER_ADDRESS = 60
"""In a minute: a handshake costs a millisecond of this computer."""
STRANGERS_CONNECTIONS = 300
"""In a minute, from all addresses together at which no counter was: with many addresses a stranger
could else take half of a core from the tills.
"""
SILENCE_S = 20.0
"""Without any message. A counter that is there asks more often."""
if TYPE_CHECKING:
    from service.service import Service

COUNTER_WAITS = Waits(connect=2.5, ping=0.8, silence=2.4, retry=(0.2, 0.5, 1.0), patience=60.0)
"""A lost line is said within three seconds."""
SESSION_BYTES = 16
_LIMIT = 4096
_JOIN_S = 30.0
_BACKLOG = 100
_KEEP_ALIVE_S = 5


class Join(Struct, tag="counterpart-join-1", array_like=True, frozen=True):
    """A counter that knows the code wants a key."""

    name: str
    proof: str


class Joined(Struct, tag="counterpart-joined-1", array_like=True, frozen=True):
    """Its name and key, the computer with the service, and that the service knows the code too."""

    name: str
    key: str
    service: str
    proof: str


class Enter(Struct, tag="counterpart-enter-1", array_like=True, frozen=True):
    """A counter with its key. `session` is the same as long as its program runs."""

    version: str
    key: str
    session: Annotated[bytes, Meta(min_length=SESSION_BYTES, max_length=SESSION_BYTES)]


class Welcome(Struct, tag="counterpart-welcome-1", array_like=True, frozen=True):
    """The key is right."""

    version: str


class Refusal(Struct, tag="counterpart-refusal-1", array_like=True, frozen=True):
    """Why there is no connection. `is_final`: the same key will not be taken."""

    sentence: Sentence
    is_final: bool = False


class CounterDoor:
    """The service's side: its port, and how a counter proves what it is."""

    def __init__(
        self,
        thread: ServiceCaller,
        version: str,
        service_name: str,
        address: tuple[str, int],
        get_context: Callable[[], ssl.SSLContext | None],
    ) -> None:
        self._thread, self._version, self._service_name = thread, version, service_name
        self._address, self._get_context = address, get_context
        self._arrivals = AddressRateLimiter(CONNECTIONS_PER_ADDRESS)
        self._strangers = AddressRateLimiter(STRANGERS_CONNECTIONS)
        self.known_addresses: frozenset[str] = frozenset()
        """Where counters have shown their keys."""

    silence_s: float | None = SILENCE_S

    def listen(self) -> socket.socket:
        """Raises OSError."""
        return socket.create_server(self._address, backlog=_BACKLOG)

    def close(self) -> None:
        """Leaves nothing."""

    def takes(self, address: str) -> bool:
        now = time.monotonic()
        if self._arrivals.count_call(address, now):
            return False
        return address in self.known_addresses or not self._strangers.count_call("", now)

    def let_in(self, connection: socket.socket) -> socket.socket:
        """The connection with TLS, whose handshake is part of the first read. Raises OSError."""
        context = self._get_context()
        if context is None:
            raise ConnectionRefusedError
        _keep_alive(connection)
        return context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)

    def greet(self, stream: FrameStream, address: str, within: float) -> Guest:
        """Who shows its key. Else raises StreamBroken, TimeoutError or msgspec.DecodeError."""
        first = _decode_first(stream.read(_LIMIT, within))
        try:
            if isinstance(first, Enter):
                return self._let_enter(stream, first, address, within)
            stream.write(_encode(self._join(first, address, within)))
        except CounterpartError as error:
            stream.write(_encode(Refusal(error.sentence, isinstance(error, Refused))))
        # The other side closes, so that it has read the answer.
        stream.read(_LIMIT, within)
        raise StreamBroken("it has its answer")

    def _let_enter(self, stream: FrameStream, first: Enter, address: str, within: float) -> Guest:
        counter = self._ask(lambda service: service.counters.admit(first.key, address), within)
        stream.write(_encode(Welcome(self._version)))
        if first.version != self._version:
            stream.read(_LIMIT, within)
            raise StreamBroken("another version")
        return Guest(counter, first.session)

    def _join(self, first: Join, address: str, within: float) -> Joined:
        made = self._ask(lambda service: service.counters.join(first.name, first.proof, address), within)
        return Joined(made.name, made.key, self._service_name, made.proof)

    def _ask(self, work: Callable[[Service], Coroutine[Any, Any, Any]], within: float) -> Any:  # noqa: ANN401 - of the work
        future = self._thread.call(work)
        try:
            return future.result(within)
        except FutureTimeout as error:
            future.cancel()
            raise TimeoutError from error


def look_at_service(address: str) -> str:
    """The pin of the certificate that answers there. Blocks. Raises Unavailable and Refused."""
    host, port = split_address(address)
    try:
        stream, pin = _connect(host, port, _JOIN_S)
    except (StreamBroken, TimeoutError) as error:
        raise Unavailable(_say_nobody(format_counter_address(host, port))) from error
    stream.close()
    return pin


def join_service(address: str, code: str, name: str, pin: str = "") -> CounterFile:
    """A key for this counter; `pin` was looked at before. Blocks. Raises Unavailable, Refused."""
    host, port = split_address(address)
    shown = format_counter_address(host, port)
    ends = time.monotonic() + _JOIN_S
    try:
        stream, seen = _connect(host, port, _JOIN_S)
        try:
            if pin and seen != pin:
                raise Unavailable(_say_stranger(shown))
            key = derive_pairing_key(code, seen)
            stream.write(_encode(Join(name, make_proof(key, ProofOf.TILL))))
            answer = _decode_answer(stream.read(_LIMIT, ends - time.monotonic()))
        finally:
            stream.close()
    except (StreamBroken, TimeoutError, msgspec.DecodeError) as error:
        raise Unavailable(_say_nobody(shown)) from error
    if isinstance(answer, Refusal):
        raise Refused("turned_away", answer.sentence)
    if not isinstance(answer, Joined) or not is_same(answer.proof, make_proof(key, ProofOf.SERVICE)):
        raise Unavailable(_say_stranger(shown))
    return CounterFile(host, port, seen, answer.key, answer.name, answer.service)


def split_address(address: str) -> tuple[str, int]:
    """Host and port of an address as it is typed. Raises Refused."""
    host, colon, port = address.strip().removeprefix("https://").rstrip("/").partition(":")
    if not host or (colon and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536)):
        raise Refused.saying(
            "bad_address", "{address} is no address. Type it as the first computer shows it.", address=address
        )
    return host, int(port) if colon else PORT


def make_counter_opener(file: CounterFile, version: str) -> Open:
    """What opens the connection of a paired counter."""
    session = secrets.token_bytes(SESSION_BYTES)

    def open_stream(within: float, on_stream: OnStream) -> None:
        ends = time.monotonic() + within
        stream, pin = _connect(file.host, file.port, within)
        on_stream(stream)
        if pin != file.pin:
            raise MustPairAgain(_say_stranger(file.address))
        stream.write(_encode(Enter(version, file.key, session)))
        try:
            answer = _decode_answer(stream.read(_LIMIT, ends - time.monotonic()))
        except msgspec.DecodeError as error:
            raise StreamBroken(str(error)) from error
        if isinstance(answer, Refusal):
            raise (MustPairAgain if answer.is_final else TurnedAway)(answer.sentence)
        if not isinstance(answer, Welcome):
            raise StreamBroken("another answer")
        if answer.version != version:
            is_older = numbers_of(version) < numbers_of(answer.version)
            raise (OlderHere if is_older else TurnedAway)(_say_versions(version, answer.version))

    return open_stream


def _say_nobody(address: str) -> Sentence:
    return message(
        "At {address} no Counterpart waits for counters. Check the address, and that Settings, Counters is on there.",
        address=address,
    )


def _say_versions(here: str, there: str) -> Sentence:
    return message(
        "This counter is version {here}; the computer with the service is version {there}. Install the newer one on "
        "both: Settings, About, or the same set-up file.",
        here=here,
        there=there,
    )


def _say_stranger(address: str) -> Sentence:
    return message(
        "At {address} another Counterpart answers, or its certificate was replaced. If you did that, pair this "
        "counter again; if not, ask who changed the network.",
        address=address,
    )


def _connect(host: str, port: int, within: float) -> tuple[FrameStream, str]:
    """An encrypted connection, and its certificate's pin. Raises StreamBroken and TimeoutError."""
    from bridge.system.certificate import read_shown_pin  # noqa: PLC0415 - 8 MB that the service's side saves

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # The pin is checked in place of names and authorities.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with ExitStack() as undo:
        try:
            plain = undo.enter_context(socket.create_connection((host, port), within))
            _keep_alive(plain)
            encrypted = undo.enter_context(context.wrap_socket(plain, server_hostname=host))
            shown = encrypted.getpeercert(binary_form=True)
            if shown is None:
                raise StreamBroken("no certificate")
            pin = read_shown_pin(shown)
            stream = FrameStream(encrypted)
        except (OSError, ValueError, UnicodeError) as error:
            raise StreamBroken(str(error)) from error
        undo.pop_all()
    return stream, pin


def _keep_alive(connection: socket.socket) -> None:
    """Lets the system notice a computer that is gone."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name in ("TCP_KEEPIDLE", "TCP_KEEPINTVL"):
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), _KEEP_ALIVE_S)


_encode = make_writer()
_decode_first = make_reader(Join | Enter)
_decode_answer = make_reader(Joined | Welcome | Refusal)
