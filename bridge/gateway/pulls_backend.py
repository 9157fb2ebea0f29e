"""The pull for the window: set-up, runs, history, undo."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bridge.gateway.save_table import save_run_rows
from bridge.gateway.store_gateway import StoreGateway
from bridge.sources.open_sources import StoredSources
from bridge.system.network_names import find_host_name
from service.domain.errors import BadRequest, CounterpartError, NotFound, Refused, Unavailable
from service.domain.export_table import TableWords
from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.place_address import PlaceAddress, is_remote, parse_place
from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import PlaceAccess, PullSetup, PullSource, Run, RunRow, describe_same_file
from service.domain.sentences import Sentence, message
from service.domain.shops import Mode
from service.domain.times import Clock
from service.domain.webhooks.webhook_secrets import Secret, SecretStore
from service.pull.active_run import Stopped
from service.pull.context import PullContext, PullRequest, StoreAccess
from service.pull.file_copy import DRY_RUN_PREFIX
from service.pull.inspect_file import inspect_file
from service.pull.places.fetch_file import FileFetch
from service.pull.places.place_passwords import PlacePasswords, TypedPasswords, carry_access
from service.pull.places.place_port import NotTrusted, Places
from service.pull.plans import choices_of
from service.pull.run_pull import approve, run_dry, run_pull
from service.pull.set_up_pull import confirm_pull, forget_pull, next_night
from service.pull.set_up_pull import set_up_pull as set_up
from service.pull.undo_pull import undo_pull
from service.store import pulls, shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.shops import branch_names
from service.usecases.edit_settings import read_settings
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.progress import OnProgress, Progress
from ui.backend.pulls_port import DryRun, PlaceTrial, PullState

if TYPE_CHECKING:
    from service.store.engine.store import Store

FRESH_S = 600.0
"""Seconds for which a copy is used again."""

_Key = tuple[str, str | None, PlaceAccess]
T = TypeVar("T")
_DRY_ROWS = 200
_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class _Copy:
    key: _Key
    folder: Path
    file: Path
    at: float


class PreviewCopies:
    """Holds one copy at a time, in a folder next to the database. What a killed program leaves is
    removed with the folders of dry runs.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._copy: _Copy | None = None

    def localise(self, places: Places, setup: PullSetup, *, again: bool = False) -> PullSetup:
        """The set-up for the copy on this computer; `again` fetches it in any case. A path of this
        computer stays.

        Raises FileError, Refused, Unavailable.
        """
        if not is_remote(setup.path):
            return setup
        with self._lock:
            return replace(setup, path=str(self._fresh_copy(places, setup, again=again)), pattern=None)

    def drop(self) -> None:
        with self._lock:
            self._drop()

    def _fresh_copy(self, places: Places, setup: PullSetup, *, again: bool) -> Path:
        key, now = (setup.path, setup.pattern, setup.access), self._clock.monotonic()
        copy = self._copy
        if copy is not None and copy.key == key and now - copy.at < FRESH_S and not again:
            return copy.file
        self._drop()
        folder = Path(tempfile.mkdtemp(prefix=DRY_RUN_PREFIX, dir=self._folder))
        try:
            fetched = FileFetch(places, setup, self._clock, time.sleep).fetch(folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._copy = _Copy(key, folder, fetched.path, now)
        return fetched.path

    def _drop(self) -> None:
        if self._copy is not None:
            shutil.rmtree(self._copy.folder, ignore_errors=True)
            self._copy = None


def pull_state(db: ReadTx, shop_id: int, zone: tzinfo | None = None) -> PullState:
    """The state of the pull for the card and the Overview."""
    shop, source = shops.get_shop(db, shop_id), pulls.find_source(db, shop_id)
    nights, most = pulls.count_same_nights(db, shop_id), read_settings(db).same_file_nights
    return PullState(
        on=shop.has(Mode.SCHEDULED_PULL),
        setup=None if source is None else _choices_of_source(source),
        last=pulls.last_run(db, shop_id),
        next_at=next_night(db, shop, zone),
        same_file=describe_same_file(nights) if 0 < most <= nights else None,
    )


class PullsBackend:
    """`ui.backend.pulls_port.Pulls`; reads files in a worker, never in the GUI thread."""

    def __init__(
        self,
        gateway: StoreGateway,
        folder: Path,
        secrets: SecretStore,
        speak_arabic: Callable[[Sentence], str],
        zone: tzinfo | None = None,
    ) -> None:
        """`zone` None is the computer's own."""
        self.gateway, self._zone = gateway, zone
        self._speak_arabic = speak_arabic
        self._passwords = PlacePasswords(secrets)
        self._typed = TypedPasswords(secrets)
        self._places = StoredSources(self._typed)
        self._copies = PreviewCopies(folder, gateway.clock)

    def state(self, shop: int) -> Future[PullState]:
        return self.gateway.read(lambda db: pull_state(db, shop, self._zone))

    def recognise(self, shop: int, setup: SetupChoices) -> Future[FileInspection]:
        def work(store: Store) -> FileInspection:
            name = "" if setup.pattern or is_remote(setup.path) else Path(setup.path).name
            known = store.submit_read(lambda db: pulls.last_named(db, shop, name)).result() if name else None
            if known is not None:
                with suppress(BackendError, CounterpartError):
                    return self._preview(store, shop, replace(setup, choices=choices_of(known.setup.plan)))
            return self._preview(store, shop, setup)

        return self._long(work)

    def try_place(self, shop: int, setup: SetupChoices, password: Secret | None) -> Future[PlaceTrial]:
        def work(store: Store) -> PlaceTrial:
            address = parse_place(setup.path)
            source = store.submit_read(lambda db: pulls.find_source(db, shop)).result()
            access = self._access(address, setup.access, password, None if source is None else source.setup)
            tried = replace(setup, access=access)
            place = PullSetup(setup.path, "", setup.pattern or None, access=access)
            try:
                file = Path(self._copies.localise(self._places, place, again=True).path)
            except NotTrusted as error:
                if not error.fingerprint:
                    raise
                return PlaceTrial(tried, unknown=error.sentence, fingerprint=error.fingerprint)
            return PlaceTrial(tried, file.name, file.stat().st_size)

        return self._long(lambda store: _map_file_errors(setup.path, lambda: work(store)))

    def _access(
        self, address: PlaceAddress, wanted: PlaceAccess, password: Secret | None, known: PullSetup | None
    ) -> PlaceAccess:
        """With a password that belongs to the address: typed now, typed before, or stored."""
        if password is not None and address.may_have_password:
            return replace(wanted, secret_name=self._typed.add(password, address))
        if wanted.secret_name is not None and self._typed.is_for(wanted.secret_name, address):
            return wanted
        return replace(wanted, secret_name=carry_access(known, address).secret_name)

    def preview(self, shop: int, setup: SetupChoices) -> Future[FileInspection]:
        return self._long(lambda store: self._preview(store, shop, setup))

    def _preview(self, store: Store, shop: int, setup: SetupChoices) -> FileInspection:
        """The owner's choices stay; what was only recognised names the columns."""
        inspection, chosen = self._inspect(store, shop, setup), setup.choices
        found = inspection.choices
        if chosen.columns is None:
            chosen = replace(chosen, columns=found.columns, fixed=found.fixed | chosen.fixed)
        return replace(inspection, choices=replace(chosen, branches=dict(found.branches)))

    def save(self, shop: int, setup: SetupChoices, *, confirms: bool = True) -> Future[None]:
        def work(store: Store) -> None:
            settled, branches = self._settle_setup(store, shop, setup)
            before = store.submit_read(lambda db: pulls.find_source(db, shop)).result()
            now = self.gateway.clock.now()

            def keep(access: PlaceAccess) -> None:
                complete = replace(settled, access=access)

                def write(tx: Tx) -> None:
                    owner = shops.get_shop(tx, shop)
                    set_up(
                        tx, owner, complete, setup.minute, now=now, zone=self._zone, watch=setup.watch,
                        computer=find_host_name(),
                    )  # fmt: skip
                    if confirms:
                        confirm_pull(tx, owner, complete, branches)

                store.submit(write).result()

            known = PlaceAccess() if before is None else before.setup.access
            self._passwords.keep(known, settled.access, self._typed.find(settled.access.secret_name), keep)
            self._copies.drop()

        return self._long(work)

    def confirm(self, shop: int, setup: SetupChoices) -> Future[None]:
        def work(store: Store) -> None:
            settled, branches = self._settle_setup(store, shop, setup)
            store.submit(lambda tx: confirm_pull(tx, shops.get_shop(tx, shop), settled, branches)).result()

        return self._long(work)

    def forget(self, shop: int) -> Future[None]:
        def work(store: Store) -> None:
            before = store.submit_read(lambda db: pulls.find_source(db, shop)).result()
            store.submit(lambda tx: forget_pull(tx, shops.get_shop(tx, shop))).result()
            self._passwords.remove(None if before is None else before.setup.access.secret_name)

        return self._long(work)

    def run(
        self, shop: int, progress: OnProgress, *, even_if_unchanged: bool = False, once: SetupChoices | None = None
    ) -> Future[None]:
        by = self.gateway.author()

        def find_setup(store: Store) -> PullSetup:
            if once is not None:
                return self._settle_setup(store, shop, once)[0]
            source = store.submit_read(lambda db: pulls.find_source(db, shop)).result()
            if source is None:
                raise NotFound("The pull is not set up. Choose the file first.")
            return source.setup

        def work(store: Store, cancelled: Callable[[], bool]) -> None:
            request = PullRequest(find_setup(store), by, even_if_unchanged=even_if_unchanged)
            run_pull(self._context(store, shop, progress, cancelled), shop, request)

        return self.gateway.run_long(work)

    def dry_run(self, shop: int, setup: SetupChoices, progress: OnProgress) -> Future[DryRun]:
        by = self.gateway.author()

        def work(store: Store, cancelled: Callable[[], bool]) -> DryRun:
            settled, _ = self._settle_setup(store, shop, setup)
            confirmed = store.submit_read(lambda db: pulls.find_confirmed(db, shop, settled)).result()
            request = PullRequest(settled, by, as_first=confirmed is None)
            context = self._context(store, shop, progress, cancelled)
            try:
                run, rows = _map_file_errors(setup.path, lambda: run_dry(context, shop, request, _DRY_ROWS))
            except Stopped as error:
                raise CancelledError from error
            return DryRun(run, tuple(rows))

        return self.gateway.run_long(work)

    def approve(self, shop: int, run: int, progress: OnProgress) -> Future[None]:
        by = self.gateway.author()

        def work(context: PullContext) -> None:
            approve(context, shop, run, by)

        return self._run(shop, progress, work)

    def history(self, shop: int, before: int | None, limit: int) -> Future[tuple[Run, ...]]:
        return self.gateway.read(lambda db: tuple(pulls.list_runs(db, shop, before=before, limit=limit)))

    def faults(self, shop: int, run: int, limit: int) -> Future[tuple[RunRow, ...]]:
        def read(db: ReadTx) -> tuple[RunRow, ...]:
            known = pulls.get_run(db, shop, run)
            return tuple(row for _, row in pulls.read_rows(db, known.id, limit=limit))

        return self.gateway.read(read)

    def export_faults(self, shop: int, run: int, path: str, words: TableWords) -> Future[int]:
        """Each page is a short read; a cancelled or failed export leaves no file."""

        def work(store: Store, cancelled: Callable[[], bool]) -> int:
            known = store.submit_read(lambda db: pulls.get_run(db, shop, run)).result()
            return save_run_rows(Path(path), _rows(store, known.id, cancelled), words, self._speak_arabic)

        return self.gateway.run_long(work)

    def undo(self, shop: int, run: int) -> Future[None]:
        by = self.gateway.author()

        def work(context: PullContext) -> None:
            undo_pull(context, shop, run, by)

        return self._run(shop, _ignore_progress, work)

    def close(self) -> None:
        """Deletes the copy of a file that was looked at."""
        self._copies.drop()

    def _inspect(self, store: Store, shop: int, setup: SetupChoices) -> FileInspection:
        """The set-up's file under the owner's choices."""
        branches = store.submit_read(lambda db: branch_names(db, shop)).result()
        place = PullSetup(setup.path, "", setup.pattern or None, setup.missing, setup.access)

        def look() -> FileInspection:
            return inspect_file(self._copies.localise(self._places, place), setup.choices, branches)

        inspection = _map_file_errors(setup.path, look)
        return replace(inspection, file=Path(inspection.file.name)) if is_remote(setup.path) else inspection

    def _settle_setup(self, store: Store, shop: int, setup: SetupChoices) -> tuple[PullSetup, tuple[str, ...]]:
        """The set-up to store, and the branches of its rows. Raises BackendError if unreadable."""
        inspection = self._inspect(store, shop, setup)
        if inspection.plan is None:
            raise BackendError(message("No column is chosen as the part number (SKU). Choose one."))
        settled = PullSetup(setup.path, inspection.plan, setup.pattern or None, setup.missing, setup.access)
        return settled, inspection.branches

    def _run(self, shop: int, progress: OnProgress, work: Callable[[PullContext], None]) -> Future[None]:
        return self.gateway.run_long(lambda store, cancelled: work(self._context(store, shop, progress, cancelled)))

    def _long(self, work: Callable[[Store], T]) -> Future[T]:
        return self.gateway.run_long(lambda store, _cancelled: work(store))

    def _context(self, store: Store, shop: int, progress: OnProgress, cancelled: Callable[[], bool]) -> PullContext:
        return PullContext(
            StoreAccess(store.for_shop(shop)),
            self.gateway.clock,
            on_progress=lambda done, total: progress(Progress(done, total)),
            is_stopped=cancelled,
            places=self._places,
        )


def _ignore_progress(_progress: Progress) -> None:
    return None


def _choices_of_source(source: PullSource) -> SetupChoices:
    """The owner's choices in a stored set-up."""
    setup = source.setup
    return SetupChoices(
        setup.path, source.minute, setup.pattern, choices_of(setup.plan), setup.missing, setup.access, source.watch
    )


def _map_file_errors(path: str, work: Callable[[], T]) -> T:
    """Gives faults of a file the codes for which the window has its own words."""
    try:
        return work()
    except (Refused, NotFound, Unavailable, BadRequest, Stopped):
        raise
    except CounterpartError as error:
        if is_remote(path):
            raise BackendError(error.sentence) from error
        code = ErrorCode.FILE_NOT_READABLE if Path(path).exists() else ErrorCode.FILE_NOT_FOUND
        raise BackendError(error.sentence, code=code) from error


def _rows(store: Store, run_id: int, cancelled: Callable[[], bool]) -> Iterator[RunRow]:
    after = -1
    while True:
        if cancelled():
            raise CancelledError
        page = store.submit_read(lambda db, start=after: pulls.read_rows(db, run_id, after=start)).result()  # type: ignore[misc]
        yield from (row for _, row in page)
        if len(page) < _PAGE:
            return
        after = page[-1][0]
