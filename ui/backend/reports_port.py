"""Summaries of a day or a month."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date
from typing import Protocol

from service.domain.reports import Period, Summary


class Reports(Protocol):
    """What a shop did in a time of the local calendar."""

    def summary(self, shop: int, period: Period, day: date) -> Future[Summary]: ...
