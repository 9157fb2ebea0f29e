"""The built-in test receiver: listens on this computer while its dialog is open, and keeps what arrived."""

from __future__ import annotations

from collections import deque

from service.delivery.receiver import Arrival, Receiver
from service.domain.secrets import Secret
from service.domain.times import Clock
from ui.backend.webhooks import Received, ReceiverState

_KEPT = 50


class TestReceiver:
    """One receiver at a time; all of it runs in the service's loop."""

    __test__ = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._receiver: Receiver | None = None
        self._url = ""
        self._received: deque[Received] = deque(maxlen=_KEPT)

    async def start(self, secret: str | None) -> ReceiverState:
        """Begins anew with another secret. Raises Unavailable."""
        await self.stop()
        self._received.clear()
        receiver = Receiver(Secret(secret.strip()) if secret and secret.strip() else None, self._clock, self._keep)
        self._url = await receiver.start()
        self._receiver = receiver
        return await self.state()

    async def state(self) -> ReceiverState:
        """Newest first."""
        return ReceiverState(self._receiver is not None, self._url, tuple(reversed(self._received)))

    async def stop(self) -> None:
        receiver, self._receiver, self._url = self._receiver, None, ""
        if receiver is not None:
            await receiver.stop()

    def _keep(self, arrival: Arrival) -> None:
        findings = () if arrival.verdict is None else arrival.verdict.findings
        genuine = arrival.verdict is None or arrival.verdict.genuine
        self._received.append(
            Received(
                at=arrival.at,
                event=arrival.event,
                delivery=arrival.delivery_id,
                fault="" if genuine else " ".join(said.sentence for said in findings),
                body=arrival.body,
                faults=() if genuine else tuple(said.fault for said in findings),
                checked=arrival.verdict is not None,
            )
        )
