"""The self-test's checks of PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from service.domain.errors import Unavailable
from service.domain.sentences import EMPTY, Sentence, message
from service.domain.server_health import ServerHealth
from service.domain.times import MINUTE, SECOND, Millis
from ui.backend.host_port import CheckLine, CheckState

GOOD, WARN, BAD = CheckState.GOOD, CheckState.WARN, CheckState.BAD
MOST_AHEAD: Millis = 2 * SECOND
MOST_ROUND_TRIP_US = 5_000
"""A call has 10 to 26 statements."""
OLDEST_S = 5 * MINUTE // SECOND
"""A nightly file takes less for each of its writes."""
DEAD_ROWS, DEAD_SHARE = 50_000, 5
"""What autovacuum removes by itself: fewer rows, or less than one in so many."""


def list_server_checks(server: ServerHealth | Unavailable) -> Iterator[Callable[[], CheckLine]]:
    """One of a server that does not answer."""
    if isinstance(server, Unavailable):
        sentence = server.sentence
        yield lambda: _line(message("Database"), BAD, sentence, code="server_away")
        return
    for check in (
        check_version,
        check_durability,
        check_rights,
        check_connections,
        check_offset,
        check_round_trip,
        check_leader,
        check_oldest,
        check_dead_rows,
    ):
        yield lambda check=check: check(server)  # type: ignore[misc]


def _line(
    title: Sentence, state: CheckState, finding: Sentence, fix: Sentence = EMPTY, code: str = "server"
) -> CheckLine:
    return CheckLine(code, title, state, finding, fix if state is not GOOD else EMPTY)


def check_version(server: ServerHealth) -> CheckLine:
    """Others than this are refused when it is opened."""
    finding = message(
        "PostgreSQL {version} with UTF8, sorted by {collation}; the data takes {size} MiB.",
        version=server.version,
        collation=server.collation,
        size=server.mebibytes,
    )
    return _line(message("Database"), GOOD, finding)


def check_durability(server: ServerHealth) -> CheckLine:
    """Whether a power cut leaves what was answered."""
    title = message("After a power cut")
    if not server.switched_off:
        return _line(title, GOOD, message("PostgreSQL keeps what was answered."))
    finding = message(
        "PostgreSQL may lose or damage what was answered: {settings} is off.", settings=", ".join(server.switched_off)
    )
    return _line(title, BAD, finding, message("Switch it on in postgresql.conf, and start PostgreSQL again."))


def check_rights(server: ServerHealth) -> CheckLine:
    title = message("Rights in PostgreSQL")
    if server.may_create:
        return _line(title, GOOD, message("The user has the right to create tables, as an update does."))
    return _line(
        title, WARN, message("The user has no right to create tables, so an update can fail."),
        message("Grant it CREATE on its schema."),
    )  # fmt: skip


def check_connections(server: ServerHealth) -> CheckLine:
    """Whether one more service could work."""
    finding = message(
        "{left} of {all} connections are free; one service takes {need}.",
        left=max(server.connections_left, 0),
        all=server.connections,
        need=server.needed,
    )
    state = GOOD if server.connections_left >= server.needed else WARN
    return _line(message("Connections to PostgreSQL"), state, finding, message("Raise max_connections of PostgreSQL."))


def check_offset(server: ServerHealth) -> CheckLine:
    """The services go by the server's clock; what is shown to people goes by the computer's."""
    title = message("Clock of PostgreSQL")
    seconds = f"{abs(server.ahead) / 1000:.1f}"
    if abs(server.ahead) < MOST_AHEAD:
        return _line(title, GOOD, message("It differs from this computer's by {seconds} s.", seconds=seconds))
    finding = (
        message("It is {seconds} s ahead of this computer's.", seconds=seconds)
        if server.ahead > 0
        else message("It is {seconds} s behind this computer's.", seconds=seconds)
    )
    return _line(title, WARN, finding, message("Let both computers take their time from the network (NTP)."))


def check_round_trip(server: ServerHealth) -> CheckLine:
    finding = message("A statement and its answer take {time} ms.", time=f"{server.round_trip_us / 1000:.1f}")
    state = GOOD if server.round_trip_us < MOST_ROUND_TRIP_US else WARN
    fix = message("Run the service next to PostgreSQL: a call has 10 to 26 statements.")
    return _line(message("Way to PostgreSQL"), state, finding, fix)


def check_leader(server: ServerHealth) -> CheckLine:
    title = message("Leader")
    if server.leader is None:
        finding = message("No service leads: no overdue order is cancelled and no webhook is posted.")
        return _line(title, WARN, finding, message("Start a service, then run this test again."), "leader")
    finding = (
        message("A service at {address} leads.", address=server.leader)
        if server.leader
        else message("A service on the computer of PostgreSQL leads.")
    )
    return _line(title, GOOD, finding, code="leader")


def check_oldest(server: ServerHealth) -> CheckLine:
    """One that stays open keeps dead rows, and all that waits for its locks."""
    title = message("Oldest transaction")
    finding = message("It has been open for {seconds} s.", seconds=server.oldest_s)
    if server.oldest_s < OLDEST_S:
        return _line(title, GOOD, finding)
    return _line(title, WARN, finding, message("Find its program in pg_stat_activity, and end it."))


def check_dead_rows(server: ServerHealth) -> CheckLine:
    finding = message(
        "{table} has the most: {dead:,}, and {rows:,} that are used.",
        table=server.table,
        dead=server.dead_rows,
        rows=server.rows,
    )
    is_fine = server.dead_rows < DEAD_ROWS or server.dead_rows * DEAD_SHARE < server.rows
    fix = message("Let autovacuum of PostgreSQL run more often, or run VACUUM once.")
    return _line(message("Dead rows"), GOOD if is_fine else WARN, finding, fix)
