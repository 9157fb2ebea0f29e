"""The list of targets, with the test receiver below it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout

from ui.backend.webhooks_port import TargetRow
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.sunken_frame import SunkenFrame
from ui.panes.webhooks.targets.target_rows import HEIGHT, TargetRows
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Card, Column, Hairline, IconLabel, Ink, Label, RowList, RowsModel, row

WIDTH = 308


class TargetList(Card):
    """`list.picked` gives the target for the detail."""

    def __init__(self, context: PaneContext, open_receiver: Callable[[], None]) -> None:
        super().__init__(context.theme, padding=0)
        self._painter = TargetRows(context)
        column: Column[TargetRow] = Column(self.tr("Target"), self._accessible_text)
        self.model: RowsModel[TargetRow] = RowsModel((column,), lambda row: row.target.id, self)
        self.list: RowList[TargetRow] = RowList(context.theme, self.model, self._painter, name=self.tr("Targets"))
        self.list.setMinimumHeight(2 * HEIGHT)
        self.setFixedWidth(WIDTH)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(Hairline(context.theme))
        self.body.addWidget(self._build_receiver_box(context, open_receiver))

    def show_targets(self, rows: tuple[TargetRow, ...]) -> None:
        """Shows other targets, or a new state of the same ones. The selection stays; at first it is
        a failing one.
        """
        self.model.set_rows(rows)
        if self.list.current() is None and rows:
            trouble = [one for one in rows if one.target.trouble_since is not None]
            self.list.choose((trouble or list(rows))[0].target.id)

    def _accessible_text(self, row: TargetRow) -> str:
        return strip_marks(f"{row.name}, {self._painter.describe(row)}")

    def _build_receiver_box(self, context: PaneContext, open_receiver: Callable[[], None]) -> SunkenFrame:
        foot = SunkenFrame(context.theme, foot=True)
        layout = QVBoxLayout(foot)
        layout.setContentsMargins(18, 14, 18, 16)
        layout.setSpacing(8)
        title = Label(context.theme, self.tr("Built-in test receiver"), Type.STRONG)
        layout.addLayout(row(IconLabel(context.theme, "flask-conical", 18), title, None))
        text = self.tr("Send your events here first. It checks the signature and names what is wrong.")
        layout.addWidget(Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self.receiver = Button(context.theme, self.tr("Open the test receiver"), changes=True)
        self.receiver.clicked.connect(open_receiver)
        layout.addLayout(row(self.receiver, None))
        return foot
