"""Finds the process that uses a port, by name, and whether it is another Counterpart."""

from __future__ import annotations

import http.client
import json
import logging
from typing import Any

import psutil

from ui.backend.host_port import PortHolder

log = logging.getLogger(__name__)

_HEALTH_S = 2.0
_READ = 4096


def find_port_holder(host: str, port: int) -> PortHolder:
    """What is known of the program that listens on a port; may take a few seconds."""
    process = _find_listener(port)
    facts: dict[str, Any] = {"ours": answers_as_counterpart(host, port)}
    if process is not None:
        facts |= {"process": process.pid, **_describe_process(process)}
    return PortHolder(**facts)


def listening_ports(process: int) -> tuple[int, ...]:
    """The ports on which a process of this user listens, as far as the system shows."""
    try:
        connections = psutil.Process(process).net_connections(kind="tcp")
    except (psutil.Error, OSError) as error:
        log.info("Where process %d listens cannot be seen: %s", process, error)
        return ()
    return tuple(sorted({one.laddr[1] for one in connections if one.status == psutil.CONN_LISTEN}))


def _find_listener(port: int) -> psutil.Process | None:
    """The process, if this user may see it."""
    try:
        for connection in psutil.net_connections(kind="tcp"):
            if connection.status == psutil.CONN_LISTEN and connection.pid and connection.laddr[1:] == (port,):
                return psutil.Process(connection.pid)
    except (psutil.Error, OSError) as error:
        log.info("Who holds port %d cannot be seen: %s", port, error)
    return None


def _describe_process(process: psutil.Process) -> dict[str, Any]:
    try:
        with process.oneshot():
            return {
                "program": process.name(),
                "user": process.username(),
                "since": int(process.create_time() * 1000),
            }
    except (psutil.Error, OSError) as error:
        log.info("Process %d tells nothing of itself: %s", process.pid, error)
        return {}


def answers_as_counterpart(host: str, port: int) -> bool:
    """Whether a Counterpart answers on its health page."""
    connection = http.client.HTTPConnection("127.0.0.1" if host == "0.0.0.0" else host, port, timeout=_HEALTH_S)  # noqa: S104
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        body = json.loads(answer.read(_READ))
        return "Counterpart" in (answer.getheader("Server") or "") and body.get("status") == "ok"
    except (OSError, http.client.HTTPException, ValueError, AttributeError):
        return False
    finally:
        connection.close()
