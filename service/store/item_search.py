"""Finds items by what a person types: candidates from the index of words, then the rule decides.

The index lags behind. What changed since is read here, and where that is much, literal matches are
added, so that no part that is held is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b

import msgspec

from service.domain.catalogue.items import Fit
from service.domain.catalogue.search_query import (
    SEARCHED,
    AllOf,
    AnyOf,
    Expression,
    QueryWord,
    SearchQuery,
    SearchTexts,
    begun_word,
    choose_neighbours,
    corrected_word,
    fitting_year,
    is_correctable,
    list_item_words,
    list_mistyped_numbers,
    list_options,
    list_stages,
    list_terms,
    parse_query,
    split_years,
    typed_word,
)
from service.domain.catalogue.search_ranking import Rank, rank_item
from service.store.engine.dialect import INT_LIST, encode_list
from service.store.engine.index_view import IndexView
from service.store.engine.text_index import Document, TextIndex
from service.store.engine.transaction import ReadTx
from service.store.items import find_literal_matches
from service.store.revisions import list_changed_items, read_revision
from service.store.webhooks.event_feed import read_epochs

MAX_FOUND = 300
"""How many items a search finds at most, unless all are asked for."""

MAX_TAIL = 500
"""Items that changed since the index was brought up to date, of which each is looked at."""

_CANDIDATES = 300
_MAX_LOOKED_UP = 1_500
"""The index leaves out short words next to longer ones, so that the rule refuses many."""

_NEIGHBOURS, _MAX_NEAR_WORDS, _MAX_NEAR_NUMBERS = 20, 2_000, 300
_ALL = 1_000_000_000
_COLUMNS = ", ".join(f"items.{field}" for field in ("id", "fit", "active", *SEARCHED))
_decode_fit = msgspec.json.Decoder(tuple[Fit, ...]).decode
Stop = Callable[[], bool]


def find_items(
    db: ReadTx, index: TextIndex, shop_id: int, text: str, limit: int | None = MAX_FOUND, stop: Stop = lambda: False
) -> list[int]:
    """Ids of what a text means, best first; all without `limit`. `stop` ends it with less."""
    query = parse_query(text)
    if not query.words:
        return []
    identity = read_identity(db)
    search = _Search(db, query, shop_id, limit, stop)
    revision = index.read(lambda view: search.look_up(view, identity), 0, stop)
    if stop():
        return search.list_best()[:limit]
    changed = list_changed_items(db, shop_id, revision, MAX_TAIL + 1)
    search.add_candidates([item.item_id for item in changed])
    literal = []
    if len(changed) > MAX_TAIL:
        literal = find_literal_matches(db, shop_id, text, _ALL if limit is None else limit)
    if not (search.ranks or literal):
        search.forgiving = True
        index.read(search.look_up_corrected, None, stop)
        search.add_candidates([item.item_id for item in changed])
    best = search.list_best()
    known = set(best)
    return [*best, *(item_id for item_id in literal if item_id not in known)][:limit]


class _Search:
    """One search: looks candidates up and ranks them."""

    def __init__(self, db: ReadTx, query: SearchQuery, shop_id: int, limit: int | None, stop: Stop) -> None:
        self._db, self._query, self._shop_id, self._stop = db, query, shop_id, stop
        self._wanted = _ALL if limit is None else max(limit, _CANDIDATES)
        self._enough = _ALL if limit is None else _CANDIDATES
        self._seen: set[int] = set()
        self.ranks: dict[int, Rank] = {}
        self.forgiving = False

    def look_up(self, view: IndexView, identity: str) -> int:
        """Ranks what the stages find; gives up to which revision the index knows the items."""
        for stage in list_stages(self._query):
            if self._stop() or len(self.ranks) >= self._enough:
                break
            self._look_up(view, stage.lookup, stage.most or max(self._wanted, _MAX_LOOKED_UP))
        return view.read_revision(identity, self._shop_id)

    def _look_up(self, view: IndexView, lookup: Expression, most: int) -> None:
        """Most searches have enough with what is quick to find."""
        some, is_all = view.find_some(self._shop_id, lookup, most)
        self._rank_wanted(some)
        if not is_all and len(self.ranks) < self._enough and not self._stop():
            self._rank_wanted(view.find(self._shop_id, lookup, most))

    def _rank_wanted(self, item_ids: Sequence[int]) -> None:
        """Ranks as many as are needed to have all that are wanted."""
        for start in range(0, len(item_ids), _CANDIDATES):
            if len(self.ranks) >= self._wanted or self._stop():
                return
            self.add_candidates(item_ids[start : start + _CANDIDATES])

    def look_up_corrected(self, view: IndexView) -> None:
        """The same with the one word corrected that nothing is filed under."""
        self._seen.clear()
        words, years = split_years(self._query)
        unknown = [word for word in words if not self._is_filed(view, word)]
        if len(unknown) == 1 and is_correctable(unknown[0]):
            conditions = [self._correct(view, word) if word in unknown else begun_word(word) for word in words]
            conditions += [AnyOf((begun_word(year), fitting_year(year))) for year in years]
            self._look_up(view, AllOf(tuple(conditions)), self._wanted)

    def _is_filed(self, view: IndexView, word: QueryWord) -> bool:
        return any(view.find(self._shop_id, one, 1) for one in (typed_word(word), *list_options(begun_word(word))))

    def _correct(self, view: IndexView, word: QueryWord) -> Expression:
        near = view.list_words_like(self._shop_id, word.text, _MAX_NEAR_WORDS)
        begun = list_mistyped_numbers(word, lambda before: view.list_next_letters(self._shop_id, before))
        numbers = view.list_begun_terms(self._shop_id, begun, _MAX_NEAR_NUMBERS)
        # Its own text is filed under nothing, which keeps the expression from being empty.
        return corrected_word([word.text, *choose_neighbours(word.text, near, _NEIGHBOURS)], numbers)

    def add_candidates(self, item_ids: Iterable[int]) -> None:
        """Ranks those that the rule lets through."""
        fresh = [item_id for item_id in dict.fromkeys(item_ids) if item_id not in self._seen]
        self._seen.update(fresh)
        for item_id, texts in read_texts(self._db, self._shop_id, fresh):
            rank = rank_item(self._query, texts, forgiving=self.forgiving)
            if rank is not None:
                self.ranks[item_id] = rank

    def list_best(self) -> list[int]:
        return sorted(self.ranks, key=lambda item_id: self.ranks[item_id])


def read_identity(db: ReadTx) -> str:
    """Which data this is: another after a restore, where the same numbers mean other items."""
    return "-".join(str(epoch.name) for epoch in read_epochs(db))


def read_texts(db: ReadTx, shop_id: int, item_ids: Sequence[int]) -> list[tuple[int, SearchTexts]]:
    """The texts of those items that the shop has."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM {INT_LIST} AS asked CROSS JOIN items ON items.id = asked.value "
        "WHERE items.shop_id = ?",
        (encode_list(item_ids), shop_id),
    )
    return [
        (item_id, SearchTexts(fit=_decode_fit(fit), active=bool(active), **dict(zip(SEARCHED, texts, strict=True))))
        for item_id, fit, active, *texts in rows
    ]


def collect_documents(db: ReadTx, index: TextIndex, shop_id: int, limit: int) -> tuple[str, int, list[Document]] | None:
    """The next items that the index lacks, with the identity of the data and the revision that it
    reaches by them; None where it lacks nothing.
    """
    identity = read_identity(db)
    since = index.read(lambda view: view.read_revision(identity, shop_id), 0)
    current = read_revision(db, shop_id)
    if since >= current:
        return None
    changed = list_changed_items(db, shop_id, since, limit)
    reached = changed[-1].revision if len(changed) == limit else current
    ids = list(dict.fromkeys(item.item_id for item in changed))
    none: dict[int, int] = {}
    known = index.read(lambda view: view.read_digests(ids), none)
    documents = [
        _make_document(item_id, digest, texts)
        for item_id, texts in read_texts(db, shop_id, ids)
        if known.get(item_id) != (digest := _digest(shop_id, texts))
    ]
    return identity, reached, documents


def count_unfiled(db: ReadTx, index: TextIndex, shop_id: int) -> int:
    """How many items of a shop changed since the index was; reads all where some did."""
    since = index.read(lambda view: view.read_revision(read_identity(db), shop_id), 0)
    if since >= read_revision(db, shop_id):
        return 0
    return int(db.scalar("SELECT count(*) FROM items WHERE shop_id = ? AND revision > ?", (shop_id, since)))


def _make_document(item_id: int, digest: int, texts: SearchTexts) -> Document:
    """Typing errors are corrected to words with a letter: one of digits alone is a number."""
    words = list_item_words(texts)
    correctable = [word for word in words if len(word) > 2 and not word.isdecimal()]
    return Document(item_id, digest, list_terms(texts, words), correctable)


def _digest(shop_id: int, texts: SearchTexts) -> int:
    """Of the shop too: another shop may get the id of a removed item, with the same texts."""
    return int.from_bytes(blake2b(msgspec.json.encode((shop_id, texts)), digest_size=7).digest())
