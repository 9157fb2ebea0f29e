"""Turns of a measurement, and the table of figures with their bounds."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import linear_regression, median

import psutil

HEADINGS = ("work", "floor", "ours", "reached", "to reach", "met")
BEGIN = "<!-- table: begin -->"
END = "<!-- table: end -->"
WARM_UP = 3
QUIET_LOAD = 0.5
MOST_DRIFT = 1.1
_LOOKS, _FIXED_WORK = 9, 200_000


class Median(float):
    """The median of repeated measurements, and half the distance of their quartiles as a part of
    it.
    """

    spread: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Median:
        ordered = sorted(values)
        middle = cls(median(ordered))
        middle.spread = (percentile(ordered, 0.75) - percentile(ordered, 0.25)) / 2 / middle if middle else 0.0
        return middle


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `floor` is what it is held against, measured in the same run. Without
    a `target` it has no bound to meet.
    """

    work: str
    floor: str
    ours: str
    reached: str
    target: str
    met: bool


def times_floor(work: str, floor_s: float, ours_s: float, most: float) -> Figure:
    """Seconds against the seconds of a floor: at most so many times as long."""
    ratio = ours_s / floor_s
    return Figure(work, span(floor_s), span(ours_s), f"{ratio:.2f} times", f"<= {most:g} times", ratio <= most)


def share_of(work: str, floor_a_second: float, ours_a_second: float, least: float) -> Figure:
    """Calls a second against a floor's: at least such a share of them."""
    share = ours_a_second / floor_a_second
    shown = (f"{floor_a_second:,.0f}/s", f"{ours_a_second:,.0f}/s")
    return Figure(work, *shown, f"{share:.2f}", f">= {least:g}", share >= least)


def seconds_below(work: str, floor: str, ours_s: float, most_s: float) -> Figure:
    """Seconds that stay under a fixed number."""
    return Figure(work, floor, span(ours_s), span(float(ours_s)), f"< {span(most_s)}", ours_s < most_s)


def mib_below(work: str, ours: int, most: int) -> Figure:
    """Bytes of memory that stay under a fixed number of MB (2**20 bytes)."""
    shown = f"{ours / 2**20:.0f} MB"
    return Figure(work, "", shown, shown, f"<= {most} MB", ours <= most * 2**20)


def count_at_most(work: str, ours: int, most: int) -> Figure:
    """A number of things that stays at or under a fixed one."""
    return Figure(work, "", str(ours), str(ours), f"<= {most}", ours <= most)


def part_below(work: str, ours: float, most: float) -> Figure:
    """A part of a whole that stays under a fixed one."""
    return Figure(work, "", f"{ours:.2%}", f"{ours:.2%}", f"<= {most:.2%}", ours <= most)


def part_added(work: str, floor: float, ours: float, most: float) -> Figure:
    """What is added to a part of a whole: at most a fixed part."""
    added = max(0.0, ours - floor)
    return Figure(work, f"{floor:.2%}", f"{ours:.2%}", f"+ {added:.2%}", f"<= {most:.2%}", added <= most)


def power_of(work: str, seconds: Mapping[int, float], most: float) -> Figure:
    """Seconds by a number: the power of that number with which they grow, by least squares of their
    logarithms, at most a fixed one.
    """
    power = linear_regression([math.log(one) for one in seconds], [math.log(one) for one in seconds.values()]).slope
    first, *_, last = seconds.values()
    return Figure(work, span(first), span(last), f"power {power:.2f}", f"<= {most:g}", power <= most)


def span(seconds: float) -> str:
    """`0.31 ms`, `31 ms`, `1.25 s`; with its spread where it is a median: `31 ms ±4%`."""
    spread = f" ±{seconds.spread:.0%}" if isinstance(seconds, Median) else ""
    if seconds >= 1:
        return f"{seconds:.2f} s{spread}"
    return (f"{seconds * 1000:.2f} ms" if seconds < 0.01 else f"{seconds * 1000:.1f} ms") + spread


@dataclass(frozen=True, slots=True)
class Quietness:
    """How busy the computer is: the load of the last minute, and a fixed piece of work."""

    load: float
    work_s: float

    @classmethod
    def look(cls) -> Quietness:
        return cls(psutil.getloadavg()[0], min(_time_fixed_work() for _ in range(_LOOKS)))

    def describe(self, after: Quietness) -> str:
        """Two lines for the table, which warns where other work has slowed what was measured."""
        change = after.work_s / self.work_s
        quiet = self.load <= QUIET_LOAD and 1 / MOST_DRIFT <= change <= MOST_DRIFT
        verdict = "Quiet" if quiet else "NOT QUIET, so the figures are worth little"
        return (
            f"{verdict}: load {self.load:.1f} before, {after.load:.1f} after with the bench's own;\n"
            f"a fixed piece of work took {span(self.work_s)} before, {span(after.work_s)} after."
        )


def _time_fixed_work() -> float:
    started = time.perf_counter()
    sum(number * number for number in range(_FIXED_WORK))
    return time.perf_counter() - started


def _judge(figure: Figure) -> str:
    return "" if not figure.target else "yes" if figure.met else "no"


def as_lines(figures: Sequence[Figure]) -> list[str]:
    """The table in Markdown, its columns aligned."""
    rows = [HEADINGS, *((*astuple(one)[:-1], _judge(one)) for one in figures)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(HEADINGS))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return lines


def write_between_markers(page: Path, lines: Sequence[str]) -> None:
    """Replaces what is between the page's two markers.
    Raises ValueError where they are missing.
    """
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} has no place for the table: it needs the lines {BEGIN} and {END}.")
    page.write_text("\n".join([before + BEGIN, "", *lines, "", END + after]), encoding="utf-8")


def turns(
    *works: Callable[[int], object],
    rounds: int,
    most_s: float = 30.0,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Median]:
    """Runs A B A B … and gives the median seconds of each;
    a work gets its round, the first WARM_UP don't count.

    Ends early, though never before five counted rounds, once `most_s` are over.
    """
    taken: list[list[float]] = [[] for _ in works]
    ends = time.monotonic() + most_s
    for turn in range(rounds + WARM_UP):
        for work, times in zip(works, taken, strict=True):
            started = clock()
            work(turn)
            times.append(clock() - started)
        if time.monotonic() > ends and turn >= WARM_UP + 5:
            break
    return [Median.of(times[WARM_UP:]) for times in taken]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of all stay at or below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
