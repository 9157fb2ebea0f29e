"""Why a run waits for a person: doubts of a first run, changes of names, large differences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from service.domain.catalogue.row_types import FIELDS, Row
from service.domain.catalogue.sku import fold
from service.domain.money import format_bhd
from service.domain.pull.pulls import Difference
from service.domain.quantity import format_quantity
from service.domain.sentences import EMPTY, Sentence, join_sentences, message, verbatim

_NAME, _PRICE = FIELDS.index("name"), FIELDS.index("price_fils")
_FEWEST_ROWS = 20
_LOW_FILS, _HIGH_FILS = 50, 10_000_000
_MOJIBAKE = re.compile(
    "[\u00c3\u00c2\u00d8\u00d9\u00d0\u00d1][\u0080-\u00bf\u2000-\u2122\u0152-\u0192]|\ufffd|\u00ef\u00bf\u00bd|"
    "\\?{3}|(?:[\u0637\u0638].){3}"
)
_MANY_TIMES = 20
_WORD = re.compile(r"\w+")
_EXAMPLES = 3
_EXAMPLE_CHARS = 40
_FEWEST_FOREIGN = 20
"""So many names with other letters than A to Z are compared: a wrong encoding changes them."""


@dataclass(slots=True)
class FirstRunTally:
    """Counts over a file's rows, in constant memory. Prices are fils, quantities thousandths."""

    rows: int = 0
    prices: int = 0
    zero: int = 0
    low: int = 0
    high: int = 0
    equal: int = 0
    names: int = 0
    unreadable: int = 0
    next_serial: int = 1
    rejected: int = 0
    sizes: dict[int, int] = field(default_factory=dict)
    """The number of prices by their count of binary digits."""

    def add(self, sku: str, name: object, price: object, milli: int | None) -> None:
        """Counts one row. A None counts as neither text nor number."""
        self.rows += 1
        if self.next_serial:
            self.next_serial = self.next_serial + 1 if sku == str(self.next_serial) else 0
        if isinstance(name, str):
            self.names += 1
            self.unreadable += _MOJIBAKE.search(name) is not None
        if isinstance(price, int):
            self._add_price(price, milli)

    def _add_price(self, price: int, milli: int | None) -> None:
        self.prices += 1
        self.zero += not price
        self.low += 0 < price < _LOW_FILS
        self.high += price > _HIGH_FILS
        self.equal += price > 0 and price == milli
        digits = price.bit_length()
        self.sizes[digits] = self.sizes.get(digits, 0) + 1

    @property
    def median(self) -> int:
        """The median price, to a power of two; 0 without prices."""
        passed = 0
        for digits in sorted(self.sizes):
            passed += self.sizes[digits]
            if passed * 2 >= self.prices:
                return 1 << max(0, digits - 1)
        return 0


def find_doubts(tally: FirstRunTally, held_median: int | None) -> list[Sentence]:
    """What makes values doubtful. `held_median` is that of the shop's prices, if many."""
    if tally.rows + tally.rejected < _FEWEST_ROWS:
        return []
    doubts = [*_price_doubts(tally), *_text_doubts(tally)]
    median = tally.median
    if held_median and median and max(median / held_median, held_median / median) >= _MANY_TIMES:
        sentence = message(
            "Half of the prices in the file are above BHD {file}, of those held above BHD {held}.",
            file=format_bhd(median),
            held=format_bhd(held_median),
        )
        doubts.append(sentence)
    return doubts


def _price_doubts(tally: FirstRunTally) -> list[Sentence]:
    doubts: list[Sentence] = []
    if tally.zero * 5 > tally.prices:
        doubts.append(message("{some:,} of {prices:,} prices are 0.", some=tally.zero, prices=tally.prices))
    if tally.low * 5 > tally.prices:
        doubts.append(message("{some:,} of {prices:,} prices are below 50 fils.", some=tally.low, prices=tally.prices))
    if tally.high * 20 > tally.prices:
        doubts.append(
            message("{some:,} of {prices:,} prices are above BHD 10,000.", some=tally.high, prices=tally.prices)
        )
    if tally.equal * 2 > tally.prices:
        doubts.append(
            message("In {some:,} of {rows:,} rows the price is the quantity.", some=tally.equal, rows=tally.rows)
        )
    return doubts


def _text_doubts(tally: FirstRunTally) -> list[Sentence]:
    doubts: list[Sentence] = []
    if tally.next_serial > _FEWEST_ROWS:
        doubts.append(message("The part numbers count 1, 2, 3: they may be line numbers."))
    if tally.unreadable * 5 > tally.names:
        sentence = message(
            "{some:,} of {rows:,} names look unreadable: choose the file's encoding.",
            some=tally.unreadable,
            rows=tally.names,
        )
        doubts.append(sentence)
    if tally.rejected * 2 > tally.rows + tally.rejected:
        sentence = message(
            "{some:,} of {rows:,} rows would be rejected.", some=tally.rejected, rows=tally.rows + tally.rejected
        )
        doubts.append(sentence)
    return doubts


def renames(before: str, after: str | None) -> bool:
    """Whether a name loses most of its words, or all words with letters other than A to Z."""
    if before == after:
        return False
    if after is None:
        return True
    old, new = set(_WORD.findall(fold(before))), set(_WORD.findall(fold(after)))
    foreign = {word for word in old if not word.isascii()}
    return len(old & new) * 2 < len(old) or bool(foreign and not foreign & new)


@dataclass(slots=True)
class NameTally:
    """Counts the names of a file that replace a stored one. `foreign` have letters other than A to
    Z. `is_sample`: only some rows were counted, so nearly as many changes as are too many count.
    """

    is_sample: bool = False
    names: int = 0
    changed: int = 0
    foreign: int = 0
    foreign_changed: int = 0
    examples: list[tuple[str, str]] = field(default_factory=list)

    def add(self, before: str, after: str | None) -> None:
        """Counts one name; None clears it."""
        is_foreign = not before.isascii()
        self.names += 1
        self.foreign += is_foreign
        if not renames(before, after):
            return
        self.changed += 1
        self.foreign_changed += is_foreign
        if len(self.examples) < _EXAMPLES:
            self.examples.append((_cut(before), _cut(after or "")))

    def find_doubt(self) -> Sentence | None:
        """Why the file needs approval; None if it does not."""
        if self._is_many(self.changed, self.names):
            return self._say(self.changed, self.names)
        compares_foreign = self.is_sample or self.foreign >= _FEWEST_FOREIGN
        if compares_foreign and self._is_many(self.foreign_changed, self.foreign):
            return self._say(self.foreign_changed, self.foreign)
        return None

    def _is_many(self, changed: int, of: int) -> bool:
        return changed * (4 if self.is_sample else 3) > of

    def _say(self, changed: int, of: int) -> Sentence:
        examples = [message('"{before}" to "{after}"', before=before, after=after) for before, after in self.examples]
        return message(
            "The file would change {changed:,} of {names:,} names: {examples}.",
            changed=changed,
            names=of,
            examples=join_sentences(examples, ", "),
        )


def _cut(text: str) -> str:
    return f"{text[:_EXAMPLE_CHARS]}…" if len(text) > _EXAMPLE_CHARS else text


Examples = dict[str, list[Sentence]]
"""By what they are examples of up to three parts."""


def note_example(examples: Examples, what: str, example: Sentence) -> None:
    """Adds an example, if there are few."""
    known = examples.setdefault(what, [])
    if len(known) < MOST_EXAMPLES:
        known.append(example)


def _explain(reason: Sentence, examples: Sequence[Sentence]) -> Sentence:
    if not examples:
        return reason
    return message("{reason} For example: {examples}.", reason=reason, examples=join_sentences(examples, ", "))


@dataclass(slots=True)
class ImpactTally:
    """What a file would do to the stored values. A level is the stock of an item at a branch; units
    are thousandths. `prices` are prices of the file that replace a stored one, `prices_changed`
    those that move by over 30 %.
    """

    rows_before: int = 0
    rows_now: int = 0
    levels: int = 0
    zeroed: int = 0
    dropped: int = 0
    units_before: int = 0
    units_lost: int = 0
    prices: int = 0
    prices_changed: int = 0
    prices_times_five: int = 0
    new_parts: int = 0
    known_parts: int = 0
    """Part numbers of the file that the shop does not have, and that it has."""
    examples: Examples = field(default_factory=dict)
    """By the field of the tally up to three of the parts that it counts."""

    def note(self, what: str, example: Sentence) -> None:
        """Adds an example, if there are few."""
        note_example(self.examples, what, example)

    def explain(self, what: str, reason: Sentence) -> Sentence:
        return _explain(reason, self.examples.get(what, ()))


MOST_EXAMPLES = 3
TIMES = 5
_FEWEST_PRICES = 3


FAR_PERCENT = 30
"""A price change above this share is large."""


def changes_far(before: int, after: int | None) -> bool:
    """Whether a price moves by more than 30 %, or is cleared."""
    return after is None or abs(after - before) * 100 > before * FAR_PERCENT


def find_difference(tally: ImpactTally, doubts: Sequence[Sentence] = ()) -> Difference | None:
    """Why the file needs approval, None when it does not. `doubts` are further reasons."""
    looks = (_stock(tally), _prices(tally), _times(tally), _rows(tally), _new_parts(tally))
    reasons = [*doubts, *(reason for reason in looks if reason)]
    if not reasons:
        return None
    return Difference(
        join_sentences(reasons, " "),
        tally.rows_before,
        tally.rows_now,
        tally.dropped,
        tally.zeroed,
        tally.prices_changed,
    )


def _stock(tally: ImpactTally) -> Sentence:
    gone = tally.zeroed + tally.dropped
    if gone * 2 > tally.levels:
        if not tally.dropped:
            reason = message(
                "The file would set {zeroed:,} of {levels:,} stock levels to 0.",
                zeroed=tally.zeroed,
                levels=tally.levels,
            )
            return tally.explain("zeroed", reason)
        return message(
            "The file would set {zeroed:,} of {levels:,} stock levels to 0 and drop {dropped:,}.",
            zeroed=tally.zeroed,
            levels=tally.levels,
            dropped=tally.dropped,
        )
    if tally.units_lost * 2 > tally.units_before:
        before, after = format_quantity(tally.units_before), format_quantity(tally.units_before - tally.units_lost)
        reason = message(
            "The file would lower the units in stock from {before} to {after}.", before=before, after=after
        )
        return tally.explain("units_lost", reason)
    return EMPTY


def _prices(tally: ImpactTally) -> Sentence:
    if tally.prices_changed * 3 <= tally.prices:
        return EMPTY
    reason = message(
        "The file would change {changed:,} of {prices:,} prices by more than 30%.",
        changed=tally.prices_changed,
        prices=tally.prices,
    )
    return tally.explain("prices_changed", reason)


def _times(tally: ImpactTally) -> Sentence:
    some = tally.prices_times_five
    if some < _FEWEST_PRICES or some * 20 <= tally.prices:
        return EMPTY
    reason = message(
        "The file would make {some:,} of {prices:,} prices five times as high or as low, or more.",
        some=some,
        prices=tally.prices,
    )
    return tally.explain("prices_times_five", reason)


def _new_parts(tally: ImpactTally) -> Sentence:
    is_known = tally.known_parts * _KNOWN_SHARE >= tally.rows_before
    if is_known or tally.rows_before < _FEWEST_COMPARED or not tally.new_parts:
        return EMPTY
    reason = message(
        "{n:,} of {rows:,} part numbers are new: they may be written in another way.",
        n=tally.new_parts,
        rows=tally.rows_now,
    )
    return tally.explain("new_parts", reason)


def _rows(tally: ImpactTally) -> Sentence:
    if tally.rows_now * 2 >= tally.rows_before:
        return EMPTY
    return message(
        "The file has {now:,} rows, last time it had {before:,}.", now=tally.rows_now, before=tally.rows_before
    )


_FEWEST_COMPARED = 20
_TRIPLED = 3
_KNOWN_SHARE = 10
_MOST_NAMES = 1_000
_REPEATED_SHARE = 20


@dataclass(slots=True)
class ConfirmedState:
    """The file as the owner confirmed it. Units are thousandths by branch, "" is the main one."""

    rows: int = 0
    prices: int = 0
    quantities: int = 0
    units: dict[str, int] = field(default_factory=dict)
    branch_rows: dict[str, int] = field(default_factory=dict)
    """By the folded name of a branch its rows."""

    branch_names: dict[str, str] = field(default_factory=dict)
    """By its folded name each branch as the file writes it."""

    headers: tuple[str, ...] = ()
    encoding: str = ""
    currencies: tuple[str, ...] = ()
    signs: str = ""
    """The decimal signs that the set-up reads, and those that the numbers prove."""

    packs: tuple[str, ...] = ()
    """Units of quantities that are more than one piece."""

    repeated: int = 0
    """Rows that name a part again at the same branch."""

    mixed_units: bool = False
    """Whether such rows may be in several units of measure."""

    same_name: str = ""
    """The name that nine of ten parts have, "" if none has."""

    ends_a_line: bool = False
    """Whether the last line of a text file has an end."""


@dataclass(slots=True)
class FileTally:
    """Counts what a file is like, in constant memory."""

    state: ConfirmedState = field(default_factory=ConfirmedState)
    names: dict[str, int] = field(default_factory=dict)
    named: int = 0
    examples: Examples = field(default_factory=dict)

    def add(self, rows: Sequence[Row]) -> None:
        """Counts rows, in few steps for each, because every row of a file is counted."""
        state = self.state
        unpriced = [row for row in rows if not isinstance(row.values[_PRICE], int)]
        uncounted = [row for row in rows if row.milli is None]
        state.rows += len(rows)
        state.prices += len(rows) - len(unpriced)
        state.quantities += len(rows) - len(uncounted)
        for what, lacking in (("price", unpriced), ("quantity", uncounted)):
            for row in lacking[:MOST_EXAMPLES]:
                note_example(self.examples, what, verbatim(row.sku))
        units: dict[str | None, int] = {}
        for row in rows:
            if row.milli is not None:
                units[row.branch] = units.get(row.branch, 0) + row.milli
        for written, count in Counter(row.branch for row in rows).items():
            branch = fold(written or "")
            state.branch_names.setdefault(branch, written or "")
            state.branch_rows[branch] = state.branch_rows.get(branch, 0) + count
            if written in units:
                state.units[branch] = state.units.get(branch, 0) + units[written]
        self._add_names(Counter(row.values[_NAME] for row in rows if isinstance(row.values[_NAME], str)))

    def _add_names(self, names: Counter[str]) -> None:
        self.named += names.total()
        for name in names if len(self.names) < _MOST_NAMES else names.keys() & self.names.keys():
            if name in self.names or len(self.names) < _MOST_NAMES:
                self.names[name] = self.names.get(name, 0) + names[name]

    def describe(self) -> ConfirmedState:
        """The state, with what only the whole file shows."""
        most = max(self.names, key=lambda name: self.names[name], default="")
        self.state.same_name = most if self.names.get(most, 0) * 10 > self.named * 9 else ""
        return self.state


def compare_states(before: ConfirmedState, now: ConfirmedState, examples: Examples) -> list[Sentence]:
    """Where a night's file is unlike the one that the owner confirmed."""
    doubts = list(_compare_form(before, now))
    if before.rows >= _FEWEST_COMPARED:
        doubts += [*_compare_units(before, now, examples), *_compare_rows(before, now, examples)]
    if _repeat_more(before, now):
        reason = message(
            "{n:,} rows name a part number again: only the last one would count.",
            one="1 row names a part number again: only the last one would count.",
            n=now.repeated,
        )
        doubts.append(_explain(reason, examples.get("repeated", ())))
    return doubts


def _compare_form(before: ConfirmedState, now: ConfirmedState) -> Iterator[Sentence]:
    """How the file is written."""
    for template, some, others in (
        (message("The file has new columns"), now.headers, before.headers),
        (message("The file lacks columns that it had"), before.headers, now.headers),
        (message("The prices name another currency"), now.currencies, before.currencies),
        (message("The quantities count other packs"), now.packs, before.packs),
    ):
        named = [name for name in some if name not in others]
        if named and before.headers:
            yield message("{what}: {names}.", what=template, names=", ".join(named[:_FEWEST_COMPARED]))
    gone = [name for branch, name in before.branch_names.items() if branch and branch not in now.branch_names]
    if gone and now.rows:
        yield message(
            "The file no longer names the branches {branches}, and their stock would stay as it is.",
            branches=", ".join(gone),
        )
    if before.ends_a_line and not now.ends_a_line:
        yield message("The last line has no end as it had before: its last cell may be cut off.")
    if set(now.signs) - set(before.signs or now.signs):
        if "," in before.signs:
            yield message("Numbers are written with a decimal point, no longer with a comma.")
        else:
            yield message("Numbers are written with a decimal comma, no longer with a point.")
    if before.encoding and now.encoding != before.encoding:
        yield message(
            "The letters are written as {now}, no longer as {before}.", now=now.encoding, before=before.encoding
        )


def _compare_rows(before: ConfirmedState, now: ConfirmedState, examples: Examples) -> Iterator[Sentence]:
    """What rows lack that had it: a name of their own, their branch, a quantity, a price. What is
    blank leaves what is held, unnoticed.
    """
    if now.same_name and not before.same_name:
        yield message(
            "Nearly all of the {n:,} parts would have one name: {name}.", n=now.rows, name=_cut(now.same_name)
        )
    for branch, rows in before.branch_rows.items():
        left = now.branch_rows.get(branch, 0)
        if (left or not branch) and left * 2 < rows and now.rows * 2 >= before.rows:
            yield message(
                "{branch} has {left:,} rows, {rows:,} when it was confirmed.",
                branch=before.branch_names.get(branch, branch) or "-",
                left=left,
                rows=rows,
            )
    if now.quantities * before.rows * 2 < before.quantities * now.rows:
        reason = message(
            "{n:,} of {rows:,} rows have no quantity: their stock would stay as it is.",
            n=now.rows - now.quantities,
            rows=now.rows,
        )
        yield _explain(reason, examples.get("quantity", ()))
    if now.prices * before.rows * 2 < before.prices * now.rows:
        reason = message(
            "{n:,} of {rows:,} rows have no price: their prices would stay as they are.",
            n=now.rows - now.prices,
            rows=now.rows,
        )
        yield _explain(reason, examples.get("price", ()))


def _repeat_more(before: ConfirmedState, now: ConfirmedState) -> bool:
    """Whether a twentieth of the rows repeat now, or rows of other units do."""
    share = _REPEATED_SHARE
    many = before.rows >= _FEWEST_COMPARED and now.repeated * share > now.rows and before.repeated * share < before.rows
    return many or bool(before.rows and now.mixed_units and not before.mixed_units)


def _compare_units(before: ConfirmedState, now: ConfirmedState, examples: Examples) -> list[Sentence]:
    doubts: list[Sentence] = []
    pairs = [(branch, units, now.units.get(branch, 0)) for branch, units in before.units.items()]
    if len(pairs) > 1:
        pairs.append(("", sum(before.units.values()), sum(now.units.values())))
    for branch, was, units in pairs:
        if was and (units * 2 < was or units > was * _TRIPLED):
            reason = message(
                "The units in stock{branch} go from {before}, when the file was confirmed, to {after}.",
                branch=message(" at {branch}", branch=branch) if branch else EMPTY,
                before=format_quantity(was),
                after=format_quantity(units),
            )
            doubts.append(_explain(reason, examples.get("units_lost" if units < was else "units_gained", ())))
    return doubts
