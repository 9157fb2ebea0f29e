"""What the window is made of."""

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
    """The collaborators that the host gives to the window."""

    theme: Theme
    translations: Translations
    backend: Backend
    clock: Clock
    clipboard: QClipboard
    panes: Mapping[PaneKey, PaneFactory]
