"""A printer that remembers what it was given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from ui.printing.pages import Pages


@dataclass
class FakePrinters:
    """`takes` is what the printer answers; None is a user who chooses no printer."""

    takes: bool | None = True
    printed: list[tuple[str, int]] = field(default_factory=list)

    def print_pages(self, parent: QWidget, title: str, pages: Pages, on_done: Callable[[bool], None]) -> None:
        assert parent.isVisible()
        if self.takes is not None:
            self.printed.append((title, pages.count))
            on_done(self.takes)
