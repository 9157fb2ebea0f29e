"""Asks the running program for a pairing code."""

from __future__ import annotations

from dataclasses import dataclass

from bridge.cli.session import Session, find_running_port
from bridge.system.network_names import list_ways_here
from service.api.pairing_requests import MadeCode, delete_request, read_request, write_request
from service.api.sealed_codes import CodeAsker
from service.domain.certificate import make_till_address
from service.domain.errors import Unavailable
from service.domain.pairing import format_code
from service.domain.sentences import verbatim
from service.usecases.edit_settings import read_settings

_PAUSE_S = 0.1
_MOST_PAUSES = 100


@dataclass(frozen=True, slots=True)
class OfferedCode:
    """`pin` is empty for a till where the service is not open to the network."""

    code: str
    address: str
    pin: str
    shop: str


def offer_counter_code(session: Session) -> OfferedCode:
    """A code for a further counter, which the running program has made. Raises Unavailable."""
    _find_port(session)
    made = ask_for_code(session, CodeAsker(0, session.now(), for_counter=True))
    return OfferedCode(format_code(made.code), " or ".join(list_ways_here()), made.pin, "")


def _find_port(session: Session) -> int:
    port = find_running_port(session)
    if port is None:
        raise Unavailable.saying("The program does not run, so no code would work. Start it, then try again.")
    return port


def offer_code(session: Session) -> OfferedCode:
    """A code for a till, which the running program has made. Raises Unavailable."""
    port = _find_port(session)
    settings, shop = session.read_shop(lambda db, shop: (read_settings(db), shop))
    made = ask_for_code(session, CodeAsker(shop.id, session.now()))
    allowed = settings.allowed_hosts if settings.open_to_network else ()
    address = make_till_address(allowed, port, encrypted=not settings.network_http)
    return OfferedCode(format_code(made.code), address, made.pin, shop.name)


def ask_for_code(session: Session, asker: CodeAsker) -> MadeCode:
    """Leaves the request and waits for its answer; deletes both. Raises Unavailable."""
    session.write(lambda tx: write_request(tx, asker.request))
    try:
        made = _wait_for_code(session, asker)
    finally:
        session.write(lambda tx: delete_request(tx, asker.request.id))
    if made is None:
        raise Unavailable.saying("The running program did not make a code. Close it and start it again.")
    if made.fault:
        raise Unavailable(verbatim(made.fault))
    return made


def _wait_for_code(session: Session, asker: CodeAsker) -> MadeCode | None:
    """None where no answer comes. Raises Unavailable when another command takes its place."""
    for _ in range(_MOST_PAUSES):
        request = session.read(read_request)
        if request is None or request.id != asker.request.id:
            raise Unavailable.saying(
                "Another command has asked for a code since, and only its code works. Ask again for a new one."
            )
        if request.answer is not None:
            return asker.open(request.answer)
        session.pause(_PAUSE_S)
    return None
