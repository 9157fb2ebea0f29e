"""Who may reach the API: the host asked for, encryption, the origin of a web page."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache

from aiohttp import web

from service.api.answers import Answer
from service.domain.errors import BadRequest
from service.domain.settings import Settings

_EXPOSED = (
    "Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, X-Ignored-Parameters, ETag, "
    "Idempotent-Replayed"
)
_ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-None-Match"
_LOOPBACK_NAMES = ("localhost", "localhost.localdomain")


def is_preflight(request: web.BaseRequest, origin: str | None) -> bool:
    """Whether the call is a browser's preflight, which has no key."""
    return request.method == "OPTIONS" and origin is not None and "Access-Control-Request-Method" in request.headers


def preflight_answer(request: web.BaseRequest) -> Answer:
    """Answers a preflight so that the browser sends the call."""
    headers = {
        "Access-Control-Allow-Methods": "GET, HEAD, POST",
        "Access-Control-Allow-Headers": _ALLOWED,
        "Access-Control-Max-Age": "600",
    }
    if request.headers.get("Access-Control-Request-Private-Network") == "true":
        headers["Access-Control-Allow-Private-Network"] = "true"
    return Answer(204, b"", headers=headers)


def cors_headers(origin: str) -> dict[str, str]:
    """The headers for every answer to an allowed origin, also for refusals."""
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": _EXPOSED, "Vary": "Origin"}


@dataclass(frozen=True, slots=True)
class AccessRules:
    """What the owner allowed next to loopback: host names without ports, and whole origins."""

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    encrypted_only: bool = False
    """Whether calls from the network must be encrypted."""


def make_access_rules(settings: Settings) -> AccessRules:
    """The rules of the settings. Only a service that was opened to the network by them asks for
    encryption: `serve --host` alone works as before.
    """
    encrypted_only = settings.open_to_network and not settings.network_http
    return AccessRules(frozenset(settings.allowed_hosts), frozenset(settings.allowed_origins), encrypted_only)


def check_host(host: str | None, rules: AccessRules) -> None:
    """Raises BadRequest for a name that is not allowed: DNS rebinding could lead a page here."""
    if _is_known_host(host or "", rules.hosts):
        return
    raise BadRequest(
        "This address is not one the program answers to. Call 127.0.0.1, or let the owner allow this host in Settings."
    )


def check_encryption(address: str, rules: AccessRules, *, encrypted: bool) -> None:
    """Raises BadRequest for an unencrypted call from another computer, if that is not allowed."""
    if encrypted or not rules.encrypted_only or is_loopback(address):
        return
    raise BadRequest(
        "Calls from the network must be encrypted here: call https:// in place of http://. The owner finds the "
        "certificate in Settings, Connection. A key or pairing code that was sent unencrypted should be replaced."
    )


def check_origin(origin: str | None, rules: AccessRules) -> None:
    """Raises BadRequest for a call of a web page whose origin the owner has not allowed."""
    if origin is None or _normalize_origin(origin) in map(_normalize_origin, rules.origins):
        return
    raise BadRequest("Calls from this web page's origin are not allowed. The owner can allow it in Settings.")


def is_own_origin(origin: str, host: str | None, *, encrypted: bool = False) -> bool:
    """Whether this service served the calling page, under the call's checked Host name."""
    scheme = "https" if encrypted else "http"
    return host is not None and _normalize_origin(origin) == _normalize_origin(f"{scheme}://{host.strip()}")


def _normalize_origin(origin: str) -> str:
    """Lower case, without the scheme's default port: browsers omit it, owners may type it."""
    plain = origin.rstrip("/").lower()
    return plain.removesuffix(":443" if plain.startswith("https:") else ":80")


@lru_cache(maxsize=64)  # callers send the same few names with every call
def _is_known_host(host: str, allowed: frozenset[str]) -> bool:
    name = _host_name(host)
    return is_loopback(name) or name in allowed


def _host_name(host: str) -> str:
    """The name in a Host header, lower case, without its port."""
    host = host.strip().lower()
    if host.startswith("["):
        name, bracket, port = host[1:].partition("]")
        return name if bracket and (not port or _is_port(port)) else ""
    name, colon, port = host.partition(":")
    if colon and not port.isdecimal():
        return ""
    return name.removesuffix(".")


def _is_port(port: str) -> bool:
    return port.startswith(":") and port[1:].isdecimal()


def is_loopback(name: str) -> bool:
    """Whether a name or address means this computer alone."""
    if name in _LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
