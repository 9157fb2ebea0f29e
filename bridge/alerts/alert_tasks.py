"""Adds the tasks of alerts to the service."""

from __future__ import annotations

import ssl

from service.alerts import AlertSender, AlertWatch, HeartbeatCaller, call_address
from service.domain.alerts import AlertPost
from service.domain.times import Clock
from service.domain.webhooks.webhook_secrets import SecretReader
from service.schedule.periodic_task import PeriodicTask
from service.service import Service
from service.usecases.edit_alerts import Speak


def add_alert_tasks(
    service: Service, clock: Clock, secrets: SecretReader, tls: ssl.SSLContext, post: AlertPost, speak: Speak
) -> None:
    """Adds the watch, the sender and the heartbeat. `speak` puts a sentence into the owner's
    language.
    """
    watch = AlertWatch(service.store, clock)
    sender = AlertSender(service.store, clock, secrets, post, speak)
    heartbeat = HeartbeatCaller(service.store, clock, secrets, lambda url: call_address(url, tls))
    for name, step in (
        ("Looking for alerts", watch.step),
        ("Sending alerts", sender.step),
        ("The heartbeat", heartbeat.step),
    ):
        service.add_task(PeriodicTask(name, clock, step))
