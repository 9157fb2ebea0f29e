"""How a file is read: choices, answers, what the whole file proves, and open questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from collections.abc import Mapping as Answers
from dataclasses import dataclass, replace

from service.domain.catalogue.sku import fold
from service.domain.pull.file_inspection import Question
from service.domain.pull.pull_choices import (
    BASE_UNIT,
    BRANCH_COLUMNS,
    BRANCH_NAMES,
    CURRENCY,
    FIRST_ROW,
    FOREIGN_AS_DINARS,
    LEAVE_PRICES,
    MONEY,
    NO,
    PRICE_PER,
    REPEATS,
    SAME_AS,
    SUM_ROWS,
    VAT,
    VAT_PERCENT,
    YES,
    PullChoices,
)
from service.domain.sentences import Sentence, message
from service.files.columns.column import unit_in_name
from service.files.columns.mapping import Bound, BranchColumn, Mapping, Remembered
from service.files.evidence.branches import ask_branch_columns, ask_branch_names, new_names
from service.files.evidence.file_scan import MOST_DISTINCT
from service.files.evidence.money import (
    MAX_SHOWN,
    ask_currency,
    ask_money,
    ask_price_per,
    ask_vat,
    find_currency_column,
    find_price_unit,
    is_foreign,
    list_foreign,
    list_price_units,
    name_currencies,
    named_unit,
)
from service.files.evidence.quantities import (
    ask_stock,
    find_stock_words,
    formula_remark,
    stock_options,
    unread_prices,
    unread_remark,
)
from service.files.evidence.rivals import (
    ask_encoding,
    ask_new_sheets,
    ask_rivals,
    ask_sheet,
    ask_sheet_branches,
    ask_sku,
)
from service.files.evidence.signs import ask, settle_signs
from service.files.folding import FOREIGN, cut_packs, cut_vat, names_packs, with_vat
from service.files.formats.text_encoding import BYTE_ENCODINGS, ENCODINGS
from service.files.reader import Recognised, signs_of
from service.files.source import ENCODED, NOT_CALCULATED
from service.files.values.options import PRICES, DecimalSign, MoneyUnit, Options

_SEVERAL = 2
__all__ = ["ENCODINGS", "Settled", "open_questions", "remember", "settle"]


@dataclass(frozen=True, slots=True)
class Settled:
    """What feeds what, how values are read, the open questions, and what the file itself proves."""

    mapping: Mapping
    options: Options
    questions: tuple[Question, ...]
    known: dict[str, str]
    remarks: tuple[Sentence, ...] = ()
    has_packs: bool = False
    """Whether quantities count packs such as dozens."""


def settle(choices: PullChoices, recognised: Recognised, mapping: Mapping, branches: Collection[str]) -> Settled:
    """Decides how the file is read; `branches` are those of the shop."""
    return _Settling(choices, recognised, mapping, branches).settle()


class _Settling:
    """A file under one set of choices. Each step may change mapping or options, and may ask."""

    def __init__(
        self, choices: PullChoices, recognised: Recognised, mapping: Mapping, branches: Collection[str]
    ) -> None:
        self._choices = choices
        self._answers = choices.answers
        self._found = recognised
        self._scan = recognised.scan
        self._mapping = mapping
        self._branches = branches
        self._options = Options()
        self._questions: list[Question] = []
        self._known: dict[str, str] = {}
        self._remarks: list[Sentence] = []

    def settle(self) -> Settled:
        self._ask_sheets()
        self._ask(ask_encoding(self._found.head.rival_encodings))
        self._settle_columns()
        self._settle_branches()
        self._settle_money()
        self._settle_signs()
        has_packs = self._settle_stock()
        questions, remarks = tuple(self._questions), tuple(self._remarks)
        return Settled(self._mapping, self._options, questions, self._known, remarks, has_packs)

    def _ask(self, question: Question | None) -> None:
        if question is not None:
            self._questions.append(question)

    def _ask_sheets(self) -> None:
        lists, tables = self._found.head.lists, self._found.source.tables
        self._ask(ask_sheet(lists.rivals, self._found.source.kind, join=lists.join))
        self._ask(ask_new_sheets(lists.came, self._answers))
        names_branch = self._mapping.column_of("branch") or self._mapping.branches or "branch" in self._choices.fixed
        if len(tables) > 1 and not names_branch:
            self._ask(ask_sheet_branches(tuple(table.sheet for table in tables), self._answers))

    def _settle_columns(self) -> None:
        scans = self._scan.columns
        bound = {name: self._mapping.column_of(name) for name in ("sku", "price_fils", "quantity")}
        rivals = {
            name: columns for name, columns in self._found.matched.rivals.items() if bound.get(name) == columns[0]
        }
        self._questions += ask_rivals(rivals, scans, self._answers)
        sku = bound["sku"]
        if scans and (sku is None or sku in scans):
            named = self._mapping.column_of("name")
            used = {header for header in self._mapping.named_columns() if sku is not None or header != named}
            self._ask(ask_sku(sku, used, scans, self._answers, rivals.get("sku", ())[1:]))

    def _settle_branches(self) -> None:
        used = self._mapping.named_columns()
        offered = tuple(column for column in self._found.matched.branch_offer if column.column not in used)
        if not self._choices.branches:
            self._ask(ask_branch_columns(offered, self._answers))
        if offered and self._answers.get(BRANCH_COLUMNS) == YES:
            columns = tuple(bound for bound in self._mapping.columns if bound.field != "quantity")
            branches = (*self._mapping.branches, *offered)
            self._mapping = replace(self._mapping, columns=columns, branches=branches)
        header = self._mapping.column_of("branch")
        if header is None:
            return
        scan = self._scan.column(header)
        if scan.overflow:
            self._leave_out_branches()
            self._remarks.append(
                message(
                    "{column} names more than {most} places: they are no branches.", column=header, most=MOST_DISTINCT
                )
            )
            return
        answer = self._answers.get(BRANCH_NAMES, "")
        self._ask(ask_branch_names(header, scan, self._branches, self._answers, ()))
        names = new_names(scan, {fold(name) for name in self._branches})
        if answer == NO:
            self._leave_out_branches()
        elif answer.startswith(SAME_AS):
            same = tuple(BranchColumn(name, answer.removeprefix(SAME_AS)) for name in names)
            self._mapping = replace(self._mapping, branch_names=same)
        if answer:
            self._known[BRANCH_NAMES] = "\n".join(fold(name) for name in names)

    def _leave_out_branches(self) -> None:
        columns = tuple(bound for bound in self._mapping.columns if bound.field != "branch")
        self._mapping = replace(self._mapping, columns=columns)

    def _prices(self) -> list[Bound]:
        return [bound for bound in self._mapping.columns if bound.field in PRICES]

    def _settle_money(self) -> None:
        headers = [bound.column for bound in self._prices()]
        counted: dict[str, int] = {}
        for header in headers:
            counted |= self._scan.column(header).distinct
        samples = list(counted)
        answers, choices, above = self._answers, self._choices, self._found.head.above
        if not headers:
            return
        is_foreign_file = self._settle_currency(headers, counted)
        vat_in_cells = self._agree(samples, with_vat)
        packs_in_cells = self._agree(samples, lambda text: cut_packs(text)[0])
        is_of_several = self._settle_price_units((*headers, *packs_in_cells), above)
        if (is_foreign_file and answers.get(CURRENCY) == LEAVE_PRICES) or (
            is_of_several and answers.get(PRICE_PER) == LEAVE_PRICES
        ):
            columns = tuple(bound for bound in self._mapping.columns if bound.field not in PRICES)
            self._mapping = replace(self._mapping, columns=columns)
            return
        unit = named_unit(headers) or named_unit(above) or MoneyUnit.BHD
        if choices.prices_in_fils is not None:
            unit = MoneyUnit.FILS if choices.prices_in_fils else MoneyUnit.BHD
        elif answers.get(MONEY) in ("bhd", "fils"):
            unit = MoneyUnit(answers[MONEY])
        else:
            numbers = signs_of(self._mapping, self._scan.columns)
            self._ask(ask_money(headers, numbers.prices, counted, answers, self._options))
        as_dinars = is_foreign_file and answers.get(CURRENCY) == FOREIGN_AS_DINARS
        self._options = replace(
            self._options,
            money=unit,
            vat_percent=choices.vat_percent,
            foreign_prices=as_dinars,
            said_vat=bool(vat_in_cells),
            said_packs=bool(packs_in_cells),
        )
        vat = ask_vat((*headers, *above, *vat_in_cells), samples, self._options)
        if vat is not None and not choices.vat_percent and answers.get(VAT) != "keep":
            self._options = replace(self._options, vat_percent=VAT_PERCENT)
        if vat is not None and VAT not in answers and not choices.vat_percent:
            self._ask(vat)

    def _settle_currency(self, headers: Sequence[str], counted: dict[str, int]) -> bool:
        """Asks if all prices have another currency; if some have, those are remarked, not read."""
        source, used = self._found.source, self._mapping.named_columns()
        column = find_currency_column(source.headers, used, self._scan.columns)
        texts = {} if column is None else self._scan.column(column).distinct
        # A currency in the names applies to all prices, one in a cell to its row.
        everywhere = name_currencies(headers if all(map(FOREIGN.search, headers)) else ())
        everywhere = everywhere or name_currencies(self._found.head.above)
        some = {*name_currencies(counted), *list_foreign(texts)}
        foreign = sum(times for text, times in counted.items() if FOREIGN.search(text))
        is_all = foreign == sum(counted.values()) > 0 or bool(texts and all(is_foreign(text) for text in texts))
        self._mapping = replace(self._mapping, currency=column)
        if everywhere or (some and is_all):
            if self._answers.get(CURRENCY) not in (LEAVE_PRICES, FOREIGN_AS_DINARS):
                self._ask(ask_currency(everywhere or sorted(some)))
            return True
        if some:
            names = ", ".join(sorted(some)[:MAX_SHOWN])
            self._remarks.append(message("Prices in {currencies} are left out; the held ones stay.", currencies=names))
        return False

    def _agree(self, samples: Sequence[str], says: Callable[[str], object]) -> Sequence[str]:
        """One price, where all of them say something that one would not be read with."""
        return [str(text) for text in samples[:1]] if all(map(says, samples)) else ()

    def _settle_price_units(self, texts_about: Sequence[str], titles: Sequence[str]) -> bool:
        """Whether all prices are for several pieces, which is asked; some of them are not read."""
        for text in (*texts_about, *titles):
            if packs := cut_packs(cut_vat(text), is_title=text in titles)[0]:
                self._ask(ask_price_per(text, (packs,), self._answers))
                return True
        column = find_price_unit(self._found.source.headers, self._mapping.named_columns())
        texts = {} if column is None else self._scan.column(column).distinct
        several = list_price_units(texts)
        if column is None or not several:
            return False
        if all(names_packs(text) for text in texts if text.strip()):
            self._ask(ask_price_per(column, several, self._answers))
            return True
        if self._answers.get(PRICE_PER) != "keep":
            self._mapping = replace(self._mapping, price_per=column)
            self._remarks.append(
                message("Prices of several pieces ({values}) are left out.", values=", ".join(several))
            )
        return False

    def _settle_signs(self) -> None:
        comma = self._choices.decimal_comma
        sign = None if comma is None else DecimalSign.COMMA if comma else DecimalSign.POINT
        numbers = signs_of(self._mapping, self._scan.columns)
        self._options, questions = settle_signs(numbers, self._options, self._answers, sign)
        self._questions += questions

    def _settle_stock(self) -> bool:
        """Whether quantities count packs."""
        counts = [bound.column for bound in self._mapping.columns if bound.field == "quantity"]
        counts += [branch.column for branch in self._mapping.branches]
        units = {unit: self._scan.column(header).filled for header in counts if (unit := unit_in_name(header))}
        units |= {} if self._scan.notable is None else dict(self._scan.notable.units.values())
        words = find_stock_words([self._scan.column(header) for header in counts], units, self._options)
        prices = [self._scan.column(bound.column) for bound in self._prices()]
        formulas = words.formulas + sum(scan.words.get(NOT_CALCULATED, 0) for scan in prices)
        remarks = formula_remark(formulas), unread_remark(words), unread_prices(prices, self._options)
        self._remarks += [remark for remark in remarks if remark is not None]
        self._questions += ask_stock(words, sum(scan.zeros for scan in prices), self._answers, self._options)
        self._options = stock_options(self._options, self._answers)
        return bool(words.packs or words.units)


def remember(choices: PullChoices, recognised: Recognised, settled: Settled) -> Remembered:
    """What is stored. A sheet of several and a guessed encoding stay, unless still asked."""
    form, source = choices.form, recognised.source
    if len(recognised.head.sheets) >= _SEVERAL and not source.tables and not recognised.head.lists.rivals:
        form = replace(form, sheet=source.sheet)
    if source.kind in ENCODED and source.encoding in BYTE_ENCODINGS and not recognised.head.rival_encodings:
        form = replace(form, encoding=source.encoding)
    return Remembered(
        form,
        settled.mapping,
        settled.options,
        answers=choices.answers,
        known=settled.known,
        sign_chosen=choices.decimal_comma is not None,
        unit_chosen=choices.prices_in_fils is not None,
        unanswered=tuple(ask((question,)) for question in open_questions(settled.questions)),
    )


def open_questions(questions: Sequence[Question]) -> tuple[Question, ...]:
    """The questions that stop a run."""
    return tuple(question for question in questions if not question.optional)


def settle_repeats(recognised: Recognised, settled: Settled, answers: Answers[str, str]) -> Settled:
    """Applies the answer about parts with several rows, or asks."""
    notable = recognised.scan.notable
    question = None if notable is None else notable.ask(answers)
    # A price in another currency is not read, so that it does not matter which row counts.
    prices = {bound.column for bound in settled.mapping.columns if bound.field in PRICES}
    is_by_currency = (
        notable is not None
        and settled.mapping.currency in notable.differs_in
        and notable.differs_in.keys() <= {settled.mapping.currency, *prices}
    )
    if question is not None and not is_by_currency:
        return replace(settled, questions=(*settled.questions, question))
    answer = answers.get(REPEATS, "")
    rule = answer if answer in (FIRST_ROW, SUM_ROWS) or answer.startswith(BASE_UNIT) else ""
    return replace(settled, mapping=replace(settled.mapping, repeats=rule))
