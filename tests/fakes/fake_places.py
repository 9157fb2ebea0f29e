"""A place in memory that gives a file in pieces, and cuts, changes or refuses as a test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from service.domain.pull.pulls import PullSetup
from service.domain.sentences import verbatim
from service.pull.places.place_port import FetchInterrupted, FoundFile

ADDRESS = "https://till@shop.example/export/stock.csv"


@dataclass
class FakePlaces:
    """One file for every address. `cuts` are the bytes that the next connections give before they
    end; `error` is raised by every connection while set.
    """

    content: bytes = b""
    name: str = "stock.csv"
    mark: str | None = None
    says_size: bool = True
    resumes: bool = True
    piece: int = 1 << 16
    cuts: list[int] = field(default_factory=list)
    error: Exception | None = None
    on_piece: Callable[[int], object] = lambda _at: None
    starts: list[int] = field(default_factory=list)
    opened: list[PullSetup] = field(default_factory=list)
    closed: int = 0

    def open(self, setup: PullSetup) -> FakePlaces:
        self.opened.append(setup)
        if self.error is not None:
            raise self.error
        return self

    def find(self) -> FoundFile:
        mark = str(hash(self.content)) if self.mark is None else self.mark
        return FoundFile(self.name, mark, len(self.content) if self.says_size else None, self.resumes)

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        self.starts.append(start)
        end = start + self.cuts.pop(0) if self.cuts else len(self.content)
        for at in range(start, min(end, len(self.content)), self.piece):
            self.on_piece(at)
            yield self.content[at : min(at + self.piece, end)]
        if end < len(self.content):
            raise FetchInterrupted(verbatim("cut"))

    def close(self) -> None:
        self.closed += 1
