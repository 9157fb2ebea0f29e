"""Alerts: the addresses with their state and a test, and the heartbeat."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from service.domain.alerts import (
    HEARTBEAT_MINUTES,
    MAX_ADDRESS,
    MAX_NAME,
    SHORT_BEFORE,
    AlertChannel,
    AlertKind,
    Heartbeat,
    PostResult,
    check_name,
    describe_result,
    refuse_address,
)
from service.domain.errors import Refused
from service.domain.times import MINUTE, Millis
from ui.backend import BackendError
from ui.backend.alerts_port import AlertsState, NewChannel
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import Formats, isolate_name
from ui.i18n.error_texts import fault_text
from ui.i18n.service_sentences import translate_sentence
from ui.panes.settings.section import ListCard, RowsCard, Section, SettingRow
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import (
    Button,
    ConfirmDialog,
    Dialog,
    FaultLine,
    FormRow,
    Kind,
    Segment,
    Segmented,
    column,
    fill,
    row,
    text_field,
)

translate = QCoreApplication.translate
_DEFAULT = "5"


def kind_names() -> dict[AlertKind, str]:
    """In the order in which they are shown."""
    return {
        AlertKind.NEW_ORDER: translate("Alerts", "A new order"),
        AlertKind.TIME_SHORT: translate("Alerts", "%1 left to accept an order").replace(
            "%1", Formats.minutes(SHORT_BEFORE // MINUTE)
        ),
        AlertKind.LAPSED_ORDER: translate("Alerts", "An order lapsed"),
        AlertKind.FAILED_NIGHT: translate("Alerts", "The nightly file failed"),
        AlertKind.TARGET_TROUBLE: translate("Alerts", "A webhook target is in trouble"),
        AlertKind.LINK_TROUBLE: translate("Alerts", "The link to the marketplace is in trouble"),
    }


def list_kinds(kinds: frozenset[AlertKind]) -> str:
    """The chosen events in one line."""
    if kinds == frozenset(AlertKind):
        return translate("Alerts", "Every event")
    return translate("Alerts", ", ").join(name for kind, name in kind_names().items() if kind in kinds)


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

    def _finish(self, action: str, write: Callable[[], Future[AlertChannel]]) -> None:
        """Adds the rows that both forms have, and the buttons; `write` stores what was entered."""
        self._write = write
        fill(self.body, self.events_row, self.with_buyer, self.fault)
        self.save = self.main_button(action, self._save, changes=True)
        self.buttons(self.cancel_button(), self.save)

    def chosen(self) -> frozenset[AlertKind]:
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
        fill(self.body, self.name_row, self.address_row)
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

    def _store(self) -> Future[AlertChannel]:
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

    def _store(self) -> Future[AlertChannel]:
        return self._context.backend.alerts.change(
            self._channel.id, self.chosen(), with_buyer=self.with_buyer.isChecked()
        )


class HeartbeatDialog(Dialog):
    """The address is dropped when the dialog closes."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        title, subtitle = self._words()
        super().__init__(context.theme, parent, title, subtitle, icon="activity")
        self._context, self._dispatcher = context, GuiDispatcher(self)
        theme = context.theme
        self.address = text_field(theme, "", "https://hc-ping.com/…", code=True)
        self.address.setMaxLength(MAX_ADDRESS)
        self.address.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self.address_row = FormRow(
            theme, self.tr("Address"), self.address, self.tr("It must begin with https://. It is a secret.")
        )
        segments = tuple(Segment(str(one), context.formats.count(one)) for one in HEARTBEAT_MINUTES)
        self.minutes = Segmented(theme, segments, lambda _key: None, name=self.tr("Every so many minutes"))
        self.minutes.choose(_DEFAULT)
        fill(self.body, self.address_row, FormRow(theme, self.tr("Every so many minutes"), self.minutes))
        self.save = self.main_button(self.tr("Switch it on"), self._save, changes=True)
        self.buttons(self.cancel_button(), self.save)
        self.finished.connect(self.address.clear)
        self.address.setFocus()

    def _words(self) -> tuple[str, str]:
        return (
            self.tr("Heartbeat"),
            self.tr("A service on the internet gives you an address. It reports to you when the calls from here stop."),
        )

    def _save(self) -> None:
        self.address_row.show_fault("")
        self.save.setEnabled(False)
        future = self._context.backend.alerts.set_heartbeat(self.address.text().strip(), int(self.minutes.key))
        self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.save.setEnabled(True)
        self.address_row.show_fault(fault_text(error))
        if error.is_about_input:
            self.focus_on(self.address)


class AlertsSection(Section):
    """Reloads after each change of alerts; a test's result stays until the next one."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.state = AlertsState()
        self.results: dict[int, str] = {}
        self._busy: int | None = None
        self.tests: dict[int, Button] = {}
        self._shown: list[object] | None = None
        self.add = Button(theme, self.tr("Add an address…"), icon="plus", changes=True)
        self.add.clicked.connect(lambda: AddChannelDialog(self.context, self).open())
        text = self.tr("Orders ring at this PC. An alert reaches you elsewhere: by ntfy, Telegram, mail and others.")
        self.card = ListCard(theme, self.tr("Alerts to your phone or mail"), text, self.load)
        self.card.body.addLayout(row(None, self.add))
        self.switch = Button(theme, "", changes=True, on_click=self._switch_heartbeat)
        self.heartbeat_row = SettingRow(theme, self.tr("Tell me when this PC is off"), "", self.switch)
        fill(self.page, self.card, RowsCard(theme, self.tr("Heartbeat"), self.heartbeat_row), None)

    def load(self) -> None:
        if not self.state.channels:
            self.card.begin()
        self.dispatcher.fetch(self.context.backend.alerts.read(), self._on_loaded, self._on_load_failed)

    def _on_loaded(self, state: AlertsState) -> None:
        """Makes no new list where nothing in it has changed: the focus stays at a button through
        one new list only, and a test that ends makes one.
        """
        self.state = state
        if self._busy is None and self._shown != self._list_shown():
            self._show(state)

    def _list_shown(self) -> list[object]:
        """What the list says of each address and of the heartbeat, and what their dialogs get."""
        channels = self.state.channels
        said = [(replace(channel, last_sent_at=None), self._describe(channel)) for channel in channels]
        return [*said, self.state.heartbeat]

    def _show(self, state: AlertsState) -> None:
        self._shown = self._list_shown()
        self.tests = {}
        self.card.show_rows([self._line(channel) for channel in state.channels], self.tr("No address yet."))
        self._show_heartbeat(state.heartbeat)

    def _on_load_failed(self, error: BackendError) -> None:
        self._shown, self.tests = None, {}
        self.card.show_fault(error)

    def _line(self, channel: AlertChannel) -> QWidget:
        test = Button(self.theme, self.tr("Try it"), Kind.GHOST, changes=True)
        test.setEnabled(self._busy in (None, channel.id))
        test.set_busy(on=self._busy == channel.id)
        test.clicked.connect(partial(self._test, channel))
        edit = Button(self.theme, self.tr("Change…"), Kind.GHOST, changes=True, on_click=partial(self._edit, channel))
        remove = Button(self.theme, self.tr("Remove…"), Kind.GHOST, changes=True)
        remove.clicked.connect(partial(self._remove, channel))
        self.tests[channel.id] = test
        name = isolate_name(channel.name)
        for button, action in (
            (test, self.tr("Try %1")),
            (edit, self.tr("Change %1")),
            (remove, self.tr("Remove %1")),
        ):
            button.setAccessibleName(action.replace("%1", name))
        return SettingRow(self.theme, name, self._describe(channel), row(test, edit, remove))

    def _describe(self, channel: AlertChannel) -> str:
        """Service, events, and how the last try ended."""
        lines = [f"{self.context.formats.ltr(channel.service)} · {list_kinds(channel.kinds)}"]
        if channel.id in self.results:
            lines.append(self.results[channel.id])
        elif channel.fault:
            lines.append(translate_sentence(channel.fault))
        elif channel.last_sent_at is not None:
            lines.append(self.tr("Last sent %1").replace("%1", self._ago(channel.last_sent_at)))
        if channel.waiting:
            lines.append(self.tr("%n waiting", "", channel.waiting))
        if channel.dropped:
            lines.append(self.tr("%n came too late and were not sent", "", channel.dropped))
        return "\n".join(lines)

    def _ago(self, at: Millis) -> str:
        return self.context.formats.ago(at, self.context.clock.now())

    def _test(self, channel: AlertChannel) -> None:
        self._busy = channel.id
        self.results[channel.id] = self.tr("Sending… this takes up to half a minute.")
        self._show(self.state)
        self.dispatcher.fetch(
            self.context.backend.alerts.test(channel.id),
            partial(self._on_tested, channel),
            partial(self._on_test_failed, channel),
        )

    def _on_tested(self, channel: AlertChannel, result: PostResult) -> None:
        self._end_test(channel, translate_sentence(describe_result(result)))

    def _on_test_failed(self, channel: AlertChannel, error: BackendError) -> None:
        self._end_test(channel, fault_text(error))

    def _end_test(self, channel: AlertChannel, text: str) -> None:
        self._busy = None
        self.results[channel.id] = text
        self._show(self.state)

    def _edit(self, channel: AlertChannel) -> None:
        EditChannelDialog(self.context, self, channel).open()

    def _remove(self, channel: AlertChannel) -> None:
        def remove() -> None:
            self.send(self.context.backend.alerts.remove(channel.id))

        title = self.tr("Remove %1?").replace("%1", isolate_name(channel.name))
        text = self.tr("No alert goes there any more. Its address is removed from the keyring too.")
        ConfirmDialog(self.theme, self, title, text, self.tr("Remove"), remove, destructive=True, icon="trash-2").open()

    def _show_heartbeat(self, heartbeat: Heartbeat | None) -> None:
        if heartbeat is None:
            self.switch.setText(self.tr("Set up…"))
            self.heartbeat_row.show_text(
                self.tr("Counterpart calls an address every few minutes. When the calls stop, its service reports it.")
            )
            return
        self.switch.setText(self.tr("Switch off…"))
        every = self.tr("%1, every %n minute(s)", "", heartbeat.minutes).replace(
            "%1", self.context.formats.ltr(heartbeat.masked)
        )
        if heartbeat.fault:
            state_text = translate_sentence(heartbeat.fault)
        elif heartbeat.last_answer_at is None:
            state_text = self.tr("Not called yet.")
        else:
            state_text = self.tr("Last answered %1").replace("%1", self._ago(heartbeat.last_answer_at))
        self.heartbeat_row.show_text(f"{every}\n{state_text}")

    def _switch_heartbeat(self) -> None:
        if self.state.heartbeat is None:
            HeartbeatDialog(self.context, self).open()
            return

        def end() -> None:
            self.send(self.context.backend.alerts.remove_heartbeat())

        title = self.tr("Switch the heartbeat off?")
        text = self.tr("Nobody gets a message any more when this PC is off. Its service may report it now.")
        ConfirmDialog(self.theme, self, title, text, self.tr("Switch off"), end).open()
