"""What happens at the practice marketplace: orders, a buyer who withdraws, outages that end."""

from __future__ import annotations

import random
from collections import Counter

from bridge.practice.practice_day import ANSWER_S, FIRST_ORDER, OUTAGE_LASTS, Happening, PracticeDay
from service.domain.times import HOUR

START = 1_000_000


def make_day(seed: int = 5) -> PracticeDay:
    return PracticeDay(random.Random(seed), START)


def test_the_first_order_comes_within_seconds() -> None:
    day = make_day()
    assert day.next_at == START + FIRST_ORDER
    assert day.take_due(START + FIRST_ORDER) == [Happening.ORDER]
    assert day.take_due(START + FIRST_ORDER) == []


def test_an_hour_has_orders_and_outages_that_end() -> None:
    day, now = make_day(), START
    seen: Counter[Happening] = Counter()
    away_since, outages = 0, []
    while now < START + HOUR:
        now = day.next_at
        for happening in day.take_due(now):
            seen[happening] += 1
            if happening is Happening.GO_AWAY:
                away_since = now
            elif happening is Happening.COME_BACK:
                outages.append(now - away_since)
    assert seen[Happening.ORDER] >= 40
    assert seen[Happening.WITHDRAW] >= 7
    assert 5 <= seen[Happening.GO_AWAY] - seen[Happening.COME_BACK] + len(outages) <= 12
    assert all(OUTAGE_LASTS[0] <= span <= OUTAGE_LASTS[1] for span in outages)


def test_the_same_chance_gives_the_same_day() -> None:
    first, second = make_day(), make_day()
    assert [first.take_due(first.next_at) for _ in range(30)] == [second.take_due(second.next_at) for _ in range(30)]


def test_answers_are_slow_and_never_too_slow() -> None:
    day = make_day()
    assert all(ANSWER_S[0] <= day.answer_delay_s() <= ANSWER_S[1] for _ in range(100))
