"""What a run came to, held against the survivors that somebody argues for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

FLOOR_PERCENT = 95.0
CAUGHT = frozenset({"killed", "timeout"})
_NAMES = re.compile(
    r"""(["'])(?:(?:begin|commit|rollback|pragma)\b[^"']*|utf-8|ascii|sha256|https?|etag|vary|allow|connection|www-authenticate|retry-after|"""
    r"""(?:access-control|content|if|x|idempotent|ratelimit|cache|webhook)-[a-z-]+)\1""",
    re.IGNORECASE,
)
"""Of codecs, hashes, schemes, HTTP headers and short SQL: their case does not count."""
_PROSE = re.compile(r"""(["'])(?:(?!\1).)* (?:(?!\1).)* (?:(?!\1).)*\1""")
"""A text with two blanks or more: words for people."""
_ARGUED = re.compile(r"^- `(\S+__mutmut_\d+)`: \S")


@dataclass(frozen=True, slots=True)
class MutantReport:
    """Counts per module as `(caught, all)`, and the survivors nobody argues for."""

    modules: Mapping[str, tuple[int, int]]
    unargued: tuple[str, ...]
    argued: tuple[str, ...]

    @property
    def percent(self) -> float:
        """How many of all mutants were caught."""
        caught, total = (sum(counts[at] for counts in self.modules.values()) for at in (0, 1))
        return 100 * caught / total if total else 100.0

    @property
    def is_good(self) -> bool:
        """Whether enough were caught and each survivor is argued."""
        return self.percent >= FLOOR_PERCENT and not self.unargued


def read_argued(lines: Iterable[str]) -> frozenset[str]:
    """The survivors that the page argues for."""
    return frozenset(match[1] for line in lines if (match := _ARGUED.match(line)))


def is_uncounted(diff: Iterable[str]) -> bool:
    """Whether the mutant changes only the case of a name whose case does not count, or the case or
    the ends of a sentence for people, which other tests look at (tests/ui/i18n).
    """
    changed = [line for line in diff if line[:1] in "+-" and line[:3] not in {"+++", "---"}]
    plain = [_PROSE.sub(_plain_prose, _NAMES.sub(lambda found: found[0].lower(), line[1:])) for line in changed]
    return len(plain) == 2 and plain[0] == plain[1]


def _plain_prose(found: re.Match[str]) -> str:
    return found[0].lower().replace("xx", "")


def make_report(results: Mapping[str, str], argued: frozenset[str]) -> MutantReport:
    """The report of a run. A mutant that no test reaches is a survivor."""
    modules: dict[str, tuple[int, int]] = {}
    survivors = []
    for name, status in sorted(results.items()):
        module = re.split(r"\.(?:x_|xǁ)", name)[0]
        caught, total = modules.get(module, (0, 0))
        modules[module] = (caught + (status in CAUGHT), total + 1)
        if status not in CAUGHT:
            survivors.append(name)
    return MutantReport(
        modules,
        tuple(name for name in survivors if name not in argued),
        tuple(name for name in survivors if name in argued),
    )


def format_report(report: MutantReport) -> list[str]:
    """One line per module, and the sum."""
    lines = [f"{caught:5} of {total:5}  {module}" for module, (caught, total) in report.modules.items()]
    return [*lines, f"{report.percent:.1f}% caught, {len(report.argued)} argued, {len(report.unargued)} to mend"]
