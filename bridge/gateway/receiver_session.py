"""The built-in test receiver: listens on this computer while its dialog is open, and stores what
arrived.
"""

from __future__ import annotations

from collections import deque

from service.delivery.trial_receiver import ReceivedDelivery, TrialReceiver
from service.domain.times import Clock
from service.domain.webhooks.webhook_secrets import Secret
from ui.backend.webhooks_port import Received, ReceiverState

_MAX_RECEIVED = 50


class ReceiverSession:
    """One receiver at a time; everything runs in the service's loop."""

    __test__ = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._receiver: TrialReceiver | None = None
        self._url = ""
        self._received: deque[Received] = deque(maxlen=_MAX_RECEIVED)

    async def start(self, secret: str | None) -> ReceiverState:
        """Listens, or where it does already, checks with another secret: the address stays.
        Raises Unavailable.
        """
        checked_with = Secret(secret.strip()) if secret and secret.strip() else None
        if self._receiver is not None:
            self._receiver.check_with(checked_with)
            return await self.state()
        self._received.clear()
        receiver = TrialReceiver(checked_with, self._clock, self._record)
        self._url = await receiver.start()
        self._receiver = receiver
        return await self.state()

    async def state(self) -> ReceiverState:
        """What arrived, newest first."""
        return ReceiverState(self._receiver is not None, self._url, tuple(reversed(self._received)))

    async def stop(self) -> None:
        receiver, self._receiver, self._url = self._receiver, None, ""
        if receiver is not None:
            await receiver.stop()

    def _record(self, arrival: ReceivedDelivery) -> None:
        findings = () if arrival.verdict is None else arrival.verdict.findings
        genuine = arrival.verdict is None or arrival.verdict.is_genuine
        self._received.append(
            Received(
                at=arrival.at,
                event=arrival.event,
                delivery=arrival.delivery_id,
                fault="" if genuine else " ".join(finding.sentence for finding in findings),
                body=arrival.body,
                faults=() if genuine else tuple(finding.fault for finding in findings),
                checked=arrival.verdict is not None,
            )
        )
