"""What the window is put together with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QClipboard

from service.domain.times import Clock
from ui.backend import Backend
from ui.i18n import Translations
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme

PaneFactory = Callable[[PaneContext], Pane]


@dataclass(frozen=True, slots=True)
class WindowDependencies:
    """What the window is given by whoever puts the program together."""

    theme: Theme
    translations: Translations
    backend: Backend
    clock: Clock
    clipboard: QClipboard
    panes: Mapping[PaneKey, PaneFactory]
