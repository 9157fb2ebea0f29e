"""Further counters get their keys by a code, and show them when they connect (docs/counters.md)."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from service.api.checks.rate_limits import AddressRateLimiter
from service.api.pairing import CALLS_PER_ADDRESS, PairingCodes
from service.api.pairing_requests import MadeCode
from service.api.server_tls import ServerTls
from service.domain.certificate import ServerCertificate
from service.domain.errors import Refused, Unavailable
from service.domain.pairing import LIFE, MAX_TRIES, PairedTill, ProofOf, make_proof
from service.domain.sentences import message
from service.domain.settings import parse_settings
from service.domain.times import MINUTE, Clock
from service.store import counters
from service.store.engine.store import Store
from service.store.settings import read_settings
from service.usecases.edit_counters import add_counter, check_room, tidy_counter_name

log = logging.getLogger(__name__)

_OFF = message("Further counters are off. Turn them on in Settings first.")
_WRONG_CODE = message(
    "The code is wrong, or it is no longer valid: it works once, for {minutes} minutes and {tries} tries. "
    "Make a new one at the computer with the service.",
    minutes=LIFE // MINUTE,
    tries=MAX_TRIES,
)
_TOO_OFTEN = message("Too many tries to pair; try again in a minute.")
_UNKNOWN = message("The computer with the service does not know this counter. Pair it again there with a new code.")
_REVOKED = message("This counter was revoked at the computer with the service. Pair it again there with a new code.")


@dataclass(frozen=True, slots=True)
class JoinedCounter:
    """A counter's name and key, and the proof that the service knows the code too."""

    name: str
    key: str = field(repr=False)
    proof: str


class CounterPairing:
    """Runs in the service's loop."""

    def __init__(self, store: Store, clock: Clock, tls: ServerTls) -> None:
        """`tls` is that of the counters' port."""
        self._store, self._clock, self.tls = store, clock, tls
        self.codes = PairingCodes(clock.monotonic)
        self._by_address = AddressRateLimiter(CALLS_PER_ADDRESS)

    async def prepare(self) -> None:
        """Makes the certificate ready where counters are on. Raises Unavailable."""
        settings = parse_settings(await self._store.read(read_settings))
        await self.tls.prepare(wanted=settings.counters, allowed_hosts=settings.allowed_hosts)
        if not settings.counters:
            self.codes.close()

    def get_certificate(self) -> ServerCertificate:
        """What a counter pins. Raises Unavailable."""
        certificate = self.tls.get_certificate()
        if certificate is None:
            raise Unavailable(_OFF)
        return certificate

    async def open_code(self) -> MadeCode:
        """A new code for one counter. Raises Unavailable."""
        await self.prepare()
        pin = self.get_certificate().pin
        return MadeCode(await self.codes.open(0, pin), pin)

    async def join(self, name: str, proof: str, address: str) -> JoinedCounter:
        """A key for the counter that knows the code. Raises Refused and Unavailable."""
        if self._by_address.count_call(address, self._clock.monotonic()):
            raise Refused("rate_limited", _TOO_OFTEN)
        tidy_counter_name(name)
        await self._store.read(check_room)
        offer = await self.codes.take(None, proof, address)
        if offer is None:
            raise Refused("wrong_code", _WRONG_CODE)
        made, key = await self._store.write(lambda tx: add_counter(tx, name, self._clock.now()))
        self.codes.note_paired(offer, PairedTill(made.id, made.name, address))
        return JoinedCounter(made.name, key, make_proof(offer.key, ProofOf.SERVICE))

    async def admit(self, key: str, address: str) -> int:
        """The counter whose key this is, also where its use cannot be stored. Raises Refused."""
        found = await self._store.read(lambda db: counters.match_counter(db, key))
        if found is None:
            raise Refused("unknown_counter", _UNKNOWN)
        if found.revoked_at is not None:
            raise Refused("revoked", _REVOKED)
        now = self._clock.now()
        try:
            await self._store.write(lambda tx: counters.record_use(tx, found.id, now, address))
        except Unavailable as error:
            log.warning("The use of counter %d is not stored: %s", found.id, error)
        return found.id

    async def list_addresses(self) -> frozenset[str]:
        """Where counters that are not revoked were last. Raises Unavailable."""
        known = await self._store.read(counters.list_counters)
        return frozenset(one.last_used_from for one in known if one.last_used_from and one.revoked_at is None)

    async def list_revoked(self) -> frozenset[int]:
        """The counters whose connections end. Raises Unavailable."""
        listed = await self._store.read(counters.list_counters)
        return frozenset(one.id for one in listed if one.revoked_at is not None)
