"""Which connection ends when there are too many: never one that has used a valid key."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from service.api.connection_table import ConnectionLimits, ConnectionTable

LIMITS = ConnectionLimits(total=10, per_address=4, reserve=3)


@dataclass(eq=False)
class FakeConnection:
    """A connection that says what the test asks."""

    table: ConnectionTable
    is_idle: bool = True
    closed: bool = field(default=False, init=False)

    def force_close(self) -> None:
        """Like a real one it leaves the table only later."""
        self.closed = True


def come(table: ConnectionTable, address: str, *, idle: bool = True) -> FakeConnection | None:
    """A connection that was let in, or None."""
    if not table.make_room(address):
        return None
    connection = FakeConnection(table, idle)
    table.add(connection, address)
    return connection


def come_known(table: ConnectionTable, address: str) -> FakeConnection:
    connection = come(table, address)
    assert connection is not None
    table.note_key(connection)
    return connection


def test_one_address_takes_its_share_and_its_oldest_idle_one_makes_room() -> None:
    table = ConnectionTable(LIMITS)
    first = come(table, "a", idle=False)
    others = [come(table, "a") for _ in range(3)]
    fifth = come(table, "a")
    assert fifth is not None
    assert len(table) == 4
    assert first is not None
    assert not first.closed, "a call is in hand there"
    assert [other.closed for other in others if other is not None] == [True, False, False]


def test_an_address_that_may_have_one_connection_has_its_newest() -> None:
    table = ConnectionTable(ConnectionLimits(per_address=1))
    first, second = come(table, "a"), come(table, "a")
    assert first is not None
    assert second is not None
    assert (first.closed, second.closed) == (True, False)


def test_where_every_connection_is_busy_the_oldest_without_a_key_goes() -> None:
    table = ConnectionTable(LIMITS)
    busy = [come(table, "a", idle=False) for _ in range(5)]
    assert [one.closed for one in busy if one is not None] == [True, False, False, False, False]


def test_for_a_free_place_50_are_looked_at() -> None:
    """A flood of busy ones must not slow down each new connection."""
    table = ConnectionTable(ConnectionLimits(per_address=60))
    busy, idle = ([come(table, "a", idle=idle) for _ in range(count)] for idle, count in ((False, 50), (True, 10)))
    assert come(table, "a") is not None
    assert [one.closed for one in busy if one is not None] == [True] + [False] * 49
    assert not any(one.closed for one in idle if one is not None)


def test_strangers_leave_the_reserve_to_addresses_that_have_shown_a_key() -> None:
    table = ConnectionTable(LIMITS)
    till = come_known(table, "till")
    for number in range(50):
        assert come(table, f"stranger {number}") is not None
    assert len(table) == LIMITS.total - LIMITS.reserve
    more = [come(table, "till") for _ in range(3)]
    assert len(table) == LIMITS.total
    assert not any(one is None or one.closed for one in (till, *more))


def test_a_connection_with_a_key_never_makes_room() -> None:
    table = ConnectionTable(LIMITS)
    kept = [come_known(table, address) for address in ("a", "b") for _ in range(4)]
    assert come(table, "a") is None, "its address has its share"
    assert come(table, "stranger") is None, "and the rest is the reserve"
    assert come(table, "b") is None
    assert not any(one.closed for one in kept)


def test_beside_a_connection_with_a_key_the_others_of_its_address_make_room() -> None:
    table = ConnectionTable(LIMITS)
    others, till = [come(table, "a") for _ in range(3)], come_known(table, "a")
    assert come(table, "a") is not None
    assert [one.closed for one in others if one is not None] == [True, False, False]
    assert not till.closed


def test_it_can_be_told_that_a_descriptor_is_needed() -> None:
    table = ConnectionTable(LIMITS)
    assert not table.end_one()
    kept, other = come_known(table, "a"), come(table, "b")
    assert table.end_one()
    assert other is not None
    assert (kept.closed, other.closed, len(table)) == (False, True, 1)


def test_a_second_key_on_a_connection_changes_nothing() -> None:
    table = ConnectionTable(LIMITS)
    till, other = come(table, "a"), come(table, "a")
    assert till is not None
    assert other is not None
    for _ in range(2):
        table.note_key(till)
    assert table.end_one()
    assert (till.closed, other.closed) == (False, True)
    assert not table.end_one()


def test_the_addresses_that_showed_a_key_last_are_remembered() -> None:
    table = ConnectionTable(LIMITS)
    for number in range(1_001):
        table.remove(come_known(table, f"till {number}"))
    for number in range(LIMITS.total - LIMITS.reserve):
        table.note_key(come_known(table, f"till 5{number:02}"))
    assert come(table, "till 0") is None, "the oldest is forgotten"
    assert come(table, "till 1") is not None
    assert come(table, "till 1000") is not None


STEPS = st.lists(st.tuples(st.sampled_from("abcd"), st.booleans(), st.booleans(), st.booleans()), max_size=80)


@given(STEPS)
def test_no_sequence_goes_beyond_a_bound_or_ends_one_with_a_key(steps: list[tuple[str, bool, bool, bool]]) -> None:
    table = ConnectionTable(LIMITS)
    keyed: list[FakeConnection] = []
    open_now: list[tuple[str, FakeConnection]] = []
    for address, shows_key, idle, leaves in steps:
        if leaves and open_now:
            gone = open_now.pop(0)[1]
            keyed = [one for one in keyed if one is not gone]
            table.remove(gone)
        connection = come(table, address, idle=idle)
        if connection is not None:
            open_now.append((address, connection))
            if shows_key:
                table.note_key(connection)
                keyed.append(connection)
        open_now = [one for one in open_now if not one[1].closed]
        assert len(table) == len(open_now) <= LIMITS.total
        for name in "abcd":
            assert sum(1 for place, _ in open_now if place == name) <= LIMITS.per_address
        assert not any(one.closed for one in keyed)
