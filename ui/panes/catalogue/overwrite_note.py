"""A warning in a dialog: which system will write these parts again."""

from __future__ import annotations

from service.domain.catalogue.items import ItemSelection, Overwriter
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Note

_MOST = 3
"""Systems that are named; there are seldom two."""


class OverwriteNote(Note):
    """Hidden until a system is found; `count` is how many parts the dialog is about."""

    def __init__(self, context: PaneContext, count: int) -> None:
        super().__init__(context.theme, Tone.WARN, "")
        self._context, self._count = context, count
        self._dispatcher = GuiDispatcher(self)
        self.hide()

    def ask(self, selection: ItemSelection) -> None:
        """Asks which systems wrote the parts last and still may."""
        future = self._context.backend.catalogue.overwriters(self._context.shop.id, selection)
        self._dispatcher.fetch(future, self._show_overwriters, self._on_failed)

    def _show_overwriters(self, overwriters: tuple[Overwriter, ...]) -> None:
        self._show_text("\n".join(self._describe(one) for one in overwriters[:_MOST]))

    def _describe(self, one: Overwriter) -> str:
        return self._template(one).replace("%1", isolate_name(one.name))

    def _template(self, one: Overwriter) -> str:
        if self._count == 1 and one.is_file:
            return self.tr("The file %1 wrote this part last. Its next nightly run replaces what you change here.")
        if self._count == 1:
            return self.tr("%1 wrote this part last. What it sends next replaces what you change here.")
        n = one.items
        if one.is_file:
            return self.tr("The file %1 wrote %n of them last. Its next nightly run replaces what you change.", "", n)
        return self.tr("%1 wrote %n of them last. What it sends next replaces what you change.", "", n)

    def _on_failed(self, error: BackendError) -> None:
        self._show_text(fault_text(error))

    def _show_text(self, text: str) -> None:
        self.title.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
