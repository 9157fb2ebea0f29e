"""Step 3: what a first push would change at the marketplace, and what the owner decides."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.link.rehearsal import Change, OnlyThere, RehearsalReport
from service.domain.quantity import MILLI
from ui.backend.marketplace_port import LinkView
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Card, ComboBox, Fact, FactRows, FormRow, Kind, Label, clear_layout, row

_MOST_CHANGES = 8


class RehearsalCard(Card):
    """Shown until the owner approves; `approve` is called with the choice for items only there."""

    def __init__(self, context: PaneContext, approve: Callable[[OnlyThere], None]) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.choice = ComboBox()
        for text, choice in (
            (self.tr("Leave them as they are"), OnlyThere.LEAVE),
            (self.tr("Make them inactive there"), OnlyThere.DEACTIVATE),
            (self.tr("Bring them here, without stock"), OnlyThere.BRING),
        ):
            self.choice.addItem(text, choice.value)
        self.choice_row = FormRow(theme, self.tr("Items that exist there only"), self.choice)
        self.button = Button(theme, self.tr("Approve and send"), Kind.PRIMARY, changes=True)
        self.button.clicked.connect(lambda: approve(OnlyThere(self.choice.currentData())))
        self._facts = QVBoxLayout()
        self.body.setSpacing(14)
        self.body.addWidget(Label(theme, self.tr("Step 3 of 3: what would change there"), Type.HEADING))
        self.body.addLayout(self._facts)
        self.body.addWidget(self.choice_row)
        self.body.addLayout(row(self.button, None))
        self.hide()

    def show_link(self, view: LinkView) -> None:
        """The counts and the worst changes, while they wait for the owner."""
        report = view.rehearsal
        self.setVisible(report is not None and not view.approved and view.is_on)
        if report is None:
            return
        clear_layout(self._facts)
        for widget in self._parts(report):
            self._facts.addWidget(widget)
        self.choice_row.setVisible(bool(report.only_there))

    def _parts(self, report: RehearsalReport) -> list[QWidget]:
        theme, formats = self._context.theme, self._context.formats
        counts = (
            Fact(self.tr("Would be created there"), formats.count(report.create)),
            Fact(self.tr("Would be changed there"), formats.count(report.change)),
            Fact(self.tr("Equal on both sides"), formats.count(report.equal)),
            Fact(self.tr("Exist there only"), formats.count(report.only_there)),
        )
        parts: list[QWidget] = [FactRows(theme, counts, ruled=True)]
        if report.worst:
            parts.append(Label(theme, self.tr("The largest changes"), Type.STRONG))
            worst = tuple(
                Fact(formats.ltr(change.sku), self._change(change)) for change in report.worst[:_MOST_CHANGES]
            )
            parts.append(FactRows(theme, worst, ruled=True))
        return parts

    def _change(self, change: Change) -> str:
        is_price = change.field == "price_fils"
        words = self.tr("price %1, there %2") if is_price else self.tr("stock %1, there %2")
        return words.replace("%1", self._value(change.here, is_price)).replace(
            "%2", self._value(change.there, is_price)
        )

    def _value(self, value: float | None, is_price: bool) -> str:
        if value is None:
            return self.tr("none")
        formats = self._context.formats
        return formats.money(int(value)) if is_price else formats.quantity(round(value * MILLI))
