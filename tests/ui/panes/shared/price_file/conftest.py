"""The flow of a price list over the real pull: files are read, and rows are saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from service.domain.pull.pulls import Run
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_clock import NOW, ZONE
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.theme import Theme

Settle = Callable[[], None]
WriteFile = Callable[[str, str], Path]
PARTS = (
    "Part No,Description,Retail BD,Qty,Aisle Count,Fits\n"
    "A1,Brake pad,4.500,12,3,Toyota Corolla 2014-2019\n"
    "A2,Oil filter,2.750,0,4,\n"
    "A3,Air filter,9.200,31,5,Toyota Camry 2018\n"
)
"""`Aisle Count` holds numbers, and no field is fed from it."""


@pytest.fixture
def real(backend: ReadyShop) -> ReadyShop:
    """A shop that has nothing yet."""
    backend.empty()
    backend.forget_pull()
    return backend


@pytest.fixture
def write(tmp_path: Path) -> WriteFile:
    """Writes a file that nobody has just written."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        os.utime(path, (NOW / 1000 - 3600, NOW / 1000 - 3600))
        return path

    return write


@dataclass
class Flows:
    """Opens flows; `saved` has the runs that they answered with."""

    theme: Theme
    backend: ReadyShop
    chooser: FakeFileChooser
    show: ShowWidget
    settle: Settle
    saved: list[Run | None] = field(default_factory=list)

    def open(self, path: Path, purpose: Purpose = Purpose.NIGHTLY) -> FileFlow:
        tools = FileTools(self.theme, self.backend, Formats(Language.ENGLISH, ZONE), self.chooser, 1)
        flow = FileFlow(tools, purpose, lambda: None, self.saved.append)
        self.show(flow)
        self.choose(flow, path)
        return flow

    def choose(self, flow: FileFlow, path: Path) -> None:
        self.chooser.file_path = str(path)
        flow.choose_file()
        self.settle()

    def change(self, flow: FileFlow, key: str, text: str) -> None:
        """Changes a statement to the way with this text."""
        way = next(way for way in flow.sheet.statements[key].ways if strip_marks(way.text) == text)
        flow.sheet.take(way)
        self.settle()


@pytest.fixture
def flows(
    theme: Theme,
    translations: Translations,
    real: ReadyShop,
    chooser: FakeFileChooser,
    show: ShowWidget,
    settle: Settle,
) -> Flows:
    return Flows(theme, real, chooser, show, settle)
