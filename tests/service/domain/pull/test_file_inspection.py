"""Which answers a question of a file takes."""

from __future__ import annotations

from service.domain.pull.file_inspection import Question, Reading
from service.domain.sentences import message


def test_a_question_takes_the_answers_of_its_readings_alone() -> None:
    readings = (Reading("fils", message("1500 is BHD 1.500.")), Reading("dinars", message("1500 is BHD 1,500.")))
    question = Question("money", message("Are prices in fils?"), readings)
    assert question.allows("fils")
    assert question.allows("dinars")
    assert not question.allows("euros")
    assert not question.allows(None)
