"""The ring for orders: on or off, its sound, its volume, and a test."""

from __future__ import annotations

from dataclasses import replace

from service.domain.marketplace.ringing import RingSound
from ui.backend import BackendError
from ui.backend.settings_port import Settings, SoundState
from ui.panes.settings.section import Section
from ui.panes.settings.setting_rows import RowsCard, SettingRow
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, ComboBox, Segment, Segmented, Switch, disable_in_read_only

_VOLUMES = (40, 70, 100)
_COMBO_WIDTH = 170


class RingSection(Section):
    """A part of the General section."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.sound = Switch(theme, self.tr("Ring for a new order"))
        self.sound.toggled.connect(lambda on: self.change(replace(self.settings, sound=on)))
        self.choice = ComboBox()
        self.choice.setFont(theme.font(Type.BODY))
        self.choice.setFixedWidth(_COMBO_WIDTH)
        for sound, name in self._names().items():
            self.choice.addItem(name, sound.value)
        self.choice.activated.connect(self._choose_sound)
        disable_in_read_only(theme, self.choice)
        names = (self.tr("Quiet"), self.tr("Medium"), self.tr("Loud"))
        segments = tuple(Segment(str(volume), name) for volume, name in zip(_VOLUMES, names, strict=True))
        self.volume = Segmented(theme, segments, self._choose_volume, name=self.tr("Volume"), changes=True)
        self.test = Button(theme, self.tr("Try the sound"))
        self.test.clicked.connect(self._try)
        self.test_row = SettingRow(theme, self.tr("Can it be heard?"), "", self.test)
        card = RowsCard(
            theme,
            self.tr("Ring"),
            SettingRow(
                theme,
                self.tr("Ring for a new order"),
                self.tr(
                    "Until somebody looks at it: every minute, then more often and louder as its time runs out. "
                    "Message and number stay either way."
                ),
                self.sound,
            ),
            SettingRow(theme, self.tr("Sound"), "", self.choice),
            SettingRow(
                theme, self.tr("Volume"), self.tr("For the last 5 minutes. Before them it is quieter."), self.volume
            ),
            self.test_row,
        )
        self.page.addWidget(card)

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.sound.show_state(settings.sound)
        self.choice.setCurrentIndex(self.choice.findData(settings.ring_sound.value))
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
        self.test_row.show_text(self.tr("It plays once, as loud as in the last 5 minutes."))
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
