"""The fake's port for alerts."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import replace

from service.domain.alerts import AlertChannel, AlertKind, Heartbeat, PostOutcome, PostResult
from service.domain.changes import ChangeKind
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from ui.backend.alerts_port import AlertsState, NewChannel

PHONE = AlertChannel(
    1,
    "Maryam's phone",
    "ntfy://…",
    "ntfy",
    frozenset({AlertKind.NEW_ORDER, AlertKind.TIME_SHORT, AlertKind.LAPSED_ORDER}),
    False,
    "secret-1",
    moment(1, 9, 0),
    last_sent_at=moment(15, 8, 41),
)


class FakeAlerts:
    """Alert addresses that are stored; `result` is how a test ends."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.state = AlertsState()
        self.result = PostResult(PostOutcome.SENT, "ntfy")

    def read(self) -> Future[AlertsState]:
        return self._answers.answer("alerts.read", lambda: self.state)

    def add(self, new: NewChannel) -> Future[None]:
        def add() -> None:
            number = len(self.state.channels) + 1
            made = replace(PHONE, id=number, name=new.name, kinds=new.kinds, with_buyer=new.with_buyer)
            self._keep(replace(self.state, channels=(*self.state.channels, replace(made, last_sent_at=None))))

        return self._answers.answer("alerts.add", add, new)

    def change(self, channel: int, kinds: Collection[AlertKind], *, with_buyer: bool) -> Future[None]:
        def change() -> None:
            changed = tuple(
                replace(one, kinds=frozenset(kinds), with_buyer=with_buyer) if one.id == channel else one
                for one in self.state.channels
            )
            self._keep(replace(self.state, channels=changed))

        return self._answers.answer("alerts.change", change, channel, kinds, with_buyer)

    def remove(self, channel: int) -> Future[None]:
        left = tuple(one for one in self.state.channels if one.id != channel)
        return self._answers.answer("alerts.remove", lambda: self._keep(replace(self.state, channels=left)), channel)

    def test(self, channel: int) -> Future[PostResult]:
        return self._answers.answer("alerts.test", lambda: self.result, channel)

    def set_heartbeat(self, address: str, minutes: int) -> Future[None]:
        heartbeat = Heartbeat("https://hc-ping.com/…", minutes, "secret-9")
        return self._answers.answer(
            "alerts.set_heartbeat", lambda: self._keep(replace(self.state, heartbeat=heartbeat)), address, minutes
        )

    def remove_heartbeat(self) -> Future[None]:
        return self._answers.answer("alerts.remove_heartbeat", lambda: self._keep(replace(self.state, heartbeat=None)))

    def _keep(self, state: AlertsState) -> None:
        self.state = state
        self._data.publish(ChangeKind.ALERTS)
