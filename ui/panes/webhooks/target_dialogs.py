"""Dialogs of a target: its address and events, a test event, switching it on, and sending again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QTime
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.times import DAY, Millis
from service.domain.webhooks.events import EventKind, SwitchOnChoice
from service.domain.webhooks.retries import CATCH_UP_SPAN
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.webhooks_port import DeliveryDetail, NewTarget, TargetRow, TargetSecret
from ui.i18n import isolate_name
from ui.i18n.bidi import ltr
from ui.i18n.error_texts import fault_text
from ui.panes.webhooks.delivery_strip import answer_text
from ui.panes.webhooks.webhook_words import address_fault, fault_word, kind_sentence, kind_word
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Tone, Type
from ui.widgets import (
    Dialog,
    ElidedLabel,
    FaultLine,
    FormRow,
    Ink,
    Label,
    Note,
    WorkBar,
    choice_field,
    column,
    fill,
    moment_field,
    row,
    text_field,
)
from ui.widgets.containers import reveal
from ui.widgets.window_use import make_timer

_INDENT = 28
_DEFAULT_EVENTS = frozenset({EventKind.ORDER_PLACED, EventKind.ORDER_STATUS, EventKind.STOCK_CHANGED})


class ResendSinceDialog(Dialog):
    """Resends failed deliveries since a time, after a count. `sent`: how many, None until then."""

    def __init__(self, context: PaneContext, parent: QWidget, targets: tuple[TargetRow, ...], chosen: int) -> None:
        title = self.tr("Send again since…")
        text = self.tr(
            "For a receiver that lost data or was down for long: events that were given up are sent once more."
        )
        super().__init__(context.theme, parent, title, text, icon="history")
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self._count = 0
        self._resend_future: Future[int] | None = None
        theme = context.theme
        names = tuple((str(one.target.id), isolate_name(one.name)) for one in targets)
        self.target = choice_field(theme, names, str(chosen))
        self.since = moment_field(theme)
        day = context.formats.to_local(context.now() - DAY)
        self.since.setDateTime(QDateTime(QDate(day.year, day.month, day.day), QTime(day.hour, day.minute)))
        fields = row(spacing=12)
        fields.addWidget(FormRow(theme, self.tr("Target"), self.target), 1)
        fields.addWidget(FormRow(theme, self.tr("Since"), self.since), 1)
        self.body.addLayout(fields)
        self.message = Label(theme, "", Type.MEDIUM, Ink.TEXT, wrap=True)
        self.body.addWidget(self.message)
        self.work = WorkBar(theme, context.formats, self._stop)
        self.body.addWidget(self.work)
        self.close_button = self.cancel_button()
        self.go = self.main_button(self.tr("Send again"), self._send, changes=True)
        self.buttons(self.close_button, self.go)
        self._typing_timer = make_timer(self, theme.typing_ms, self.count)
        self.target.currentIndexChanged.connect(lambda _index: self.count())
        self.since.dateTimeChanged.connect(lambda _moment: self._on_typed())
        self.count()

    def moment(self) -> Millis:
        """The chosen moment; typed times are local."""
        day, time = self.since.date(), self.since.time()
        zone = self._context.formats.zone
        local = datetime(day.year(), day.month(), day.day(), time.hour(), time.minute(), tzinfo=zone)
        return int(local.timestamp() * 1000)

    def count(self) -> None:
        """Requests the number of failed deliveries, except while they are sent."""
        if self._resend_future is not None:
            return
        self.go.setEnabled(False)
        self.message.set_ink(Ink.TEXT2)
        self.message.setText(self.tr("Counting"))
        future = self._context.backend.webhooks.count_since(self._context.shop.id, self._target(), self.moment())
        self._dispatcher.fetch(future, self._on_counted, self._on_failed)

    def reject(self) -> None:
        """Stops the work on Esc."""
        self._stop()
        super().reject()

    def _on_typed(self) -> None:
        """What is counted is what is sent: the button waits for the number."""
        self.go.setEnabled(False)
        self._typing_timer.start()

    def _target(self) -> int:
        return int(self.target.currentData())

    def _on_counted(self, count: int) -> None:
        self._count = count
        self.message.set_ink(Ink.TEXT)
        self.message.setText(self.tr("%n event(s) given up since then will be sent again.", "", count))
        self.go.setText(self.tr("Send %n again", "", count) if count else self.tr("Send again"))
        self.go.updateGeometry()
        self.go.setEnabled(count > 0)

    def _send(self) -> None:
        self.go.setEnabled(False)
        self.work.begin(self.tr("Sending again"))
        progress = self._dispatcher.progress(self._show_progress)
        webhooks = self._context.backend.webhooks
        self._resend_future = webhooks.resend_since(self._context.shop.id, self._target(), self.moment(), progress)
        self._dispatcher.fetch(self._resend_future, self._on_sent, self._on_failed)

    def _show_progress(self, progress: Progress) -> None:
        self.work.show_progress(progress)

    def _on_sent(self, count: int) -> None:
        self._resend_future = None
        self.work.end()
        self.message.set_ink(Ink.GOOD)
        self.message.setText(self.tr("%n event(s) are on their way again.", "", count))
        self.close_button.setText(self.tr("Close"))
        self.close_button.updateGeometry()
        self.go.hide()

    def _stop(self) -> None:
        if self._resend_future is not None:
            self._resend_future.cancel()
            self._resend_future = None
            self.work.end()
            self.count()

    def _on_failed(self, error: BackendError) -> None:
        self._resend_future = None
        self.work.end()
        self.message.set_ink(Ink.BAD)
        self.message.setText(fault_text(error))


class EventChoice(QWidget):
    """Several events, or one of them (`single`)."""

    def __init__(self, theme: Theme, chosen: frozenset[EventKind], *, single: bool = False) -> None:
        super().__init__()
        self.boxes: dict[EventKind, QCheckBox | QRadioButton] = {}
        group = QButtonGroup(self)
        group.setExclusive(single)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for kind in EventKind:
            box = QRadioButton(kind_word(kind)) if single else QCheckBox(kind_word(kind))
            box.setFont(theme.font(Type.MEDIUM))
            box.setChecked(kind in chosen)
            box.setAccessibleDescription(f"{kind_sentence(kind)} {kind.value}")
            group.addButton(box)
            self.boxes[kind] = box
            layout.addLayout(row(box, None, Label(theme, ltr(kind.value), Type.MONO, Ink.TEXT3)))
            line = row(_INDENT, spacing=0)
            line.addWidget(ElidedLabel(theme, kind_sentence(kind), Type.SMALL, Ink.TEXT2), 1)
            fill(layout, line, 4)

    def chosen(self) -> frozenset[EventKind]:
        return frozenset(kind for kind, box in self.boxes.items() if box.isChecked())


class SendTestDialog(Dialog):
    """Stays open, so that the owner can send a second test."""

    def __init__(self, context: PaneContext, parent: QWidget, row: TargetRow) -> None:
        title = self.tr("Send a test to %1").replace("%1", isolate_name(row.name))
        text = self.tr("It is signed like every event and marked as a test, so the receiver can leave it out.")
        super().__init__(context.theme, parent, title, text, icon="send")
        self._context, self._target = context, row
        self._dispatcher = GuiDispatcher(self)
        self._waiting_for = ""
        self.kinds = EventChoice(context.theme, frozenset({EventKind.ORDER_PLACED}), single=True)
        self.body.addWidget(FormRow(context.theme, self.tr("As if"), self.kinds))
        self._outcome = QVBoxLayout()
        self.body.addLayout(self._outcome)
        self.note: Note | None = None
        self.go = self.main_button(self.tr("Send"), self._send, changes=True)
        self.buttons(self.cancel_button(self.tr("Close")), self.go)
        subscription = context.backend.on_changes(
            lambda changes: self._dispatcher.post(lambda: self._on_changes(changes))
        )
        self.finished.connect(lambda _result: subscription.close())

    def _send(self) -> None:
        kind = next(iter(self.kinds.chosen()))
        self.go.setEnabled(False)
        future = self._context.backend.webhooks.send_test(self._context.shop.id, self._target.target.id, kind)
        self._dispatcher.fetch(future, self._ask_delivery, self._on_failed)

    def _on_changes(self, changes: Changes) -> None:
        """Shows the answer once there is one: a test is only queued when it is written."""
        if self._waiting_for and ChangeKind.DELIVERIES in changes.kinds:
            self._ask_delivery(self._waiting_for)

    def _ask_delivery(self, delivery: str) -> None:
        self._waiting_for = delivery
        future = self._context.backend.webhooks.delivery(self._context.shop.id, delivery)
        self._dispatcher.fetch(future, self._show_delivery, self._on_failed)

    def _show_delivery(self, detail: DeliveryDetail) -> None:
        formats = self._context.formats
        last = detail.attempts[-1] if detail.attempts else None
        self._waiting_for = detail.delivery.id if last is None else ""
        if last is None:
            self._show_note(Tone.ACCENT, self.tr("It is on its way. Look among the deliveries in a moment."), "")
        elif last.status is None:
            self._show_note(Tone.BAD, self.tr("No answer"), fault_word(last.fault or ""))
        else:
            well = 200 <= last.status < 300
            text = self.tr("It arrived: answer %1 after %2") if well else self.tr("It answered %1 after %2")
            text = text.replace("%1", formats.ltr(str(last.status)))
            text = text.replace("%2", formats.duration(last.duration_ms))
            self._show_note(
                Tone.GOOD if well else Tone.BAD, text, formats.ltr(answer_text(last)) if last.answer else ""
            )

    def _on_failed(self, error: BackendError) -> None:
        self._show_note(Tone.BAD, fault_text(error), "")

    def _show_note(self, tone: Tone, title: str, line: str) -> None:
        self.go.setEnabled(True)
        if self.note:
            self._outcome.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        icon = "circle-check" if tone is Tone.GOOD else ""
        self.note = Note(self._context.theme, tone, title, (line,) if line else (), icon=icon)
        self._outcome.addWidget(self.note)
        reveal(self.note)


class SwitchOnDialog(Dialog):
    """Calls `act` with the choice. Esc leaves the target off."""

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        target_row: TargetRow,
        act: Callable[[SwitchOnChoice], None],
        on_rejected: Callable[[], None],
    ) -> None:
        title = self.tr("Switch %1 on").replace("%1", isolate_name(target_row.name))
        super().__init__(context.theme, parent, title, icon="power")
        self._act = act
        note_text = self.tr(
            "%n event(s) happened while it was off. What should it get of them?", "", target_row.recorded_while_off
        )
        self.body.addWidget(Label(context.theme, note_text, Type.BODY, Ink.TEXT2, wrap=True))
        self.choices: dict[SwitchOnChoice, QRadioButton] = {}
        group = QButtonGroup(self)
        for choice, text, why in self._words():
            box = QRadioButton(text)
            box.setFont(context.theme.font(Type.MEDIUM))
            box.setAccessibleDescription(why)
            box.setChecked(choice is SwitchOnChoice.NEWEST)
            group.addButton(box)
            self.choices[choice] = box
            line = row(_INDENT, spacing=0)
            line.addWidget(ElidedLabel(context.theme, why, Type.SMALL, Ink.TEXT2), 1)
            self.body.addLayout(column(box, line, spacing=1))
        self.go = self.main_button(self.tr("Switch on"), self._on_accepted, changes=True)
        self.buttons(self.cancel_button(self.tr("Leave it off")), self.go)
        self.rejected.connect(on_rejected)

    def _words(self) -> tuple[tuple[SwitchOnChoice, str, str], ...]:
        return (
            (
                SwitchOnChoice.NEWEST,
                self.tr("Every order event, and of each part the newest stock"),
                self.tr("The usual choice: nothing is missing, and nothing is out of date."),
            ),
            (SwitchOnChoice.ALL, self.tr("All of it"), self.tr("Each event in its order, old stock figures too.")),
            (SwitchOnChoice.NOTHING, self.tr("Nothing"), self.tr("It gets only what happens from now on.")),
        )

    def _on_accepted(self) -> None:
        chosen = next(choice for choice, box in self.choices.items() if box.isChecked())
        self.accept()
        self._act(chosen)


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
        hint = self.tr("Where your system listens: on this PC, in the shop's network, or on the internet.")
        self.url_row = FormRow(theme, self.tr("Address (URL)"), self.url, hint)
        self.events = EventChoice(theme, _DEFAULT_EVENTS)
        self.events_row = FormRow(theme, self.tr("Tell it when"), self.events)
        fill(self.body, self.name_row, self.url_row, self.events_row)
        self.fault = FaultLine(theme)
        self.save = self.main_button(action, self._save, changes=True)
        self.url.textEdited.connect(lambda _text: self.url_row.show_fault(""))

    def finish(self) -> None:
        """Adds the fault line and the buttons, below the form's own fields."""
        self.body.addWidget(self.fault)
        self.buttons(self.cancel_button(), self.save)
        self.name.setFocus()

    def show_fault(self, error: BackendError) -> None:
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
        self.catch_up = QCheckBox(self.tr("Sends missed events automatically"))
        self.catch_up.setFont(context.theme.font(Type.MEDIUM))
        self.catch_up.setChecked(row.target.catch_up)
        text = self.tr(
            "What was given up in the last %n day(s) goes again as soon as it answers.", "", CATCH_UP_SPAN // DAY
        )
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
