"""The fake's rooms for keys and the pull."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.changes import Family
from service.domain.keys import ApiKey, NewKey
from tests.ui.fake.clock import moment
from tests.ui.fake.shop import LIVE, STAGING
from tests.ui.fake.world import LAST_RUN, RECOGNISED, World
from ui.backend import BackendError, ErrorCode, OnProgress, Progress
from ui.backend.keys import KeyRow, PushState
from ui.backend.pulls import (
    ColumnGuess,
    FileForm,
    FilePreview,
    PreviewRow,
    PullMapping,
    PullRun,
    PullSetup,
    PullState,
    RowFault,
    RunState,
)

FULL_KEY = "cp_live_pW3xTn6kR9vBd2LqZs8HyMf4Jc7Ga5uXe0V1"


def keys() -> list[KeyRow]:
    """The keys of the live shop."""
    second = moment(2, 9, 5)
    return [
        KeyRow(ApiKey(1, LIVE, "Till 1", "cp_live_8fK2", second, moment(15, 14, 29, 7)), 412),
        KeyRow(ApiKey(2, LIVE, "Till 2", "cp_live_Qm71", second, moment(15, 14, 29, 4)), 86),
        KeyRow(ApiKey(3, LIVE, "ERP", "cp_live_Xa9d", moment(8, 10, 0), moment(15, 14, 27, 40)), 14),
        KeyRow(ApiKey(4, LIVE, "Old tablet", "cp_live_t0Bz", moment(11, 10, 0, month=3), moment(3, 9, 0, month=10)), 0),
    ]


class FakeKeys:
    """Keys that can be made and revoked."""

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers
        self._rows = keys()

    def list(self, shop: int) -> Future[tuple[KeyRow, ...]]:
        return self._answers.give("keys.list", lambda: tuple(self._rows) if shop != STAGING else (), shop)

    def create(self, shop: int, name: str) -> Future[NewKey]:
        def make() -> NewKey:
            if any(row.key.name == name for row in self._rows):
                raise BackendError("This name is in use.", code=ErrorCode.NAME_TAKEN)
            key = ApiKey(9, shop, name, FULL_KEY[:12], self._world.clock.now())
            self._rows.append(KeyRow(key, 0))
            self._world.tell(Family.KEYS)
            return NewKey(key, FULL_KEY)

        return self._answers.give("keys.create", make, shop, name)

    def rename(self, shop: int, key: int, name: str) -> Future[None]:
        return self._answers.give("keys.rename", lambda: None, shop, key, name)

    def revoke(self, shop: int, key: int) -> Future[None]:
        def revoke() -> None:
            now = self._world.clock.now()
            self._rows = [
                replace(row, key=replace(row.key, revoked_at=now)) if row.key.id == key else row for row in self._rows
            ]
            self._world.tell(Family.KEYS)

        return self._answers.give("keys.revoke", revoke, shop, key)

    def push_state(self, shop: int) -> Future[PushState]:
        state = PushState(moment(15, 14, 27, 40), 998, "ERP") if shop == LIVE else PushState(None, 0, "")
        return self._answers.give("keys.push_state", lambda: state, shop)


class FakePulls:
    """A pull that reads one sheet."""

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers

    def state(self, shop: int) -> Future[PullState]:
        return self._answers.give("pulls.state", lambda: self._world.pull_of(shop), shop)

    def recognise(self, shop: int, path: str, form: FileForm) -> Future[FilePreview]:
        return self._answers.give("pulls.recognise", lambda: _preview(path, form), shop, path, form)

    def preview(self, shop: int, setup: PullSetup) -> Future[FilePreview]:
        return self._answers.give("pulls.preview", lambda: _preview(setup.path, setup.form), shop, setup)

    def save(self, shop: int, setup: PullSetup) -> Future[PullState]:
        def keep() -> PullState:
            self._world.pull = replace(self._world.pull, setup=setup, on=True)
            self._world.tell(Family.PULLS)
            return self._world.pull

        return self._answers.give("pulls.save", keep, shop, setup)

    def forget(self, shop: int) -> Future[None]:
        return self._answers.give("pulls.forget", lambda: None, shop)

    def run(self, shop: int, progress: OnProgress, *, even_if_unchanged: bool = False) -> Future[PullRun]:
        def run() -> PullRun:
            progress(Progress(1245, 1245))
            done = replace(LAST_RUN, id=10, at=self._world.clock.now(), by_hand=True)
            self._world.pull = replace(self._world.pull, last=done)
            self._world.tell(Family.PULLS)
            return done

        return self._answers.give("pulls.run", run, shop, even_if_unchanged)

    def let_through(self, shop: int, run: int, progress: OnProgress) -> Future[PullRun]:
        return self._answers.give("pulls.let_through", lambda: LAST_RUN, shop, run)

    def history(self, shop: int, before: int | None, limit: int) -> Future[tuple[PullRun, ...]]:
        runs = (
            LAST_RUN,
            replace(LAST_RUN, id=8, at=moment(14, 2, 0), created=3, rejected=0, noted=0),
            PullRun(7, moment(13, 2, 0), RunState.FAILED, LAST_RUN.file, fault="The file is open in another program."),
            PullRun(6, moment(12, 2, 0), RunState.UNCHANGED, LAST_RUN.file, 1240),
        )
        return self._answers.give("pulls.history", lambda: runs if shop == LIVE else (), shop, before, limit)

    def faults(self, shop: int, run: int, limit: int) -> Future[tuple[RowFault, ...]]:
        rows = (
            RowFault(412, "48609-0K040", "price_fils: 14,5OO is no number", rejected=True),
            RowFault(731, None, "sku: is missing", rejected=True),
            RowFault(88, "21460-1LB0A", "quantity: -1 counts as 0", rejected=False),
        )
        return self._answers.give("pulls.faults", lambda: rows, shop, run, limit)

    def export_faults(self, shop: int, run: int, path: str) -> Future[int]:
        return self._answers.give("pulls.export_faults", lambda: 3, shop, run, path)

    def undo(self, shop: int, run: int) -> Future[PullRun]:
        return self._answers.give("pulls.undo", lambda: replace(LAST_RUN, state=RunState.UNDONE), shop, run)

    def load_file(self, shop: int, setup: PullSetup, progress: OnProgress) -> Future[PullRun]:
        return self._answers.give("pulls.load_file", lambda: LAST_RUN, shop, setup)


def _preview(path: str, form: FileForm) -> FilePreview:
    samples = {
        "sku": ("04465-60320", "90915-YZZD4"),
        "name": ("Front brake pads, LC200", "Oil filter"),
        "price_fils": ("28.500", "2.750"),
        "quantity": ("14", "126"),
        "branch": ("Main", "Main"),
    }
    columns = tuple(ColumnGuess(header, samples[field], field) for header, field in RECOGNISED)
    rows = tuple(
        PreviewRow(
            at + 2, {field: samples[field][at % 2] for field in samples}, "price: is no number" if at == 4 else ""
        )
        for at in range(6)
    )
    known = replace(form, kind=form.kind or "xlsx", sheet=form.sheet or "Prices", header_row=form.header_row or 1)
    extra = ColumnGuess("Cost", ("21.000", "1.900"), "", sure=False)
    mapping = PullMapping(columns=dict(RECOGNISED))
    return FilePreview(path, 184_320, 1245, known, "", ("Prices", "Notes"), (*columns, extra), mapping, rows)
