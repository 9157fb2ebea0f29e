"""The pull's set-up: looking at a file, keeping how it is read, forgetting it (issue 5 points 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path

from service.domain.errors import BadRequest
from service.domain.nightly import MINUTES_A_DAY, latest_due, next_due
from service.domain.pulls import PullSetup, PullSource
from service.domain.shops import Mode, Shop
from service.domain.times import Millis
from service.files.faults import FileFault
from service.files.mapping import FIELDS, Mapping, Options, Remembered, from_json, to_json
from service.files.reader import Recognised, recognise
from service.files.table import Choice
from service.store import pulls, shops
from service.store.transaction import Reading, Tx
from service.usecases.pull_copy import file_of


@dataclass(frozen=True, slots=True)
class Looked:
    """A file as it is recognised, and what is to be remembered of how it is read."""

    file: Path
    recognised: Recognised
    remembered: Remembered


def look_at_file(
    setup: PullSetup, choice: Choice, mapping: Mapping | None = None, options: Options | None = None
) -> Looked:
    """Recognises the file of a set-up, whatever its plan; what is given is kept. Raises FileFault."""
    file = file_of(setup)
    recognised = recognise(file, choice, mapping, options)
    return Looked(file, recognised, Remembered(choice, recognised.mapping, recognised.options))


def plan_of(looked: Looked) -> str:
    """The text to keep. Raises FileFault where the part number is missing."""
    return checked_plan(looked.remembered)


def checked_plan(remembered: Remembered) -> str:
    """The text to keep. Raises FileFault where the part number is missing, BadRequest at a field that is none."""
    mapping = remembered.mapping
    named = [*(bound.field for bound in mapping.columns), *(fixed.field for fixed in mapping.fixed)]
    unknown = [name for name in named if name not in FIELDS]
    if unknown:
        raise BadRequest(f"There is no field {unknown[0]!r}; there are {', '.join(FIELDS)}.")
    twice = [name for name in named if named.count(name) > 1]
    if twice:
        raise BadRequest(f"{twice[0]} is fed twice. Choose one column, or one value, for it.")
    if mapping.column_of("sku") is None:
        raise FileFault("No column is chosen as the part number (SKU). Choose one.")
    return to_json(remembered)


def remembered_of(setup: PullSetup) -> Remembered:
    """What a set-up remembers."""
    return from_json(setup.plan)


def set_up_pull(tx: Tx, shop: Shop, setup: PullSetup, minute: int, *, now: Millis, zone: tzinfo | None) -> PullSource:
    """Keeps the set-up and switches the scheduled pull on; the first night is the next one. Raises BadRequest."""
    if not 0 <= minute < MINUTES_A_DAY:
        raise BadRequest("The time of day is between 00:00 and 23:59.")
    source = PullSource(shop.id, setup, minute, latest_due(now, minute, zone))
    pulls.keep_source(tx, source)
    shops.set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=True)
    return source


def forget_pull(tx: Tx, shop: Shop) -> None:
    """Forgets the set-up and switches the scheduled pull off; the runs stay."""
    pulls.drop_source(tx, shop.id)
    shops.set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=False)


def next_night(db: Reading, shop: Shop, now: Millis, zone: tzinfo | None) -> Millis | None:
    """When the file is read next, None where it is not."""
    source = pulls.find_source(db, shop.id)
    if source is None or not shop.has(Mode.SCHEDULED_PULL):
        return None
    return source.next_try_at or next_due(now, source.minute, zone)
