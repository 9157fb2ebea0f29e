"""Questions that a file leaves open. Where two readings are possible, the owner is asked once;
nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Reading:
    """One possible reading: the answer that chooses it, and the meaning that it gives to the file's
    rows.
    """

    answer: str
    text: Sentence


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be decided before a file is saved. The first reading is the likely one.

    `key` names the question in a set-up's answers (`price-sign`); an answer is one of the readings'
    answers. An `optional` question stops nothing: without an answer the first reading counts.
    """

    key: str
    text: Sentence
    readings: tuple[Reading, ...]
    optional: bool = False

    def allows(self, answer: str | None) -> bool:
        """Whether this is one of the answers."""
        return any(reading.answer == answer for reading in self.readings)
