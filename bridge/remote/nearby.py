"""Counters find their service in the shop's network by multicast DNS, where the network allows it.

What is found is a hint: code and words decide who is paired.
"""

from __future__ import annotations

import ipaddress
import logging
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from service.domain.counters import format_counter_address
from ui.backend.counters_port import NearbyService

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger(__name__)

_TYPE = "_counterpart._tcp.local."
FIND_S = 2.0
"""How long the first answer is waited for."""
_OTHERS_S = 0.5
"""Answers to one question of multicast DNS come within 0.12 s (RFC 6762, section 6)."""
MOST_FOUND = 10
_ASK_MS = 1000


class Announcement:
    """Names a service in the network from `start` to `stop`. Both may take a second."""

    def __init__(self, name: str, port: int, interfaces: Sequence[str] | None = None) -> None:
        """`interfaces` are addresses of this computer; None is every network."""
        self._name, self._port, self._interfaces = name, port, interfaces
        self._responder: Zeroconf | None = None
        self._addresses: tuple[str, ...] | None = None
        self._lock = threading.Lock()
        """A stop waits for a start: the library closes nothing that is still being registered."""

    def start(self, addresses: Sequence[str]) -> None:
        """Does nothing for the same addresses. No multicast is no fault: addresses can be typed."""
        with self._lock:
            if self._addresses != tuple(addresses):
                self._close()
                self._addresses = tuple(addresses)
                self._register()

    def _register(self) -> None:
        from zeroconf import ServiceInfo  # noqa: PLC0415 - only where counters are on

        addresses = self._addresses or ()
        packed = [ipaddress.IPv4Address(address).packed for address in addresses]
        info = ServiceInfo(
            _TYPE, f"{self._name}.{_TYPE}", port=self._port, addresses=packed, server=f"{self._name}.local."
        )
        try:
            self._responder = _open(self._interfaces)
            self._responder.register_service(info, allow_name_change=True)
        except Exception as error:  # noqa: BLE001 - the library's faults are many, and none of them matters
            log.info("The network does not show this computer to counters: %s", error)
            self._close()

    def stop(self) -> None:
        with self._lock:
            self._addresses = None
            self._close()

    def _close(self) -> None:
        responder, self._responder = self._responder, None
        if responder is not None:
            responder.close()


def find_nearby(interfaces: Sequence[str] | None = None, within: float = FIND_S) -> tuple[NearbyService, ...]:
    """Blocks until the first one answers, or for `within`, and a moment for the others."""
    from zeroconf import ServiceBrowser, ServiceStateChange  # noqa: PLC0415 - only where a counter is added

    found: dict[str, NearbyService] = {}
    first = threading.Event()

    def note(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """The names of the arguments are those by which the library calls."""
        if state_change is ServiceStateChange.Removed:
            found.pop(name, None)
            return
        info = zeroconf.get_service_info(service_type, name, _ASK_MS)
        addresses = [] if info is None else info.parsed_addresses()
        if info is not None and addresses and info.port and len(found) < MOST_FOUND:
            shown = format_counter_address(addresses[0], info.port)
            found[name] = NearbyService(name.removesuffix(f".{_TYPE}"), shown)
            first.set()

    try:
        asker = _open(interfaces)
    except OSError as error:
        log.info("The network cannot be asked for a service: %s", error)
        return ()
    browser = ServiceBrowser(asker, _TYPE, handlers=[note])
    if first.wait(within):
        time.sleep(_OTHERS_S)
    browser.cancel()
    asker.close()
    return tuple(found.values())


def _open(interfaces: Sequence[str] | None) -> Zeroconf:
    from zeroconf import IPVersion, Zeroconf  # noqa: PLC0415 - as above

    chosen: dict[str, Any] = {} if interfaces is None else {"interfaces": list(interfaces)}
    return Zeroconf(ip_version=IPVersion.V4Only, **chosen)
