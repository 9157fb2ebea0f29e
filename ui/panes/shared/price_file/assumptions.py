"""How a file is read, as sentences that the owner sees, and other ways, to change in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from service.domain.pull.file_inspection import FileInspection, Question
from service.domain.pull.place_address import is_database
from service.domain.pull.pull_choices import (
    FIRST_ROW,
    LAST_ROW,
    LEAVE_PRICES,
    PRICE_PER,
    REPEATS,
    SUM_ROWS,
    VAT,
    VAT_PERCENT,
    FileForm,
    PullChoices,
    SetupChoices,
)
from service.domain.pull.pulls import MissingRule
from ui.i18n import Formats, isolate_name, ltr, translate_sentence
from ui.panes.shared.price_file.pull_words import (
    DBF,
    DELIMITED,
    FIXED_WIDTH,
    LISTS,
    TEXT_BOOKS,
    WORKBOOKS,
    delimiter_words,
    encoding_words,
    kind_words,
)

translate = QCoreApplication.translate
_LAST_HEADER_ROW = 20
SHEETS, WIDTHS = "several-sheets", "draw-widths"
"""Dialogs that read the file in another way."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to read the file: its words, and the set-up that reads it so; a `dialog` asks first."""

    text: str
    setup: SetupChoices
    is_chosen: bool = False
    dialog: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence on how the file is read; without `ways` only the file could change it."""

    key: str
    text: str
    ways: tuple[Way, ...] = ()


def state_assumptions(
    inspection: FileInspection,
    setup: SetupChoices,
    branches: tuple[str, ...],
    formats: Formats,
    asked: Iterable[Question] = (),
) -> tuple[Statement, ...]:
    """Everything that is assumed about a file, in the order in which the owner reads it. `asked`
    are questions that were stated before, and are answered now.
    """
    return tuple(_Statements(inspection, setup, branches, formats).list(asked))


class _Statements:
    def __init__(
        self, inspection: FileInspection, setup: SetupChoices, branches: tuple[str, ...], formats: Formats
    ) -> None:
        self._look, self._setup, self._branches, self._formats = inspection, setup, branches, formats
        self._form, self._choices, self._typed = inspection.form, setup.choices, setup.choices.form

    def list(self, asked: Iterable[Question]) -> Iterator[Statement]:
        ways = {
            "currency": self._currencies,
            VAT: self._vat_rules,
            PRICE_PER: self._price_units,
            "decimal": self._decimal_signs,
            "encoding": self._encodings,
            "sheet": self._sheets,
            "header-row": self._header_rows,
            REPEATS: self._repeat_rules,
            "missing": self._missing_rules,
            "branches": self._stock_branches,
        }
        for assumption in self._look.sheet.assumptions:
            text = translate_sentence(assumption.text)
            if assumption.key == "encoding":
                name = encoding_words().get(self._form.encoding or "", self._form.encoding or "")
                text = translate("Assumptions", "The letters are %1.").replace("%1", name)
            question = next((one for one in self._look.questions if one.key == assumption.key), None)
            list_ways = ways.get(assumption.key, lambda about=question: self._answers(about))
            yield Statement(assumption.key, text, tuple(list_ways()))
            if assumption.key == "decimal":
                yield from self._list_form()
        if self._look.fit_offer:
            yield self._state_fit()
        for question in asked:
            answer = self._choices.answers.get(question.key)
            if question.optional and question.key not in ways and question.allows(answer):
                answers = tuple(self._answers(question))
                chosen = next(way.text for way in answers if way.is_chosen)
                yield Statement(question.key, f"{translate_sentence(question.text)} {chosen}", answers)

    def _list_form(self) -> Iterator[Statement]:
        """What only the window says of the form of the file. The rows of a query have none."""
        if is_database(self._setup.path):
            return
        form = self._form
        text = translate("Assumptions", "The format is %1.").replace("%1", kind_words().get(form.kind or "", ""))
        formats = tuple(
            self._way_of_form(
                word, replace(self._typed, kind=key, delimiter=None, breaks=(), header_row=None), on=form.kind == key
            )
            for key, word in kind_words().items()
        )
        yield Statement("kind", text, formats)
        if form.kind == DELIMITED and form.delimiter:
            words = {form.delimiter: ltr(form.delimiter.replace("\t", "⇥"))} | delimiter_words()
            text = translate("Assumptions", "Cells are divided by: %1").replace("%1", words[form.delimiter])
            ways = tuple(
                self._way_of_form(word, replace(self._typed, delimiter=key, kind=DELIMITED), on=form.delimiter == key)
                for key, word in words.items()
            )
            yield Statement("delimiter", text, ways)
        if self._look.members:
            text = translate("Assumptions", "Of the archive, %1 is read.").replace("%1", ltr(form.member or ""))
            members = tuple(
                self._way_of_form(ltr(name), replace(self._typed, member=name), on=form.member == name)
                for name in self._look.members
            )
            yield Statement("member", text, members)
        if form.kind == FIXED_WIDTH:
            draw = Way(translate("Assumptions", "Draw the columns…"), self._setup, dialog=WIDTHS)
            yield Statement("widths", translate("Assumptions", "The columns begin at fixed places."), (draw,))
        if form.sheets:
            names = self._join(form.sheets)
            text = translate("Assumptions", "These lists are read: %1").replace("%1", names)
            yield Statement("sheet", text, tuple(self._sheets()))

    def _state_fit(self) -> Statement:
        on, names = self._choices.fit_as_offered, self._join(self._look.fit_offer)
        read = translate("Assumptions", "Cars are read from the text in %1.").replace("%1", names)
        left = translate("Assumptions", "Cars in the text of %1 are not read.").replace("%1", names)
        ways = (
            self._way(left, replace(self._choices, fit_as_offered=False), on=not on),
            self._way(read, replace(self._choices, fit_as_offered=True), on=on),
        )
        return Statement("fit", read if on else left, ways)

    def _join(self, names: tuple[str, ...]) -> str:
        return self._formats.join_names(tuple(isolate_name(name) for name in names))

    def _way(self, text: str, choices: PullChoices, *, on: bool) -> Way:
        return Way(text, replace(self._setup, choices=choices), on)

    def _way_of_form(self, text: str, form: FileForm, *, on: bool) -> Way:
        """The file in another form: its columns are recognised again, fixed values stay."""
        return self._way(text, PullChoices(form, fixed=self._choices.fixed), on=on)

    def _with_answer(self, key: str, answer: str) -> dict[str, str]:
        return {**self._choices.answers, key: answer}

    def _currencies(self) -> Iterator[Way]:
        fils = self._look.prices_in_fils
        yield self._way(
            translate("Assumptions", "In dinars: 4.500"), replace(self._choices, prices_in_fils=False), on=not fils
        )
        yield self._way(translate("Assumptions", "In fils: 4500"), replace(self._choices, prices_in_fils=True), on=fils)

    def _vat_rules(self) -> Iterator[Way]:
        off, answer = self._look.vat_percent > 0, self._with_answer
        text = translate("Assumptions", "Prices are without VAT")
        yield self._way(text, replace(self._choices, vat_percent=0, answers=answer(VAT, "keep")), on=not off)
        text = translate("Assumptions", "Prices include 10% VAT: take it off")
        yield self._way(text, replace(self._choices, vat_percent=VAT_PERCENT, answers=answer(VAT, "off")), on=off)

    def _price_units(self) -> Iterator[Way]:
        """Only where the file says that some are for several pieces, and the owner has answered."""
        answered = self._choices.answers.get(PRICE_PER)
        if answered is not None:
            leave, answer = answered == LEAVE_PRICES, self._with_answer
            text = translate("Assumptions", "Leave prices for several pieces out")
            yield self._way(text, replace(self._choices, answers=answer(PRICE_PER, LEAVE_PRICES)), on=leave)
            text = translate("Assumptions", "Each price is for one piece")
            yield self._way(text, replace(self._choices, answers=answer(PRICE_PER, "keep")), on=not leave)

    def _decimal_signs(self) -> Iterator[Way]:
        sign = self._choices.decimal_comma
        yield self._way(
            translate("Assumptions", "As recognised"), replace(self._choices, decimal_comma=None), on=sign is None
        )
        yield self._way(
            translate("Assumptions", "A point: 14.500"), replace(self._choices, decimal_comma=False), on=sign is False
        )
        yield self._way(
            translate("Assumptions", "A comma: 14,500"), replace(self._choices, decimal_comma=True), on=sign is True
        )

    def _encodings(self) -> Iterator[Way]:
        if self._form.kind not in WORKBOOKS or self._form.kind in TEXT_BOOKS:
            for key, word in encoding_words().items():
                yield self._way_of_form(word, replace(self._typed, encoding=key), on=self._form.encoding == key)

    def _sheets(self) -> Iterator[Way]:
        if self._form.kind == DBF:
            return
        for name in self._look.sheets:
            chosen = name == self._form.sheet and not self._form.sheets
            yield self._way_of_form(isolate_name(name), read_sheets(self._typed, (name,)), on=chosen)
        if self._form.kind not in LISTS and len(self._look.sheets) > 1:
            text = translate("Assumptions", "Several sheets…")
            yield Way(text, self._setup, bool(self._form.sheets), dialog=SHEETS)

    def _header_rows(self) -> Iterator[Way]:
        if self._form.kind in LISTS or is_database(self._setup.path):
            return
        at = self._form.header_row or 0
        yield self._way_of_form(
            translate("Assumptions", "There are none"), replace(self._typed, header_row=0), on=at == 0
        )
        for line in range(1, max(_LAST_HEADER_ROW, at) + 1):
            text = translate("Assumptions", "Line %1").replace("%1", str(line))
            yield self._way_of_form(text, replace(self._typed, header_row=line), on=line == at)

    def _repeat_rules(self) -> Iterator[Way]:
        now, answer = self._choices.answers.get(REPEATS, LAST_ROW), self._with_answer
        for rule, text in (
            (LAST_ROW, translate("Assumptions", "The last row counts")),
            (FIRST_ROW, translate("Assumptions", "The first row counts")),
            (SUM_ROWS, translate("Assumptions", "Their quantities are added up")),
        ):
            yield self._way(text, replace(self._choices, answers=answer(REPEATS, rule)), on=now == rule)

    def _missing_rules(self) -> Iterator[Way]:
        for rule, text in (
            (MissingRule.STAY, translate("Assumptions", "Stay as they are")),
            (MissingRule.ZERO, translate("Assumptions", "Have no stock (0)")),
            (MissingRule.INACTIVE, translate("Assumptions", "Become inactive")),
        ):
            yield Way(text, replace(self._setup, missing=rule), self._setup.missing is rule)

    def _stock_branches(self) -> Iterator[Way]:
        fixed = self._choices.fixed_branch
        text = translate("Assumptions", "At the branch that the file says")
        yield Way(text, replace(self._setup, choices=self._choices.with_fixed_branch(None)), fixed is None)
        for branch in dict.fromkeys((*self._branches, *([fixed] if fixed else []))):
            choices = self._choices.with_fixed_branch(branch)
            text = translate("Assumptions", "All at %1").replace("%1", isolate_name(branch))
            yield Way(text, replace(self._setup, choices=choices), fixed == branch)

    def _answers(self, question: Question | None) -> Iterator[Way]:
        """The readings of a question that stops nothing; the first one counts without an answer."""
        readings = question.readings if question else ()
        for reading in readings:
            choices = self._choices.with_answer(question.key if question else "", reading.answer)
            answer = self._choices.answers.get(question.key if question else "", readings[0].answer)
            yield Way(translate_sentence(reading.text), replace(self._setup, choices=choices), answer == reading.answer)


def read_sheets(form: FileForm, sheets: tuple[str, ...]) -> FileForm:
    """The form that reads one sheet, or several as one list."""
    one, several = (sheets[0], ()) if len(sheets) == 1 else (None, sheets)
    return replace(form, sheet=one, sheets=several, other_sheets=None, header_row=None)
