"""Whatever happens to the data, each reader of the feed gets each event once and in order
(contract §9).
"""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.domain.clock_trust import Cutoff
from service.domain.shops import Shop
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.feed_cursors import find_position, format_cursor, make_cursor, parse_cursor
from service.store.engine.connection import connect
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.recovery.copies import activate_copy, copy_database
from service.store.webhooks import event_feed
from service.store.webhooks.event_feed import begin_epoch
from service.store.webhooks.events import delete_events, record_event
from service.usecases.edit_shop import add_shop
from tests.fakes.clock import START
from tests.fakes.new_database import new_database
from tests.fakes.shop_fixture import WAIT_S

KINDS = list(EventKind)
NO_KINDS = frozenset[EventKind]()


@dataclass
class Reader:
    """A system that polls one shop's feed, and what it got."""

    shop: int
    kinds: frozenset[EventKind]
    limit: int
    cursor: str | None = None
    got: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    """Dropped events that it never had and knows of: from before its first call, or in
    a gap that was reported. A restore may bring them back; the reader is past them.
    """


class World:
    """A database that grows, is killed, backed up and restored;
    `kept` are the events that it must have, per shop.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.images = 0
        self.path = new_database(folder)
        self.store = Store(self.path)
        first = self.store.submit(lambda tx: add_shop(tx, "A", now=START)).result(WAIT_S)
        second = self.store.submit(lambda tx: add_shop(tx, "B", now=START)).result(WAIT_S)
        self.shops = [first, second]
        self.kept: list[list[tuple[str, EventKind]]] = [[], []]
        self.dropped: list[set[str]] = [set(), set()]
        self.backups: list[tuple[Path, list[list[tuple[str, EventKind]]], list[set[str]]]] = []
        self.readers = [
            Reader(0, NO_KINDS, 2),
            Reader(0, frozenset({EventKind.RFQ_NEW}), 1),
            Reader(1, NO_KINDS, 100),
        ]

    def commit(self, shop: int, kinds: list[EventKind], *, fails: bool) -> None:
        """Some events in one transaction; one that fails leaves none."""

        def work(tx: Tx) -> list[str]:
            ids = [record_event(tx, self.shops[shop], kind, "A", {}, START) for kind in kinds]
            if fails:
                raise ZeroDivisionError
            return ids

        future = self.store.submit(work)
        if fails:
            assert isinstance(future.exception(WAIT_S), ZeroDivisionError)
        else:
            self.kept[shop] += zip(future.result(WAIT_S), kinds, strict=True)

    def prune(self, count: int) -> None:
        """The oldest events are dropped, all of them perhaps."""
        seqs = self.store.submit_read(lambda db: [row[0] for row in db.all("SELECT seq FROM events ORDER BY seq")])
        dropped = seqs.result(WAIT_S)[:count]
        ids = self.store.submit_read(
            lambda db: {row[0] for row in db.all("SELECT id FROM events ORDER BY seq LIMIT ?", (count,))}
        ).result(WAIT_S)
        self.store.submit(lambda tx: delete_events(tx, dropped, Cutoff(START))).result(WAIT_S)
        for shop, events in enumerate(self.kept):
            self.dropped[shop] |= {event for event, _ in events} & ids
            self.kept[shop] = [event for event in events if event[0] not in ids]

    def kill(self) -> None:
        """The files as they are at this moment, which is what a killed process leaves."""
        image = self.next_image()
        for ending in ("", "-wal"):
            part = self.path.with_name(self.path.name + ending)
            if part.exists():
                shutil.copyfile(part, image.with_name(image.name + ending))
        self.switch(image)

    def restart(self) -> None:
        self.store.close()
        self.store = Store(self.path)

    def back_up(self) -> None:
        target = self.next_image()
        copy_database(self.path, target, None, lambda _done, _total: None)
        self.backups.append((target, [list(events) for events in self.kept], [set(ids) for ids in self.dropped]))

    def restore(self, number: int) -> None:
        if not self.backups:
            return
        backup, kept, dropped = self.backups[number % len(self.backups)]
        image = self.next_image()
        shutil.copyfile(backup, image)
        activate_copy(image)
        with closing(connect(image, writes=True)) as db:
            begin_epoch(Tx(db))
        self.switch(image)
        self.kept, self.dropped = [list(events) for events in kept], [set(ids) for ids in dropped]

    def read(self, number: int) -> None:
        """One page; the reader gets what it has not had,
        in order, and a note when something is gone.
        """
        reader = self.readers[number]
        bodies, gap, more = self.store.submit_read(lambda db: self.read_page(db, reader)).result(WAIT_S)
        wanted = [
            event for event, kind in self.kept[reader.shop]
            if event not in reader.told.union(reader.got) and (not reader.kinds or kind in reader.kinds)
        ]  # fmt: skip
        given = [json.loads(body)["id"] for body in bodies]
        assert given == wanted[: reader.limit]
        assert more == (len(wanted) > reader.limit)
        missed = self.dropped[reader.shop] - set(reader.got) - reader.told
        assert gap or reader.kinds or not missed
        reader.told |= missed
        reader.got += given

    def read_page(self, db: ReadTx, reader: Reader) -> tuple[list[bytes], bool, bool]:
        shop: Shop = self.shops[reader.shop]
        epochs, ends = event_feed.read_epochs(db), event_feed.read_ends(db, shop.id)
        position = 0 if reader.cursor is None else find_position(parse_cursor(reader.cursor), shop.id, epochs)
        assert position <= ends.last
        page = event_feed.read_page(db, shop.id, position, ends.last, reader.kinds, reader.limit)
        gap = reader.cursor is not None and position < ends.gone
        if reader.cursor is None:
            reader.told |= self.dropped[reader.shop]
        reader.cursor = format_cursor(make_cursor(shop.id, page.position, epochs))
        return page.bodies, gap, page.more

    def next_image(self) -> Path:
        self.images += 1
        return self.folder / f"{self.images}.db"

    def switch(self, image: Path) -> None:
        self.store.close()
        self.path = image
        self.store = Store(image)


STEPS = st.one_of(
    st.tuples(
        st.just("commit"), st.integers(0, 1), st.lists(st.sampled_from(KINDS), min_size=1, max_size=3), st.booleans()
    ),
    st.tuples(st.just("read"), st.integers(0, 2)),
    st.tuples(st.just("prune"), st.integers(1, 4)),
    st.tuples(st.sampled_from(["kill", "restart", "back_up"])),
    st.tuples(st.just("restore"), st.integers(0, 3)),
)


def run(world: World, step: tuple[object, ...]) -> None:
    match step:
        case ("commit", int(shop), list(kinds), bool(fails)):
            world.commit(shop, kinds, fails=fails)
        case ("read", int(reader)):
            world.read(reader)
        case ("prune", int(count)):
            world.prune(count)
        case ("kill",):
            world.kill()
        case ("restart",):
            world.restart()
        case ("back_up",):
            world.back_up()
        case ("restore", int(number)):
            world.restore(number)
        case _:
            raise AssertionError(step)


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=25))
@example([("commit", 0, [EventKind.ORDER_PLACED], False), ("back_up",), ("prune", 1), ("read", 0), ("restore", 0)])
def test_each_reader_gets_each_event_once_and_in_order(steps: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        try:
            for step in steps:
                run(world, step)
            for reader in range(3):
                got = world.readers[reader].got
                for _ in range(40):
                    before = len(got)
                    world.read(reader)
                    if len(got) == before:
                        break
                assert len(set(got)) == len(got)
        finally:
            world.store.close()
