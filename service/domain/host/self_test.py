"""The lines of a self-test, and the parts of a support bundle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.sentences import EMPTY, Sentence


class CheckState(StrEnum):
    """The result of one line of the self-test."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One line of the self-test: what was checked, what the result is, and what to do about it."""

    code: str
    title: Sentence
    state: CheckState
    finding: Sentence
    fix: Sentence = EMPTY


@dataclass(frozen=True, slots=True)
class BundlePart:
    """One file of the support bundle, as it will be saved."""

    name: str
    size: int
    text: str
