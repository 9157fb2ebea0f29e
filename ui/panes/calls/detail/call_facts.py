"""What the log stores of a call except its bodies. Headers are not stored: they
include the key.
"""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.call_log.calls import Call
from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Fact, FactRows, Ink, Label


class AboutPage(QWidget):
    """Facts, one below the other."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self.facts: tuple[Fact, ...] = ()
        self._rows: FactRows | None = None
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 4, 0, 0)
        text = self.tr("Headers are not kept, because the key is one of them.")
        self._whole.addWidget(Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self._whole.addStretch(1)

    def show_call(self, call: Call) -> None:
        """Shows another call."""
        if self._rows is not None:
            self._whole.removeWidget(self._rows)
            self._rows.deleteLater()
        self.facts = self._facts(call)
        self._rows = FactRows(self._context.theme, self.facts, ruled=True)
        self._whole.insertWidget(0, self._rows)

    def _facts(self, call: Call) -> tuple[Fact, ...]:
        formats = self._context.formats
        facts = [
            Fact(self.tr("Time"), formats.day_time(call.at, self._context.now(), seconds=True)),
            Fact(self.tr("Key"), isolate_name(call.key) if call.key else self.tr("none that is known")),
            Fact(self.tr("From"), formats.ltr(call.remote)),
            Fact(self.tr("Took"), formats.duration(max(1, call.duration_us // 1000))),
            Fact(self.tr("Request"), formats.bytes(call.request_bytes)),
            Fact(self.tr("Answer"), formats.bytes(call.response_bytes)),
        ]
        if call.error is not None:
            facts.append(Fact(self.tr("Error code"), formats.ltr(call.error)))
        facts.append(Fact(self.tr("Entry"), formats.ltr(str(call.id))))
        return tuple(facts)
