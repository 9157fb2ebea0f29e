"""Counters: windows on other computers that use the data of this one."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

from PySide6.QtWidgets import QWidget

from service.domain.counters import FurtherCounter
from service.domain.pairing import PairingState, PairingStatus
from service.domain.settings import Card
from ui.backend.counters_port import CounterOffer
from ui.i18n import isolate_name
from ui.panes.settings.section import ListCard, RowsCard, Section, SettingRow
from ui.panes.shared.code_dialog import CodeDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Button,
    ConfirmDialog,
    FormRow,
    Kind,
    Label,
    Note,
    disable_in_read_only,
    fill,
    row,
)


class AddCounterDialog(CodeDialog):
    """Code, address and words for the other computer."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        title, subtitle = self.tr("Add a counter"), self.tr("A window on another computer of the shop")
        text = self.tr(
            "Install the same program there. In its first window choose “This is a further counter” and type this code."
        )
        super().__init__(context, parent, title, subtitle, text, "panel-right")
        self.address = self.make_field("")
        self.words = Label(context.theme, "", Type.STRONG, selectable=True)
        self.body.addWidget(FormRow(context.theme, self.tr("Address of this computer"), self.address))
        hint = self.tr("The other computer shows the same words. If not, stop there.")
        self.body.addWidget(FormRow(context.theme, self.tr("Words to compare"), self.words, hint))
        self.begin()

    def open_code(self) -> None:
        self._dispatcher.fetch(self._context.backend.counters.open_code(), self._show_offer, self.show_fault)

    def ask_status(self) -> Future[PairingStatus]:
        return self._context.backend.counters.pairing()

    def close_code(self) -> Future[None]:
        return self._context.backend.counters.close_code()

    def describe_end(self, state: PairingState) -> str:  # noqa: ARG002 - only tills expose one
        return self.tr("This code is used up. If it was not you, somebody in your network tried it. Make a new code.")

    def show_status(self, status: PairingStatus) -> None:
        super().show_status(status)
        self.again.setVisible(status.state not in (PairingState.WAITING, PairingState.PAIRED))

    def _show_offer(self, offer: CounterOffer) -> None:
        ltr = self._context.formats.ltr
        self.address.set_value(ltr(offer.addresses[0] if offer.addresses else ""))
        self.words.setText(ltr(offer.words))
        self.show_code(offer.code)


class CountersSection(Section):
    """Reloads after each change of keys."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        rows = self.make_rows(Card.COUNTERS, {})
        disable_in_read_only(self.theme, *rows)
        self.page.addWidget(RowsCard(self.theme, self.tr("Counters"), *rows))
        self.card = ListCard(self.theme, self.tr("Computers that are counters"), "", self.load)
        self.add = Button(self.theme, self.tr("Add a counter…"), icon="plus", changes=True)
        self.add.clicked.connect(lambda: AddCounterDialog(self.context, self).open())
        self.card.body.addLayout(row(None, self.add))
        fill(self.page, self.card, None)

    def load(self) -> None:
        self.dispatcher.fetch(self.context.backend.counters.list(), self._show, self.card.show_fault)

    def _show(self, counters: tuple[FurtherCounter, ...]) -> None:
        nothing = self.tr("None yet. A second PC at the counter or in the yard shows the same orders and parts.")
        self.card.show_rows([self._line(counter) for counter in counters], nothing)

    def _line(self, counter: FurtherCounter) -> QWidget:
        name = isolate_name(counter.name)
        revoke = Button(self.theme, self.tr("Revoke…"), Kind.GHOST, changes=True)
        revoke.setAccessibleName(self.tr("Revoke %1").replace("%1", name))
        revoke.clicked.connect(partial(self._revoke, counter))
        return SettingRow(self.theme, name, self._describe(counter), revoke)

    def _describe(self, counter: FurtherCounter) -> str:
        if counter.last_used_at is None:
            return self.tr("Not used yet")
        formats = self.context.formats
        used = formats.day_time(counter.last_used_at, self.context.clock.now())
        text = self.tr("Last connected %1, from %2").replace("%1", used)
        return text.replace("%2", formats.ltr(counter.last_used_from or ""))

    def _revoke(self, counter: FurtherCounter, _checked: bool = False) -> None:
        title = self.tr("Revoke %1?").replace("%1", isolate_name(counter.name))
        text = self.tr("Its window is disconnected at once. It can be added again with a new code.")
        ConfirmDialog(
            self.theme,
            self,
            title,
            text,
            self.tr("Revoke"),
            lambda: self.send(self.context.backend.counters.revoke(counter.name)),
            destructive=True,
            icon="ban",
        ).open()


class AtServiceSection(Section):
    """In place of a section that a further counter does not have."""

    def __init__(self, context: PaneContext, service: str) -> None:
        super().__init__(context)
        text = self.tr("This computer is a further counter. This is done at the computer with the service: %1")
        self.note = Note(self.theme, Tone.ACCENT, text.replace("%1", isolate_name(service)))
        fill(self.page, self.note, None)
