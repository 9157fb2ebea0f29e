"""Where the service of a session's data folder listens."""

from __future__ import annotations

from bridge.cli.framework.cli_session import Session
from bridge.instance_lock import is_running, running_process_id
from service.domain.errors import Unavailable
from service.usecases.edit_settings import read_settings

LOOPBACK = "127.0.0.1"


def find_running_port(session: Session) -> int | None:
    """The port at which the running program answers, whichever that is; None if none does."""
    if not is_running(session.folder):
        return None
    from bridge.port_holder import answers_as_counterpart, listening_ports  # noqa: PLC0415 - looks into processes

    process, port = running_process_id(session.folder), set_port(session)
    served = () if process is None else listening_ports(process)
    for candidate in dict.fromkeys((*served, *((port,) if port else ()))):
        if answers_as_counterpart(LOOPBACK, candidate):
            return int(candidate)
    return None


def set_port(session: Session) -> int:
    """The port in the settings; 0 where the database cannot be read."""
    try:
        return session.read(read_settings).port
    except Unavailable:
        return 0
