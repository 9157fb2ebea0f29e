"""Adding and editing a target: name, address, events."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QWidget

from service.domain.webhooks.events import EventKind
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.webhooks_port import NewTarget, TargetRow, TargetSecret
from ui.i18n.error_texts import fault_text
from ui.panes.webhooks.event_choice import EventChoice
from ui.panes.webhooks.webhook_words import address_fault
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Dialog, FaultLine, FormRow, text_field

_DEFAULT_EVENTS = frozenset({EventKind.ORDER_PLACED, EventKind.ORDER_STATUS, EventKind.STOCK_CHANGED})


class TargetForm(Dialog):
    """The base of both forms; `submit` is called with checked values."""

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        title: str,
        subtitle: str,
        action: str,
        submit: Callable[[NewTarget], None],
    ) -> None:
        super().__init__(context.theme, parent, title, subtitle, icon="webhook")
        self._context, self._submit = context, submit
        self._dispatcher = GuiDispatcher(self)
        theme = context.theme
        self.name = text_field(theme, "", self.tr("Till 2"))
        self.name_row = FormRow(theme, self.tr("Name"), self.name)
        self.url = text_field(theme, "", "http://192.168.1.21:9000/hook", code=True)
        hint = self.tr("Where your system listens: on this PC, in the shop’s network, or on the internet.")
        self.url_row = FormRow(theme, self.tr("Address (URL)"), self.url, hint)
        self.events = EventChoice(theme, _DEFAULT_EVENTS)
        self.events_row = FormRow(theme, self.tr("Tell it when"), self.events)
        for field in (self.name_row, self.url_row, self.events_row):
            self.body.addWidget(field)
        self.fault = FaultLine(theme)
        self.save = self.main_button(action, self._save, changes=True)
        self.url.textEdited.connect(lambda _text: self.url_row.show_fault(""))

    def finish(self) -> None:
        """Adds the fault line and the buttons, below the form's own fields."""
        self.body.addWidget(self.fault)
        self.buttons(self.cancel_button(), self.save)
        self.name.setFocus()

    def show_fault(self, error: BackendError) -> None:
        """Shows a fault next to the field that it is about."""
        self.save.setEnabled(True)
        text = fault_text(error)
        rows = {ErrorCode.BAD_ADDRESS: self.url_row, ErrorCode.NAME_TAKEN: self.name_row}
        place = rows.get(error.code)
        if place:
            self.fault.hide()
            place.show_fault(text)
            self.focus_on_fault(place)
        else:
            self.fault.show_text(text)

    def _save(self) -> None:
        new = NewTarget(self.url.text().strip(), self.events.chosen(), self.name.text().strip())
        wrong = address_fault(new.url)
        self.url_row.show_fault(wrong)
        self.events_row.show_fault("" if new.events else self.tr("Choose at least one, else there is nothing to send."))
        self.fault.hide()
        self.focus_on_fault(self.url_row, self.events_row)
        if not wrong and new.events:
            self.save.setEnabled(False)
            self._submit(new)


class AddTargetDialog(TargetForm):
    """`secret` has the new target's secret after it is made; read it with `take_secret`."""

    def __init__(self, context: PaneContext, parent: QWidget, url: str = "") -> None:
        title, text, action = self._words()
        super().__init__(context, parent, title, text, action, self._add)
        self.url.setText(url)
        self.secret: TargetSecret | None = None
        self.finish()

    def _add(self, new: NewTarget) -> None:
        self._dispatcher.fetch(
            self._context.backend.webhooks.add(self._context.shop.id, new), self._on_added, self.show_fault
        )

    def take_secret(self) -> TargetSecret | None:
        """Returns the secret and drops it here."""
        made, self.secret = self.secret, None
        return made

    def _on_added(self, made: TargetSecret) -> None:
        self.secret = made
        self.accept()

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Add a target"),
            self.tr("A target is a program that we tell what happens, the moment it happens (webhook)."),
            self.tr("Add and show its secret"),
        )


class EditTargetDialog(TargetForm):
    """Edits name, address, events, and whether the target catches up automatically."""

    def __init__(self, context: PaneContext, parent: QWidget, row: TargetRow) -> None:
        super().__init__(context, parent, self.tr("Edit the target"), "", self.tr("Save"), self._edit)
        self._target = row
        self.name.setText(row.name)
        self.url.setText(row.target.url)
        for kind, box in self.events.boxes.items():
            box.setChecked(kind in row.target.events)
        self.catch_up = QCheckBox(self.tr("Catches up by itself"))
        self.catch_up.setFont(context.theme.font(Type.MEDIUM))
        self.catch_up.setChecked(row.target.catch_up)
        text = self.tr("What was given up in the last 3 days goes again as soon as it answers.")
        self.body.addWidget(FormRow(context.theme, self.tr("After an outage"), self.catch_up, text))
        self.finish()

    def _edit(self, new: NewTarget) -> None:
        future = self._context.backend.webhooks.edit(self._context.shop.id, self._target.target.id, new)
        self._dispatcher.fetch(future, lambda _none: self._on_saved(), self.show_fault)

    def _on_saved(self) -> None:
        wanted = self.catch_up.isChecked()
        if wanted == self._target.target.catch_up:
            self.accept()
            return
        future = self._context.backend.webhooks.set_catch_up(self._context.shop.id, self._target.target.id, wanted)
        self._dispatcher.fetch(future, lambda _none: self.accept(), self.show_fault)
