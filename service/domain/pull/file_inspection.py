"""What a look at a file found: its columns, its first rows, and the questions that it leaves."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from service.domain.pull.pull_choices import FileForm, PullChoices
from service.domain.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Reading:
    """One possible reading: the answer that chooses it, and what the rows then mean."""

    answer: str
    text: Sentence


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be decided before a file is saved. The first reading is the likely one.

    `key` names the question in a set-up's answers (`price-sign`); an answer is one of the readings'
    answers. An `optional` question stops nothing: without an answer the first reading counts.
    """

    key: str
    text: Sentence
    readings: tuple[Reading, ...]
    optional: bool = False

    def allows(self, answer: str | None) -> bool:
        return any(reading.answer == answer for reading in self.readings)


@dataclass(frozen=True, slots=True)
class InspectedColumn:
    """A column: its header, some values, the field that it feeds ("" for none), and its branch.
    Only a column of quantities has a `branch`. `sure` is False where the owner has to look.
    """

    header: str
    samples: tuple[str, ...]
    field: str
    branch: str | None
    sure: bool
    filled: int = 0
    blanks: int = 0
    unclear: tuple[str, ...] = ()
    """Numbers that have two readings."""
    also: tuple[str, ...] = ()
    """Further fields that the column feeds."""
    has_numbers: bool = False


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as it will be saved: `fields` of an upload row, and the same as texts. `fault` says why
    it would be rejected (EMPTY where it is not), `notes` what is remarked.
    """

    line: int
    fields: dict[str, object]
    texts: dict[str, str]
    notes: tuple[Sentence, ...]
    fault: Sentence


@dataclass(frozen=True, slots=True)
class Assumption:
    """How the file is read, as a sentence. `change` is the option of `pull setup` that reads it
    otherwise; "" where the file itself would have to change.
    """

    key: str
    text: Sentence
    change: str = ""


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A part as it would be saved, and why it is shown: the dearest, the last."""

    why: Sentence
    text: Sentence
    row: PreviewRow


@dataclass(frozen=True, slots=True)
class ReadingSheet:
    """What a set-up understood of its file, for the owner to confirm once. `unused` are columns
    that hold numbers and feed no field: they come first.
    """

    columns: tuple[InspectedColumn, ...] = ()
    unused: tuple[InspectedColumn, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    samples: tuple[SampleRow, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class FileInspection:
    """A file as it is read: what was recognised under the owner's choices, and its first 20 rows.

    `file` is, in a folder, the newest that fits. `fit_offer` names the columns that fit could be
    read from. `plan` is what is stored; it is None while no column is chosen as the part number.
    """

    file: Path
    size: int
    form: FileForm
    system: str | None
    sheets: tuple[str, ...]
    columns: tuple[InspectedColumn, ...]
    choices: PullChoices
    fit_offer: tuple[str, ...]
    remarks: tuple[Sentence, ...]
    rows: tuple[PreviewRow, ...]
    plan: str | None
    questions: tuple[Question, ...] = ()
    decimal_comma: bool = False
    prices_in_fils: bool = False
    vat_percent: int = 0
    count: int = 0
    """The rows of the whole file."""
    members: tuple[str, ...] = ()
    """The files of an archive that may be the list."""
    lines: tuple[str, ...] = ()
    """The first lines of a fixed-width text."""
    branches: tuple[str, ...] = ()
    """The branches that its rows name."""
    sheet: ReadingSheet = field(default_factory=ReadingSheet)

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """Those that have to be answered before the file is read."""
        return tuple(question for question in self.questions if not question.optional)

    @property
    def has_sku(self) -> bool:
        """Whether a column feeds the part number."""
        return any(column.field == "sku" for column in self.columns)
