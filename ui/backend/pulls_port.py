"""The scheduled pull: set-up, runs, history, and taking a run back."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from service.domain.host.progress import OnProgress
from service.domain.pull.file_questions import Question
from service.domain.pull.pull_choices import FileForm
from service.domain.pull.pulls import MissingRule, RunState
from service.domain.sentences import EMPTY, Sentence
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class ColumnGuess:
    """A column of the file: its header, some values,
    and the field it is taken for ("" is not used).

    `branch` names the branch of a quantity column; `sure` is False where the guess wants a look.
    """

    header: str
    samples: tuple[str, ...]
    field: str
    branch: str | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as it will be saved: texts by field, and what is wrong with it ("" is nothing)."""

    line: int
    values: dict[str, str]
    fault: Sentence = EMPTY
    note: Sentence = EMPTY


@dataclass(frozen=True, slots=True)
class PullMapping:
    """The owner's choices: field and branch per column header, and what holds for the whole file.

    Fields are those of an upload row (contract §3.2), `fit` a text such as "Corolla 2014-2019", or
    its parts in columns of their own: `fit_make`, `fit_model`, `fit_year_from`, `fit_year_to`.
    `decimal_comma` and `prices_in_fils` None are as recognised. `answers` are those to the file's
    questions, by their keys.
    """

    columns: dict[str, str] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    fixed_branch: str | None = None
    prices_in_fils: bool | None = None
    prices_include_vat: bool = False
    fit_from_text: bool = False
    missing: MissingRule = MissingRule.STAY
    decimal_comma: bool | None = None
    answers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FilePreview:
    """What was recognised: form, system ("" if none),
    columns, the first 20 rows as they will be saved.

    `path` is the file that was looked at, in a folder the newest that fits. `fit_offer` names the
    columns that fit could be read from ("" if none). `faults` are remarks on the file as a whole.
    """

    path: str
    size: int
    rows: int | None
    form: FileForm
    system: str
    sheets: tuple[str, ...]
    columns: tuple[ColumnGuess, ...]
    mapping: PullMapping
    first_rows: tuple[PreviewRow, ...]
    faults: tuple[Sentence, ...] = ()
    fit_offer: str = ""
    questions: tuple[Question, ...] = ()
    prices_in_fils: bool = False

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """Those that have to be answered before the file is read."""
        return tuple(question for question in self.questions if not question.optional)


@dataclass(frozen=True, slots=True)
class PullSetup:
    """Where the file is, when it is read (minutes after local midnight), and how."""

    path: str
    minute_of_day: int = 120
    pattern: str | None = None
    form: FileForm = field(default_factory=FileForm)
    mapping: PullMapping = PullMapping()


@dataclass(frozen=True, slots=True)
class RowFault:
    """A rejected or noted row, with the file's line number."""

    line: int
    sku: str | None
    text: Sentence
    rejected: bool


@dataclass(frozen=True, slots=True)
class PullImpact:
    """Why a run waits: what it would change, in numbers."""

    reason: Sentence
    rows_before: int
    rows_now: int
    dropped: int
    zeroed: int
    prices_changed: int


@dataclass(frozen=True, slots=True)
class PullRun:
    """One run; counts in rows."""

    id: int
    at: Millis
    state: RunState
    file: str
    read: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0
    noted: int = 0
    duration_ms: int = 0
    fault: Sentence = EMPTY
    by_hand: bool = False
    can_undo: bool = False
    impact: PullImpact | None = None

    @property
    def saved(self) -> int:
        return self.created + self.updated + self.unchanged


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a run would do, with nothing saved:
    its counts (`run.id` is 0), its first faults and notes.
    """

    run: PullRun
    faults: tuple[RowFault, ...] = ()


@dataclass(frozen=True, slots=True)
class PullState:
    """What the card and the Overview say; `setup` None is not set up yet."""

    on: bool
    setup: PullSetup | None
    last: PullRun | None
    next_at: Millis | None
    recognised: tuple[tuple[str, str], ...] = ()


class Pulls(Protocol):
    """Recognise, preview, map, save; run, history, undo."""

    def state(self, shop: int) -> Future[PullState]: ...

    def recognise(self, shop: int, path: str, form: FileForm) -> Future[FilePreview]: ...

    def newest(self, shop: int, folder: str, pattern: str) -> Future[str]:
        """The file of a folder that a run would read now; FILE_NOT_FOUND if none fits."""
        ...

    def preview(self, shop: int, setup: PullSetup) -> Future[FilePreview]:
        """The same file under the owner's mapping."""
        ...

    def save(self, shop: int, setup: PullSetup) -> Future[PullState]: ...

    def forget(self, shop: int) -> Future[None]: ...

    def run(self, shop: int, progress: OnProgress, *, even_if_unchanged: bool = False) -> Future[PullRun]: ...

    def dry_run(self, shop: int, setup: PullSetup, progress: OnProgress) -> Future[DryRun]:
        """Reads the whole file and says what a run would change; saves nothing."""
        ...

    def approve(self, shop: int, run: int, progress: OnProgress) -> Future[PullRun]:
        """Runs a file that was held back, as the owner has seen the difference."""
        ...

    def history(self, shop: int, before: int | None, limit: int) -> Future[tuple[PullRun, ...]]: ...

    def faults(self, shop: int, run: int, limit: int) -> Future[tuple[RowFault, ...]]: ...

    def export_faults(self, shop: int, run: int, path: str) -> Future[int]: ...

    def undo(self, shop: int, run: int) -> Future[PullRun]: ...
