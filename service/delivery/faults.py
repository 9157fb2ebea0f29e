"""What an exception of the HTTP client means, and whose fault it is."""

from __future__ import annotations

import errno
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

import aiohttp

from service.delivery.network import AddressError, NameLookupError, NetworkProbe
from service.delivery.results import Fault
from service.domain.addresses import TargetAddress, is_loopback
from service.domain.sentences import Sentence, say, why

# The numbers over 10000 are Windows' own.
_UNREACHABLE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, 10050, 10051, 10064, 10065})
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.EADDRNOTAVAIL, 10024, 10055})
_REFUSED = frozenset({errno.ECONNREFUSED, 10061})
_TIMED_OUT = frozenset({errno.ETIMEDOUT, 10060})

_CERTIFICATE = {
    9: say("The certificate of {host} is not valid yet; check the clocks of both computers"),
    10: say("The certificate of {host} has expired; renew it"),
    18: say(
        "The certificate of {host} is self-signed; install it on this computer as trusted, or use one from an authority"
    ),
    19: say(
        "The certificate of {host} is signed by an authority of its own; "
        "install that authority on this computer as trusted"
    ),
    20: say(
        "The certificate of {host} is from an authority that this computer does not know; "
        "install the whole certificate chain"
    ),
    21: say(
        "The certificate of {host} is from an authority that this computer does not know; "
        "install the whole certificate chain"
    ),
    62: say("The certificate of {host} is for another name; use the name that is in the certificate"),
    64: say("The certificate of {host} is for another address; use the name that is in the certificate"),
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A fault and the sentence that says it to the owner."""

    fault: Fault
    sentence: Sentence


async def diagnose(error: Exception, address: TargetAddress, probe: NetworkProbe) -> Diagnosis | None:
    """What an exception raised by the client means, or None when it is a bug of ours."""
    plain = _plain(error, address)
    if plain is None or _is_here(address):
        return plain
    if plain.fault in (Fault.NO_ROUTE, Fault.TIMEOUT, Fault.NAME_NOT_FOUND) and not await probe.has_route():
        return Diagnosis(Fault.NETWORK_DOWN, say("This computer has no network; sent when it is back"))
    if _lookup_may_be_down(error) and not await probe.names_resolve():
        return Diagnosis(Fault.NETWORK_DOWN, say("No name can be looked up from here; sent when the network is back"))
    return plain


def _plain(error: Exception, address: TargetAddress) -> Diagnosis | None:
    causes = list(_chain(error))
    for cause in causes:
        if isinstance(cause, AddressError):
            return Diagnosis(
                Fault.ADDRESS_NOT_ALLOWED, say("{fault}; correct the address of the target", fault=cause.sentence)
            )
        if isinstance(cause, NameLookupError):
            return Diagnosis(Fault.NAME_NOT_FOUND, say("{fault}; check the host in the address", fault=cause.sentence))
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, aiohttp.ClientError):
            return Diagnosis(Fault.TLS, _tls(cause, address))
    numbers = {cause.errno for cause in causes if isinstance(cause, OSError)}
    return _by_number(numbers, address) or _by_kind(error, causes, address)


def _by_number(numbers: set[int | None], address: TargetAddress) -> Diagnosis | None:
    where = say("{host} port {port}", host=address.host, port=address.port)
    if numbers & _REFUSED:
        return Diagnosis(Fault.CONNECTION_REFUSED, say("Nothing listens at {where}; start the receiver", where=where))
    if numbers & _TIMED_OUT:
        return _timeout(address)
    if numbers & _UNREACHABLE:
        return Diagnosis(
            Fault.NO_ROUTE, say("There is no way from here to {where}; check that it is switched on", where=where)
        )
    if numbers & _EXHAUSTED:
        return Diagnosis(Fault.OUT_OF_RESOURCES, say("This computer ran out of connections; tried again shortly"))
    return None


def _by_kind(error: Exception, causes: list[BaseException], address: TargetAddress) -> Diagnosis | None:
    if isinstance(error, TimeoutError):
        return _timeout(address)
    if isinstance(error, aiohttp.ClientResponseError | aiohttp.ClientPayloadError):
        return Diagnosis(
            Fault.ANSWER_MALFORMED,
            say(
                "What answers at {host} port {port} does not speak HTTP as it should; check the port",
                host=address.host,
                port=address.port,
            ),
        )
    if isinstance(error, aiohttp.InvalidURL):
        return Diagnosis(Fault.ADDRESS_NOT_ALLOWED, say("The address is not well formed; correct it in the target"))
    if isinstance(error, aiohttp.ClientConnectorError):
        return Diagnosis(
            Fault.NO_ROUTE,
            say(
                "{host} port {port} could not be reached: {causes}; check it",
                host=address.host,
                port=address.port,
                causes=_words(causes),
            ),
        )
    if isinstance(error, aiohttp.ClientConnectionError | OSError):
        return Diagnosis(
            Fault.CONNECTION_LOST, say("The connection was closed without an answer; look in the receiver's log")
        )
    return None


def _timeout(address: TargetAddress) -> Diagnosis:
    return Diagnosis(
        Fault.TIMEOUT,
        say(
            "{host} gave no answer in time; check that it is on, and that it answers before it does its work",
            host=address.host,
        ),
    )


def _tls(error: ssl.SSLError, address: TargetAddress) -> Sentence:
    if isinstance(error, ssl.SSLCertVerificationError):
        known = _CERTIFICATE.get(error.verify_code)
        if known is not None:
            return Sentence(known.template, {"host": address.host})
        return say(
            "The certificate of {host} is not accepted ({fault}); replace it",
            host=address.host,
            fault=str(error.verify_message),
        )
    if error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"):
        return say(
            "{host} port {port} does not speak https; use http:// or the right port",
            host=address.host,
            port=address.port,
        )
    return say(
        "No secure connection to {host}: {fault}; check its TLS set-up",
        host=address.host,
        fault=str(error.reason) if error.reason else say("cut off"),
    )


def _lookup_may_be_down(error: Exception) -> bool:
    return any(isinstance(cause, NameLookupError) and cause.temporary for cause in _chain(error))


def _is_here(address: TargetAddress) -> bool:
    if address.literal is not None:
        return is_loopback(address.literal)
    return address.host.removesuffix(".") == "localhost" or address.host.endswith(".localhost")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what it wraps, outermost first."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        inner = getattr(one, "os_error", None)
        waiting += [inner if isinstance(inner, BaseException) else None, one.__cause__]


def _words(causes: list[BaseException]) -> Sentence:
    return next((why(one) for one in reversed(causes) if isinstance(one, OSError) and one.strerror), say("no reason"))
