"""Shortens a long upload to its faulty rows, with a line for the rows between (design §3)."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.call_log.body_layout import BodyLayout, Mark

FOLD_MIN_ROWS = 8


def can_fold(layout: BodyLayout) -> bool:
    """Whether there are faulty rows among many others."""
    return bool(layout.rows) and layout.row_count - len(layout.rows) >= FOLD_MIN_ROWS


def fold(layout: BodyLayout, between: Callable[[int], str]) -> tuple[str, tuple[Mark, ...]]:
    """Text and marks of the faulty rows; `between(count)` is the line for omitted rows."""
    lines = layout.text.split("\n")
    visible: list[str] = []
    numbers: dict[int, int] = {}

    def take(first: int, last: int) -> None:
        for number in range(first, last + 1):
            visible.append(lines[number - 1])
            numbers[number] = len(visible)

    opening = next(at for at, line in enumerate(lines, 1) if line == '  "items": [')
    take(1, opening)
    following = 0
    for row in layout.rows:
        if row.index > following:
            visible.append(between(row.index - following))
        take(row.first, row.last)
        following = row.index + 1
    if layout.row_count > following:
        visible.append(between(layout.row_count - following))
    ending = next(at for at in range(layout.rows[-1].last, len(lines) + 1) if lines[at - 1].startswith("  ]"))
    take(ending, len(lines))
    marks = tuple(Mark(numbers[mark.line], mark.text) for mark in layout.marks if mark.line in numbers)
    return "\n".join(visible), marks
