"""Alerts: the addresses with their state and a test, and the heartbeat."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from service.domain.alerts import AlertChannel, Heartbeat, PostResult, describe_result
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.alerts_port import AlertsState
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.i18n.service_sentences import translate_sentence
from ui.panes.settings.alerts.alert_words import list_kinds
from ui.panes.settings.alerts.channel_dialogs import AddChannelDialog, EditChannelDialog
from ui.panes.settings.alerts.heartbeat_dialog import HeartbeatDialog
from ui.panes.settings.section import Section
from ui.panes.settings.setting_rows import RowsCard, SettingRow
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Button, ConfirmDialog, Hairline, Ink, Kind, Label, Note, Skeleton, clear_layout, column, row


class AlertsSection(Section):
    """Reloads after each change of alerts; a test's result stays until the next one."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.state = AlertsState()
        self.results: dict[int, str] = {}
        self._busy: int | None = None
        self.tests: dict[int, Button] = {}
        self.add = Button(theme, self.tr("Add an address…"), icon="plus", changes=True)
        self.add.clicked.connect(lambda: AddChannelDialog(self.context, self).open())
        self.card = RowsCard(theme, self.tr("Alerts to your phone or mail"))
        text = self.tr("Orders ring at this PC. An alert reaches you elsewhere: by ntfy, Telegram, mail and others.")
        self.card.body.addWidget(Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self._skeleton = Skeleton(theme, self.tr("Loading"), 2)
        self._lines = column(spacing=4)
        self.card.body.addWidget(self._skeleton)
        self.card.body.addLayout(self._lines)
        self.card.body.addLayout(row(None, self.add))
        self.switch = Button(theme, "", changes=True)
        self.switch.clicked.connect(self._switch_heartbeat)
        self.heartbeat_row = SettingRow(theme, self.tr("Tell me when this PC is off"), "", self.switch)
        self.page.addWidget(self.card)
        self.page.addWidget(RowsCard(theme, self.tr("Heartbeat"), self.heartbeat_row))
        self.page.addStretch(1)

    def load(self) -> None:
        if not self.state.channels:
            self._skeleton.begin()
        self.dispatcher.fetch(self.context.backend.alerts.read(), self._show, self._on_load_failed)

    def _show(self, state: AlertsState) -> None:
        self.state = state
        self._clear()
        for number, channel in enumerate(state.channels):
            if number:
                self._lines.addWidget(Hairline(self.theme))
            self._lines.addWidget(self._line(channel))
        if not state.channels:
            self._lines.addWidget(Label(self.theme, self.tr("No address yet."), Type.BODY, Ink.TEXT2))
        self._show_heartbeat(state.heartbeat)

    def _on_load_failed(self, error: BackendError) -> None:
        self._clear()
        again = Button(self.theme, self.tr("Try again"), icon="rotate-ccw")
        again.clicked.connect(self.load)
        self._lines.addWidget(Note(self.theme, Tone.BAD, fault_text(error), (), again))

    def _clear(self) -> None:
        self._skeleton.end()
        self._skeleton.hide()
        self.tests = {}
        clear_layout(self._lines)

    def _line(self, channel: AlertChannel) -> QWidget:
        test = Button(self.theme, self.tr("Try it"), Kind.GHOST, changes=True)
        test.setEnabled(self._busy in (None, channel.id))
        test.set_busy(on=self._busy == channel.id)
        test.clicked.connect(partial(self._test, channel))
        edit = Button(self.theme, self.tr("Change…"), Kind.GHOST, changes=True)
        edit.clicked.connect(partial(self._edit, channel))
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
        text = self.tr("Nobody is told any more when this PC is off. Its service may report it now.")
        ConfirmDialog(self.theme, self, title, text, self.tr("Switch off"), end).open()
