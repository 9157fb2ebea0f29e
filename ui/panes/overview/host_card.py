"""Whether the service listens and where; if not, the cause, and what still works."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from service.domain.times import DAY, Millis
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.i18n import isolate_name, translate_sentence
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import Button, Card, CopyField, ElidedLabel, IconLabel, Ink, Kind, Label, Tile, row
from ui.widgets.card import column

_ADDRESS_WIDTH = 258


class HostCard(Card):
    """Listening or not, the address, a test call."""

    def __init__(self, context: PaneContext, test_call: Callable[[], None]) -> None:
        super().__init__(context.theme)
        self._context = context
        self._status: HostStatus | None = None
        self._last: tuple[Millis | None, str] = (None, "")
        self._tile = Tile(context.theme, "radio", Tone.GOOD, 44, disc=True, icon_size=24)
        self.headline = Label(context.theme, "", Type.HEADING)
        self.detail = ElidedLabel(context.theme, "", Type.BODY, Ink.TEXT2)
        self.copy_field = CopyField(
            context.theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied")
        )
        self.copy_field.setFixedWidth(_ADDRESS_WIDTH)
        self.test = Button(context.theme, self.tr("Send a test call"), changes=True)
        self.test.clicked.connect(test_call)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self._tile)
        line.addLayout(column(self.headline, self.detail, spacing=4), 1)
        line.addWidget(self.copy_field)
        line.addWidget(self.test)
        self.body.setContentsMargins(20, 18, 20, 18)
        self.body.addLayout(line)

    def show_status(self, status: HostStatus) -> None:
        """Shows the state of the service."""
        self._status = status
        well = status.state is HostState.LISTENING
        starting = status.state is HostState.STARTING
        self._tile.show_icon("radio" if well or starting else "circle-x", Tone.GOOD if well else Tone.NEUTRAL)
        if status.cannot_save or not (well or starting):
            self._tile.show_icon("circle-x", Tone.BAD)
        self.copy_field.setVisible(well)
        self.test.setVisible(well)
        self.copy_field.set_value(status.address)
        self.headline.setText(self._headline(status))
        self._show_detail(self._context.now())

    def show_last_call(self, at: Millis | None, key: str, now: Millis) -> None:
        """Shows when a system last called."""
        self._last = (at, key)
        self._show_detail(now)

    def tick(self, now: Millis) -> None:
        """Runs every second."""
        self._show_detail(now)

    def _headline(self, status: HostStatus) -> str:
        if status.cannot_save:
            return self.tr("Nothing can be saved now")
        if status.state is HostState.LISTENING:
            return self.tr("Listening for your systems")
        if status.state is HostState.STARTING:
            return self.tr("Starting")
        if status.state is HostState.PORT_TAKEN:
            return self.tr("Not listening: port %1 is in use").replace("%1", str(status.port))
        return self.tr("Not listening: the service has stopped")

    def _show_detail(self, now: Millis) -> None:
        status, formats = self._status, self._context.formats
        if status is None:
            return
        if status.state in (HostState.PORT_TAKEN, HostState.STOPPED):
            reach = self.tr("Your till cannot reach this PC until the port is free. Orders and stock are safe.")
            stopped = self.tr("Your till cannot reach this PC until it runs again. Orders and stock are safe.")
            self.detail.setText(reach if status.state is HostState.PORT_TAKEN else stopped)
            return
        if status.cannot_save:
            self.detail.setText(self.tr("Tills are told to send again later. What is saved is safe."))
            return
        parts = []
        if status.since is not None:
            since = formats.time(status.since)
            if now - status.since > DAY:
                since = formats.day_time(status.since, now)
            parts.append(self.tr("Since %1").replace("%1", since))
        at, key = self._last
        if at is None:
            parts.append(self.tr("no call yet"))
        else:
            ago = formats.ago(at, now)
            text = self.tr("last call %1 from %2").replace("%1", ago).replace("%2", isolate_name(key))
            parts.append(text if key else self.tr("last call %1").replace("%1", ago))
        self.detail.setText(" · ".join(parts))


class HostTrouble(QFrame):
    """Which program uses the port, or why nothing is saved, and what to do; hidden while all is
    well.
    """

    def __init__(self, context: PaneContext, try_again: Callable[[], None]) -> None:
        super().__init__()
        self._context = context
        self._details = ""
        self.setObjectName("note")
        self.setProperty("tone", Tone.BAD.value)
        self.headline = Label(context.theme, "", Type.STRONG, wrap=True)
        self.text = Label(context.theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        self.again = Button(context.theme, self.tr("Try again"), Kind.PRIMARY, icon="rotate-ccw")
        self.again.clicked.connect(try_again)
        self.other = Button(context.theme, self.tr("Choose another port…"), Kind.GHOST)
        self.other.clicked.connect(lambda: context.go(PaneKey.SETTINGS, "port"))
        copy = Button(context.theme, self.tr("Copy details for support"), Kind.GHOST, icon="copy")
        copy.clicked.connect(lambda: context.clipboard.setText(self._details))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(10)
        head = row(IconLabel(context.theme, "circle-alert", 18, Ink.BAD), spacing=10)
        head.addWidget(self.headline, 1)
        layout.addLayout(head)
        layout.addWidget(self.text)
        layout.addLayout(row(self.again, self.other, None, copy))
        self.hide()

    def show_status(self, status: HostStatus) -> None:
        """Shows itself if the service cannot listen or save."""
        self.setVisible(status.cannot_save or status.state in (HostState.PORT_TAKEN, HostState.STOPPED))
        self.again.setVisible(not status.cannot_save)
        self.other.setVisible(status.state is HostState.PORT_TAKEN)
        holder = status.holder or PortHolder()
        if status.state is HostState.PORT_TAKEN:
            self.headline.setText(self._describe_holder(holder))
            self.text.setText(self._describe_fix(holder, status))
        elif status.cannot_save:
            self.headline.setText(translate_sentence(status.fault))
            self.text.setText(self.tr("This window still shows everything; tills save and read nothing until then."))
        else:
            self.headline.setText(
                translate_sentence(status.reason) or self.tr("The service ended and was started again without success")
            )
            again = self.tr("Try again. If it ends once more, copy the details for support.")
            here = self.tr("What you see stays readable. Tills keep their sales and send them when it runs again.")
            self.text.setText(here if status.can_start_here else again)
        self.again.setText(self.tr("Start it here") if status.can_start_here else self.tr("Try again"))
        self.again.setAccessibleName(self.again.text())
        self.again.updateGeometry()
        self._details = f"{status.state.value} {status.address} {status.reason}{status.fault} {holder}"

    def _describe_holder(self, holder: PortHolder) -> str:
        if holder.ours and holder.user:
            return self.tr("Counterpart already runs for another user of this PC: %1").replace(
                "%1", isolate_name(holder.user)
            )
        if holder.program:
            return self.tr("%1 holds the port").replace("%1", isolate_name(holder.program))
        return self.tr("Another program holds the port")

    def _describe_fix(self, holder: PortHolder, status: HostStatus) -> str:
        process = ""
        if holder.program and holder.process:
            known = self.tr("%1, process %2").replace("%1", holder.program).replace("%2", str(holder.process))
            process = f" ({isolate_name(known)})"
        if holder.ours and holder.user:
            first = self.tr("%1 is still signed in, and that Counterpart holds the port%2. Quit it there or sign out.")
            first = first.replace("%1", isolate_name(holder.user))
        else:
            first = self.tr("Close that program%2, or choose another port and enter it in your tills.")
        never = self.tr("The port is never changed by itself: your tills know only %1.")
        return f"{first.replace('%2', process)} {never.replace('%1', self._context.formats.ltr(str(status.port)))}"


class PortTakenCard(Card):
    """What still works while the port is in use."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, "")
        theme = context.theme
        self.body.addWidget(Label(theme, self.tr("What happens meanwhile"), Type.HEADING))
        self._orders = Label(theme, "", Type.SMALL, Ink.TEXT2)
        lines: tuple[tuple[str, str, QWidget], ...] = (
            ("bell", self.tr("New orders still arrive here"), self._orders),
            (
                "webhook",
                self.tr("Webhooks still go out"),
                self._small_label(context, self.tr("Your targets get their events.")),
            ),
            (
                "refresh-cw",
                self.tr("Calls from your till fail until this is fixed"),
                self._small_label(context, self.tr("Most tills keep the sale and try again by themselves.")),
            ),
        )
        for icon, title, detail in lines:
            texts = column(Label(theme, title, Type.MEDIUM), detail, spacing=2)
            line = row(IconLabel(theme, icon, 18), spacing=14)
            line.addLayout(texts, 1)
            self.body.addLayout(line)
        self.body.addStretch(1)
        self.hide()

    def show_waiting(self, number: int) -> None:
        """How many orders wait."""
        text = self.tr("The marketplace link needs no port; %n order(s) waiting now.", "", number)
        self._orders.setText(text)

    def _small_label(self, context: PaneContext, text: str) -> Label:
        return Label(context.theme, text, Type.SMALL, Ink.TEXT2)
