"""The file of a run: its rows in batches, and whether they still match the set-up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from service.domain.errors import Refused
from service.domain.pull.file_inspection import Question
from service.domain.pull.hold_back import FileTally
from service.domain.pull.pull_choices import BRANCH_NAMES, PRICE_PER, QUANTITY
from service.domain.pull.pulls import MissingRule, PullSetup
from service.domain.sentences import Sentence, message, verbatim
from service.files.columns.mapping import Fixed, Mapping, from_json
from service.files.evidence.branches import ask_branch_names
from service.files.evidence.file_scan import ColumnScan
from service.files.evidence.money import find_currency_column, find_price_unit, list_foreign, name_currencies
from service.files.evidence.quantities import find_stock_words
from service.files.evidence.rivals import ask_encoding, ask_new_sheets, ask_sheet
from service.files.evidence.signs import ask
from service.files.file_errors import FileBroken
from service.files.first_look import inspect_head
from service.files.folding import fold_text
from service.files.formats.delimited import ends_a_line
from service.files.formats.text_encoding import contradicts
from service.files.reader import open_upload, signs_of
from service.files.source import TEXTS, Kind, Source
from service.files.unpack import unpack
from service.files.values.options import PRICES
from service.pull.spool import Batch, batch_rows

_UNPACKED = "unpacked"
_FEWEST_ROWS, _SHIFTED_SHARE = 20, 20
_WORDY_SHARE = 3
"""A file of 20 rows or more is held when a twentieth of its rows have moved cells, or a third have
text where a number belongs.
"""


class FileBatches:
    """A copied file's rows, or an archive's, by the set-up. Raises FileError, also while read."""

    def __init__(self, path: Path, setup: PullSetup) -> None:
        self._rows = 0
        self._plan = plan = from_json(setup.plan)
        unpacked = unpack(path, path.parent / _UNPACKED, plan.choice.member)
        if len(unpacked.members) > 1 and plan.choice.member is None:
            raise FileBroken(
                message(
                    "{file} has several files in it: {members}. Choose the one to read in the set-up.",
                    file=path.name,
                    members=", ".join(unpacked.members),
                )
            )
        self._path = path = unpacked.path
        head = inspect_head(path, plan.choice)
        self._lists = head.lists
        self._rival_encodings = head.rival_encodings
        mapping = self._guard_prices(head.source)
        says_active = mapping.column_of("active") or any(fixed.field == "active" for fixed in mapping.fixed)
        if setup.missing is MissingRule.INACTIVE and not says_active:
            mapping = replace(mapping, fixed=(*mapping.fixed, Fixed("active", "yes")))
        self._file = open_upload(path, head.source, mapping, plan.options)
        self._retires = setup.missing is not MissingRule.STAY

    def _guard_prices(self, source: Source) -> Mapping:
        """The mapping with columns of currencies and pieces that the file did not have before."""
        mapping = self._plan.mapping
        used, headers = mapping.named_columns(), source.headers
        per = None if self._plan.answers.get(PRICE_PER) == "keep" else find_price_unit(headers, used)
        currency = mapping.currency or find_currency_column(headers, used, {header: ColumnScan() for header in headers})
        return replace(mapping, currency=currency, price_per=mapping.price_per or per)

    def __iter__(self) -> Iterator[Batch]:
        for batch in batch_rows(self._file.rows):
            self._rows += len(batch.lines)
            yield batch

    @property
    def repeated(self) -> int:
        """The rows that replace an earlier one, as far as the file was read."""
        return self._file.converter.repeated

    def check_answered(self, branches: Collection[str]) -> None:
        """Raises Refused `unanswered` if the set-up leaves a reading of the file open. Call it
        after the last batch.

        `branches` are those of the shop.
        """
        if self._plan.unanswered:
            raise Refused("unanswered", self._plan.unanswered[0])
        questions: tuple[Question, ...] = ()
        header = self._plan.mapping.column_of("branch")
        if header is not None:
            confirmed = self._plan.known.get(BRANCH_NAMES, "").split("\n")
            named = ask_branch_names(header, self._file.converter.scans[header], branches, {}, confirmed)
            questions = questions if named is None else (*questions, named)
        rivals = ask_sheet(self._lists.rivals, self._file.source.kind, join=self._lists.join)
        asked = rivals, ask_new_sheets(self._lists.came, {}), ask_encoding(self._rival_encodings)
        questions = (*questions, *(question for question in asked if question is not None))
        if questions:
            raise Refused("unanswered", ask(questions))

    @property
    def names_branches(self) -> bool:
        """Whether rows say their branches, and what they lack is missing there."""
        return self._retires and self._plan.mapping.column_of("branch") is not None

    def describe(self, tally: FileTally) -> None:
        """Adds to the tally how the file is written. Call it after the last batch."""
        source, state = self._file.source, tally.state
        tally.examples["repeated"] = [verbatim(sku) for sku in self._file.converter.repeating]
        state.ends_a_line = source.kind in (Kind.DELIMITED, Kind.FIXED_WIDTH) and ends_a_line(self._path)
        state.headers = source.headers
        state.encoding = source.encoding if source.kind in TEXTS else ""
        prices = [
            self._file.converter.scans[one.column].distinct for one in self._plan.mapping.columns if one.field in PRICES
        ]
        named = name_currencies(text for texts in prices for text in texts)
        state.currencies = (*named, *list_foreign(self._file.converter.currencies))
        options, converter = self._plan.options, self._file.converter
        proven = signs_of(self._plan.mapping, converter.scans).proven()
        state.signs = "".join(sorted({*options.decimal.value, *options.count_sign.value, *proven}))
        state.repeated = converter.repeated
        units = {fold_text(unit) for unit in converter.units} - {""}
        counts = [converter.scans[one.column] for one in self._plan.mapping.columns if one.field == QUANTITY]
        counts += [converter.scans[branch.column] for branch in self._plan.mapping.branches]
        state.packs = find_stock_words(counts, dict.fromkeys(converter.units, 1), options).name_packs()
        state.mixed_units = converter.repeated > 0 and len(units) > 1 and not self._plan.mapping.repeats

    def find_contradictions(self) -> tuple[Sentence, ...]:
        """Where the file proves another reading than the set-up has, lacks sheets, or has rows
        whose cells moved. Call it after the last batch.
        """
        contradictions = self._find_moved_cells()
        if self._lists.left:
            left = ", ".join(self._lists.left)
            sentence = message(
                "The workbook has no rows in the sheets {sheets} any more, and their stock would stay as it is. "
                "Set the pull up again if that is right.",
                sheets=left,
            )
            contradictions = (*contradictions, sentence)
        encoding = self._plan.choice.encoding
        if encoding is None or self._file.source.kind not in TEXTS or not contradicts(self._path, encoding):
            return contradictions
        sentence = message(
            "The letters of the file are no longer written as the set-up says ({encoding}).", encoding=encoding
        )
        return (*contradictions, sentence)

    def _find_moved_cells(self) -> tuple[Sentence, ...]:
        """Rows with cells in wrong columns, if they are many."""
        shifted, wordy = self._file.converter.shifted, self._file.converter.wordy
        doubts: list[Sentence] = []
        if self._rows >= _FEWEST_ROWS and shifted * _SHIFTED_SHARE > self._rows:
            sentence = message(
                "{some:,} of {rows:,} rows have cells one column too far to the right, as where a text holds the "
                "delimiter without quotes. They are not saved.",
                some=shifted,
                rows=self._rows,
            )
            doubts.append(sentence)
        if self._rows >= _FEWEST_ROWS and wordy * _WORDY_SHARE > self._rows:
            sentence = message(
                "In {some:,} of {rows:,} rows a price or a quantity is a text: the cells may be in wrong columns.",
                some=wordy,
                rows=self._rows,
            )
            doubts.append(sentence)
        if self._file.converter.tables.other_order:
            sentence = message(
                "Line {line} has column names in another order than the first ones: the rows below it would be read "
                "in wrong columns. Export one table only.",
                line=self._file.converter.tables.other_order[0],
            )
            doubts.append(sentence)
        return tuple(doubts)
