"""Bodies as a person reads them: indented JSON, each fault at its line (desktop §2.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

_BLANKS = b" \t\r\n"
_OTHER_BREAKS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_PLACE = re.compile(r"byte (\d+)")
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_MAX_DEPTH = 500
"""Each level is indented by two more, so that a text grows with the square of its depth: 18 KB of
brackets would become 160 MB. Some Pythons refuse 1,000 levels by themselves, others 10,000.
"""
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True, slots=True)
class Mark:
    """What is wrong in one line of the displayed text. Lines count from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class RowSpan:
    """The first and last line of one upload row in the displayed text."""

    index: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class BodyLayout:
    """A body as displayed. `rows` are the faulty ones of `row_count`; `is_invalid`: no JSON."""

    text: str = ""
    marks: tuple[Mark, ...] = ()
    rows: tuple[RowSpan, ...] = ()
    row_count: int = 0
    is_invalid: bool = False


EMPTY_LAYOUT = BodyLayout()


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """Why a row was rejected: `field: reason; field: reason`, as the answer has it."""

    index: int
    error: str


def format_body(body: bytes, faults: Iterable[RejectedRow] = (), *, cut: bool = False) -> BodyLayout:
    """Indents the body, token by token as it was sent. Text that is not JSON stays as it came, with
    the place where it breaks. `cut` is for an answer of which only the beginning was stored: it is
    indented as far as it goes.
    """
    if not body.strip():
        return EMPTY_LAYOUT
    try:
        body.decode("utf-8")
        _check_depth(body)
        # Formatting alone accepts some broken texts.
        msgspec.json.decode(body)
        text = msgspec.json.format(body, indent=2).decode("utf-8")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if cut:
            return BodyLayout(_indent_partial(body.decode("utf-8", "ignore")))
        return _format_invalid(body, error)
    lines = text.split("\n")
    by_row: dict[int, list[str]] = {}
    for fault in faults:
        by_row.setdefault(fault.index, []).extend(fault.error.split("; "))
    rows, count = _find_rows(lines, by_row)
    marks: dict[int, list[str]] = {}
    for row in rows:
        for row_fault in by_row[row.index]:
            line, reason = _locate_fault(lines, row, row_fault)
            marks.setdefault(line, []).append(reason)
    placed = tuple(Mark(line, "; ".join(reasons)) for line, reasons in sorted(marks.items()))
    return BodyLayout(_normalize_breaks(text), placed, rows, count)


def _check_depth(body: bytes) -> None:
    """Raises RecursionError for a body with more levels than are laid out."""
    if body.count(b"[") + body.count(b"{") <= _MAX_DEPTH:
        return
    depth = 0
    for bracket in _BRACKETS.finditer(_STRINGS.sub(b"", body)):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > _MAX_DEPTH:
            raise RecursionError


def map_marks_to_body(body: bytes, layout: BodyLayout) -> tuple[Mark, ...]:
    """The same marks by the lines of the body as sent: the other characters are the same."""
    if layout.is_invalid or not layout.marks:
        return layout.marks
    lines = msgspec.json.format(body, indent=2).split(b"\n")
    before = [0]
    for line in lines:
        before.append(before[-1] + _count_non_blanks(line))
    marks: list[Mark] = []
    reached, number = 0, 0
    sent = iter(body.splitlines())
    for mark in layout.marks:
        while reached <= before[mark.line - 1]:
            reached += _count_non_blanks(next(sent))
            number += 1
        marks.append(Mark(number, mark.text))
    return tuple(marks)


def _count_non_blanks(line: bytes) -> int:
    return len(line.translate(None, _BLANKS))


def _find_rows(lines: list[str], wanted: Iterable[int]) -> tuple[tuple[RowSpan, ...], int]:
    """Finds the lines of some elements of `items`, and counts all. An indent of 4 begins one."""
    begin = next((at for at, line in enumerate(lines) if line == '  "items": ['), None)
    if begin is None:
        return (), 0
    chosen = set(wanted)
    spans: list[RowSpan] = []
    first, index = 0, -1
    for at in range(begin + 1, len(lines)):
        line = lines[at]
        if line.startswith("  ]"):
            break
        if line[4] == " ":
            continue
        if line[4] not in "]}":
            first, index = at + 1, index + 1
        if index in chosen and line[4:] not in "{[":
            spans.append(RowSpan(index, first, at + 1))
    return tuple(spans), index + 1


def _locate_fault(lines: list[str], row: RowSpan, fault: str) -> tuple[int, str]:
    """The line that a fault is about. The reason stays alone where its field is in it."""
    name, colon, reason = fault.partition(": ")
    if not colon:
        return row.first, fault
    at, indent = row.first, 6
    for index, key in _STEP.findall(name):
        line = (
            _find_member(lines, at, row.last, indent, key)
            if key
            else _find_element(lines, at, row.last, indent, int(index))
        )
        if line is None:
            return at, fault
        at, indent = line, indent + 2
    return at, reason


def _find_member(lines: list[str], after: int, last: int, indent: int, key: str) -> int | None:
    """Finds the line of an object's member. Of two with the same name the last one counts."""
    start = f'{" " * indent}"{key}":'
    member_line = None
    for line in range(after + 1, last + 1):
        text = lines[line - 1]
        if text.startswith(start):
            member_line = line
        elif _is_closing(text, indent):
            break
    return member_line


def _find_element(lines: list[str], after: int, last: int, indent: int, index: int) -> int | None:
    seen = -1
    for line in range(after + 1, last + 1):
        text = lines[line - 1]
        if _is_closing(text, indent):
            return None
        if text[:indent].isspace() and text[indent : indent + 1] not in (" ", "}", "]"):
            seen += 1
            if seen == index:
                return line
    return None


def _is_closing(text: str, indent: int) -> bool:
    return not text.startswith(" " * indent)


def _format_invalid(body: bytes, error: Exception) -> BodyLayout:
    """The body as it came, with a mark where it stops being JSON."""
    text = _normalize_breaks(body.decode("utf-8", "replace"))
    if isinstance(error, UnicodeDecodeError):
        offset, reason = error.start, "not UTF-8"
    else:
        place = _PLACE.search(str(error))
        offset = int(place.group(1)) if place else len(body)
        reason = "nested too deeply" if isinstance(error, RecursionError) else _clean_reason(str(error))
    before = body[:offset].decode("utf-8", "replace")
    line = _normalize_breaks(before).count("\n") + 1
    line = min(line, max(1, len(text.splitlines())))
    return BodyLayout(text, (Mark(line, reason),), is_invalid=True)


def _clean_reason(words: str) -> str:
    return _PLACE.sub("", words.removeprefix("JSON is malformed: ")).replace("()", "").strip()


def _normalize_breaks(text: str) -> str:
    """Leaves only line feeds as line breaks. Other break characters become visible signs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _OTHER_BREAKS.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def _indent_partial(text: str) -> str:
    """Indents the beginning of a JSON text."""
    lines: list[str] = [""]
    depth, before = 0, ""
    for part in _PARTS.findall(text):
        if part in ("}", "]"):
            depth = max(0, depth - 1)
            if before not in ("{", "["):
                lines.append("  " * depth)
        elif before in ("{", "[", ","):
            lines.append("  " * depth)
        lines[-1] += ": " if part == ":" else part
        if part in ("{", "["):
            depth += 1
        before = part
    return _normalize_breaks("\n".join(lines))
