"""Notices within a second that the database's files were deleted or replaced while
the service has them open, and that nothing can be saved.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import EMPTY, Sentence, message
from service.domain.times import SECOND, Clock, Millis
from service.schedule.periodic_task import run_in_thread
from service.store.engine.file_watch import FileLoss
from service.store.engine.store import Store
from service.store.settings import try_to_write

log = logging.getLogger(__name__)

INTERVAL: Millis = SECOND
TRY_EVERY: Millis = 5 * SECOND
LOW_BYTES = 4 * 1024 * 1024
"""Free bytes of a disk that is as good as full: two uploads."""
RESCUED_FILE = "rescued.db"
"""The copy that replaces a deleted database at the next start."""

_REFUSAL = message(
    "The database's files were deleted or replaced while the program ran, so nothing was changed. Look at the "
    "program's window or log."
)


class DatabaseWatch:
    """On a loss: every call is refused, the open files are saved as a copy, and `on_loss` gets a
    sentence. `on_fault` gets why nothing can be saved, and EMPTY when that is over; or that the
    database is damaged, which stays. `is_damaged`: a look through the whole of it has met damage.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        on_loss: Callable[[Sentence], None],
        on_fault: Callable[[Sentence], None],
        free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
        is_damaged: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._clock = clock
        self._on_loss = on_loss
        self._on_fault = on_fault
        self._is_damaged = is_damaged
        self._free_bytes = free_bytes
        self._fault: Sentence = EMPTY
        self._next_try_at: Millis = 0
        self._stopping = threading.Event()

    async def step(self) -> Millis:
        """Checks once; gives the moment of the next. A copy that has begun is finished."""
        loss = None if self._store.refusal is not None else self._store.find_file_loss()
        if loss is not None:
            saved = self._store.path.with_name(self._name_copy(loss))
            self._on_loss(await run_in_thread(lambda: self._save_and_log(loss, saved), self._stopping))
        if self._is_damaged():
            self._store.note_damage()
        if self._store.refusal is None and self._store.damage is not None:
            self._tell(self._store.damage.sentence)
        elif self._store.refusal is None:
            await self._follow_fault()
        return self._clock.now() + INTERVAL

    async def _follow_fault(self) -> None:
        """Tries to write where the disk has little room or took nothing; tells what changed."""
        is_low, now, fault = self._read_free_bytes() < LOW_BYTES, self._clock.now(), self._store.take_fault()
        if fault is None:
            if not (self._fault or is_low) or now < self._next_try_at <= now + TRY_EVERY:
                return
            with suppress(Unavailable):
                await self._store.write(try_to_write)
            fault = self._store.take_fault()
        self._next_try_at = now + TRY_EVERY
        # On a disk with little room a small write may fit where the next upload does not.
        if fault is not None or not is_low:
            self._tell(self._describe_fault(fault))

    def _tell(self, fault: Sentence) -> None:
        if fault != self._fault:
            self._fault = fault
            log.log(logging.ERROR if fault else logging.INFO, "%s", fault or "Writes are saved again")
            self._on_fault(fault)

    def _read_free_bytes(self) -> int:
        with suppress(OSError):
            return self._free_bytes(self._store.path.parent)
        return LOW_BYTES

    def _describe_fault(self, fault: Unavailable | None) -> Sentence:
        if fault is None:
            return EMPTY
        if fault.code is not UnavailableCode.DISK_FULL:
            return fault.sentence
        return message(
            "The disk with {folder} is full. Delete or move large files, or empty the recycle bin; the program then "
            "continues automatically.",
            folder=str(self._store.path.parent),
        )

    def _name_copy(self, loss: FileLoss) -> str:
        if loss is FileLoss.DATABASE_GONE and not self._store.path.with_name(RESCUED_FILE).exists():
            return RESCUED_FILE
        return f"rescued-{datetime.fromtimestamp(self._clock.now() / 1000, UTC):%Y%m%d-%H%M%S}.db"

    def _save_and_log(self, loss: FileLoss, target: Path) -> Sentence:
        sentence = self._save(loss, target)
        log.critical("%s", sentence)
        return sentence

    def _save(self, loss: FileLoss, target: Path) -> Sentence:
        try:
            self._store.save_and_refuse(target, Unavailable(_REFUSAL))
        except Unavailable as error:
            return message(
                "{loss} Calls are refused. A copy of what the program still has open could not be saved: {reason} "
                "Restore the newest backup.",
                loss=_LOSSES[loss],
                reason=error.sentence,
            )
        return message(
            "{loss} Calls are refused. All data is saved as {file}. {next}",
            loss=_LOSSES[loss],
            file=str(target),
            next=_NEXT_STEPS[loss],
        )


_LOSSES = {
    FileLoss.DATABASE_GONE: message("The database file was deleted or moved while the program ran."),
    FileLoss.DATABASE_REPLACED: message("The database file was replaced by another while the program ran."),
    FileLoss.LOG_GONE: message("The database's write-ahead log (-wal) was deleted while the program ran."),
}
_NEXT_STEPS = {
    FileLoss.DATABASE_GONE: message("End the program and start it again: it then uses that copy."),
    FileLoss.DATABASE_REPLACED: message(
        "End the program and restore that copy, or start again to continue with the other file."
    ),
    FileLoss.LOG_GONE: message("End the program and start it again."),
}
