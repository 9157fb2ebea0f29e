"""Makes a pairing code and gives it to the running program."""

from __future__ import annotations

from dataclasses import dataclass

from bridge.certificate.certificate_folder import CertificateFolder
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.running_service import find_running_port
from service.api.pairing.code_handover import HandedCode, hand_over, is_waiting, take_over
from service.domain.errors import Unavailable
from service.domain.host.pairing import derive_pairing_key, format_code, generate_code
from service.domain.host.till_address import make_till_address
from service.domain.sentences import message
from service.usecases.edit_settings import read_settings

_PAUSE_S = 0.1
_MOST_PAUSES = 50


@dataclass(frozen=True, slots=True)
class OfferedCode:
    """What is entered in a till; `pin` is empty where the service is not open to the network."""

    code: str
    address: str
    pin: str
    shop: str


def offer_code(session: Session) -> OfferedCode:
    """A code that the running program has taken. Raises Unavailable."""
    port = find_running_port(session)
    if port is None:
        raise Unavailable(message("The program does not run, so no till could use a code. Start it, then try again."))
    settings, shop = session.read_shop(lambda db, shop: (read_settings(db), shop))
    certificate = CertificateFolder(session.folder).find() if settings.open_to_network else None
    pin = "" if certificate is None else certificate.pin
    code = generate_code()
    handed = HandedCode(shop.id, pin, derive_pairing_key(code, pin), session.now())
    session.write(lambda tx: hand_over(tx, handed))
    wait_until_taken(session)
    allowed = settings.allowed_hosts if settings.open_to_network else ()
    address = make_till_address(allowed, port, encrypted=not settings.network_http)
    return OfferedCode(format_code(code), address, pin, shop.name)


def wait_until_taken(session: Session) -> None:
    """Waits for the running program; takes the code back if it does not come."""
    for _ in range(_MOST_PAUSES):
        if not session.read(is_waiting):
            return
        session.pause(_PAUSE_S)
    session.write(lambda tx: take_over(tx, session.now()))
    raise Unavailable(message("The running program did not take the code. Close it and start it again."))
