"""Where a nightly file comes from: a path of this computer, or an address such as
`sftp://till@shop.example/export/stock.csv`.

An address has no password in it; the password is in the secret store.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, quote, unquote

from service.domain.errors import Refused
from service.domain.sentences import message
from service.domain.webhooks.target_addresses import encode_host, parse_literal_ip

CODE = "place_not_allowed"
PASSWORD_GAP = "{password}"  # noqa: S105 - where the password goes, not a password
"""In the path or query of a web address: the stored password is put in its place."""

MAX_ADDRESS_CHARS = 2_000

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")
_SECRET_NAME = re.compile(r"pass|pwd|token|key|secret|signature|\bsig\b|auth", re.IGNORECASE)


WEB = ("http", "https")
_PORTS = {"http": 80, "https": 443, "sftp": 22, "ftps": 21}


@dataclass(frozen=True, slots=True)
class PlaceAddress:
    """A parsed address. `path` begins with a slash, and may be percent-encoded in web addresses
    only; `user` is empty if none is named.
    """

    scheme: str
    user: str
    host: str
    port: int
    path: str

    @property
    def name(self) -> str:
        """The last part of the path, without a query."""
        path = unquote(self.path.partition("?")[0]) if self.scheme in WEB else self.path
        return path.rstrip("/").rpartition("/")[2] or self.host

    @property
    def needs_password(self) -> bool:
        return bool(self.user) or PASSWORD_GAP in self.path

    @property
    def is_encrypted(self) -> bool:
        return self.scheme != "http"

    @property
    def server(self) -> str:
        """Scheme, host and port: a password is sent to this server only."""
        return f"{self.scheme}://{self.host}:{self.port}"


def is_remote(path: str) -> bool:
    """Whether the text is an address, not a path of this computer."""
    return _SCHEME.match(path.strip()) is not None


def parse_place(text: str) -> PlaceAddress:
    """Parses an address. Raises Refused with what to do."""
    address = text.strip()
    match = _SCHEME.match(address)
    scheme = match.group(1).lower() if match is not None else ""
    if scheme not in _PORTS:
        raise _refuse_scheme(scheme)
    if len(address) > MAX_ADDRESS_CHARS or any(unicodedata.category(char) in ("Cc", "Cs") for char in address):
        raise Refused(CODE, message("The address is too long or has an unprintable character. Type it again."))
    server, slash, path = address[len(scheme) + 3 :].partition("/")
    user, _, place = server.rpartition("@")
    if ":" in user:
        raise Refused(
            CODE,
            message(
                "The address has a password in it. Leave out the colon and the password: it is asked for separately, "
                "and stored in the secret store."
            ),
        )
    host, port = _split_port(place, _PORTS[scheme])
    parsed = PlaceAddress(scheme, unquote(user), host, port, slash + path)
    return _check_web(parsed) if scheme in WEB else _check_files(replace(parsed, path=unquote(parsed.path)))


def format_place(address: PlaceAddress, password: str = "") -> str:
    """The path and query of a web address as they are sent, the password in its gap."""
    path = address.path.replace(PASSWORD_GAP, quote(password, safe=""))
    return quote(path or "/", safe="/%?&=;:@!$'()*+,~-._[]")


def _refuse_scheme(scheme: str) -> Refused:
    if scheme == "ftp":
        return Refused(CODE, message("ftp:// shows the password and the file to others. Use ftps:// or sftp://."))
    known = ", ".join(f"{name}://" for name in _PORTS)
    return Refused(
        CODE, message("An address of the nightly file begins with one of {known}. Or name a file here.", known=known)
    )


def _split_port(place: str, usual: int) -> tuple[str, int]:
    """Host and port. Raises Refused."""
    bracketed = re.fullmatch(r"\[([0-9a-fA-F:.]+)\](?::(\d{1,5}))?", place)
    plain = bracketed or re.fullmatch(r"([^\s:/\\@?#]+)(?::(\d{1,5}))?", place)
    if plain is None or not 0 < int(plain.group(2) or usual) < 65_536:
        raise Refused(
            CODE, message("The address names no host and port that are well formed. Check what is before the first /.")
        )
    host = plain.group(1).lower() if bracketed is not None else encode_host(plain.group(1))
    return host, int(plain.group(2) or usual)


def _check_web(address: PlaceAddress) -> PlaceAddress:
    """The same address. Raises Refused if it shows a password to others."""
    query = address.path.partition("?")[2]
    for name, value in parse_qsl(query, keep_blank_values=True):
        if _SECRET_NAME.search(name) and value != PASSWORD_GAP:
            raise Refused(
                CODE,
                message(
                    "{name} in the address looks like a key. Write {gap} in its place: it is asked for separately, and "
                    "stored in the secret store.",
                    name=name,
                    gap=PASSWORD_GAP,
                ),
            )
    if "#" in address.path:
        raise Refused(CODE, message("The address has a # part, which is never sent. Leave it out, or write it as %23."))
    if not address.is_encrypted and address.needs_password and not _is_near(address.host):
        raise Refused(
            CODE,
            message("{host} is not on this network, so http would show the password. Use https://.", host=address.host),
        )
    return address


def _check_files(address: PlaceAddress) -> PlaceAddress:
    """The same address of a file server. Raises Refused if it lacks a user or a path."""
    if not address.user or not address.path:
        raise Refused(
            CODE,
            message(
                "The address names a user and a path, as in {example}.",
                example=f"{address.scheme}://user@{address.host}/export/stock.csv",
            ),
        )
    return address


def _is_near(host: str) -> bool:
    """Whether a host is, by its name or number, in the local network."""
    literal = parse_literal_ip(host)
    if literal is not None:
        return literal.is_private
    return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))
