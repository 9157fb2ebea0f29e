"""Closes runs that an end of the program interrupted, as the service does when it starts."""

from __future__ import annotations

from service.domain.errors import Refused
from service.domain.pull.pulls import RunState
from service.domain.sentences import Sentence, message
from service.pull.context import Access, lock_shop
from service.pull.file_copy import STALE_AFTER, drop_stale_folders, run_folder
from service.store import pulls
from service.store.engine.transaction import Tx
from service.store.trusted_clock import read_cutoff


def close_interrupted_runs(access: Access) -> bool:
    """Marks interrupted runs as failed. Gives whether none is left: a run of another process goes
    on, and that of a leader that was replaced may have it a moment longer.
    """
    is_done = True
    drop_stale_folders(access.folder, access.read(lambda db: read_cutoff(db, STALE_AFTER)))
    for shop_id in {run.shop_id for run in access.read(pulls.running)}:
        try:
            with lock_shop(access, shop_id), run_folder(access.folder, shop_id):
                close_runs_of(access, shop_id)
        except Refused:
            is_done = False
    return is_done


def close_runs_of(access: Access, shop_id: int) -> None:
    """Under the shop's lock a stored "running" means interrupted."""

    def work(tx: Tx) -> None:
        for run in pulls.running(tx, shop_id):
            fault = _interruption_fault(run.counts.saved)
            pulls.end_run(tx, run.id, RunState.FAILED, duration_ms=0, fault=fault)

    if access.read(lambda db: pulls.running(db, shop_id)):
        access.write(work)


def _interruption_fault(saved: int) -> Sentence:
    if not saved:
        return message("The program ended in the middle of this run. Nothing was saved. Run the pull again.")
    return message(
        "The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.",
        one="The program ended in the middle of this run. 1 row was saved, those after were not. Run the pull again.",
        n=saved,
    )
