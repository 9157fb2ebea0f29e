"""Makes the pairing codes that commands ask for."""

from __future__ import annotations

import logging
from collections.abc import Callable

from service.api.pairing.code_request import (
    CodeRequest,
    MadeCode,
    answer_request,
    delete_leftover,
    find_waiting,
    has_leftover,
    seal_code,
)
from service.api.pairing.pairing_codes import PairingCodes
from service.domain.errors import Unavailable
from service.domain.host.certificate import ServerCertificate
from service.domain.times import Clock
from service.store.engine.store import Store

log = logging.getLogger(__name__)


class CodeAnswerer:
    """Looks for a request after each change of the settings, where requests are."""

    def __init__(
        self, store: Store, clock: Clock, codes: PairingCodes, get_certificate: Callable[[], ServerCertificate | None]
    ) -> None:
        """`get_certificate` raises Unavailable."""
        self._store = store
        self._clock = clock
        self._codes = codes
        self._get_certificate = get_certificate

    async def answer(self) -> None:
        """Answers the request that waits, if there is one. Raises Unavailable."""
        now = self._clock.now()
        request = await self._store.read(lambda db: find_waiting(db, now))
        if request is None:
            return
        try:
            answer = seal_code(await self._make_code(request), request)
        except ValueError:
            self._codes.close()
            log.warning("A request for a pairing code is damaged; nobody got a code")
            return
        await self._store.write(lambda tx: answer_request(tx, request, answer))

    async def delete_leftover(self) -> None:
        """Deletes what a command that was killed has left; call it at the start. Raises
        Unavailable.
        """
        if await self._store.read(has_leftover):
            await self._store.write(delete_leftover)

    async def _make_code(self, request: CodeRequest) -> MadeCode:
        try:
            certificate = self._get_certificate()
        except Unavailable as error:
            return MadeCode(fault=str(error.message))
        pin = "" if certificate is None else certificate.pin
        return MadeCode(await self._codes.open(request.shop_id, pin), pin)
