"""The certificate that tills in the network check, and when a new one is due (contract §2.8)."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass

from service.domain.times import DAY, Millis

LIFE = 730 * DAY
"""A certificate is valid for two years: some systems refuse more than 825 days."""
RENEW_BEFORE = 60 * DAY
AUTHORITY_LIFE = 7_300 * DAY
MAX_NAMES = 100


def make_till_address(allowed_hosts: Sequence[str], port: int, *, encrypted: bool = False) -> str:
    """The address for a till. Calls from the network pass only under a name that the owner allowed,
    so without one this is the address on this computer, which is not encrypted.
    """
    host = allowed_hosts[0] if allowed_hosts else "127.0.0.1"
    scheme = "https" if encrypted and allowed_hosts else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
_WORDS = 3


def make_short_words(pin: str) -> str:
    """A pin as three words of five letters, which two people can compare on two screens."""
    number = int.from_bytes(hashlib.sha256(pin.encode()).digest()[: 2 * _WORDS])
    words = []
    for _ in range(_WORDS):
        letters = []
        for signs in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS):
            number, place = divmod(number, len(signs))
            letters.append(signs[place])
        words.append("".join(letters))
    return "-".join(words)


@dataclass(frozen=True, slots=True)
class ServerCertificate:
    """What is known of a certificate. `pin` is the SHA-256 of its public key as curl writes it,
    `names` are host names and addresses, `authority_file` is what a till may trust.
    """

    pin: str
    names: tuple[str, ...]
    not_before: Millis
    not_after: Millis
    authority_not_after: Millis
    authority_file: str


def is_due(certificate: ServerCertificate, names: Sequence[str], now: Millis) -> bool:
    """Whether a new certificate is made with the same key: its end is near, it is not valid yet as
    the clock was set back, or a name of this computer is missing in it.
    """
    if not certificate.not_before <= now < certificate.not_after - RENEW_BEFORE:
        return True
    return not set(names) <= set(certificate.names)


def choose_names(host: str, addresses: Sequence[str], allowed: Sequence[str]) -> tuple[str, ...]:
    """Of a certificate: this computer here and in the network, addresses, allowed hosts."""
    bare = host.lower().partition(".")[0]
    own = (bare, f"{bare}.local") if bare and bare != "localhost" else ()
    names = dict.fromkeys(("localhost", "127.0.0.1", *own, *addresses, *map(_normalize, allowed)))
    return tuple(names)[:MAX_NAMES]


def _normalize(name: str) -> str:
    """A name as a certificate has it: an address has one spelling."""
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        return name.lower().strip(".")


def format_curl_check(pin: str, address: str) -> str:
    """A command line that asks for the health and accepts no other than the pinned key."""
    return f'curl -k --pinnedpubkey "{pin}" {address}/health'
