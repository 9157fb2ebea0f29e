"""What an error of the HTTP client means to the owner, and whether this computer is at fault."""

from __future__ import annotations

import errno
import ssl
from dataclasses import dataclass

import aiohttp
import pytest
from aiohttp.client_reqrep import ConnectionKey

from service.delivery.attempt_result import AttemptFault
from service.delivery.error_diagnosis import diagnose
from service.delivery.name_resolution import AddressError, NameLookupError
from service.domain.sentences import message, os_reason
from service.domain.webhooks.target_addresses import parse_target_address

TARGET = parse_target_address("https://erp.example:8443/in")
HERE = parse_target_address("http://127.0.0.1:9000/in")
WHERE = "erp.example port 8443"
DENIED = os_reason(OSError(errno.EACCES, "denied"))


@dataclass
class FakeProbe:
    """What this computer reaches."""

    route: bool = True
    names: bool = True

    async def has_route(self) -> bool:
        return self.route

    async def names_resolve(self) -> bool:
        return self.names


def connector_error(cause: OSError) -> Exception:
    key = ConnectionKey(
        "erp.example", 8443, is_ssl=True, ssl=True, proxy=None, proxy_auth=None, proxy_headers_hash=None
    )
    return aiohttp.ClientConnectorError(key, cause)


def certificate_error(code: int) -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code, error.verify_message = code, "unhandled critical extension"
    return error


def tls_error(reason: str | None) -> ssl.SSLError:
    error = ssl.SSLError(1, "tls")
    error.reason = reason  # type: ignore[assignment]
    return error


@pytest.mark.parametrize(
    ("error", "fault", "sentence"),
    [
        (AddressError(message("10.0.0.1 is not allowed")), "address_not_allowed",
         "10.0.0.1 is not allowed; correct the address of the target"),
        (NameLookupError(message("no such name"), temporary=False), "name_not_found",
         "no such name; check the host in the address"),
        (connector_error(OSError(errno.ECONNREFUSED, "refused")), "connection_refused",
         f"Nothing listens at {WHERE}; start the receiver"),
        (connector_error(OSError(10061, "refused")), "connection_refused",
         f"Nothing listens at {WHERE}; start the receiver"),
        (OSError(errno.ETIMEDOUT, "late"), "timeout",
         "erp.example gave no answer in time; check that it is on, and that it answers before it does its work"),
        (TimeoutError(), "timeout",
         "erp.example gave no answer in time; check that it is on, and that it answers before it does its work"),
        (OSError(errno.EHOSTUNREACH, "no way"), "no_route",
         f"There is no way from here to {WHERE}; check that it is switched on"),
        (OSError(errno.EMFILE, "too many"), "out_of_resources",
         "This computer ran out of connections; tried again shortly"),
        (aiohttp.ClientPayloadError(), "answer_malformed",
         f"What answers at {WHERE} does not speak HTTP as it should; check the port"),
        (aiohttp.InvalidURL("x"), "address_not_allowed", "The address is not well formed; correct it in the target"),
        (connector_error(OSError(errno.EACCES, "denied")), "no_route",
         f"{WHERE} could not be reached: {DENIED}; check it"),
        (connector_error(OSError("no number")), "no_route", f"{WHERE} could not be reached: no reason; check it"),
        (aiohttp.ServerDisconnectedError(), "connection_lost",
         "The connection was closed without an answer; look in the receiver's log"),
        (certificate_error(10), "tls", "The certificate of erp.example has expired; renew it"),
        (certificate_error(34), "tls",
         "The certificate of erp.example is not accepted (unhandled critical extension); replace it"),
        (tls_error("WRONG_VERSION_NUMBER"), "tls", f"{WHERE} does not speak https; use http:// or the right port"),
        (tls_error("RECORD_LAYER_FAILURE"), "tls", f"{WHERE} does not speak https; use http:// or the right port"),
        (tls_error("HTTP_REQUEST"), "tls", f"{WHERE} does not speak https; use http:// or the right port"),
        (tls_error("NO_SHARED_CIPHER"), "tls",
         "No secure connection to erp.example: NO_SHARED_CIPHER; check its TLS set-up"),
        (tls_error(None), "tls", "No secure connection to erp.example: cut off; check its TLS set-up"),
    ],
)  # fmt: skip
async def test_each_error_has_its_fault_and_its_sentence(error: Exception, fault: str, sentence: str) -> None:
    found = await diagnose(error, TARGET, FakeProbe())
    assert found is not None
    assert found.fault == fault
    assert str(found.sentence).startswith(sentence)


async def test_an_error_that_means_nothing_is_a_bug() -> None:
    assert await diagnose(KeyError("x"), TARGET, FakeProbe()) is None


@pytest.mark.parametrize(
    ("error", "probe", "fault"),
    [
        (TimeoutError(), FakeProbe(route=False), AttemptFault.NETWORK_DOWN),
        (OSError(errno.ENETUNREACH, "x"), FakeProbe(route=False), AttemptFault.NETWORK_DOWN),
        (NameLookupError(message("x"), temporary=False), FakeProbe(route=False), AttemptFault.NETWORK_DOWN),
        (NameLookupError(message("x"), temporary=True), FakeProbe(names=False), AttemptFault.NETWORK_DOWN),
        (NameLookupError(message("x"), temporary=False), FakeProbe(names=False), AttemptFault.NAME_NOT_FOUND),
        (OSError(errno.ECONNREFUSED, "x"), FakeProbe(route=False), AttemptFault.CONNECTION_REFUSED),
    ],
)
async def test_this_computer_s_own_outage_is_told_from_the_target_s(
    error: Exception, probe: FakeProbe, fault: AttemptFault
) -> None:
    found = await diagnose(error, TARGET, probe)
    assert found is not None
    assert found.fault is fault


@pytest.mark.parametrize("address", ["http://127.0.0.1:9000/in", "http://localhost:9/in", "http://erp.localhost:9/in"])
async def test_a_receiver_on_this_computer_needs_no_network(address: str) -> None:
    found = await diagnose(TimeoutError(), parse_target_address(address), FakeProbe(route=False, names=False))
    assert found is not None
    assert found.fault is AttemptFault.TIMEOUT
