"""The name and the addresses by which other computers call this one."""

from __future__ import annotations

import ipaddress
import socket

import psutil


def find_host_name() -> str:
    """The name of this computer; empty where it is no name for a network."""
    name = socket.gethostname()
    return name if name.isascii() and all(char.isalnum() or char in "-._" for char in name) else ""


def find_addresses() -> tuple[str, ...]:
    """The IPv4 addresses of this computer in its networks; the service listens to no others."""
    own_addresses: set[ipaddress.IPv4Address] = set()
    for addresses in psutil.net_if_addrs().values():
        for one in addresses:
            if one.family == socket.AF_INET:
                own_addresses.add(ipaddress.IPv4Address(one.address))
    return tuple(str(address) for address in sorted(own_addresses) if not address.is_loopback)


def list_ways_here() -> tuple[str, ...]:
    """What can be typed at another computer of the network: the addresses, and the name."""
    return (*find_addresses(), *filter(None, [find_host_name()]))
