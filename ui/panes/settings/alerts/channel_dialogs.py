"""Adding and changing an alert address."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from service.domain.alerts import (
    MAX_ADDRESS,
    MAX_NAME,
    AlertChannel,
    AlertKind,
    check_name,
    refuse_address,
)
from service.domain.errors import Refused
from ui.backend import BackendError
from ui.backend.alerts_port import NewChannel
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.i18n.service_sentences import translate_sentence
from ui.panes.settings.alerts.alert_words import kind_names
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Dialog, FaultLine, FormRow, column, text_field


class ChannelForm(Dialog):
    """The events, and the buyer's car; a form that derives from it says how they are stored."""

    def __init__(self, context: PaneContext, parent: QWidget, title: str, subtitle: str) -> None:
        super().__init__(context.theme, parent, title, subtitle, icon="bell")
        self._context, self._dispatcher = context, GuiDispatcher(self)
        self.boxes = {kind: self._make_box(name) for kind, name in kind_names().items()}
        choice = QWidget()
        choice.setLayout(column(*self.boxes.values(), spacing=6))
        self.events_row = FormRow(context.theme, self.tr("Tell me when"), choice)
        self.with_buyer = self._make_box(self.tr("Put the buyer's car in it too"))
        self.fault = FaultLine(context.theme)

    def _make_box(self, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setFont(self._context.theme.font(Type.BODY))
        return box

    def _finish(self, action: str, write: Callable[[], Future[None]]) -> None:
        """Adds the rows that both forms have, and the buttons; `write` stores what was entered."""
        self._write = write
        for part in (self.events_row, self.with_buyer, self.fault):
            self.body.addWidget(part)
        self.save = self.main_button(action, self._save, changes=True)
        self.buttons(self.cancel_button(), self.save)

    def chosen(self) -> frozenset[AlertKind]:
        """The events that are ticked."""
        return frozenset(kind for kind, box in self.boxes.items() if box.isChecked())

    def _save(self) -> None:
        chosen = self.chosen()
        self.events_row.show_fault("" if chosen else self.tr("Choose at least one event."))
        self.focus_on_fault(self.events_row)
        self.fault.hide()
        if chosen:
            self.save.setEnabled(False)
            self._dispatcher.fetch(self._write(), lambda _none: self.accept(), self.show_fault)

    def show_fault(self, error: BackendError) -> None:
        """Shows why it was not stored; what was typed stays."""
        self.save.setEnabled(True)
        self.fault.show_text(fault_text(error))


class AddChannelDialog(ChannelForm):
    """The address is dropped when the dialog closes."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        title, subtitle = self._words()
        super().__init__(context, parent, title, subtitle)
        theme = context.theme
        self.name = text_field(theme, "", self.tr("My phone"))
        self.name.setMaxLength(MAX_NAME)
        self.address = text_field(theme, "", "ntfy://my-shop-4711", code=True)
        self.address.setMaxLength(MAX_ADDRESS)
        self.address.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        hint = self.tr("As apprise writes it: ntfy://topic, tgram://token/chat, mailto://user:password@host. A secret.")
        self.name_row = FormRow(theme, self.tr("Name"), self.name)
        self.address_row = FormRow(theme, self.tr("Address"), self.address, hint)
        for part in (self.name_row, self.address_row):
            self.body.addWidget(part)
        for kind in (AlertKind.NEW_ORDER, AlertKind.TIME_SHORT, AlertKind.LAPSED_ORDER):
            self.boxes[kind].setChecked(True)
        self._finish(self.tr("Add"), self._store)
        self.finished.connect(self.address.clear)
        self.name.setFocus()

    def _words(self) -> tuple[str, str]:
        return (
            self.tr("Add an alert address"),
            self.tr("Counterpart sends a short message there, also while nobody is at this PC."),
        )

    def show_fault(self, error: BackendError) -> None:
        """An address that cannot be read is refused at its field."""
        if error.sentence != refuse_address():
            super().show_fault(error)
            return
        self.save.setEnabled(True)
        self.address_row.show_fault(fault_text(error))
        self.focus_on(self.address)

    def _save(self) -> None:
        try:
            check_name(self.name.text())
        except Refused as refused:
            self.name_row.show_fault(translate_sentence(refused.sentence))
            self.focus_on(self.name)
            return
        self.name_row.show_fault("")
        super()._save()

    def _store(self) -> Future[None]:
        self.address_row.show_fault("")
        new = NewChannel(
            self.name.text().strip(), self.address.text().strip(), self.chosen(), self.with_buyer.isChecked()
        )
        return self._context.backend.alerts.add(new)


class EditChannelDialog(ChannelForm):
    """Changes what an address gets. Another address is another entry."""

    def __init__(self, context: PaneContext, parent: QWidget, channel: AlertChannel) -> None:
        super().__init__(context, parent, channel.name, "")
        self._channel = channel
        for kind, box in self.boxes.items():
            box.setChecked(kind in channel.kinds)
        self.with_buyer.setChecked(channel.with_buyer)
        self._finish(self.tr("Save"), self._store)
        self.boxes[AlertKind.NEW_ORDER].setFocus()

    def _store(self) -> Future[None]:
        return self._context.backend.alerts.change(
            self._channel.id, self.chosen(), with_buyer=self.with_buyer.isChecked()
        )
