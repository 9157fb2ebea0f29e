"""Language, light and dark, start at login, the ring, the first-start guide."""

from __future__ import annotations

from dataclasses import replace

from service.domain.marketplace.ringing import WARN_BEFORE, RingSound
from service.domain.settings import SYSTEM, Card, Settings
from service.domain.times import MINUTE
from ui.backend import BackendError
from ui.backend.settings_port import PowerOnState, PowerOnStatus, SoundState
from ui.i18n import resolve_language
from ui.i18n.error_texts import fault_text
from ui.panes.settings.section import RowsCard, Section, SettingRow
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import (
    Button,
    ComboBox,
    CopyField,
    ForProgrammer,
    Segment,
    Segmented,
    Switch,
    disable_in_read_only,
    fill,
)

_VOLUMES = (40, 70, 100)
_COMBO_WIDTH = 170


class PowerOnRow(Section):
    """A row of the General section. If the window is not allowed to turn the service on or off, the
    switch is disabled, and a command for a terminal is below it.
    """

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._status: PowerOnStatus | None = None
        name = self.tr("Runs without a login")
        self.switch = Switch(context.theme, name)
        self.switch.setEnabled(False)
        self.switch.toggled.connect(self._choose)
        self.row = SettingRow(context.theme, name, self.tr("Looking…"), self.switch)
        self.command = CopyField(
            context.theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"), labelled=True
        )
        self.for_programmer = ForProgrammer(context.theme, self.command)
        self.for_programmer.hide()
        self.page.setSpacing(8)
        fill(self.page, self.row, self.for_programmer)

    def load(self) -> None:
        self.dispatcher.fetch(self.context.backend.settings.power_on(), self._show, self._show_fault)

    def on_failed(self, error: BackendError) -> None:
        super().on_failed(error)
        self.load()

    def _choose(self, on: bool) -> None:
        self.switch.setEnabled(False)
        self.row.show_text(self.tr("This takes a few seconds."))
        future = self.context.backend.settings.set_power_on(on)
        self.dispatcher.fetch(future, lambda _none: self.load(), self.on_failed)

    def _show(self, status: PowerOnStatus) -> None:
        self.switch.show_state(status.state is not PowerOnState.OFF)
        self.switch.setEnabled(status.can_switch)
        self.row.show_text(self._describe(status))
        self.command.set_value(self.context.formats.ltr(status.command))
        self.for_programmer.setVisible(bool(status.command))
        # The sentence above it ends with a colon.
        self.for_programmer.toggle.setChecked(bool(status.command))

    def _show_fault(self, error: BackendError) -> None:
        self.switch.setEnabled(False)
        self.row.show_text(fault_text(error))
        self.for_programmer.hide()

    def _describe(self, status: PowerOnStatus) -> str:
        if status.state is PowerOnState.OFF:
            return self._describe_off(status)
        if status.state is PowerOnState.AT_LOGIN:
            return self.tr("The service starts when you log in. To start it with the PC, run this in a terminal:")
        if status.state is PowerOnState.STOPPED:
            if status.can_switch:
                return self.tr("The service is installed but does not run. Switch it off and on again.")
            return self.tr("The service is installed but does not run. To start it, run this in a terminal:")
        text = self.tr("Tills are answered from power-on, before anybody logs in.")
        if status.can_switch:
            return text
        return text + " " + self.tr("To turn it off, run this in a terminal:")

    def _describe_off(self, status: PowerOnStatus) -> str:
        if status.can_switch:
            return self.tr(
                "Tills are answered once somebody has logged in. Turned on, the service starts with the PC; it takes "
                "over when you quit this window."
            )
        return self.tr(
            "Tills are answered once somebody has logged in. To answer them from power-on, quit Counterpart, then run "
            "this in a terminal:"
        )


class RingSection(Section):
    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.choice = ComboBox()
        self.choice.setFont(theme.font(Type.BODY))
        self.choice.setFixedWidth(_COMBO_WIDTH)
        for sound, name in self._names().items():
            self.choice.addItem(name, sound.value)
        self.choice.activated.connect(self._choose_sound)
        disable_in_read_only(theme, self.choice)
        names = (self.tr("Quiet"), self.tr("Medium"), self.tr("Loud"))
        segments = tuple(Segment(str(volume), name) for volume, name in zip(_VOLUMES, names, strict=True))
        self.volume = Segmented(theme, segments, self._choose_volume, name="", changes=True)
        self.test = Button(theme, self.tr("Try the sound"), on_click=self._try)
        self.test_row = SettingRow(theme, self.tr("Can it be heard?"), "", self.test)
        rows = self.make_rows(Card.RING, {"ring_sound": self.choice, "ring_volume": self.volume})
        self.page.addWidget(RowsCard(theme, self.tr("Ring"), *rows, self.test_row))

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.choice.setCurrentIndex(self.choice.findData(settings.ring_sound))
        self.volume.choose(str(min(_VOLUMES, key=lambda one: abs(one - settings.ring_volume))))

    def load(self) -> None:
        """Asks whether a ring would be heard."""
        # The sentence is an addition: what cannot be asked is left out.
        self.dispatcher.fetch(self.context.backend.settings.sound_state(), self._show_state, lambda _error: None)

    def _names(self) -> dict[RingSound, str]:
        return {
            RingSound.BELL: self.tr("Bell"),
            RingSound.CHIME: self.tr("Chime"),
            RingSound.KNOCK: self.tr("Knocking"),
            RingSound.PHONE: self.tr("Telephone"),
            RingSound.ALARM: self.tr("Alarm"),
        }

    def _choose_sound(self, index: int) -> None:
        sound = RingSound(self.choice.itemData(index))
        self.change(replace(self.settings, ring_sound=sound))

    def _choose_volume(self, key: str) -> None:
        self.change(replace(self.settings, ring_volume=int(key)))

    def _try(self) -> None:
        self.test.setEnabled(False)
        span = self.context.formats.minutes(WARN_BEFORE // MINUTE)
        self.test_row.show_text(self.tr("It plays once, as loud as in the last %1.").replace("%1", span))
        sound, volume = RingSound(self.choice.currentData()), self.settings.ring_volume
        self.dispatcher.fetch(
            self.context.backend.settings.try_sound(sound, volume), self._show_result, self._show_failure
        )

    def _show_result(self, state: SoundState) -> None:
        self.test.setEnabled(True)
        self._show_state(state)
        if state is SoundState.READY:
            self.test_row.show_text(self.tr("It was played. If you heard nothing, turn up this PC's speaker."))

    def _show_failure(self, error: BackendError) -> None:
        self.test.setEnabled(True)
        self.test_row.show_text("")
        self.on_failed(error)

    def _show_state(self, state: SoundState) -> None:
        self.test_row.show_text(
            {
                SoundState.READY: "",
                SoundState.MUTED: self.tr("This PC is muted: no ring can be heard. Switch its sound on."),
                SoundState.NO_DEVICE: self.tr(
                    "This PC has nothing that plays sounds. Orders still show a message and a number."
                ),
            }[state]
        )


class GeneralSection(Section):
    """The look and behaviour of the window."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        system = Segment(SYSTEM, self.tr("As the system"))
        languages = (system, Segment("en", "English"), Segment("ar", "العربية"))
        self.language = Segmented(theme, languages, self._choose_language, name="", changes=True)
        looks = (system, Segment("light", self.tr("Light")), Segment("dark", self.tr("Dark")))
        self.scheme = Segmented(theme, looks, self._choose_scheme, name="", changes=True)
        self.start = Switch(theme, "")
        self.start.toggled.connect(self._start_at_login)
        self.same_file = self.make_number("same_file_nights")
        self.same_file.setSpecialValueText(self.tr("Never"))
        self.same_file.editingFinished.connect(self._set_same_file)
        self.power_on = PowerOnRow(context)
        self.ring = RingSection(context)
        guide = Button(theme, self.tr("Open the guide"), changes=True, on_click=context.open_wizard)
        self.guide = guide
        guide_row = SettingRow(
            theme,
            self.tr("First-start guide"),
            self.tr("Leads through shop, mode and first key once more. You decide what it changes."),
            guide,
        )
        fill(
            self.page,
            RowsCard(
                theme,
                self.tr("Window"),
                *self.make_rows(Card.WINDOW, {"language": self.language, "scheme": self.scheme}),
            ),
            RowsCard(
                theme,
                self.tr("At work"),
                *self.make_rows(Card.WORK, {"start_at_login": self.start, "same_file_nights": self.same_file}),
                self.power_on,
                guide_row,
            ),
        )
        for row in (self.power_on, guide_row):
            row.setHidden(bool(theme.counter_of))
        fill(self.page, self.ring, None)

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.language.choose(settings.language)
        self.scheme.choose(settings.scheme)
        self.start.show_state(settings.start_at_login)
        if not self.same_file.hasFocus():
            self.same_file.setValue(settings.same_file_nights)
        self.ring.show_settings(settings)

    def load(self) -> None:
        self.power_on.load()
        self.ring.load()

    def _set_same_file(self) -> None:
        if self.same_file.value() != self.settings.same_file_nights:
            self.change(replace(self.settings, same_file_nights=self.same_file.value()))

    def _choose_language(self, code: str) -> None:
        language = resolve_language(code)
        other = language is not self.context.formats.language
        self.change(
            replace(self.settings, language=code),
            lambda: self.context.choose_language(language.value) if other else None,
        )

    def _choose_scheme(self, key: str) -> None:
        self.change(replace(self.settings, scheme=key), lambda: self.theme.choose_scheme(key))

    def _start_at_login(self, on: bool) -> None:
        self.send(self.context.backend.settings.set_start_at_login(on))
