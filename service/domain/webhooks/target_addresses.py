"""Which addresses a webhook may be posted to (contract §6.1).

The shop's own systems are on this computer and on the local network, so those are allowed. Refused
are addresses that no receiver has and that an attacker would like to reach: link-local, cloud
metadata, multicast.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from service.domain.errors import Refused
from service.domain.sentences import Sentence, message

REFUSAL_CODE = "address_not_allowed"
MAX_LENGTH = 2048
MAX_HOST_LENGTH = 253

Ip = IPv4Address | IPv6Address

_METADATA = frozenset(
    ip_address(text)
    for text in (
        "169.254.169.254",
        "169.254.170.2",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
        "fd00:ec2::254",
        "fd00:ec2::23",
        "fd20:ce::254",
    )
)
_REFUSED_V4 = (
    (IPv4Network("0.0.0.0/8"), message("names no computer")),
    (IPv4Network("169.254.0.0/16"), message("is link-local")),
    (IPv4Network("224.0.0.0/4"), message("is a multicast address")),
    (IPv4Network("240.0.0.0/4"), message("is a broadcast or reserved address")),
)
_REFUSED_V6 = (
    (IPv6Network("::/128"), message("names no computer")),
    (IPv6Network("fe80::/10"), message("is link-local")),
    (IPv6Network("ff00::/8"), message("is a multicast address")),
)
_CARRIES_V4_LAST = (
    IPv6Network("::/96"),
    IPv6Network("::ffff:0:0/96"),
    IPv6Network("::ffff:0:0:0/96"),
    IPv6Network("64:ff9b::/96"),
    IPv6Network("64:ff9b:1::/48"),
)
_LOOPBACK_V6 = IPv6Address("::1")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.ASCII)
_PART = re.compile(r"0x[0-9a-f]*|[0-9]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class TargetAddress:
    """An address that may be stored: `host` in ASCII, `literal` if it is an IP in any spelling."""

    url: str
    scheme: str
    host: str
    port: int
    literal: Ip | None


def parse_target_address(text: str) -> TargetAddress:
    """Parses what the owner typed. Raises Refused with `address_not_allowed` and what to do. A name
    may still resolve to an address that is refused: the sender checks the connected address again.
    """
    url = text.strip()
    _check_spelling(url)
    parts = _split(url)
    host = encode_host(parts.hostname or "")
    port = _read_port(parts)
    literal = parse_literal_ip(host)
    if literal is not None and (reason := find_ip_fault(literal)):
        raise _make_refusal(message("{host} {reason}; give the address of your own system", host=host, reason=reason))
    if literal is None:
        _check_name(parts.netloc if "[" in parts.netloc else host)
    return TargetAddress(url, parts.scheme, host, port, literal)


def find_ip_fault(address: Ip) -> Sentence | None:
    """Why nothing may be posted to an address, such as `is link-local`, or None when it is allowed.
    IPv4 addresses inside IPv6 (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) count as IPv4.
    """
    if address in _METADATA:
        return message("is a cloud metadata address")
    if isinstance(address, IPv4Address):
        return next((why for network, why in _REFUSED_V4 if address in network), None)
    bare = IPv6Address(address.packed)
    if bare in _METADATA:
        return message("is a cloud metadata address")
    if bare == _LOOPBACK_V6:
        return None
    own = next((why for network, why in _REFUSED_V6 if bare in network), None)
    return own or next((why for inner in extract_ipv4(bare) if (why := find_ip_fault(inner))), None)


def extract_ipv4(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses that a packet to this address may end at."""
    number = int(address)
    addresses: list[IPv4Address] = []
    if any(address in network for network in _CARRIES_V4_LAST):
        addresses.append(IPv4Address(number & 0xFFFFFFFF))
    if address.sixtofour is not None:
        addresses.append(address.sixtofour)
    if address.teredo is not None:
        addresses.extend(address.teredo)
    if (number >> 32) & 0xFDFFFFFF == 0x00005EFE:
        addresses.append(IPv4Address(number & 0xFFFFFFFF))
    return tuple(addresses)


def is_loopback(address: Ip) -> bool:
    """Whether the address is this computer: then only the receiver can be the cause of a fault."""
    inner = extract_ipv4(address) if isinstance(address, IPv6Address) else ()
    return address.is_loopback or any(one.is_loopback for one in inner)


def parse_literal_ip(host: str) -> Ip | None:
    """The IP of a host in any spelling that a resolver accepts: decimal, octal, hex, short."""
    bare = host.strip("[]").rstrip(".").lower()
    if ":" in bare:
        try:
            return IPv6Address(bare)
        except ValueError:
            return None
    pieces = bare.split(".")
    if not 1 <= len(pieces) <= 4 or not all(_PART.fullmatch(piece) for piece in pieces):
        return None
    try:
        numbers = [_parse_number(piece) for piece in pieces]
    except ValueError:
        return None
    return _assemble_ipv4(numbers)


def encode_host(host: str) -> str:
    """A host as DNS knows it: lower case, `xn--` for international names. Raises Refused."""
    plain = unicodedata.normalize("NFKC", host).replace("\u3002", ".").lower()
    if plain.isascii():
        return plain
    try:
        return plain.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise _make_refusal(message("{host} is no host name; check its spelling", host=host)) from error


def _check_spelling(url: str) -> None:
    if not url:
        raise _make_refusal(message("The address is empty; give one such as http://192.168.1.20:8080/events"))
    if len(url) > MAX_LENGTH:
        raise _make_refusal(message("The address has more than {most} characters; give a shorter one", most=MAX_LENGTH))
    if any(char.isspace() or unicodedata.category(char) in ("Cc", "Cf", "Cs") for char in url) or "\\" in url:
        raise _make_refusal(
            message("The address holds a blank, a backslash or an unprintable character; type it again")
        )


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise _make_refusal(
            message("The address is not well formed; give one such as https://example.com/events")
        ) from error
    if parts.scheme not in ("http", "https"):
        raise _make_refusal(message("Only http:// and https:// addresses can be posted to; give one of those"))
    if "@" in parts.netloc:
        raise _make_refusal(
            message("The address holds a user name or password; leave it out, deliveries are signed instead")
        )
    if "#" in url:
        raise _make_refusal(message("The address holds a # part, which is never sent; leave it out"))
    if not parts.hostname or "%" in parts.netloc:
        raise _make_refusal(message("The address names no host; give one such as https://example.com/events"))
    return parts


def _read_port(parts: SplitResult) -> int:
    try:
        port = parts.port
    except ValueError as error:
        raise _make_refusal(message("The port is no number from 1 to 65535; correct it")) from error
    if port is None:
        return 443 if parts.scheme == "https" else 80
    if port == 0:
        raise _make_refusal(message("The port is no number from 1 to 65535; correct it"))
    return port


def _check_name(host: str) -> None:
    name = host.removesuffix(".")
    labels = name.split(".")
    if len(name) > MAX_HOST_LENGTH or not all(_LABEL.fullmatch(label) for label in labels):
        raise _make_refusal(message("{host} is no host name; check its spelling", host=host[:80]))
    if _PART.fullmatch(labels[-1]):
        raise _make_refusal(
            message("{host} is neither a host name nor an IP address; check its spelling", host=host[:80])
        )


def _parse_number(piece: str) -> int:
    if piece.startswith("0x"):
        return int(piece[2:] or "0", 16)
    return int(piece, 8) if len(piece) > 1 and piece.startswith("0") else int(piece)


def _assemble_ipv4(numbers: list[int]) -> IPv4Address | None:
    *leading, last = numbers
    if any(number > 255 for number in leading) or last >= 256 ** (4 - len(leading)):
        return None
    value = last
    for place, number in enumerate(leading):
        value += number << (8 * (3 - place))
    return IPv4Address(value)


def _make_refusal(sentence: Sentence) -> Refused:
    return Refused(REFUSAL_CODE, sentence)
