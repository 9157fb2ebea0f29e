"""What is left to set up: displayed until it is done or closed."""

from __future__ import annotations

from collections.abc import Callable

from ui.backend.overview_port import SetupState
from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Type
from ui.widgets import Button, Card, Checklist, ChecklistItem, IconButton, Ink, Label, Meter, row


class SetupCard(Card):
    """Three steps and a bar; hidden when all are done, or the owner has closed it."""

    def __init__(self, context: PaneContext, start_at_login: Callable[[], None], dismiss: Callable[[], None]) -> None:
        super().__init__(context.theme, "")
        self._context, self._on_start_at_login = context, start_at_login
        self._state: SetupState | None = None
        self._count = Label(context.theme, "", Type.SMALL, Ink.TEXT2)
        self.dismiss_button = IconButton(context.theme, "x", self.tr("Put this list away"), changes=True)
        self.dismiss_button.clicked.connect(dismiss)
        title = Label(context.theme, self.tr("Finish setting up"), Type.HEADING)
        self.body.addLayout(row(title, None, self._count, self.dismiss_button))
        self.meter = Meter(context.theme, self.tr("Finish setting up"))
        self.body.addWidget(self.meter)
        self.list: Checklist | None = None

    def show_setup(self, setup: SetupState) -> None:
        """Shows which steps are done."""
        if setup == self._state:
            return
        self._state = setup
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
        self.list = Checklist(self._context.theme, steps)
        self.body.addWidget(self.list, 1)

    def _call_step(self, setup: SetupState) -> ChecklistItem:
        formats, now = self._context.formats, self._context.now()
        if setup.first_call is not None:
            when = formats.day_time(setup.first_call, now)
            text = self.tr("%1, from %2").replace("%1", when).replace("%2", isolate_name(setup.first_call_key))
            return ChecklistItem(self.tr("Key made, first call seen"), text, done=True)
        if setup.key_made is not None:
            show = Button(self._context.theme, self.tr("Show me how"), changes=True)
            show.clicked.connect(self._context.open_wizard)
            return ChecklistItem(
                self.tr("Waiting for the first call"), self.tr("Enter address and key in your till"), False, show
            )
        make = Button(self._context.theme, self.tr("Make a key"), changes=True)
        make.clicked.connect(lambda: self._context.go(PaneKey.SYSTEM, "new-key"))
        return ChecklistItem(
            self.tr("Make a key for your till"), self.tr("It opens this shop and no other"), False, make
        )

    def _target_step(self, setup: SetupState) -> ChecklistItem:
        if setup.targets:
            names = self._context.formats.join_names(tuple(isolate_name(name) for name in setup.targets))
            text = self.tr("%1 are on").replace("%1", names)
            if len(setup.targets) == 1:
                text = self.tr("%1 is on").replace("%1", names)
            return ChecklistItem(self.tr("Webhook target added"), text, done=True)
        add = Button(self._context.theme, self.tr("Add a target"), changes=True)
        add.clicked.connect(lambda: self._context.go(PaneKey.WEBHOOKS, "new"))
        return ChecklistItem(
            self.tr("Add a webhook target"), self.tr("Your system gets each order at once"), False, add
        )

    def _start_step(self, setup: SetupState) -> ChecklistItem:
        if setup.starts_with_pc:
            return ChecklistItem(self.tr("Start with this PC"), self.tr("It starts hidden, in the tray"), done=True)
        turn_on = Button(self._context.theme, self.tr("Turn on"), changes=True)
        turn_on.clicked.connect(self._on_start_at_login)
        return ChecklistItem(
            self.tr("Start with this PC"), self.tr("Now it starts only when someone opens it"), False, turn_on
        )
