"""Further counters: pairing by the code, the pin, the key, and what a stranger gets."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import msgspec
import pytest

from bridge.remote.counters import (
    CONNECTIONS_PER_ADDRESS,
    SESSION_BYTES,
    STRANGERS_CONNECTIONS,
    CounterDoor,
    Enter,
    join_service,
    split_address,
)
from bridge.system.certificate import CertificateFolder
from bridge.system.counter_file import CounterFile, read_counter_file, remove_counter_file, write_counter_file
from service.api.pairing import CALLS_PER_ADDRESS
from service.api.server_tls import LoadedCertificate
from service.domain.certificate import make_short_words
from service.domain.counters import MAX_COUNTERS
from service.domain.errors import Refused, Unavailable
from service.domain.pairing import LIFE, MAX_TRIES, PairingState
from service.domain.sentences import message
from service.domain.times import Millis, SystemClock
from service.store.counters import list_counters
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.engine.writer import EXTERNAL_CHECK_S
from service.store.staff import list_staff
from service.usecases.edit_counters import add_counter, revoke_counter
from service.usecases.edit_settings import change_setting
from tests.bridge.remote.counter_stand import SERVICE, Counter, CounterStand
from tests.bridge.remote.served_windows import WAIT_S
from tests.fakes.line import Line
from ui.backend import BackendError
from ui.backend.host_port import HostState

WRONG = "AAAA-AAAA"


def encrypt(connection: socket.socket) -> ssl.SSLSocket:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection)


def test_a_paired_counter_asks_the_service(stand: CounterStand) -> None:
    counter = stand.open(stand.join())
    status = counter.wait_for(HostState.LISTENING)
    assert (status.counter_of, status.address) == (SERVICE, stand.parts.thread.status.address)
    assert len(counter.backend.shops.list().result(WAIT_S)) == 1
    (listed,) = stand.store.submit_read(list_counters).result(WAIT_S)
    assert (listed.name, listed.last_used_from, listed.revoked_at) == ("Counter 2", "127.0.0.1", None)
    outcome = stand.service.counters.codes.status()
    assert outcome.state is PairingState.PAIRED
    assert outcome.till is not None
    assert outcome.till.name == "Counter 2"


def test_the_port_is_closed_while_counters_are_off(stand: CounterStand) -> None:
    with pytest.raises(Unavailable, match="no Counterpart waits for counters"):
        join_service(stand.address, WRONG, "Counter 2")
    with pytest.raises(Unavailable, match="Further counters are off"):
        stand.make_code()


def test_counters_that_are_turned_off_are_disconnected(stand: CounterStand) -> None:
    counter = stand.open(stand.join())
    counter.wait_for(HostState.LISTENING)
    stand.turn_on(on=False)
    counter.wait_for(HostState.STOPPED)
    stand.turn_on()
    counter.wait_for(HostState.LISTENING)


def test_a_code_works_once(stand: CounterStand) -> None:
    stand.turn_on()
    code = stand.make_code()
    join_service(stand.address, code, "Counter 2")
    with pytest.raises(Refused, match="it works once"):
        join_service(stand.address, code, "Counter 3")


def test_a_code_ends_after_five_wrong_tries_which_are_few_in_a_minute(stand: CounterStand) -> None:
    stand.turn_on()
    code = stand.make_code()

    def say_why(tried: str) -> str:
        with pytest.raises(Refused) as refused:
            join_service(stand.address, tried, "Counter 2")
        return str(refused.value)

    said = [say_why(WRONG if number < MAX_TRIES else code) for number in range(CALLS_PER_ADDRESS + 1)]
    assert all("The code is wrong" in one for one in said[:-1])
    assert "Too many tries" in said[-1]
    assert stand.store.submit_read(list_counters).result(WAIT_S) == []


def test_a_code_ends_after_its_time(stand: CounterStand) -> None:
    stand.turn_on()
    code = stand.make_code()
    stand.clock.ahead_s = LIFE / 1000
    with pytest.raises(Refused, match="The code is wrong"):
        join_service(stand.address, code, "Counter 2")


def test_the_code_of_a_till_is_none_of_a_counter_and_the_other_way_round(stand: CounterStand) -> None:
    stand.turn_on()
    counters_code = stand.make_code()
    tills_code = stand.parts.thread.call(lambda service: service.open_pairing(1)).result(WAIT_S)
    taken = stand.parts.thread.call(lambda service: service.pairing.take(counters_code, None, "127.0.0.1"))
    assert taken.result(WAIT_S) is None
    with pytest.raises(Refused, match="The code is wrong"):
        join_service(stand.address, tills_code, "Counter 2")


def test_a_name_that_is_taken_gets_a_number_and_a_revoked_one_is_free(stand: CounterStand) -> None:
    assert stand.join("Desk").name == "Desk"
    assert stand.join("Desk").name == "Desk 2"
    stand.revoke("desk")
    assert stand.join("Desk").name == "Desk"
    with pytest.raises(Refused, match="name has 1 to 60"):
        stand.join(" ")


def test_another_certificate_is_no_longer_this_service(stand: CounterStand) -> None:
    """The counter sends nothing to it: it could be anybody."""
    file = stand.join()
    folder = CertificateFolder(stand.folder)
    folder.replace((), SystemClock().now())
    assert make_short_words(file.pin) != make_short_words(folder.find().pin)  # type: ignore[union-attr]
    stand.parts.thread.call(lambda service: service.counters.prepare()).result(WAIT_S)
    counter = stand.open(file)
    counter.wait_for_reason("another Counterpart answers")
    assert counter.statuses[-1].can_start_here


def test_who_is_between_the_two_gets_no_key(stand: CounterStand, tmp_path: Path) -> None:
    """It ends TLS itself and passes on what it reads: the proof is of its own certificate."""
    stand.turn_on()
    code = stand.make_code()
    (tmp_path / "other").mkdir()
    context = CertificateFolder(tmp_path / "other").load((), SystemClock().now()).context
    between = Line(stand.port, context)
    with pytest.raises(Refused, match="The code is wrong"):
        join_service(f"127.0.0.1:{between.port}", code, "Counter 2")
    between.close()
    assert stand.store.submit_read(list_counters).result(WAIT_S) == []


def test_a_revoked_counter_is_out_within_a_second(stand: CounterStand, counter: Counter) -> None:
    with stand.hold_time(1.0):
        stand.revoke("Counter 2")
        counter.wait_for_reason("was revoked")
    assert counter.statuses[-1].can_start_here
    with pytest.raises(BackendError, match="was revoked"):
        counter.backend.shops.list().result(WAIT_S)
    actions = [entry.action for entry in stand.read_audit()]
    assert actions[:2] == ["counter_revoked", "counter_added"]


def test_a_counter_that_another_process_revokes_is_out_within_a_second(stand: CounterStand, counter: Counter) -> None:
    """The store looks for changes of other processes, which takes a part of the second."""
    with stand.hold_time(1.0 - EXTERNAL_CHECK_S), closing(Store(stand.folder / FILE_NAME)) as command_line:
        command_line.submit(lambda tx: revoke_counter(tx, "Counter 2", stand.clock.now())).result(WAIT_S)
        counter.wait_for_reason("was revoked")


def test_a_counter_is_let_in_though_its_use_cannot_be_stored(stand: CounterStand) -> None:
    file = stand.join()
    stand.store._writers[0].refuse(Unavailable(message("The disk is full.")))
    counter = stand.open(file)
    counter.wait_for(HostState.LISTENING)
    assert len(counter.backend.shops.list().result(WAIT_S)) == 1


def test_a_code_outlives_a_try_that_finds_too_many_counters(stand: CounterStand) -> None:
    stand.turn_on()
    for number in range(MAX_COUNTERS):
        stand.write(lambda tx, number=number: add_counter(tx, f"Counter {number}", stand.clock.now()))
    code = stand.make_code()
    with pytest.raises(Refused, match="Revoke one first"):
        join_service(stand.address, code, "Desk")
    stand.revoke("Counter 3")
    assert join_service(stand.address, code, "Desk").name == "Desk"


def test_a_counter_that_was_refused_for_good_and_taken_again_is_not_to_be_paired(stand: CounterStand) -> None:
    counter = stand.open(stand.join())
    counter.wait_for(HostState.LISTENING)
    stand.revoke("Counter 2")
    counter.wait_for_reason("was revoked")
    assert counter.backend.client.refusal is not None
    stand.write(lambda tx: tx.update("UPDATE counters SET revoked_at = NULL"))
    counter.wait_for(HostState.LISTENING)
    assert counter.backend.client.refusal is None


def test_a_revoked_counter_is_out_while_a_certificate_is_made(stand: CounterStand) -> None:
    counter = stand.open(stand.join())
    counter.wait_for(HostState.LISTENING)
    tls, made = stand.service.counters.tls, threading.Event()
    assert tls._source is not None
    load = tls._source.load

    begun = threading.Event()

    class SlowSource:
        def load(self, allowed_hosts: Sequence[str], now: Millis) -> LoadedCertificate:
            begun.set()
            made.wait(WAIT_S)
            return load(allowed_hosts, now)

    tls._source = SlowSource()
    stand.write(lambda tx: change_setting(tx, "ring_volume", "40"))
    assert begun.wait(WAIT_S)
    stand.revoke("Counter 2")
    counter.wait_for_reason("was revoked")
    assert not made.is_set()
    made.set()


@pytest.mark.parametrize(("version", "updates"), [("0.0.1", 1), ("99.0.0", 0)])
def test_a_counter_of_another_version_is_told_both_and_updates_an_older_one(
    stand: CounterStand, version: str, updates: int
) -> None:
    counter = stand.open(stand.join(), version=version)
    counter.wait_for_reason(f"This counter is version {version}")
    status = counter.statuses[-1]
    assert (status.can_start_here, status.can_update) == (False, bool(updates))
    counter.backend.host.try_again().result(WAIT_S)
    assert counter.updates == updates


def test_what_answers_something_else_is_said_in_one_sentence(stand: CounterStand) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.listen()
        with pytest.raises(Unavailable, match="no Counterpart waits for counters"):
            join_service(f"127.0.0.1:{stand.parts.thread.status.port}", WRONG, "Counter 2")


@pytest.mark.parametrize("address", ["", ":8711", "shop-pc:port", "shop-pc:0", "shop-pc:70000", "a b:x"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="is no address"):
        split_address(address)


def test_an_address_needs_no_port() -> None:
    assert split_address(" 192.168.1.10 ") == ("192.168.1.10", 8711)
    assert split_address("https://shop-pc.local:9000/") == ("shop-pc.local", 9000)


def test_strangers_neither_keep_a_counter_out_nor_stop_the_service(stand: CounterStand) -> None:
    """Silent connections, garbage, TLS without a word, and a greeting that never ends."""
    file = stand.join()
    with ExitStack() as open_ones:
        for number in range(CONNECTIONS_PER_ADDRESS - 10):
            one = open_ones.enter_context(socket.create_connection(("127.0.0.1", stand.port), WAIT_S))
            if number % 3 == 1:
                one.sendall(b"GET / HTTP/1.1\r\n\r\n" * 50)
            if number % 3 == 2:
                encrypted = open_ones.enter_context(encrypt(one))
                encrypted.sendall((200).to_bytes(4, "big") + b"\x00")
        counter = stand.open(file)
        counter.wait_for(HostState.LISTENING)
        assert len(counter.backend.shops.list().result(WAIT_S)) == 1


def test_what_was_recorded_on_the_way_is_worth_nothing_later(stand: CounterStand) -> None:
    """The pairing, and a session with a change, byte by byte."""
    stand.turn_on()
    pairing, session = list[bytes](), list[bytes]()
    stand.line.recorded = pairing
    file = stand.join()
    stand.line.recorded = session
    counter = stand.open(file)
    counter.wait_for(HostState.LISTENING)
    counter.backend.people.add("Sara").result(WAIT_S)
    stand.line.recorded = None

    def read_all() -> tuple[object, ...]:
        return stand.store.submit_read(lambda db: (list_counters(db), list_staff(db))).result(WAIT_S)

    before = (read_all(), stand.read_audit())
    for recorded in (pairing, session):
        assert recorded
        with socket.create_connection(("127.0.0.1", stand.port), WAIT_S) as stranger:
            with suppress(ConnectionError):
                stranger.sendall(b"".join(recorded))
            read_to_end(stranger)
    assert (read_all(), stand.read_audit()) == before
    assert [status.state for status in counter.statuses][-1] is HostState.LISTENING
    assert counter.backend.shops.list().result(WAIT_S)


@pytest.mark.parametrize(
    ("greeting", "answer"),
    [
        (b"\xff" * 40, b""),
        (
            msgspec.msgpack.encode(["counterpart-enter-1", "1.0", "x" * 43, bytes(SESSION_BYTES)]),
            b"does not know this counter",
        ),
        (msgspec.msgpack.encode(["counterpart-join-1", "Counter 2", "x" * 64]), b"The code is wrong"),
        (msgspec.msgpack.encode(["request", 1, "shops", "list", b""]), b""),
        (msgspec.msgpack.encode(["counterpart-window-1", "1.0", b"n" * 32]), b""),
    ],
)
def test_before_the_key_only_pairing_is_answered(stand: CounterStand, greeting: bytes, answer: bytes) -> None:
    """The service closes the connection of everybody else."""
    stand.turn_on()
    stand.make_code()
    request = msgspec.msgpack.encode(["request", 1, "shops", "list", b""])
    with encrypt(socket.create_connection(("127.0.0.1", stand.port), WAIT_S)) as stranger:
        stranger.sendall(b"".join(len(one).to_bytes(4, "big") + one for one in (greeting, request)))
        received = read_to_end(stranger)
    assert answer in received
    assert bool(answer) == bool(received)
    assert b"Sitra" not in received


def read_to_end(stream: socket.socket) -> bytes:
    """What comes until the other side closes or resets the connection. Raises TimeoutError."""
    received = bytearray()
    with suppress(ConnectionError, ssl.SSLEOFError):
        while piece := stream.recv(4096):
            received += piece
    return bytes(received)


def test_one_address_opens_few_connections_in_a_minute(stand: CounterStand) -> None:
    stand.turn_on()

    def is_let_in() -> bool:
        try:
            encrypt(socket.create_connection(("127.0.0.1", stand.port), WAIT_S)).close()
        except (ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError):
            return False
        return True

    others = CONNECTIONS_PER_ADDRESS - 1
    assert [is_let_in() for _ in range(others + 2)] == [True] * others + [False] * 2, "the stand has opened one"


def test_strangers_with_many_addresses_open_few_connections_and_keep_no_counter_out(stand: CounterStand) -> None:
    stand.open(stand.join()).wait_for(HostState.LISTENING)
    door = CounterDoor(stand.parts.thread, "1.0", SERVICE, ("127.0.0.1", 0), lambda: None)
    door.known_addresses = stand.parts.thread.call(lambda service: service.counters.list_addresses()).result(WAIT_S)
    assert door.known_addresses == {"127.0.0.1"}
    strangers = [f"10.0.{number // 250}.{number % 250}" for number in range(STRANGERS_CONNECTIONS + 9)]
    assert [door.takes(address) for address in strangers] == [True] * STRANGERS_CONNECTIONS + [False] * 9
    assert door.takes("127.0.0.1")


def test_a_counter_is_what_its_file_says(tmp_path: Path) -> None:
    file = CounterFile("192.168.1.10", 8711, "sha256//pin", "very secret", "Counter 2", "SHOP-PC")
    assert read_counter_file(tmp_path) is None
    write_counter_file(tmp_path, file)
    assert read_counter_file(tmp_path) == file
    assert "secret" not in repr(file)
    assert file.address == "192.168.1.10"
    assert remove_counter_file(tmp_path)
    assert not remove_counter_file(tmp_path)
    (tmp_path / "counter.json").write_text("{")
    with pytest.raises(Unavailable, match="it is damaged"):
        read_counter_file(tmp_path)


def test_the_words_of_a_certificate_are_short_and_differ() -> None:
    words = make_short_words("sha256//one")
    assert words == make_short_words("sha256//one")
    assert words != make_short_words("sha256//two")
    assert [len(word) for word in words.split("-")] == [5, 5, 5]


@pytest.mark.parametrize("session", [b"", bytes(SESSION_BYTES - 1), bytes(SESSION_BYTES + 1)])
def test_a_counter_without_a_session_is_refused(session: bytes) -> None:
    """Without one it would get a further window each time, until all are taken."""
    sent = msgspec.msgpack.encode(Enter("0.1.0", "cpk_key", session))
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(sent, type=Enter)
