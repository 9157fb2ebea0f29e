"""The scheduled pull: set-up, runs, history, and undo."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.export_table import TableWords
from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Run, RunRow
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.domain.webhooks.webhook_secrets import Secret
from ui.backend.access import Access, at_service_only, needs
from ui.backend.local_file import SavedFile
from ui.backend.progress import OnProgress


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a run would do, without saving: counts (`run.id` is 0), its first faults and notes."""

    run: Run
    rows: tuple[RunRow, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceTrial:
    """What was found at an address. `setup` has what is needed to fetch it again. With `unknown`
    nothing was fetched: the owner has to confirm the server by its `fingerprint`.
    """

    setup: SetupChoices
    file: str = ""
    size: int = 0
    unknown: Sentence | None = None
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class PullState:
    """The state of the pull for the card and the Overview; `setup` None is not set up yet."""

    on: bool
    setup: SetupChoices | None
    last: Run | None
    next_at: Millis | None
    same_file: Sentence | None = None
    """Says that the file has not changed for as many nights as the setting allows."""


class Pulls(Protocol):
    """Recognise, preview, map, save; run, history, undo. A run's result is read as its state."""

    @needs(Access.READ)
    def state(self, shop: int) -> Future[PullState]: ...

    @at_service_only
    @needs(Access.READ)
    def recognise(self, shop: int, setup: SetupChoices) -> Future[FileInspection]:
        """A file that was just chosen: read as the last file of its name was, else recognised."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def try_place(self, shop: int, setup: SetupChoices, password: Secret | None) -> Future[PlaceTrial]:
        """Fetches the file of an address once. `password` is the one that was typed; without it the
        stored one is used, if it is of the same user at the same server.
        """
        ...

    @at_service_only
    @needs(Access.READ)
    def preview(self, shop: int, setup: SetupChoices) -> Future[FileInspection]:
        """The file of a set-up under the owner's choices, with the sheet of what is understood."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def save(self, shop: int, setup: SetupChoices, *, confirms: bool = True) -> Future[None]:
        """Stores the set-up, switches the pull on; without `confirms` its first run waits."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def confirm(self, shop: int, setup: SetupChoices) -> Future[None]:
        """Confirms what was understood of a file that is read once."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def forget(self, shop: int) -> Future[None]: ...

    @at_service_only
    @needs(Access.COUNTER)
    def run(
        self, shop: int, progress: OnProgress, *, even_if_unchanged: bool = False, once: SetupChoices | None = None
    ) -> Future[None]:
        """Reads the file of the stored set-up, or `once`, which is not stored; saves its rows."""
        ...

    @at_service_only
    @needs(Access.READ)
    def dry_run(self, shop: int, setup: SetupChoices, progress: OnProgress) -> Future[DryRun]:
        """Reads the whole file and reports what a run would change; saves nothing."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def approve(self, shop: int, run: int, progress: OnProgress) -> Future[None]:
        """Runs a file that waited, as the owner has seen and approved the difference."""
        ...

    @needs(Access.READ)
    def history(self, shop: int, before: int | None, limit: int) -> Future[tuple[Run, ...]]: ...

    @needs(Access.READ)
    def faults(self, shop: int, run: int, limit: int) -> Future[tuple[RunRow, ...]]: ...

    @needs(Access.READ)
    def export_faults(self, shop: int, run: int, path: SavedFile, words: TableWords) -> Future[int]: ...

    @needs(Access.PROTECTED)
    def undo(self, shop: int, run: int) -> Future[None]: ...
