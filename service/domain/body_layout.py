"""Bodies as people read them: indented JSON with each fault on its line (DESKTOP.md, Call log)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

_BLANKS = b" \t\r\n"
_OTHER_BREAKS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_PLACE = re.compile(r"byte (\d+)")
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True, slots=True)
class Mark:
    """What is wrong in a line of the shown text; lines count from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class RowSpan:
    """Where a row of an upload stands in the shown text: its first and last line."""

    index: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A body as it is shown. `rows` are the rows at fault out of `row_count`; `broken` says that it is no JSON."""

    text: str = ""
    marks: tuple[Mark, ...] = ()
    rows: tuple[RowSpan, ...] = ()
    row_count: int = 0
    broken: bool = False


NO_BODY = Layout()


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why a row was rejected: `field: reason; field: reason`, as the answer has it."""

    index: int
    error: str


def lay_out(body: bytes, faults: Iterable[RowFault] = (), *, cut: bool = False) -> Layout:
    """The body indented, token by token as it was sent; what is no JSON stays as it came, with the place it breaks.

    `cut` is for an answer of which only the beginning was kept: it is indented as far as it goes.
    """
    if not body.strip():
        return NO_BODY
    try:
        body.decode("utf-8")
        # Formatting alone lets some broken texts pass.
        msgspec.json.decode(body)
        text = msgspec.json.format(body, indent=2).decode("utf-8")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if cut:
            return Layout(_indented(body.decode("utf-8", "ignore")))
        return _broken(body, error)
    lines = text.split("\n")
    by_row: dict[int, list[str]] = {}
    for fault in faults:
        by_row.setdefault(fault.index, []).extend(fault.error.split("; "))
    rows, count = _rows(lines, by_row)
    marks: dict[int, list[str]] = {}
    for row in rows:
        for told in by_row[row.index]:
            line, reason = _place_of(lines, row, told)
            marks.setdefault(line, []).append(reason)
    placed = tuple(Mark(line, "; ".join(reasons)) for line, reasons in sorted(marks.items()))
    return Layout(_one_break(text), placed, rows, count)


def as_sent(body: bytes, layout: Layout) -> tuple[Mark, ...]:
    """The same marks by the lines of the body as it was sent.

    Indenting changes blanks between tokens only, so that the n-th character that is none is the same in both.
    """
    if layout.broken or not layout.marks:
        return layout.marks
    shown = msgspec.json.format(body, indent=2).split(b"\n")
    before = [0]
    for line in shown:
        before.append(before[-1] + _solid(line))
    marks: list[Mark] = []
    reached, number = 0, 0
    sent = iter(body.splitlines())
    for mark in layout.marks:
        while reached <= before[mark.line - 1]:
            reached += _solid(next(sent))
            number += 1
        marks.append(Mark(number, mark.text))
    return tuple(marks)


def _solid(line: bytes) -> int:
    return len(line.translate(None, _BLANKS))


def _rows(lines: list[str], wanted: Iterable[int]) -> tuple[tuple[RowSpan, ...], int]:
    """The lines of the wanted elements of `items`, and how many elements there are: an indent of 4 begins one."""
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


def _place_of(lines: list[str], row: RowSpan, told: str) -> tuple[int, str]:
    """The line that a fault is about, and the reason alone where its field stands in that line."""
    name, colon, reason = told.partition(": ")
    if not colon:
        return row.first, told
    at, indent = row.first, 6
    for index, key in _STEP.findall(name):
        found = _member(lines, at, row.last, indent, key) if key else _element(lines, at, row.last, indent, int(index))
        if found is None:
            return at, told
        at, indent = found, indent + 2
    return at, reason


def _member(lines: list[str], after: int, last: int, indent: int, key: str) -> int | None:
    """The line of an object's member, the last of that name as that one counts."""
    start = f'{" " * indent}"{key}":'
    found = None
    for line in range(after + 1, last + 1):
        text = lines[line - 1]
        if text.startswith(start):
            found = line
        elif _closes(text, indent):
            break
    return found


def _element(lines: list[str], after: int, last: int, indent: int, index: int) -> int | None:
    seen = -1
    for line in range(after + 1, last + 1):
        text = lines[line - 1]
        if _closes(text, indent):
            return None
        if text[:indent].isspace() and text[indent : indent + 1] not in (" ", "}", "]"):
            seen += 1
            if seen == index:
                return line
    return None


def _closes(text: str, indent: int) -> bool:
    return not text.startswith(" " * indent)


def _broken(body: bytes, error: Exception) -> Layout:
    """The body as it came, marked where it stops being JSON."""
    text = _one_break(body.decode("utf-8", "replace"))
    if isinstance(error, UnicodeDecodeError):
        offset, reason = error.start, "not UTF-8"
    else:
        place = _PLACE.search(str(error))
        offset = int(place.group(1)) if place else len(body)
        reason = "nested too deeply" if isinstance(error, RecursionError) else _reason(str(error))
    before = body[:offset].decode("utf-8", "replace")
    line = _one_break(before).count("\n") + 1
    line = min(line, max(1, len(text.splitlines())))
    return Layout(text, (Mark(line, reason),), broken=True)


def _reason(words: str) -> str:
    return _PLACE.sub("", words.removeprefix("JSON is malformed: ")).replace("()", "").strip()


def _one_break(text: str) -> str:
    """Only line feeds break lines: others are shown as what they are."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _OTHER_BREAKS.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _indented(text: str) -> str:
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
    return _one_break("\n".join(lines))
