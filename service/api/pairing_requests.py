"""The command asks the running service for a pairing code; the answer is sealed."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from service.api.pairing import PairingCodes
from service.domain.certificate import ServerCertificate
from service.domain.errors import Unavailable
from service.domain.times import MINUTE, Clock, Millis
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import read_settings, write_setting

NAME = "pairing_request"
"""Of the setting that holds it."""
_TOO_OLD = MINUTE
log = logging.getLogger(__name__)


class MadeCode(Struct, frozen=True):
    """The code without its dash and the certificate's pin, or "" for none. Else the fault."""

    code: str = ""
    pin: str = ""
    fault: str = ""


class SealedCode(Struct, frozen=True):
    """A code that only the process that asked can read."""

    public_key: bytes
    text: bytes


class CodeRequest(Struct, frozen=True):
    """A request for a shop's code, and its answer when it is there."""

    id: str
    shop_id: int
    public_key: bytes
    at: Millis
    answer: SealedCode | None = None
    for_counter: bool = False
    """Whether the code is for a further counter, of no shop."""


def write_request(tx: Tx, request: CodeRequest) -> None:
    """Leaves a request for the running service, in place of an earlier one."""
    write_setting(tx, NAME, msgspec.json.encode(request).decode())


def read_request(db: ReadTx) -> CodeRequest | None:
    """The request that is there, answered or not."""
    text = read_settings(db).get(NAME)
    try:
        return None if text is None else msgspec.json.decode(text, type=CodeRequest)
    except msgspec.DecodeError:
        return None


def find_waiting(db: ReadTx, now: Millis) -> CodeRequest | None:
    """A request that the service has to answer."""
    request = read_request(db)
    is_old = request is not None and abs(now - request.at) > _TOO_OLD
    return None if request is None or request.answer is not None or is_old else request


def has_leftover(db: ReadTx) -> bool:
    """Whether a command that was killed left something. No command asks before the service runs."""
    return NAME in read_settings(db)


def delete_leftover(tx: Tx) -> None:
    """Deletes what a command that was killed left."""
    write_setting(tx, NAME, None)


def answer_request(tx: Tx, request: CodeRequest, answer: SealedCode) -> None:
    """Answers a request, unless another has come since."""
    present = read_request(tx)
    if present is not None and present.id == request.id:
        write_request(tx, msgspec.structs.replace(request, answer=answer))


def delete_request(tx: Tx, request_id: str) -> None:
    """Deletes a request and its answer, unless another has come since."""
    present = read_request(tx)
    if present is not None and present.id == request_id:
        write_setting(tx, NAME, None)


class CodeAnswerer:
    """Looks for a request after each change of the settings, where requests are."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        codes: PairingCodes,
        get_certificate: Callable[[], ServerCertificate | None],
        open_counter_code: Callable[[], Awaitable[MadeCode]],
    ) -> None:
        """`get_certificate` and `open_counter_code` raise Unavailable."""
        self._store = store
        self._clock = clock
        self._codes = codes
        self._get_certificate = get_certificate
        self._open_counter_code = open_counter_code

    async def answer(self) -> None:
        """Answers the request that waits, if there is one. Raises Unavailable."""
        now = self._clock.now()
        request = await self._store.read(lambda db: find_waiting(db, now))
        if request is None:
            return
        from service.api.sealed_codes import seal_code  # noqa: PLC0415 - 8 MB, for a command that few ever use

        try:
            answer = seal_code(await self._make_code(request), request)
        except ValueError:
            self._codes.close()
            log.warning("A request for a pairing code is damaged; nobody got a code")
            return
        await self._store.write(lambda tx: answer_request(tx, request, answer))

    async def delete_leftover(self) -> None:
        """Deletes what a killed command has left; call it at the start. Raises Unavailable."""
        if await self._store.read(has_leftover):
            await self._store.write(delete_leftover)

    async def _make_code(self, request: CodeRequest) -> MadeCode:
        try:
            if request.for_counter:
                return await self._open_counter_code()
            certificate = self._get_certificate()
        except Unavailable as error:
            return MadeCode(fault=str(error.message))
        pin = "" if certificate is None else certificate.pin
        return MadeCode(await self._codes.open(request.shop_id, pin), pin)
