"""What is left to set up: shown until it is done or put away."""

from __future__ import annotations

from collections.abc import Callable

from ui.backend.overview import Setup
from ui.i18n import named
from ui.shell.desk import Desk, PaneKey
from ui.theme import Type
from ui.widgets import Button, Card, Checklist, IconButton, Ink, Label, Meter, Step, row


class SetupCard(Card):
    """Three steps and a bar; hidden once all are done, or the owner has put the rest away."""

    def __init__(self, desk: Desk, start_at_login: Callable[[], None], dismiss: Callable[[], None]) -> None:
        super().__init__(desk.theme, "")
        self._desk, self._start = desk, start_at_login
        self._shown: Setup | None = None
        self._count = Label(desk.theme, "", Type.SMALL, Ink.TEXT2)
        self.away = IconButton(desk.theme, "x", self.tr("Put this list away"))
        self.away.clicked.connect(dismiss)
        title = Label(desk.theme, self.tr("Finish setting up"), Type.HEADING)
        self.body.addLayout(row(title, None, self._count, self.away))
        self.meter = Meter(desk.theme, self.tr("Finish setting up"))
        self.body.addWidget(self.meter)
        self.list: Checklist | None = None

    def show_setup(self, setup: Setup) -> None:
        """What is done."""
        if setup == self._shown:
            return
        self._shown = setup
        steps = (self._call_step(setup), self._target_step(setup), self._start_step(setup))
        done = sum(step.done for step in steps)
        text = self.tr("%1 of %2 done").replace("%1", str(done)).replace("%2", str(len(steps)))
        self._count.setText(text)
        self.meter.setRange(0, len(steps))
        self.meter.setValue(done)
        self.setVisible(done < len(steps) and not setup.dismissed)
        if self.list:
            self.body.removeWidget(self.list)
            self.list.deleteLater()
        self.list = Checklist(self._desk.theme, steps)
        self.body.addWidget(self.list, 1)

    def _call_step(self, setup: Setup) -> Step:
        formats, now = self._desk.formats, self._desk.now()
        if setup.first_call is not None:
            when = formats.day_time(setup.first_call, now)
            text = self.tr("%1, from %2").replace("%1", when).replace("%2", named(setup.first_call_key))
            return Step(self.tr("Key made, first call seen"), text, done=True)
        if setup.key_made is not None:
            show = Button(self._desk.theme, self.tr("Show me how"))
            show.clicked.connect(self._desk.open_wizard)
            return Step(
                self.tr("Waiting for the first call"), self.tr("Enter address and key in your till"), False, show
            )
        make = Button(self._desk.theme, self.tr("Make a key"))
        make.clicked.connect(lambda: self._desk.go(PaneKey.SYSTEM, "new-key"))
        return Step(self.tr("Make a key for your till"), self.tr("It opens this shop and no other"), False, make)

    def _target_step(self, setup: Setup) -> Step:
        if setup.targets:
            names = self._desk.formats.joined(tuple(named(name) for name in setup.targets))
            text = self.tr("%1 are on").replace("%1", names)
            if len(setup.targets) == 1:
                text = self.tr("%1 is on").replace("%1", names)
            return Step(self.tr("Webhook target added"), text, done=True)
        add = Button(self._desk.theme, self.tr("Add a target"))
        add.clicked.connect(lambda: self._desk.go(PaneKey.WEBHOOKS, "new"))
        return Step(self.tr("Add a webhook target"), self.tr("Your system hears of orders at once"), False, add)

    def _start_step(self, setup: Setup) -> Step:
        if setup.starts_with_pc:
            return Step(self.tr("Start with this PC"), self.tr("It starts hidden, in the tray"), done=True)
        turn_on = Button(self._desk.theme, self.tr("Turn on"))
        turn_on.clicked.connect(self._start)
        return Step(self.tr("Start with this PC"), self.tr("Now it starts only when someone opens it"), False, turn_on)
