"""The fake's port for the pull."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.actors import OWNER
from service.domain.changes import ChangeKind
from service.domain.export_table import TableWords
from service.domain.pull.file_inspection import FileInspection, ReadingSheet
from service.domain.pull.pull_choices import FileForm, SetupChoices
from service.domain.pull.pulls import Counts, Run, RunRow, RunState
from service.domain.webhooks.webhook_secrets import Secret
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from tests.ui.fake.price_list_data import preview_of, preview_of_setup
from tests.ui.fake.run_data import LAST_RUN, make_run
from tests.ui.fake.sentence_data import BELOW_ZERO, FILE_OPEN, SKU_BLANK, no_price
from tests.ui.ready_data import LIVE
from ui.backend import OnProgress, Progress
from ui.backend.pulls_port import DryRun, PlaceTrial, PullState


class FakePulls:
    """A pull that reads one sheet; `runs` and `rows` are its history, newest first."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.unknown: PlaceTrial | None = None
        self.runs: list[Run] = [
            LAST_RUN,
            replace(LAST_RUN, id=8, at=moment(14, 2, 0), counts=Counts(1245, 3, 9, 1233)),
            make_run(7, moment(13, 2, 0), RunState.FAILED, fault=FILE_OPEN),
            make_run(6, moment(12, 2, 0), RunState.UNCHANGED, Counts(1240)),
        ]
        self.rows: tuple[RunRow, ...] = (
            RunRow(88, "21460-1LB0A", BELOW_ZERO, rejected=False),
            RunRow(412, "48609-0K040", no_price("14,5OO"), rejected=True),
            RunRow(731, None, SKU_BLANK, rejected=True),
        )

    def state(self, shop: int) -> Future[PullState]:
        return self._answers.answer("pulls.state", lambda: self._data.pull_of(shop), shop)

    def recognise(self, shop: int, path: str, form: FileForm) -> Future[FileInspection]:
        return self._answers.answer("pulls.recognise", lambda: preview_of(path, form, None), shop, path, form)

    def newest(self, shop: int, folder: str, pattern: str) -> Future[str]:
        found = f"{folder}\\prices-2026-11-15.xlsx"
        return self._answers.answer("pulls.newest", lambda: found, shop, folder, pattern)

    def try_place(self, shop: int, setup: SetupChoices, password: Secret | None) -> Future[PlaceTrial]:
        def look() -> PlaceTrial:
            if self.unknown is not None and setup.access.trust != self.unknown.fingerprint:
                return replace(self.unknown, setup=setup)
            name = "pos.db.jsonl" if setup.path.startswith("sqlite:") else "stock.csv"
            return PlaceTrial(replace(setup, access=replace(setup.access, secret_name="typed-1")), name, 12_345)

        return self._answers.answer("pulls.try_place", look, shop, setup, password)

    def preview(self, shop: int, setup: SetupChoices) -> Future[FileInspection]:
        return self._answers.answer("pulls.preview", lambda: preview_of_setup(setup), shop, setup)

    def save(self, shop: int, setup: SetupChoices, *, nightly: bool = True) -> Future[None]:
        def keep() -> None:
            self._data.pull = replace(self._data.pull, setup=setup, on=nightly or self._data.pull.on)
            self._data.publish(ChangeKind.PULLS)

        return self._answers.answer("pulls.save", keep, shop, setup)

    def sheet(self, shop: int, setup: SetupChoices) -> Future[ReadingSheet]:
        return self._answers.answer("pulls.sheet", lambda: preview_of_setup(setup).sheet, shop, setup)

    def confirm(self, shop: int, setup: SetupChoices) -> Future[None]:
        return self._answers.answer("pulls.confirm", lambda: None, shop, setup)

    def forget(self, shop: int) -> Future[None]:
        def drop() -> None:
            self._data.pull = PullState(False, None, None, None)
            self._data.publish(ChangeKind.PULLS)

        return self._answers.answer("pulls.forget", drop, shop)

    def run(
        self, shop: int, progress: OnProgress, *, even_if_unchanged: bool = False, once: SetupChoices | None = None
    ) -> Future[None]:
        asked = (shop, even_if_unchanged) if once is None else (shop, even_if_unchanged, once)
        return self._answers.answer("pulls.run", lambda: self._add_run(progress), *asked)

    def dry_run(self, shop: int, setup: SetupChoices, progress: OnProgress) -> Future[DryRun]:
        def look() -> DryRun:
            progress(Progress(1245, 1245))
            return DryRun(replace(LAST_RUN, id=0, at=self._data.clock.now(), can_undo=False), self.rows)

        return self._answers.answer("pulls.try_out", look, shop, setup)

    def approve(self, shop: int, run: int, progress: OnProgress) -> Future[None]:
        return self._answers.answer("pulls.approve", lambda: self._add_run(progress), shop, run)

    def history(self, shop: int, before: int | None, limit: int) -> Future[tuple[Run, ...]]:
        def make() -> tuple[Run, ...]:
            older = [run for run in self.runs if before is None or run.id < before]
            return tuple(older[:limit]) if shop == LIVE else ()

        return self._answers.answer("pulls.history", make, shop, before, limit)

    def faults(self, shop: int, run: int, limit: int) -> Future[tuple[RunRow, ...]]:
        def make() -> tuple[RunRow, ...]:
            known = next((one for one in self.runs if one.id == run), LAST_RUN)
            return self.rows if known.counts.rejected or known.counts.noted else ()

        return self._answers.answer("pulls.faults", make, shop, run, limit)

    def export_faults(self, shop: int, run: int, path: str, words: TableWords) -> Future[int]:
        return self._answers.answer("pulls.export_faults", lambda: len(self.rows), shop, run, path, words)

    def undo(self, shop: int, run: int) -> Future[None]:
        def take_back() -> None:
            self.runs = [
                replace(one, state=RunState.UNDONE, can_undo=False) if one.id == run else one for one in self.runs
            ]
            self._data.publish(ChangeKind.PULLS)

        return self._answers.answer("pulls.undo", take_back, shop, run)

    def _add_run(self, progress: OnProgress) -> None:
        """A run just now, on top of the history."""
        progress(Progress(1245, 1245))
        done = replace(LAST_RUN, id=self.runs[0].id + 1, at=self._data.clock.now(), by=OWNER)
        self.runs.insert(0, done)
        self._data.pull = replace(self._data.pull, last=done)
        self._data.publish(ChangeKind.PULLS)
