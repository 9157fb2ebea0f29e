"""What an exception of the HTTP client means, and where its cause is."""

from __future__ import annotations

import errno
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

import aiohttp

from service.delivery.attempt_result import AttemptFault
from service.delivery.name_resolution import AddressError, NameLookupError, NetworkProbe
from service.domain.sentences import Sentence, message, os_reason
from service.domain.webhooks.target_addresses import TargetAddress, is_loopback

# The numbers over 10000 are Windows' own.
_UNREACHABLE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, 10050, 10051, 10064, 10065})
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.EADDRNOTAVAIL, 10024, 10055})
_REFUSED = frozenset({errno.ECONNREFUSED, 10061})
_TIMED_OUT = frozenset({errno.ETIMEDOUT, 10060})

_CERTIFICATE = {
    9: message("The certificate of {host} is not valid yet; check the clocks of both computers"),
    10: message("The certificate of {host} has expired; renew it"),
    18: message(
        "The certificate of {host} is self-signed; install it on this computer as trusted, or use one from an authority"
    ),
    19: message(
        "The certificate of {host} is signed by an authority of its own; "
        "install that authority on this computer as trusted"
    ),
    20: message(
        "The certificate of {host} is from an authority that this computer does not know; "
        "install the whole certificate chain"
    ),
    21: message(
        "The certificate of {host} is from an authority that this computer does not know; "
        "install the whole certificate chain"
    ),
    62: message("The certificate of {host} is for another name; use the name that is in the certificate"),
    64: message("The certificate of {host} is for another address; use the name that is in the certificate"),
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    fault: AttemptFault
    sentence: Sentence


async def diagnose(error: Exception, address: TargetAddress, probe: NetworkProbe) -> Diagnosis | None:
    """What an exception of the client means, or None if it is a bug of ours."""
    plain = _diagnose_error(error, address)
    if plain is None or _is_this_computer(address):
        return plain
    if (
        plain.fault in (AttemptFault.NO_ROUTE, AttemptFault.TIMEOUT, AttemptFault.NAME_NOT_FOUND)
        and not await probe.has_route()
    ):
        return Diagnosis(AttemptFault.NETWORK_DOWN, message("This computer has no network; sent when it is back"))
    if _may_be_lookup_outage(error) and not await probe.names_resolve():
        return Diagnosis(
            AttemptFault.NETWORK_DOWN, message("No name can be looked up from here; sent when the network is back")
        )
    return plain


def _diagnose_error(error: Exception, address: TargetAddress) -> Diagnosis | None:
    causes = list(_iterate_causes(error))
    for cause in causes:
        if isinstance(cause, AddressError):
            return Diagnosis(
                AttemptFault.ADDRESS_NOT_ALLOWED,
                message("{fault}; correct the address of the target", fault=cause.sentence),
            )
        if isinstance(cause, NameLookupError):
            return Diagnosis(
                AttemptFault.NAME_NOT_FOUND, message("{fault}; check the host in the address", fault=cause.sentence)
            )
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, aiohttp.ClientError):
            return Diagnosis(AttemptFault.TLS, _describe_tls(cause, address))
    numbers = {cause.errno for cause in causes if isinstance(cause, OSError)}
    return _diagnose_errno(numbers, address) or _diagnose_type(error, causes, address)


def _diagnose_errno(numbers: set[int | None], address: TargetAddress) -> Diagnosis | None:
    where = message("{host} port {port}", host=address.host, port=address.port)
    if numbers & _REFUSED:
        return Diagnosis(
            AttemptFault.CONNECTION_REFUSED, message("Nothing listens at {where}; start the receiver", where=where)
        )
    if numbers & _TIMED_OUT:
        return _diagnose_timeout(address)
    if numbers & _UNREACHABLE:
        return Diagnosis(
            AttemptFault.NO_ROUTE,
            message("There is no way from here to {where}; check that it is switched on", where=where),
        )
    if numbers & _EXHAUSTED:
        return Diagnosis(
            AttemptFault.OUT_OF_RESOURCES, message("This computer ran out of connections; tried again shortly")
        )
    return None


def _diagnose_type(error: Exception, causes: list[BaseException], address: TargetAddress) -> Diagnosis | None:
    if isinstance(error, TimeoutError):
        return _diagnose_timeout(address)
    if isinstance(error, aiohttp.ClientResponseError | aiohttp.ClientPayloadError):
        return Diagnosis(
            AttemptFault.ANSWER_MALFORMED,
            message(
                "What answers at {host} port {port} does not speak HTTP as it should; check the port",
                host=address.host,
                port=address.port,
            ),
        )
    if isinstance(error, aiohttp.InvalidURL):
        return Diagnosis(
            AttemptFault.ADDRESS_NOT_ALLOWED, message("The address is not well formed; correct it in the target")
        )
    if isinstance(error, aiohttp.ClientConnectorError):
        return Diagnosis(
            AttemptFault.NO_ROUTE,
            message(
                "{host} port {port} could not be reached: {causes}; check it",
                host=address.host,
                port=address.port,
                causes=_describe_causes(causes),
            ),
        )
    if isinstance(error, aiohttp.ClientConnectionError | OSError):
        return Diagnosis(
            AttemptFault.CONNECTION_LOST,
            message("The connection was closed without an answer; look in the receiver's log"),
        )
    return None


def _diagnose_timeout(address: TargetAddress) -> Diagnosis:
    return Diagnosis(
        AttemptFault.TIMEOUT,
        message(
            "{host} gave no answer in time; check that it is on, and that it answers before it does its work",
            host=address.host,
        ),
    )


def _describe_tls(error: ssl.SSLError, address: TargetAddress) -> Sentence:
    if isinstance(error, ssl.SSLCertVerificationError):
        known = _CERTIFICATE.get(error.verify_code)
        if known is not None:
            return Sentence(known.template, {"host": address.host})
        return message(
            "The certificate of {host} is not accepted ({fault}); replace it",
            host=address.host,
            fault=str(error.verify_message),
        )
    if error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"):
        return message(
            "{host} port {port} does not speak https; use http:// or the right port",
            host=address.host,
            port=address.port,
        )
    return message(
        "No secure connection to {host}: {fault}; check its TLS set-up",
        host=address.host,
        fault=str(error.reason) if error.reason else message("cut off"),
    )


def _may_be_lookup_outage(error: Exception) -> bool:
    return any(isinstance(cause, NameLookupError) and cause.temporary for cause in _iterate_causes(error))


def _is_this_computer(address: TargetAddress) -> bool:
    if address.literal is not None:
        return is_loopback(address.literal)
    return address.host.removesuffix(".") == "localhost" or address.host.endswith(".localhost")


def _iterate_causes(error: BaseException) -> Iterator[BaseException]:
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


def _describe_causes(causes: list[BaseException]) -> Sentence:
    return next(
        (os_reason(one) for one in reversed(causes) if isinstance(one, OSError) and one.strerror), message("no reason")
    )
