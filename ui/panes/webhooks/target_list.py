"""The list of targets, with the test receiver at its foot."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout

from ui.backend.webhooks import TargetRow
from ui.i18n.bidi import plain
from ui.panes.webhooks.sunken import Sunken
from ui.panes.webhooks.target_rows import HEIGHT, TargetRows
from ui.shell.desk import Desk
from ui.theme import Type
from ui.widgets import Button, Card, Column, Hairline, IconLabel, Ink, Label, RowList, RowsModel, row

WIDTH = 308


class TargetList(Card):
    """`list.picked` says which target the detail is about."""

    def __init__(self, desk: Desk, open_receiver: Callable[[], None]) -> None:
        super().__init__(desk.theme, padding=0)
        self._painter = TargetRows(desk)
        said: Column[TargetRow] = Column(self.tr("Target"), self._said)
        self.model: RowsModel[TargetRow] = RowsModel((said,), lambda row: row.target.id, self)
        self.list: RowList[TargetRow] = RowList(desk.theme, self.model, self._painter, name=self.tr("Targets"))
        self.list.setMinimumHeight(2 * HEIGHT)
        self.setFixedWidth(WIDTH)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(Hairline(desk.theme))
        self.body.addWidget(self._receiver(desk, open_receiver))

    def show_targets(self, rows: tuple[TargetRow, ...]) -> None:
        """Other targets, or the same further on; the choice stays, at first it is the one in trouble."""
        self.model.set_rows(rows)
        if self.list.current() is None and rows:
            trouble = [one for one in rows if one.target.trouble_since is not None]
            self.list.choose((trouble or list(rows))[0].target.id)

    def _said(self, row: TargetRow) -> str:
        return plain(f"{row.name}, {self._painter.sentence(row)}")

    def _receiver(self, desk: Desk, open_receiver: Callable[[], None]) -> Sunken:
        foot = Sunken(desk.theme, foot=True)
        layout = QVBoxLayout(foot)
        layout.setContentsMargins(18, 14, 18, 16)
        layout.setSpacing(8)
        title = Label(desk.theme, self.tr("Built-in test receiver"), Type.STRONG)
        layout.addLayout(row(IconLabel(desk.theme, "flask-conical", 18), title, None))
        text = self.tr("Send your events here first. It checks the signature and names what is wrong.")
        layout.addWidget(Label(desk.theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self.receiver = Button(desk.theme, self.tr("Open the test receiver"))
        self.receiver.clicked.connect(open_receiver)
        layout.addLayout(row(self.receiver, None))
        return foot
