"""The outcome of the nightly backup: each change is said once."""

from __future__ import annotations

from bridge.backups.nightly_outcome import NightlyOutcome
from service.domain.sentences import Sentence, verbatim


def test_each_change_is_said_once() -> None:
    said: list[Sentence | None] = []
    outcome = NightlyOutcome(lambda: said.append(outcome.fault()))
    full, away = verbatim("The disk is full."), verbatim("The stick is away.")
    assert outcome.fault() is None
    outcome.clear_fault()
    for fault in (full, full, away, None, None, full):
        outcome.set_fault(fault)
    outcome.clear_fault()
    assert said == [full, away, None, full, None]
